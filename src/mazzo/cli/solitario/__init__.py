"""``mazzo solitario``: the game in a terminal, and its score as a calculation."""

from __future__ import annotations

import sys
from typing import Any

import click

from mazzo.cli.lazy import LazyCommands
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.solitario.options import TableOptions, failing_in_words, table_options
from mazzo.cli.terminal.audience import language_of

COMMANDS = {
    "import": "mazzo.cli.solitario.records:import_command",
    "export": "mazzo.cli.solitario.records:export_command",
    "play": "mazzo.cli.solitario.script:play_command",
    "profile": "mazzo.cli.solitario.records:profile_group",
    "score": "mazzo.cli.solitario.score:score_command",
    "scores": "mazzo.cli.solitario.records:scores_command",
    "settings": "mazzo.cli.solitario.settings:settings_command",
    "solve": "mazzo.cli.solitario.solve:solve_command",
    "stats": "mazzo.cli.solitario.records:statistics_command",
}
"""Where each subcommand lives, and the order in which help lists them."""


@click.group("solitario", cls=LazyCommands, places=COMMANDS, invoke_without_command=True)
@table_options
@click.option("--new", "is_new", is_flag=True, help="Give an unfinished game up and start a new one.")
@click.option("--profile", help="Whose game this is; the default profile otherwise.")
@click.option("--speak", is_flag=True, help="Speak through prismatoid or espeak-ng, where one is installed.")
@click.option("--plain", is_flag=True, help="Plain answers, as for a screen reader; no picture, no redraw.")
@click.option("--lines/--keys", "lines", default=None, help="Type whole lines, or press single keys.")
@LANG_OPTION
def solitario_group(
    is_new: bool, profile: str | None, speak: bool, plain: bool, lines: bool | None, lang: str | None, **table: Any
) -> None:
    """Play Klondike solitaire, by ear or by eye; an interrupted game goes on where it was."""
    if click.get_current_context().invoked_subcommand is not None:
        return
    from mazzo.cli.solitario.terminal import Choices, play_at_terminal

    language = language_of(lang)
    choices = Choices(TableOptions(**table), is_new, profile, speak, plain, lang, lines)
    with failing_in_words(language):
        sys.exit(play_at_terminal(choices))
