"""A review as a value: what each move won or gave away, and how much of the result was skill and how much luck."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from qb_engine.advice.reasons import Reason
from qb_engine.moves import Move, Side
from qb_engine.records.record import Result
from qb_engine.review.moments import Moment

Flag = Literal["inaccuracy", "mistake", "blunder"]
FLAGS: tuple[tuple[Flag, float], ...] = (("blunder", 20.0), ("mistake", 10.0), ("inaccuracy", 5.0))
"""What a move is called that loses so many points of win chance, from 0 to 100."""


@dataclass(frozen=True, slots=True)
class Insight:
    """More about a move that was flagged: why the better one is, what the played one did, and the answer to it.

    ``answer`` is None when the enemy's main answer is a pass, and when there is none: ``is_answered`` tells. There is
    none where the move ended the match.
    """

    better: tuple[Reason, ...]
    played: tuple[Reason, ...]
    answer: Move | None
    is_answered: bool


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A decision with its judgement; moves are written as in the record, chances are those of whoever moved.

    ``best`` is the played move itself where none is better. ``is_close`` says that another move leads and cannot be
    told apart, ``is_forced`` that there was no choice.
    """

    moment: Moment
    best: Move | None
    win_before: float
    win_after: float
    interval: tuple[float, float]
    samples: int
    is_exact: bool
    is_close: bool
    is_forced: bool
    insight: Insight | None = None

    @property
    def side(self) -> Side:
        """Who moved."""
        return self.moment.side

    @property
    def played(self) -> Move | None:
        """What was played; None for a pass."""
        return self.moment.played

    @property
    def lost(self) -> float:
        """The win chance that the move gave away, from 0 to 1."""
        return self.win_before - self.win_after

    @property
    def points_lost(self) -> float:
        """The same in points of a hundred, as it is shown and flagged."""
        return round(100 * self.lost, 1)

    @property
    def flag(self) -> Flag | None:
        """What a move that loses so much is called; None for a good one."""
        return next((flag for flag, points in FLAGS if self.points_lost >= points), None)


@dataclass(frozen=True, slots=True)
class Balance:
    """Where the result came from: ``start - lost + gained + luck == end``, all from one seat."""

    start: float
    lost: float
    gained: float
    luck: float
    end: float


@dataclass(frozen=True, slots=True)
class Review:
    """The reviewed moves in order; ``side`` is the seat it is told from, ``sides`` are those that are judged.

    A game that was given up has no ``result``; ``resigned`` says who did.
    """

    side: Side
    sides: tuple[Side, ...]
    moves: tuple[ReviewedMove, ...]
    result: Result | None
    is_guess: bool
    iterations: int
    seed: int
    resigned: Side | None = None

    @property
    def own(self) -> tuple[ReviewedMove, ...]:
        """The moves of the seat from which the game is told."""
        return tuple(move for move in self.moves if move.side == self.side)

    @property
    def flagged(self) -> tuple[ReviewedMove, ...]:
        """The moves that gave something away."""
        return tuple(move for move in self.moves if move.flag is not None)

    @property
    def end(self) -> float:
        """The result as a chance: 1 won, 0 lost, a half tied; where the game goes on, the last chance known."""
        if self.result is None:
            return self.own[-1].win_after
        return 0.5 if self.result.winner is None else float(self.result.winner == self.side)

    @property
    def balance(self) -> Balance:
        """Skill and luck: what the moves lost, what the other side's reviewed moves gave, and the rest."""
        own = self.own
        lost, gained = sum(move.lost for move in own), sum(self._gifts(0, self._last_ply))
        start = own[0].win_before - sum(self._gifts(0, own[0].moment.ply))
        return Balance(start, lost, gained, self.end - start + lost - gained, self.end)

    @property
    def swings(self) -> tuple[float, ...]:
        """The luck before each own move and, last, before the end; the first is 0. They sum to the balance's luck."""
        own = self.own
        found = [0.0]
        for last, then in pairwise(own):
            gifts = sum(self._gifts(last.moment.ply, then.moment.ply))
            found.append(then.win_before - last.win_after - gifts)
        last = own[-1]
        return (*found, self.end - last.win_after - sum(self._gifts(last.moment.ply, self._last_ply)))

    @property
    def _last_ply(self) -> int:
        """Later moves of the other side have no chance of ours after them."""
        return (self.own if self.result is None else self.moves)[-1].moment.ply

    def _gifts(self, after: int, until: int) -> list[float]:
        """What the other side lost in the plies after one and up to another."""
        return [move.lost for move in self.moves if move.side != self.side and after < move.moment.ply <= until]
