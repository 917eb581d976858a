"""The deep look of the live coach: it follows the first look, and its answer takes the place of that one.

    first look shown ──► compiled rules there? ──► search, until the budget is spent or it is cancelled ──► told once

What was found when it was cancelled is kept, if it is enough to say something, and told after the next answer.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from mazzo.coach.look import Look
from mazzo.coach.mulligan import consider_mulligan
from mazzo.coach.table import CoachTable
from mazzo.engines import CompiledRules
from qb_engine.advice.answer import Answer, answer_of
from qb_engine.coaching import CoachingRecommendation
from qb_engine.errors import QueensBloodError
from qb_engine.rules_engine import RulesEngine

if TYPE_CHECKING:
    from qb_engine.advice.mulligan import MulliganAdvice

USUAL = Look(seconds=2.0)
FEWEST_SAMPLES = 32
"""A look that was broken off counts when it tried every move in so many worlds."""
MOST_THREADS = 2
LOOK_AGAIN_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Deeper:
    """What a deep look makes of the answer that was given ``before``: one that takes its place."""

    before: CoachingRecommendation
    advice: CoachingRecommendation

    @property
    def answer(self) -> Answer:
        """The answer now; it says so when the move is another."""
        return _answer(self.advice, self.before)

    @property
    def first(self) -> Answer:
        """The answer that it takes the place of."""
        return _answer(self.before, None)


def _answer(advice: CoachingRecommendation, before: CoachingRecommendation | None) -> Answer:
    found = answer_of(advice, before)
    assert found is not None
    return found


@dataclass(frozen=True, slots=True)
class Excuse:
    """Why there is no deep look: a compiler in ``trouble``, or one that is still at work."""

    trouble: QueensBloodError | None = None


@dataclass(frozen=True, slots=True)
class Unlearned:
    """A deep look, and why it is without the net that was learned for these rules; said once."""

    trouble: QueensBloodError
    found: Deeper | MulliganAdvice


@dataclass(slots=True)
class DeepCoach:
    """Looks deeper at the advice of a table.

    Without a look that was ``asked`` for it is the usual one, which needs the compiled rules; any other is made in
    plain form where there are none. Where nobody can have ``is_cancelled`` say yes nobody waits, so it waits for the
    compiler.
    """

    asked: Look
    is_cancelled: Callable[[], bool] | None = None
    rules: CompiledRules = field(default_factory=CompiledRules)
    _excused: Excuse | None = None
    _told_of_the_net: bool = False

    def look(self, table: CoachTable) -> Deeper | MulliganAdvice | Unlearned | Excuse | None:
        """What a deeper look at this moment of the match finds; None when it was cancelled, or finds nothing new."""
        found = self._looked(table)
        if found is None or isinstance(found, Excuse) or self._told_of_the_net:
            return found
        from qb_engine.mind.net import trouble_with

        self._told_of_the_net = True
        trouble = trouble_with(table.match.state.game.ruleset)
        return found if trouble is None else Unlearned(trouble, found)

    def _looked(self, table: CoachTable) -> Deeper | MulliganAdvice | Excuse | None:
        if table.match.phase == "mulligan":
            engine = self._engine(table)
            return self._excuse() if engine is None else consider_mulligan(table, engine, self.asked, self.is_stopped)
        if table.deep_advice() is None:
            found = self._found(table)
            if found is None:
                return self._excuse()
            table.keep_deep(found)
        if self.is_stopped():
            return None
        before, advice = table.shown(), table.advice()
        table.show(advice)
        return Deeper(before, advice)

    def is_stopped(self) -> bool:
        """Whether somebody does not wait any more."""
        return self.is_cancelled is not None and self.is_cancelled()

    def _found(self, table: CoachTable) -> CoachingRecommendation | None:
        """What a search finds; None when there is nothing to search with, or not enough was found."""
        begun = time.perf_counter()
        engine = self._engine(table)
        if engine is None or self.is_stopped():
            return None
        budget = (self.asked if self.asked.is_deep else USUAL).budget()
        if budget.seconds is not None:
            budget = replace(budget, seconds=max(0.0, budget.seconds - (time.perf_counter() - begun)))
        from qb_engine.search.race import DeepLook

        threads = min(MOST_THREADS, os.cpu_count() or 1) if engine.compiled else 1
        found = table.searched(engine, DeepLook(budget, threads=threads, is_cancelled=self.is_stopped))
        needed = 1 if budget.seconds is None and not self.is_stopped() else FEWEST_SAMPLES
        is_enough = found.is_exact or all(move.samples >= needed for move in found.moves)
        return found if is_enough else None

    def _engine(self, table: CoachTable) -> RulesEngine | None:
        """The engine to search with; waits while it is being loaded, and where nobody is kept waiting, compiled."""
        self.rules.fetch()
        while not self.rules.is_decided(LOOK_AGAIN_SECONDS):
            if self.is_stopped() or (self.rules.is_compiling and self.is_cancelled is not None):
                return None
        game = table.match.state.game
        return self.rules.engine(game.ruleset) or (game.engine if self.asked.is_deep else None)

    def _excuse(self) -> Excuse | None:
        """Why there is no deep look, each reason once; None where nobody expects one."""
        if self.rules.trouble is None and not self.rules.is_compiling:
            return None
        excuse = Excuse(self.rules.trouble)
        if self.is_stopped() or excuse == self._excused:
            return None
        self._excused = excuse
        return excuse

    def close(self) -> None:
        """Leave the compiler alone."""
        self.rules.close()
