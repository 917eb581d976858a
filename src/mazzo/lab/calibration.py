"""How far stated chances can be trusted: what was said against what came, and whether intervals hold what they say.

Positions of one game share its outcome, so the game is the unit of every interval here that is about positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from kernelkit.chance import below, seeded
from mazzo.lab.statistics import Interval, grouped_rate_interval, wilson

BINS = 10
RESAMPLES = 400
MOST_BLOCKS = 250
"""Games are drawn again so often; of more games than that, so many blocks of neighbours are drawn."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A win chance that was stated, what came of it, 1 a win, 0 a loss, a half a draw, and in which game."""

    chance: float
    outcome: float
    game: int


@dataclass(frozen=True, slots=True)
class Bin:
    """The statements from ``low`` to ``high``: how many, what they said on average and what came on average."""

    low: float
    high: float
    count: int
    stated: float
    came: float
    interval: Interval
    """Where the true rate lies in 95 of 100 cases."""


def equal_width_bins(statements: Sequence[Stated], bins: int = BINS) -> list[Bin]:
    """The statements in ``bins`` equal parts of 0 to 1, those with none left out; 1 belongs to the last."""
    sorted_in: list[list[Stated]] = [[] for _ in range(bins)]
    for statement in statements:
        sorted_in[_place(statement, bins)].append(statement)
    return [_bin(number / bins, (number + 1) / bins, part) for number, part in enumerate(sorted_in) if part]


def _place(statement: Stated, bins: int) -> int:
    return min(int(statement.chance * bins), bins - 1)


def _bin(low: float, high: float, part: Sequence[Stated]) -> Bin:
    stated, came = (fmean(getattr(one, name) for one in part) for name in ("chance", "outcome"))
    by_game: dict[int, list[float]] = {}
    for one in part:
        by_game.setdefault(one.game, []).append(one.outcome)
    interval = grouped_rate_interval([(sum(outcomes), len(outcomes)) for outcomes in by_game.values()])
    return Bin(low, high, len(part), stated, came, interval)


def expected_calibration_error(bins: Sequence[Bin]) -> float:
    """The mean distance of said and came over the bins, each counting by its statements; 0 without any."""
    total = sum(part.count for part in bins)
    return sum(part.count * abs(part.stated - part.came) for part in bins) / total if total else 0.0


def calibration_error_interval(statements: Sequence[Stated], seed: int, bins: int = BINS) -> Interval:
    """Where the expected calibration error lies in 95 of 100 cases, by drawing whole games again.

    Luck moves every bin away from what was said, so the error that is found is too large on average, and that of games
    drawn again still larger. So the lower end takes off what luck alone makes of the bins, and the upper end, that of
    the games drawn again, is a careful one. The smallest and largest possible error without statements.
    """
    if not statements:
        return Interval(0.0, 1.0)
    said_too_much = _by_block(statements, bins)
    times = np.array(list(_drawn_again(len(said_too_much), seed)))
    found, again, luck = (
        np.abs(drawn @ said_too_much).sum(axis=-1) / len(statements)
        for drawn in (np.ones(len(said_too_much)), times, times - 1)
    )
    return Interval(max(0.0, float(found - np.quantile(luck, 0.95))), min(1.0, float(np.quantile(again, 0.975))))


def _by_block(statements: Sequence[Stated], bins: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """By how much the statements of each block of games and each bin exceed what came, added up."""
    first, last = min(one.game for one in statements), max(one.game for one in statements)
    size = -(-(last - first + 1) // MOST_BLOCKS)
    sums = np.zeros(((last - first) // size + 1, bins))
    for one in statements:
        sums[(one.game - first) // size, _place(one, bins)] += one.chance - one.outcome
    return sums


def _drawn_again(blocks: int, seed: int) -> Iterable[list[int]]:
    """How often each block is drawn when as many are drawn as there are, again and again."""
    chance = seeded(seed)
    for _resample in range(RESAMPLES):
        times = [0] * blocks
        for _draw in range(blocks):
            times[below(chance, blocks)] += 1
        yield times


def brier_score(statements: Sequence[Stated]) -> float:
    """The mean squared distance of chance and outcome: 0 is perfect, 1/4 is saying a half always; 0 without any."""
    return fmean((one.chance - one.outcome) ** 2 for one in statements) if statements else 0.0


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    count: int
    of: int

    @property
    def rate(self) -> float:
        """The part; 0 of none."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the rate, each of them by itself."""
        return wilson(self.count, self.of)


def coverage(intervals: Sequence[tuple[Interval, float]]) -> Share:
    """How many of these intervals hold the value that comes with each."""
    return Share(sum(value in interval for interval, value in intervals), len(intervals))


def together(shares: Sequence[Share]) -> Share:
    """The share of all."""
    return Share(sum(share.count for share in shares), sum(share.of for share in shares))


def interval_together(shares: Sequence[Share]) -> Interval:
    """The 95 % interval of the rate of all, where each share is that of one game."""
    return grouped_rate_interval([(share.count, share.of) for share in shares])
