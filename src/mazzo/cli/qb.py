"""``mazzo qb``: tools around the rules of Queen's Blood."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from mazzo.cli.exits import BAD_DATA, NO_INPUT, REFUSED
from mazzo.cli.language import LANG_OPTION, language_of
from mazzo.cli.qb_cards import card_command


@click.group("qb")
def qb_group() -> None:
    """Queen's Blood: cards, scenarios, positions and saved games."""


qb_group.add_command(card_command)


@qb_group.command("scenario")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print the whole report as one JSON object.")
@LANG_OPTION
def scenario_command(file: Path, as_json: bool, lang: str | None) -> None:
    """Play the scenario in FILE (or - for standard input) and report the position.

    Exit code 1 when the rules refuse a move, 65 when the file cannot be read as a scenario.
    """
    from kernelkit.strict_json import InvalidJsonError, loads
    from qb_engine.data_checks import MAX_BYTES
    from qb_engine.errors import QueensBloodError
    from qb_engine.scenario import run

    try:
        report = run(loads(_bytes_of(file), max_bytes=MAX_BYTES))
    except (InvalidJsonError, QueensBloodError) as error:
        text = error.message(language_of(lang)) if isinstance(error, QueensBloodError) else str(error)
        click.echo(f"{file}: {text}", err=True)
        sys.exit(BAD_DATA)
    if as_json:
        click.echo(json.dumps(report))
    else:
        _say(report, language_of(lang))
    sys.exit(0 if report["ok"] else REFUSED)


@qb_group.command("perft")
@click.argument("position")
@click.argument("depth", type=click.IntRange(0, 8))
@click.option("--json", "as_json", is_flag=True, help="Print the counts as one JSON object.")
@LANG_OPTION
def perft_command(position: str, depth: int, as_json: bool, lang: str | None) -> None:
    """Count the lines of 1 to DEPTH plies from POSITION, a one-line text such as mazzo qb position prints."""
    from qb_engine.errors import QueensBloodError
    from qb_engine.notation import read_position
    from qb_engine.perft import perft

    try:
        state = read_position(position)
    except QueensBloodError as error:
        click.echo(error.message(language_of(lang)), err=True)
        sys.exit(BAD_DATA)
    counts = [perft(state, plies) for plies in range(1, depth + 1)]
    if as_json:
        click.echo(json.dumps({"schema": 1, "position": position, "counts": counts}))
        return
    for plies, count in enumerate(counts, start=1):
        click.echo(f"{plies}  {count}")


def _bytes_of(file: Path) -> bytes:
    if str(file) == "-":
        return sys.stdin.buffer.read()
    try:
        return file.read_bytes()
    except OSError as error:
        click.echo(f"{file} cannot be read: {error.strerror}", err=True)
        sys.exit(NO_INPUT)


def _say(report: dict[str, object], language: str) -> None:
    from mazzo.cli.qb_report import report_lines
    from qb_engine.words import Voice

    for line in report_lines(report, Voice(language)):
        click.echo(line)
