"""Ranges of deals of Solitario decided in the lab's workers."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass

from mazzo.lab.workers import in_order
from solitario.domain.cards import deck_named
from solitario.domain.rules import DealRules
from solitario.solver.solving import Budget, Verdict, solve_deal

CHUNK = 100
"""So many deals are one piece of work; a smaller piece would be sent longer than it takes."""


@dataclass(frozen=True, slots=True)
class DealRange:
    """Deals from one number to another, both included, and by what they are decided."""

    deck: str
    draw_count: int
    first: int
    last: int
    budget: Budget
    shuffles: bool = False

    @property
    def count(self) -> int:
        """How many deals there are."""
        return self.last - self.first + 1

    def __call__(self, chunk: int) -> list[SolvedDeal]:
        """One piece of the work."""
        begin = self.first + chunk * CHUNK
        return [self._solved(number) for number in range(begin, min(begin + CHUNK, self.last + 1))]

    def _solved(self, number: int) -> SolvedDeal:
        begun = time.process_time()
        solution = solve_deal(DealRules(number, self.draw_count, self.shuffles), deck_named(self.deck), self.budget)
        return SolvedDeal(number, solution.verdict, solution.nodes, time.process_time() - begun)


@dataclass(frozen=True, slots=True)
class SolvedDeal:
    """What was found out about one deal, and what it took."""

    number: int
    verdict: Verdict
    nodes: int
    seconds: float


def solved_deals(deals: DealRange, workers: int = 1) -> Generator[list[SolvedDeal], None, None]:
    """The verdicts in the order of the deals, a piece at a time; close it to end the workers early."""
    return in_order(deals, range(-(-deals.count // CHUNK)), workers)
