"""What the solver of Solitario finds, as data: one position, or a range of deals."""

from __future__ import annotations

from mazzo.lab.solved_deals import DealRange, SolvedDeal
from mazzo.lab.statistics import wilson
from mazzo.schemas.document import NUMBERS, Document, Interval, Part, rounded
from mazzo.schemas.solitario import ScoreFields
from solitario.application.solving import Solved
from solitario.domain.rules import DealRules
from solitario.domain.table import Table
from solitario.solver.solving import Verdict


class SolvedDocument(Document, tag=NUMBERS["solitario-solve"]):
    """A position decided; ``deal`` is missing for one from a file, ``score`` counts a line played in no time."""

    deal: int | None
    deck: str
    draw_count: int
    recycle_mode: str
    verdict: str
    is_shuffle_to_blame: bool
    nodes: int
    seconds: float
    memory_bytes: int
    line: list[str]
    moves: int
    draws: int
    recycles: int
    score: ScoreFields | None


class SolvedDealPart(Part):
    """One deal of a range."""

    deal: int
    verdict: str
    nodes: int
    seconds: float


class SolvedDealsDocument(Document, tag=NUMBERS["solitario-solve"]):
    """A range of deals decided; the interval of the share is Wilson's, 95 percent."""

    deck: str
    draw_count: int
    first: int
    last: int
    winnable: int
    not_winnable: int
    not_proven: int
    share_winnable: float
    interval: Interval
    deals: list[SolvedDealPart]


def solved_document(table: Table, rules: DealRules, found: Solved, deal: int | None) -> SolvedDocument:
    """The document of one position."""
    return SolvedDocument(
        deal=deal,
        deck=table.deck.name,
        draw_count=rules.draw_count,
        recycle_mode="shuffled" if rules.shuffles else "turned",
        verdict=found.verdict.value,
        is_shuffle_to_blame=found.is_shuffled,
        nodes=found.nodes,
        seconds=rounded(found.seconds),
        memory_bytes=found.memory_bytes,
        line=[str(move) for move in found.line],
        moves=found.moves,
        draws=found.draws,
        recycles=found.recycles,
        score=None if found.score is None else ScoreFields(**found.score.as_dict()),
    )


def solved_deals_document(deals: DealRange, found: list[SolvedDeal]) -> SolvedDealsDocument:
    """The document of a range."""
    won, lost, unproven = (sum(each.verdict is verdict for each in found) for verdict in Verdict)
    interval = wilson(won, len(found))
    return SolvedDealsDocument(
        deck=deals.deck,
        draw_count=deals.draw_count,
        first=deals.first,
        last=deals.last,
        winnable=won,
        not_winnable=lost,
        not_proven=unproven,
        share_winnable=rounded(won / len(found)),
        interval=(rounded(interval.low), rounded(interval.high)),
        deals=[
            SolvedDealPart(
                deal=each.number, verdict=each.verdict.value, nodes=each.nodes, seconds=rounded(each.seconds)
            )
            for each in found
        ],
    )
