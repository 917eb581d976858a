"""The deep look of the live coach: it follows the quick one, and says once what it found.

    quick list shown ──► compiled rules there? ──► search, until the budget is spent or a key is pressed ──► said once

What was found when a key was pressed is kept, if it is enough to say something, and said after the next answer.
"""

from __future__ import annotations

import os
import time
from contextlib import nullcontext
from dataclasses import dataclass, field, replace

from kernelkit.spoken import sentence
from mazzo.cli.terminal.keyboard import Keyboard
from mazzo.coach.look import Look
from mazzo.coach.mulligan import consider_mulligan
from mazzo.coach.table import CoachTable
from mazzo.engines import CompiledRules
from mazzo.words.remedies import told
from qb_engine.coaching import CoachingRecommendation
from qb_engine.rules_engine import RulesEngine
from qb_engine.words.advice import deeper_lines

USUAL = Look(seconds=2.0)
FEWEST_SAMPLES = 32
"""A look that was broken off counts when it tried every move in so many worlds."""
MOST_THREADS = 2
LOOK_AGAIN_SECONDS = 0.02


@dataclass(slots=True)
class DeepCoach:
    """Looks deeper at the advice of a table.

    Without a look that was ``asked`` for it is the usual one, which needs the compiled rules; any other is made in
    plain form where there are none. Where no ``keys`` can be pressed nobody waits, so it waits for the compiler.
    """

    asked: Look
    keys: Keyboard | None = None
    rules: CompiledRules = field(default_factory=CompiledRules)
    _excused: list[str] = field(default_factory=list)

    def lines(self, table: CoachTable) -> list[str]:
        """What a deeper look at this moment of the match says; nothing when a key was pressed meanwhile."""
        with self.keys.listening() if self.keys else nullcontext():
            if table.match.phase == "mulligan":
                return self._mulligan(table)
            if table.deep_advice() is None:
                found = self._found(table)
                if found is None:
                    return self._excuse(table)
                table.keep_deep(found)
            return [] if self._is_stopped() else _said(table)

    def _mulligan(self, table: CoachTable) -> list[str]:
        """What to keep and what to return."""
        engine = self._engine(table)
        if engine is None:
            return self._excuse(table)
        return consider_mulligan(table, engine, self.asked, self._is_stopped)

    def _is_stopped(self) -> bool:
        """Whether somebody typed, and so does not wait any more."""
        return self.keys is not None and self.keys.is_pressed()

    def _found(self, table: CoachTable) -> CoachingRecommendation | None:
        """What a search finds; None when there is nothing to search with, or not enough was found."""
        begun = time.perf_counter()
        engine = self._engine(table)
        if engine is None or self._is_stopped():
            return None
        budget = (self.asked if self.asked.is_deep else USUAL).budget()
        if budget.seconds is not None:
            budget = replace(budget, seconds=max(0.0, budget.seconds - (time.perf_counter() - begun)))
        from qb_engine.search.race import DeepLook

        threads = min(MOST_THREADS, os.cpu_count() or 1) if engine.compiled else 1
        found = table.searched(engine, DeepLook(budget, threads=threads, is_cancelled=self._is_stopped))
        needed = 1 if budget.seconds is None and not self._is_stopped() else FEWEST_SAMPLES
        is_enough = found.is_exact or all(move.samples >= needed for move in found.moves)
        return found if is_enough else None

    def _engine(self, table: CoachTable) -> RulesEngine | None:
        """The engine to search with; waits while it is being loaded, and where nobody is kept waiting, compiled."""
        self.rules.fetch()
        while not self.rules.is_decided(LOOK_AGAIN_SECONDS):
            if self._is_stopped() or (self.rules.is_compiling and self.keys is not None):
                return None
        game = table.match.state.game
        return self.rules.engine(game.ruleset) or (game.engine if self.asked.is_deep else None)

    def _excuse(self, table: CoachTable) -> list[str]:
        """Why there is no deep look, each reason once; nothing where nobody expects one."""
        if self.rules.trouble is not None:
            trouble = told(self.rules.trouble, table.words.voice.language)
            said = [table.words.say(sentence("There is no deep look: {trouble}."), trouble=trouble)]
        elif self.rules.is_compiling:
            said = [table.words.say(sentence("The deep look is being prepared, once; until then advice is quick."))]
        else:
            return []
        if self._is_stopped() or said == self._excused:
            return []
        self._excused = said
        return said

    def close(self) -> None:
        """Leave the compiler alone."""
        self.rules.close()


def _said(table: CoachTable) -> list[str]:
    """What the deep look makes of the list that was shown last, which it replaces."""
    before, advice = table.shown(), table.advice()
    table.show(advice)
    return deeper_lines(replace(advice, top_n=table.detail), before, table.words.voice)
