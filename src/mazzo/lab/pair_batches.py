"""Some pairs of a match, played in one go, and what is kept of them: a byte a pair, three sums and a seal.

The seal is a hash of every margin and every number of turns, so that whoever plays the batch again sees whether it is
the same to the last point. Sums are whole numbers: in whatever order batches come together, the result is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np

from mazzo.lab.statistics import PairTally
from qb_engine.arena.arena import Result

OUTCOMES = 3
"""A game is lost, drawn or won: 0, 1, 2. A pair is written as three times its first game and its second."""
SEAL_DIGITS = 16


@dataclass(frozen=True, slots=True)
class PairResult:
    """Both games of a pair, the margins as player A's."""

    first: Result
    second: Result

    @property
    def games(self) -> tuple[Result, Result]:
        """Both."""
        return self.first, self.second

    @property
    def quarters(self) -> int:
        """The pair's score for A in quarters: two for a win, one for a draw."""
        return sum(2 if game.margin > 0 else 1 if game.margin == 0 else 0 for game in self.games)


@dataclass(frozen=True, slots=True)
class PairBatch:
    """The pairs from number ``first`` on: their outcomes, a digit each, and sums over them."""

    first: int
    outcomes: str
    margin: int
    """A's points minus B's over all games."""
    squares: int
    """The squares of that for each pair, added up."""
    plies: int
    seal: str

    @classmethod
    def of_numbers(cls, first: int, numbers: Any) -> PairBatch:
        """The batch of pairs told by four numbers each: margin and turns of the first game, and of the second."""
        rows = np.asarray(numbers, np.int64).reshape(-1, 4)
        margins, outcomes = rows[:, [0, 2]], np.sign(rows[:, [0, 2]]) + 1
        digits = (OUTCOMES * outcomes[:, 0] + outcomes[:, 1] + ord("0")).astype(np.uint8)
        both = margins.sum(axis=1)
        seal = sha256(rows.astype("<i8").tobytes()).hexdigest()[:SEAL_DIGITS]
        sums = int(both.sum()), int((both * both).sum()), int(rows[:, [1, 3]].sum())
        return cls(first, digits.tobytes().decode("ascii"), *sums, seal)

    @classmethod
    def of(cls, pairs: Sequence[PairResult], first: int = 0) -> PairBatch:
        """The batch of these pairs."""
        return cls.of_numbers(
            first, [number for pair in pairs for game in pair.games for number in (game.margin, game.plies)]
        )

    @property
    def last(self) -> int:
        """The number of the first pair after it."""
        return self.first + len(self.outcomes)

    @property
    def quarters(self) -> list[int]:
        """A's score in each pair: two for a win, one for a draw."""
        return [sum(divmod(int(digit), OUTCOMES)) for digit in self.outcomes]


@dataclass(frozen=True, slots=True)
class PairSums:
    """Batches together: how often each digit came, and the sums."""

    digits: tuple[int, ...] = (0,) * OUTCOMES**2
    margin: int = 0
    squares: int = 0
    plies: int = 0

    def with_batch(self, batch: PairBatch) -> PairSums:
        """One batch more."""
        digits = tuple(count + batch.outcomes.count(str(digit)) for digit, count in enumerate(self.digits))
        return PairSums(digits, self.margin + batch.margin, self.squares + batch.squares, self.plies + batch.plies)

    @property
    def pairs(self) -> int:
        """How many there are."""
        return sum(self.digits)

    @property
    def tally(self) -> PairTally:
        """How many pairs had each score."""
        counts = [0] * (2 * OUTCOMES - 1)
        for digit, count in enumerate(self.digits):
            counts[sum(divmod(digit, OUTCOMES))] += count
        return PairTally(tuple(counts))

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        """A's games."""
        lost, drawn, won = (
            sum(count * divmod(digit, OUTCOMES).count(outcome) for digit, count in enumerate(self.digits))
            for outcome in range(OUTCOMES)
        )
        return won, drawn, lost


NO_PAIRS = PairSums()
