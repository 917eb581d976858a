"""What a number of games says: rates and means with 95 % intervals, the pair of games as the unit.

Two games of one deal are not independent of each other, pairs are. How much a pair is worth shows in the spread of the
pairs' scores: where the deal decides, both games of a pair end alike and count for one; where the beginner decides,
they cancel out and count for more than two. So the rate has Wilson's interval, which holds for lopsided rates too, with
the number of independent games that would tell as much as the pairs did.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from math import pi, sqrt, tan
from statistics import NormalDist

Z95 = NormalDist().inv_cdf(0.975)
SCORE_STEPS = 4
"""A pair scores 0, 1/4, 1/2, 3/4 or 1: the mean of two games that are lost, drawn or won."""
INDEPENDENT = 0.5
"""The weight of a pair of independent games: its score varies half as much as that of one game."""
PRIOR_PAIRS = 2
"""So many pairs of independent games are taken for seen when the spread is estimated, so that few pairs, or pairs
that all ended alike, do not seem to know everything."""
PRIOR_GROUPS = 2
"""Likewise for groups of trials that share their luck."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A lower and an upper end, both included."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class PairTally:
    """How many pairs had each score, from 0 to 1 in equal steps: quarters, unless there are more counts."""

    counts: tuple[int, ...] = (0,) * (SCORE_STEPS + 1)

    @classmethod
    def of(cls, quarters: Sequence[int]) -> PairTally:
        """The tally of pairs whose scores are given in quarters, 0 to 4."""
        return cls(tuple(quarters.count(score) for score in range(SCORE_STEPS + 1)))

    def with_pair(self, quarters: int) -> PairTally:
        """The tally with one pair more."""
        before, after = self.counts[:quarters], self.counts[quarters + 1 :]
        return PairTally((*before, self.counts[quarters] + 1, *after))

    @property
    def pairs(self) -> int:
        """How many there are."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean score, a rate; a half when nothing was played."""
        return self._added / (self._steps * self.pairs) if self.pairs else 0.5

    @property
    def squares(self) -> float:
        """The scores' squared distances from the mean."""
        of_scores = sum(score * score * count for score, count in enumerate(self.counts))
        return (of_scores - self._added**2 / self.pairs) / self._steps**2 if self.pairs else 0.0

    @property
    def _steps(self) -> int:
        return len(self.counts) - 1

    @property
    def _added(self) -> int:
        return sum(score * count for score, count in enumerate(self.counts))


def win_rate_interval(tally: PairTally) -> Interval:
    """The 95 % interval of the rate behind the pairs; everything is possible when there are none."""
    if not tally.pairs:
        return Interval(0.0, 1.0)
    freedom = tally.pairs - 1 + PRIOR_PAIRS
    spread = tally.mean * (1 - tally.mean)
    weight = (tally.squares / spread + PRIOR_PAIRS * INDEPENDENT) / freedom if spread else INDEPENDENT
    return wilson_of_rate(tally.mean, tally.pairs / weight, t_quantile(freedom))


def wilson(successes: float, trials: int, z: float = Z95) -> Interval:
    """Wilson's interval of a rate from independent trials."""
    return wilson_of_rate(successes / trials, trials, z) if trials else Interval(0.0, 1.0)


def wilson_of_rate(rate: float, trials: float, z: float) -> Interval:
    """Wilson's interval of an observed rate; ``trials`` need not be whole."""
    shrink = 1 + z * z / trials
    centre = (rate + z * z / (2 * trials)) / shrink
    half = z / shrink * sqrt(rate * (1 - rate) / trials + (z / (2 * trials)) ** 2)
    # At rates of 0 and 1 an end is the rate itself, which rounding must not move.
    return Interval(max(0.0, min(rate, centre - half)), min(1.0, max(rate, centre + half)))


@dataclass(frozen=True, slots=True)
class GroupSums:
    """Groups of trials that share their luck, as sums: how many groups, their trials and successes, and squares."""

    groups: int = 0
    trials: float = 0
    successes: float = 0
    trials_squared: float = 0
    successes_squared: float = 0
    products: float = 0

    @classmethod
    def of(cls, groups: Sequence[tuple[float, int]]) -> GroupSums:
        """The sums of groups that are given one by one, each its successes and its trials."""
        return cls(
            len(groups),
            sum(of for _count, of in groups),
            sum(count for count, _of in groups),
            sum(of * of for _count, of in groups),
            sum(count * count for count, _of in groups),
            sum(count * of for count, of in groups),
        )

    def plus(self, other: GroupSums) -> GroupSums:
        """Both together."""
        return GroupSums(*(mine + yours for mine, yours in zip(astuple(self), astuple(other), strict=True)))

    @property
    def rate(self) -> float:
        """The part of the trials that succeeded; 0 without any."""
        return self.successes / self.trials if self.trials else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the rate.

        Wilson's, for the number of independent trials that would tell as much, which is never more than there are. Two
        groups whose trials ended all alike are taken for seen.
        """
        if not self.trials:
            return Interval(0.0, 1.0)
        rate, freedom = self.rate, self.groups - 1 + PRIOR_GROUPS
        spread = rate * (1 - rate)
        alike = self.trials_squared / self.groups
        apart = self.successes_squared - 2 * rate * self.products + rate * rate * self.trials_squared
        squares = max(0.0, apart) / spread if spread else alike * (self.groups - 1)
        weight = (squares + PRIOR_GROUPS * alike) / freedom * self.groups / self.trials
        return wilson_of_rate(rate, self.trials / max(1.0, weight), t_quantile(freedom))


def grouped_rate_interval(groups: Sequence[tuple[float, int]]) -> Interval:
    """The 95 % interval of a rate from groups of trials that share their luck, each its successes and its trials."""
    return GroupSums.of(groups).interval


def interval_of_sums(count: int, total: Fraction, squares: Fraction) -> Interval | None:
    """Student's 95 % interval of the mean of values of which the sum and the sum of squares are known exactly.

    None for fewer than two values.
    """
    if count < 2:
        return None
    variance = (squares - total * total / count) / (count - 1)
    half = t_quantile(count - 1) * sqrt(variance / count)
    centre = float(total / count)
    return Interval(centre - half, centre + half)


def t_quantile(freedom: int, z: float = Z95) -> float:
    """Student's quantile where the normal one is ``z``.

    Exact for one and two degrees of freedom, else by the expansion in their inverse (Abramowitz and Stegun, 26.7.5).
    """
    if freedom <= 2:
        return _few(freedom, z)
    powers = [z**power for power in range(10)]
    terms = (
        (powers[3] + powers[1]) / 4,
        (5 * powers[5] + 16 * powers[3] + 3 * powers[1]) / 96,
        (3 * powers[7] + 19 * powers[5] + 17 * powers[3] - 15 * powers[1]) / 384,
        (79 * powers[9] + 776 * powers[7] + 1482 * powers[5] - 1920 * powers[3] - 945 * powers[1]) / 92160,
    )
    return z + sum(term / float(freedom) ** order for order, term in enumerate(terms, start=1))


def _few(freedom: int, z: float) -> float:
    chance = NormalDist().cdf(z)
    if freedom == 1:
        return tan(pi * (chance - 0.5))
    return (2 * chance - 1) / sqrt(2 * chance * (1 - chance))
