"""``mazzo solitario solve``: whether a deal, a position or each deal of a range can be won, and by which moves."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from kernelkit.spoken import catalogue
from mazzo.cli.exits import INTERRUPTED
from mazzo.cli.lab.run import cores
from mazzo.cli.options import LANG_OPTION, TwoLooksError
from mazzo.cli.progress import warm_up_solver
from mazzo.cli.refusals import spoken
from mazzo.cli.solitario.options import figures
from mazzo.cli.spoken_choice import BEST_CHOICE, DECK_CHOICE, RECYCLE_CHOICE
from mazzo.storage.files_in import input_text
from solitario.domain.rules import DealRules
from solitario.domain.settings import LEVELS

USUAL_NODES = 100_000_000


@click.command("solve")
@click.option("--deal", type=int, help="Number of the deal.")
@click.option("--deals", help="A range of deals, as in 1-1000; how many can be won.")
@click.option("--position", type=click.Path(path_type=Path, allow_dash=True), help="File of a table, - to read it.")
@click.option("--deck", type=DECK_CHOICE, default="french", show_default=True, help="Deck.")
@click.option("--draw", type=click.Choice(["1", "2", "3"]), default="1", show_default=True, help="Cards a draw turns.")
@click.option("--recycle", type=RECYCLE_CHOICE, default="turned", show_default=True, help="How the waste comes back.")
@click.option("--nodes", type=int, help="Try so many moves: the same answer everywhere.")
@click.option("--seconds", type=float, help="Look for so many seconds.")
@click.option("--best", type=BEST_CHOICE, help="Look for the line with the most points.")
@click.option("--level", type=click.Choice([str(level) for level in LEVELS]), default="1", help="Score by this level.")
@click.option("--scoring-config", type=click.Path(path_type=Path), help="Score by the figures of this file.")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes for a range; as many as there are cores.")
@click.option("--quiet", is_flag=True, help="No progress.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@LANG_OPTION
@spoken
def solve_command(language: str, as_json: bool, **typed: Any) -> None:
    """Decide whether a game of Solitario can be won, and show how; every hidden card is looked at."""
    options = _Options(**typed)
    options.check()
    warm_up_solver(language)
    if options.deals is None:
        _solve_one(options, language, as_json=as_json)
    else:
        _solve_range(options, language, as_json=as_json)


@dataclass(frozen=True, slots=True)
class _Options:
    """What was typed."""

    deal: int | None
    deals: str | None
    position: Path | None
    deck: str
    draw: str
    recycle: str
    nodes: int | None
    seconds: float | None
    best: str | None
    level: str
    scoring_config: Path | None
    workers: int | None
    quiet: bool

    def check(self) -> None:
        """TwoLooksError for options that exclude each other."""
        self._check_one("--deal, --deals, --position", self.deal, self.deals, self.position)
        self._check_one("--nodes, --seconds", self.nodes, self.seconds)
        if self.deals is not None:
            self._check_one("--deals, --best", self.deals, self.best)

    def _check_one(self, names: str, *values: object) -> None:
        if sum(value is not None for value in values) > 1:
            raise TwoLooksError(options=names)


def _solve_one(options: _Options, language: str, *, as_json: bool) -> None:
    from mazzo.schemas.document import json_text
    from mazzo.schemas.solving import solved_document
    from mazzo.words.solving import solved_lines
    from solitario.application.solving import Scoring, checked_budget, solved
    from solitario.domain.cards import deck_named
    from solitario.domain.deals import dealt
    from solitario.domain.table import Table

    budget = checked_budget(options.nodes, options.seconds, USUAL_NODES)
    number = (options.deal if options.deal is not None else 1) if options.position is None else None
    if options.position is None:
        table = dealt(number or 0, deck_named(options.deck))
    else:
        table = Table.parse(input_text(options.position))
    rules = DealRules(number or 1, int(options.draw), shuffles=options.recycle == "shuffled")
    scoring = Scoring(figures(options.scoring_config), int(options.level), is_best_wanted=options.best == "score")
    found = solved(table, rules, budget, scoring)
    if as_json:
        click.echo(json_text(solved_document(table, rules, found, number)))
        return
    click.echo("\n".join(solved_lines(table, rules, found, number, language)))


def _solve_range(options: _Options, language: str, *, as_json: bool) -> None:
    from mazzo.cli.progress import progress_for
    from mazzo.lab.solved_deals import DealRange, SolvedDeal, solved_deals
    from mazzo.schemas.document import json_text
    from mazzo.schemas.solving import solved_deals_document
    from mazzo.words.progress import DEALS_LEFT, STOPPED_DECIDING
    from mazzo.words.solving import solved_deals_lines
    from solitario.application.solving import checked_budget, deal_range
    from solitario.solver.program import engine

    first, last = deal_range(options.deals or "")
    budget = checked_budget(options.nodes, options.seconds, USUAL_NODES)
    shuffles = options.recycle == "shuffled"
    deals = DealRange(options.deck, int(options.draw), first, last, budget, shuffles=shuffles)
    engine()  # compiled before the workers start, so that they find it so
    progress = progress_for(language, silent=options.quiet)
    found: list[SolvedDeal] = []
    is_interrupted = False
    with closing(solved_deals(deals, options.workers or cores())) as pieces:
        try:
            for piece in pieces:
                found += piece
                progress.tell(len(found), deals.count, DEALS_LEFT)
        except KeyboardInterrupt:
            if not found:
                raise
            is_interrupted, deals = True, replace(deals, last=found[-1].number)
    if as_json:
        click.echo(json_text(solved_deals_document(deals, found)))
    else:
        click.echo("\n".join(solved_deals_lines(deals, found, language)))
    if is_interrupted:
        click.echo(catalogue("mazzo", language).gettext(STOPPED_DECIDING), err=True)
        sys.exit(INTERRUPTED)
