"""What workers are asked: a deeper look at a match, the enemy's move, a review, and a move tried in its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kernelkit.journal import Entry, MemoryEntry, MemoryJournal
from mazzo.coach.deep_look import DeepCoach
from mazzo.coach.look import Look
from mazzo.coach.matches import NamedEnemy
from mazzo.coach.table import CoachTable
from mazzo.decks.shelf import DeckShelf, PassingDecks
from mazzo.decks.store import StoredDeck
from mazzo.play.table_game import TableGame
from mazzo.play.terms import Terms
from mazzo.review.learning import Attempt, Lessons
from mazzo.web.looking import LISTEN_SECONDS, SECONDS, Tell
from qb_engine.coaching import CoachingEngine, CoachingRecommendation
from qb_engine.live_match import LiveMatch
from qb_engine.moves import Move
from qb_engine.records import GameFile
from qb_engine.review.report import Review

if TYPE_CHECKING:
    from qb_engine.advice.mulligan import MulliganAdvice

REVIEW_ITERATIONS = 2_000
"""How long each move of a review is looked at: a whole match in about ten seconds."""
Entries = tuple[tuple[int, str, dict[str, Any]], ...]


def when_compiled(coach: DeepCoach, tell: Tell) -> None:
    """Wait until the compiled rules are there, or never will be; a compiler that takes long does not count as lost."""
    coach.rules.fetch()
    while not coach.rules.is_decided(LISTEN_SECONDS) and not coach.is_stopped():
        tell(0, 1)


def as_entries(journal: Iterable[Entry]) -> Entries:
    """A journal as it travels."""
    return tuple((one.number, one.kind, dict(one.data)) for one in journal)


@dataclass(frozen=True, slots=True)
class Looked:
    """What a deeper look found, at your move or at your mulligan; ``seconds`` is the time it was given.

    It ``goes_on`` while a longer look is still on its way.
    """

    seconds: float
    advice: CoachingRecommendation | None = None
    mulligan: MulliganAdvice | None = None
    goes_on: bool = False

    @property
    def games(self) -> int:
        """How many games in the head the first move stands on."""
        return self.advice.moves[0].samples if self.advice and self.advice.moves else 0


@dataclass(frozen=True, slots=True)
class LookAsked:
    """A match to look at, as its journal has it, against whom, for how long; with the decks and opponents' lists."""

    entries: Entries
    enemy: NamedEnemy | None = None
    decks: tuple[StoredDeck, ...] = ()
    lists: tuple[StoredDeck, ...] = ()
    seconds: float = SECONDS
    is_shared: ClassVar[bool] = True

    def run(self, coach: DeepCoach, tell: Tell) -> Looked | None:
        """Look at the match; None where nothing is yours to decide, or nothing was found."""
        match = LiveMatch(MemoryJournal(MemoryEntry(*entry) for entry in self.entries))
        if match.phase not in ("your_play", "mulligan"):
            return None
        table = CoachTable(match, CoachingEngine(), DeckShelf(self.decks, PassingDecks(self.lists)), enemy=self.enemy)
        when_compiled(coach, tell)
        coach.asked = Look(seconds=self.seconds)
        coach.look(table)
        advice = table.deep_advice() if match.phase == "your_play" else None
        mulligan = table.mulligan_advice() if match.phase == "mulligan" else None
        return None if advice is None and mulligan is None else Looked(self.seconds, advice, mulligan)


@dataclass(frozen=True, slots=True)
class EnemyAsked:
    """A game against the computer in which the enemy is to move."""

    terms: Terms
    entries: Entries
    seconds: float = 60.0

    def run(self, coach: DeepCoach, tell: Tell) -> Move | None:
        """The enemy's move; None for a pass."""
        when_compiled(coach, tell)
        journal = MemoryJournal(MemoryEntry(*entry) for entry in self.entries)
        return TableGame(0, self.terms, MemoryJournal(), journal).enemy_move()


@dataclass(frozen=True, slots=True)
class ReviewAsked:
    """A game whose moves of yours are to be judged."""

    game: GameFile
    iterations: int = REVIEW_ITERATIONS
    seconds: float = 60.0

    def run(self, _coach: DeepCoach, tell: Tell) -> Review:
        """The review; ``tell`` hears how many moves are done."""
        from qb_engine.review.judge import review_game

        return review_game(self.game, iterations=self.iterations, tell=tell)


@dataclass(frozen=True, slots=True)
class AttemptAsked:
    """A move in the place of one that was flagged, by its number from 1."""

    review: Review
    number: int
    move: Move | None
    seconds: float = 60.0

    def run(self, _coach: DeepCoach, _tell: Tell) -> Attempt:
        """What it is worth."""
        lessons = Lessons(self.review)
        for _passed in range(self.number - 1):
            lessons.skip()
        return lessons.attempt(self.move)
