"""``mazzo qb``: tools around the rules of Queen's Blood."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from mazzo.cli.exits import REFUSED
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.qb.cards import card_command
from mazzo.cli.qb.evidence import evidence_command
from mazzo.cli.qb.files import position_command, verify_command
from mazzo.cli.refusals import SCHEMA, refuse
from mazzo.cli.terminal.audience import language_of
from mazzo.storage.files_in import input_bytes


@click.group("qb")
def qb_group() -> None:
    """Queen's Blood: cards, scenarios, positions and saved games."""


for command in (card_command, evidence_command, position_command, verify_command):
    qb_group.add_command(command)


@qb_group.command("scenario")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print the whole report as one JSON object.")
@LANG_OPTION
def scenario_command(file: Path, as_json: bool, lang: str | None) -> None:
    """Play the scenario in FILE (or - for standard input) and report the position.

    Exit code 1 when the rules refuse a move, 65 when the file cannot be read as a scenario.
    """
    from kernelkit.spoken import SpokenError
    from kernelkit.strict_json import loads
    from qb_engine.data.checks import MAX_BYTES
    from qb_engine.kernel.program import plain_rules
    from qb_engine.records.scenario import run

    language = language_of(lang)
    try:
        with plain_rules():
            report = run(loads(input_bytes(file), max_bytes=MAX_BYTES), language)
    except SpokenError as error:
        refuse(error, as_json, language, file)
    if as_json:
        click.echo(json.dumps(report, ensure_ascii=False))
    else:
        _say(report, language)
    sys.exit(0 if report["ok"] else REFUSED)


@qb_group.command("perft")
@click.argument("position")
@click.argument("depth", type=click.IntRange(0, 8))
@click.option("--json", "as_json", is_flag=True, help="Print the counts as one JSON object.")
@LANG_OPTION
def perft_command(position: str, depth: int, as_json: bool, lang: str | None) -> None:
    """Count the lines of 1 to DEPTH plies from POSITION, a one-line text such as mazzo qb position prints."""
    from qb_engine.errors import QueensBloodError
    from qb_engine.notation.game_position import read_position
    from qb_engine.search.perft import perft

    try:
        state = read_position(position)
    except QueensBloodError as error:
        refuse(error, as_json, language_of(lang))
    counts = [perft(state, plies) for plies in range(1, depth + 1)]
    if as_json:
        click.echo(json.dumps({"schema": SCHEMA, "position": position, "counts": counts}))
        return
    for plies, count in enumerate(counts, start=1):
        click.echo(f"{plies}  {count}")


def _say(report: dict[str, object], language: str) -> None:
    from mazzo.words.scenario import report_lines
    from qb_engine.words.voice import Voice

    for line in report_lines(report, Voice(language)):
        click.echo(line)
