"""``mazzo qb verify`` and ``mazzo qb position``: saved games and one-line positions, looked at from outside."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kernelkit.plain_text import plain_line
from kernelkit.spoken import SpokenError
from mazzo.cli.exits import REFUSED
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.refusals import refuse, spoken
from mazzo.cli.terminal.audience import language_of
from mazzo.storage.files_in import input_bytes


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
@LANG_OPTION
def verify_command(file: Path, as_json: bool, lang: str | None) -> None:
    """Play the game in FILE (.qbn or its JSON twin, - for standard input) again and check all it says.

    Exit code 1 when something in it is not so, 65 when it cannot be read as a game, 66 when there is no such file.
    """
    from kernelkit.forms import plain_rules
    from mazzo.schemas.document import json_text
    from mazzo.schemas.verify import verify_document
    from mazzo.words.saved_games import verify_lines
    from qb_engine.records import read_game, verify_sealed

    language = language_of(lang)
    try:
        with plain_rules():
            report = verify_sealed(read_game(input_bytes(file)))
    except SpokenError as error:
        refuse(error, as_json, language, file)
    if as_json:
        click.echo(json_text(verify_document(report, language)))
    else:
        for line in verify_lines(report, language):
            click.echo(f"{plain_line(str(file))}: {line}")
    sys.exit(0 if report.ok else REFUSED)


@click.command("position")
@click.argument("text", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print the position as one JSON object.")
@LANG_OPTION
@spoken
def position_command(text: tuple[str, ...], as_json: bool, language: str) -> None:
    """Show the position TEXT, such as "qb1 rebirth Y1 opening": its one spelling, the board, the lanes, whose turn.

    Exit code 65 when TEXT is no position.
    """
    from kernelkit.forms import plain_rules
    from mazzo.schemas.document import json_text
    from mazzo.schemas.position import position_document
    from mazzo.words.saved_games import position_lines
    from qb_engine.notation.game_position import read_position

    with plain_rules():
        state = read_position(" ".join(text))
    click.echo(json_text(position_document(state)) if as_json else "\n".join(position_lines(state, language)))
