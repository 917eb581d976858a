"""A position decided for somebody who asks: the verdict, a line that is worth playing, and its score."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kernelkit.spoken import sentence
from solitario.domain.deals import LAST_DEAL
from solitario.domain.final_score import FinalScore
from solitario.domain.moves import DRAW, RECYCLE, Move
from solitario.domain.rules import DealRules, after, events_of
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.scoring_service import EndReason, ScoringService
from solitario.domain.table import OPEN_LINE, Table
from solitario.errors import InvalidDealError, InvalidSettingError
from solitario.solver.program import engine
from solitario.solver.shortening import TRIES, length, shortened
from solitario.solver.solving import Budget, Solution, Verdict, solve

MOST_NODES = 1_000_000_000_000
MOST_SECONDS = 86_400.0
BEST_TRIES = 4_000
"""How many changed lines are played in search of the most points, when no time is given."""
NUMBER_BYTES = 8
RANGE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})", re.ASCII)


def checked_budget(nodes: int | None, seconds: float | None, otherwise: int) -> Budget:
    """The budget that was asked for; InvalidSettingError for one that no search could begin with."""
    if nodes is not None and not 1 <= nodes <= MOST_NODES:
        reason = sentence("a search needs at least one node, and at most {most}")
        raise InvalidSettingError(option="--nodes", value=nodes, reason=reason, most=MOST_NODES)
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        reason = sentence("a search needs more than no time, and at most {most} seconds")
        raise InvalidSettingError(option="--seconds", value=seconds, reason=reason, most=int(MOST_SECONDS))
    if nodes is None and seconds is not None:
        return Budget(MOST_NODES, seconds)
    return Budget(otherwise if nodes is None else nodes)


def deal_range(text: str) -> tuple[int, int]:
    """The first and the last deal of a range written as ``1-1000``; InvalidDealError for a text that is none."""
    match = RANGE.fullmatch(text)
    first, last = (0, 0) if match is None else (int(match[1]), int(match[2]))
    if not 1 <= first <= last <= LAST_DEAL:
        reason = sentence("a range of deals is written 1-1000, from a smaller number to a larger one, up to {last}")
        raise InvalidDealError(value=text, reason=reason, last=LAST_DEAL)
    return first, last


@dataclass(frozen=True, slots=True)
class Solved:
    """What was found out about a position, what it took, and how the line scores if it is played in no time."""

    verdict: Verdict
    is_shuffled: bool
    """Whether a shuffled recycle is why nothing is proven."""
    nodes: int
    seconds: float
    memory_bytes: int
    line: tuple[Move, ...]
    score: FinalScore | None

    @property
    def draws(self) -> int:
        """How often the line draws."""
        return sum(move == DRAW for move in self.line)

    @property
    def recycles(self) -> int:
        """How often the line turns the waste over."""
        return sum(move == RECYCLE for move in self.line)

    @property
    def moves(self) -> int:
        """How often the line moves cards."""
        return len(self.line) - self.draws - self.recycles


@dataclass(frozen=True, slots=True)
class Scoring:
    """By what a line is scored, and whether the most points are looked for instead of the shortest line."""

    config: ScoringConfig
    level: int = 1
    is_best_wanted: bool = False


def solved(
    table: Table,
    rules: DealRules,
    budget: Budget,
    scoring: Scoring,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Solved:
    """``table`` decided within ``budget``; InvalidDealError for one that no game leads to."""
    if table.is_open:
        raise InvalidDealError(value=OPEN_LINE, reason=sentence("the solver only knows empty piles that take a king"))
    form = engine()  # loaded before the clock starts
    begun = time.monotonic()
    solution = solve(table, rules, budget, is_cancelled=is_cancelled, form=form)
    seconds = time.monotonic() - begun
    line = _polished(table, rules, solution, budget, scoring, begun)
    return Solved(
        verdict=solution.verdict,
        is_shuffled=solution.verdict is Verdict.UNPROVEN and rules.shuffles and rules.draw_count > 1,
        nodes=solution.nodes,
        seconds=seconds,
        memory_bytes=NUMBER_BYTES * solution.numbers,
        line=line,
        score=line_score(table, rules, line, scoring) if line else None,
    )


def _polished(
    table: Table, rules: DealRules, solution: Solution, budget: Budget, scoring: Scoring, begun: float
) -> tuple[Move, ...]:
    """The line shortened, and with more points if those are wanted, until the time is up if there is one."""
    if not solution.line:
        return ()
    seconds = budget.seconds

    def is_late() -> bool:
        return seconds is not None and time.monotonic() - begun > seconds

    line = shortened(table, rules, solution.line, TRIES, length, is_late)
    if not scoring.is_best_wanted:
        return line

    def missing_points(moves: Sequence[Move]) -> float:
        return -line_score(table, rules, moves, scoring).total_score + len(moves) / 1000

    tries = BEST_TRIES if seconds is None else MOST_NODES
    return shortened(table, rules, line, tries, missing_points, is_late)


def line_score(table: Table, rules: DealRules, line: Sequence[Move], scoring: Scoring) -> FinalScore:
    """The score of a game that is ``line`` from ``table`` to the win, in no time and without a timer."""
    scorer = ScoringService(scoring.config, scoring.level, table.deck.name, rules.draw_count)
    moves = 0
    for move in line:
        for event in events_of(table, move):
            scorer.record_event(event)
        table = after(table, move, rules)
        moves += move not in (DRAW, RECYCLE)
    return scorer.calculate_final_score(0, moves, is_victory=True, end_reason=EndReason.VICTORY)
