"""Learning from mistakes, as values: the flagged moves of a review, and what another move is worth in their place."""

from __future__ import annotations

from dataclasses import dataclass

from qb_engine.moves import Move
from qb_engine.review.judge import Judge
from qb_engine.review.moments import seen_from
from qb_engine.review.report import FLAGS, Review, ReviewedMove
from qb_engine.search.race import MoveChance


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move tried in the place of a flagged one: its chance, that of the better of the two, and whether it will do.

    ``is_played`` says that it is the flagged move itself, ``is_best`` that it is the search's own choice.
    """

    move: Move | None
    chance: float
    best_chance: float
    is_good: bool
    is_played: bool
    is_best: bool


class Lessons:
    """The flagged moves of the side that is reviewed, one after the other."""

    def __init__(self, review: Review) -> None:
        self.review = review
        self._judge = Judge(review.iterations, review.seed)
        self._left = [move for move in review.flagged if move.side == review.side]
        self.count, self.found = len(self._left), 0

    @property
    def current(self) -> ReviewedMove | None:
        """The flagged move that is looked at; None when all have been."""
        return self._left[0] if self._left else None

    @property
    def number(self) -> int:
        """Which one it is, from 1."""
        return self.count - len(self._left) + 1

    def skip(self) -> None:
        """Go on to the next one."""
        self._left.pop(0)

    def attempt(self, move: Move | None) -> Attempt:
        """What ``move`` is worth in the place of the current one; a good one counts as found."""
        flagged = self._left[0]
        if move == flagged.played:
            chance = flagged.win_after
            return Attempt(move, chance, chance, is_good=False, is_played=True, is_best=False)
        best, tried = self._chances(flagged, move)
        least = FLAGS[-1][1]
        is_good = tried.is_close or round(100 * (best.win_chance - tried.win_chance), 1) < least
        self.found += is_good
        return Attempt(move, tried.win_chance, best.win_chance, is_good, False, move == flagged.best)

    def _chances(self, flagged: ReviewedMove, move: Move | None) -> tuple[MoveChance, MoveChance]:
        """The leader of the two and the tried move; the move of the review is not searched again against itself."""
        moment = flagged.moment
        best, tried = (seen_from(moment.side, one) for one in (flagged.best, move))
        found = self._judge.compared(moment, [best] if best == tried else [best, tried])
        return found.moves[0], next(chance for chance in found.moves if chance.move == tried)
