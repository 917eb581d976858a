"""``mazzo qb evidence``: what the boards that were synced in saved matches say about the rules of the console."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mazzo.cli.exits import exit_code
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.refusals import complaint, spoken
from mazzo.cli.terminal.audience import sees_progress
from mazzo.storage.files_in import input_bytes

if TYPE_CHECKING:
    from qb_engine.ruleset import Ruleset


@click.command("evidence")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--rules", default="rebirth", show_default=True, help="The rules whose values are tried.")
@click.option("--all", "every", is_flag=True, help="Every switch, not only those that nothing has confirmed.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
@LANG_OPTION
@spoken
def evidence_command(files: tuple[Path, ...], rules: str, every: bool, as_json: bool, language: str) -> None:
    """Say which rules the boards in FILES fit: matches that the coach saved after a sync board.

    A file that is no match is named and left out, the others still count; the exit code is then 65, or 66 when there
    is no such file.
    """
    from kernelkit.forms import plain_rules
    from mazzo.review.evidence import read_sources
    from mazzo.schemas.document import json_text
    from mazzo.schemas.evidence import evidence_document
    from mazzo.words.evidence import EvidenceWords
    from qb_engine.match.rule_evidence import EVERY_SWITCH, UNCONFIRMED, evidence_of
    from qb_engine.ruleset import Ruleset

    with plain_rules():
        base = Ruleset.parse(rules)
        sources = read_sources(files, input_bytes)
        games = [source.game for source in sources if source.game is not None]
        found = evidence_of(games, base, EVERY_SWITCH if every else UNCONFIRMED, _with_a_bar)
    faults = [(source.file, source.error) for source in sources if source.error is not None]
    for file, error in faults:
        click.echo(complaint(error, language, file), err=True)
    if as_json:
        click.echo(json_text(evidence_document(sources, found, base.name, language)))
    else:
        click.echo("\n".join(EvidenceWords(language, base).lines(found)))
    sys.exit(next((code for _file, error in faults if (code := exit_code(error))), 0))


def _with_a_bar(rulesets: Sequence[Ruleset]) -> Iterator[Ruleset]:
    """The rulesets one after the other, with a bar where somebody sees it."""
    if not sees_progress():
        yield from rulesets
        return
    with click.progressbar(rulesets, file=sys.stderr) as bar:
        yield from bar
