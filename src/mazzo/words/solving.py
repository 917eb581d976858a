"""What the solver of Solitario found, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from kernelkit.spoken import catalogue, sentence
from mazzo.lab.solved_deals import DealRange, SolvedDeal
from mazzo.lab.statistics import wilson
from mazzo.words.lab import LabWords
from solitario.application.solving import Solved
from solitario.domain.rules import DealRules
from solitario.domain.table import Table
from solitario.presentation.tongue import Tongue
from solitario.solver.solving import Verdict

LINE_WIDTH = 78
VERDICTS = {
    Verdict.WINNABLE: sentence("It can be won: {moves} moves, {draws} draws, {recycles} recycles, {points} points."),
    Verdict.LOST: sentence("It cannot be won: every line was tried."),
    Verdict.UNPROVEN: sentence("Not proven: the search ended before the answer was found."),
}
SHUFFLED = sentence(
    "Not proven: each recycle shuffles, so that drawing {count} cards at a time is known only where it is lost."
)
DEAL = sentence("Deal {deal}, {deck} deck, draw {draw}.")
POSITION = sentence("Position from a file, {deck} deck, draw {draw}.")
EFFORT = sentence("{nodes} nodes in {seconds} seconds, {megabytes} MB of tables.")
RANGE = sentence("Deals {first} to {last}, {deck} deck, draw {draw}.")
SHARES = sentence("Winnable {won}, not winnable {lost}, not proven {unproven}.")
SHARE = sentence("Share that can be won: {rate}, 95% interval {low} to {high}.")


class _Saying:
    """Sentences of one language."""

    def __init__(self, language: str) -> None:
        self.numbers, self.tongue, self._language = LabWords(language), Tongue(language), language

    def __call__(self, key: str, **facts: Any) -> str:
        return catalogue("mazzo", self._language).gettext(key).format(**facts)


def solved_lines(table: Table, rules: DealRules, found: Solved, deal: int | None, language: str) -> Iterator[str]:
    """The verdict on one position, what it took, and the line."""
    say = _Saying(language)
    facts = {"deck": say.tongue.deck(table.deck.name), "draw": rules.draw_count}
    yield say(POSITION, **facts) if deal is None else say(DEAL, deal=deal, **facts)
    points = 0 if found.score is None else found.score.total_score
    key = SHUFFLED if found.is_shuffled else VERDICTS[found.verdict]
    counts = {"moves": found.moves, "draws": found.draws, "recycles": found.recycles, "points": points}
    yield say(key, **counts, count=rules.draw_count)
    megabytes = say.numbers.number(found.memory_bytes / 1_000_000)
    yield say(EFFORT, nodes=found.nodes, seconds=say.numbers.number(found.seconds, 3), megabytes=megabytes)
    yield from wrap(" ".join(map(str, found.line)), LINE_WIDTH)


def solved_deals_lines(deals: DealRange, found: Sequence[SolvedDeal], language: str) -> Iterator[str]:
    """How many deals of a range can be won."""
    say = _Saying(language)
    deck = say.tongue.deck(deals.deck)
    yield say(RANGE, first=deals.first, last=deals.last, deck=deck, draw=deals.draw_count)
    won, lost, unproven = (sum(each.verdict is verdict for each in found) for verdict in Verdict)
    yield say(SHARES, won=won, lost=lost, unproven=unproven)
    ends = say.numbers.ends(wilson(won, len(found)))
    yield say(SHARE, rate=say.numbers.percent(won / len(found)), **ends)
