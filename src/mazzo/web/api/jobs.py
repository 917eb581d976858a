"""What workers are asked for programs: a deeper look at a position, and whether a deal can be won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mazzo.coach.deep_look import DeepCoach
from mazzo.folders import folders
from mazzo.hosts.solitario import scoring_config
from mazzo.schemas.advice import PositionAdvice, position_advice
from mazzo.schemas.solving import SolvedDocument, solved_document
from mazzo.web.api.asked import SolveAsked
from mazzo.web.looking import SECONDS, Tell
from qb_engine.coaching import advise_position
from qb_engine.notation.game_position import read_position
from solitario.application.solving import Scoring, solved
from solitario.domain.cards import deck_named
from solitario.domain.deals import dealt
from solitario.domain.rules import DealRules
from solitario.solver.solving import Budget as Nodes

LONGEST_SECONDS = 10.0
"""A look by a number of games, or at a deal, ends then at the latest."""


@dataclass(frozen=True, slots=True)
class PositionLook:
    """A position to look at, for so many seconds or games."""

    position: str
    iterations: int | None
    seed: int
    language: str
    seconds: float = SECONDS
    is_shared: ClassVar[bool] = True

    def run(self, coach: DeepCoach, _tell: Tell) -> PositionAdvice:
        """Look at it; the answer is a quick one when the time is up before every move was tried.

        The document is made here: what was found in one form of the rules is not looked at in the other.
        """
        from qb_engine.search.race import Budget, DeepLook

        coach.rules.fetch()
        while not coach.rules.is_decided(SECONDS):
            pass
        seconds = self.seconds if self.iterations is None else LONGEST_SECONDS
        look = DeepLook(Budget(self.iterations, seconds), self.seed)
        state = read_position(self.position)
        return position_advice(state, advise_position(state, deep=look), seconds, self.language)


@dataclass(frozen=True, slots=True)
class DealLook:
    """A deal of Solitario to decide, by so many moves tried."""

    asked: SolveAsked
    seconds: float = LONGEST_SECONDS

    def run(self, _coach: DeepCoach, _tell: Tell) -> SolvedDocument:
        """Decide it."""
        asked = self.asked
        table = dealt(asked.deal, deck_named(asked.deck_type))
        rules = DealRules(asked.deal, asked.draw_count, shuffles=asked.recycle_mode == "shuffled")
        scoring = Scoring(scoring_config(folders())[0], asked.level)
        found = solved(table, rules, Nodes(asked.nodes, self.seconds), scoring)
        return solved_document(table, rules, found, asked.deal)
