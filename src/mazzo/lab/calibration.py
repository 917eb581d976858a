"""How far stated chances can be trusted: what was said against what came, and whether intervals hold what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from mazzo.lab.statistics import Interval, wilson

BINS = 10


@dataclass(frozen=True, slots=True)
class Stated:
    """A win chance that was stated, and what came of it: 1 a win, 0 a loss, a half a draw."""

    chance: float
    outcome: float


@dataclass(frozen=True, slots=True)
class Bin:
    """The statements from ``low`` to ``high``: how many, what they said on average and what came on average."""

    low: float
    high: float
    count: int
    stated: float
    came: float

    @property
    def interval(self) -> Interval:
        """Where the true rate lies, were the statements independent of each other."""
        return wilson(self.came * self.count, self.count)


def equal_width_bins(statements: Sequence[Stated], bins: int = BINS) -> list[Bin]:
    """The statements in ``bins`` equal parts of 0 to 1, those with none left out; 1 belongs to the last."""
    sorted_in: list[list[Stated]] = [[] for _ in range(bins)]
    for statement in statements:
        sorted_in[min(int(statement.chance * bins), bins - 1)].append(statement)
    return [_bin(number / bins, (number + 1) / bins, part) for number, part in enumerate(sorted_in) if part]


def _bin(low: float, high: float, part: Sequence[Stated]) -> Bin:
    stated, came = (fmean(getattr(one, name) for one in part) for name in ("chance", "outcome"))
    return Bin(low, high, len(part), stated, came)


def expected_calibration_error(bins: Sequence[Bin]) -> float:
    """The mean distance of said and came over the bins, each counting by its statements; 0 without any."""
    total = sum(part.count for part in bins)
    return sum(part.count * abs(part.stated - part.came) for part in bins) / total if total else 0.0


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
        """The 95 % interval of the rate."""
        return wilson(self.count, self.of)


def coverage(intervals: Sequence[tuple[Interval, float]]) -> Share:
    """How many of these intervals hold the value that comes with each."""
    return Share(sum(value in interval for interval, value in intervals), len(intervals))
