"""``mazzo solitario play``: a whole game from a file of commands, and everything that is said.

A line is a command; ``#`` starts a comment, ``wait 90`` lets a minute and a half pass. The clock of a script stands
still otherwise, so that the same script always says the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import click

from mazzo.cli.options import LANG_OPTION
from mazzo.cli.solitario.options import TableOptions, failing_in_words, figures, table_options
from mazzo.cli.spoken_choice import VERBOSITY_CHOICE, WARNING_CHOICE
from mazzo.cli.terminal.audience import language_of
from mazzo.hosts.solitario import PassingGames
from mazzo.schemas.document import json_text
from mazzo.schemas.solitario import StepPart, game_document, step_part
from mazzo.storage.files_in import input_text
from solitario.application.controller import GameplayController
from solitario.application.messages import Message
from solitario.application.preferences import Preferences
from solitario.domain.settings import GameSettings
from solitario.presentation.voice import Voice
from solitario.presentation.words import said

WAIT = re.compile(r"(?:wait|attendi)\s+([0-9]{1,6}(?:\.[0-9]{1,3})?)", re.IGNORECASE | re.ASCII)


class ScriptClock:
    """A clock that moves only when it is told to."""

    def __init__(self) -> None:
        self.now_ms = 0

    def __call__(self) -> int:
        """The time now, in milliseconds."""
        return self.now_ms

    def wait(self, seconds: Decimal) -> None:
        """Let ``seconds`` pass."""
        self.now_ms += int(seconds * 1000)


@dataclass(frozen=True, slots=True)
class Answered:
    """One command and what was said to it; the first step, without a command, is the greeting."""

    command: str
    messages: list[Message]


@click.command("play")
@table_options
@click.option("--script", type=click.Path(path_type=Path), required=True, help="File of commands, one a line.")
@click.option("--verbosity", type=VERBOSITY_CHOICE, default="normal", show_default=True, help="How much is said.")
@click.option("--warnings", type=WARNING_CHOICE, default="balanced", show_default=True, help="Costs to warn of.")
@click.option("--keys", "by_keys", is_flag=True, help="Each line is keys to press, apart; after a colon it is words.")
@click.option("--echo", is_flag=True, help="Print each command before its answer.")
@click.option("--json", "as_json", is_flag=True, help="Print messages with their facts as JSON.")
@LANG_OPTION
def play_command(
    script: Path,
    verbosity: str,
    warnings: str,
    by_keys: bool,
    echo: bool,
    as_json: bool,
    lang: str | None,
    **table: Any,
) -> None:
    """Play a game from a file of commands and print what is said; nothing is kept."""
    language = language_of(lang)
    options = TableOptions(**table)
    with failing_in_words(language):
        lines = _commands(input_text(script))
        settings = options.applied_to(GameSettings())
        clock = ScriptClock()
        host = PassingGames(figures(options.scoring_config), clock)
        deal = options.deal_number(settings, host.picked) or 1
        engine, preferences = host.start(settings, deal), Preferences(verbosity, warnings)
        controller = GameplayController(host, engine, preferences, "keys" if by_keys else "lines")
        controller.seat.first_language = language
        steps = _played(controller, clock, lines)
        if as_json:
            parts = _parts(controller, steps, language)
            click.echo(json_text(game_document(controller.engine, parts)))
            return
        for step in steps:
            _print(step, controller, language, echo=echo)


def _commands(text: str) -> list[str]:
    """The lines of a script that are commands, without comments."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line]


def _played(controller: GameplayController, clock: ScriptClock, lines: list[str]) -> Iterator[Answered]:
    yield Answered("", controller.greeting())
    for line in lines:
        waited = WAIT.fullmatch(line)
        if waited is None:
            yield Answered(line, _answers(controller, line))
        else:
            clock.wait(Decimal(waited[1]))
            yield Answered(line, controller.idle())
        if controller.wants_to_leave:
            return


def _answers(controller: GameplayController, line: str) -> list[Message]:
    """What ``line`` brings: a command, or keys one after the other where keys are read."""
    if controller.seat.typing != "keys":
        return controller.handle(line)
    if line.startswith(":"):
        return controller.handle(line[1:])
    return [message for key in line.split() for message in controller.press(key)]


def _voice(controller: GameplayController, language: str) -> Voice:
    return Voice(
        controller.seat.language or language,
        controller.engine.settings.deck_type,
        controller.seat.preferences.verbosity,
    )


def _print(step: Answered, controller: GameplayController, language: str, *, echo: bool) -> None:
    if echo and step.command:
        click.echo(f"> {step.command}")
    for message in step.messages:
        click.echo(said(message, _voice(controller, language)))


def _parts(controller: GameplayController, steps: Iterator[Answered], language: str) -> Iterator[StepPart]:
    """The steps as data, each message with its text."""
    for step in steps:
        messages = [(message, said(message, _voice(controller, language))) for message in step.messages]
        yield step_part(step.command, messages)
