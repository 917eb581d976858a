"""``mazzo qb``: tools around the rules of Queen's Blood."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from mazzo.cli.exits import REFUSED
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.qb.cards import card_command
from mazzo.cli.qb.evidence import evidence_command
from mazzo.cli.qb.files import position_command, verify_command
from mazzo.cli.refusals import refuse, spoken
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
    from kernelkit.forms import plain_rules
    from kernelkit.spoken import SpokenError
    from kernelkit.strict_json import loads
    from mazzo.schemas.document import json_text
    from mazzo.schemas.scenario import scenario_document
    from mazzo.words.scenario import report_lines
    from qb_engine.data.checks import MAX_BYTES
    from qb_engine.records.scenario import run
    from qb_engine.words.voice import Voice

    language = language_of(lang)
    try:
        with plain_rules():
            report = run(loads(input_bytes(file), max_bytes=MAX_BYTES), language)
    except SpokenError as error:
        refuse(error, as_json, language, file)
    if as_json:
        click.echo(json_text(scenario_document(report)))
    else:
        click.echo("\n".join(report_lines(report, Voice(language))))
    sys.exit(0 if report["ok"] else REFUSED)


@qb_group.command("perft")
@click.argument("position")
@click.argument("depth", type=click.IntRange(0, 8))
@click.option("--json", "as_json", is_flag=True, help="Print the counts as one JSON object.")
@LANG_OPTION
@spoken
def perft_command(position: str, depth: int, as_json: bool, language: str) -> None:
    """Count the lines of 1 to DEPTH plies from POSITION, a one-line text such as mazzo qb position prints."""
    from mazzo.schemas.document import json_text
    from mazzo.schemas.position import PerftDocument
    from qb_engine.notation.game_position import read_position
    from qb_engine.search.perft import perft

    del language
    state = read_position(position)
    counts = [perft(state, plies) for plies in range(1, depth + 1)]
    if as_json:
        click.echo(json_text(PerftDocument(position=position, counts=counts)))
        return
    for plies, count in enumerate(counts, start=1):
        click.echo(f"{plies}  {count}")
