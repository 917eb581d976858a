"""Win chances from the ends of many games: how often you won, how sure that is, and which of two moves wins more."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf, sqrt
from typing import Any

import numpy as np

CLEAR_Z = 3.0
CLEAR_PAIRS = 300
"""Two moves count as different only when the paired difference is this clear, over at least so many worlds."""
SURE_Z = 1.96
"""Intervals hold in 95 of 100 cases."""
UNSEEN, UNSEEN_SAMPLES, UNSEEN_FADES = 0.38, 500, 0.25
"""How far a much longer search strays from one of up to so many samples at a chance of one half, and how that fades.

Measured on self-play positions (`mazzo lab calibrate --coverage`): the game is sharp, and a longer look often turns it.
"""


@dataclass(frozen=True, slots=True)
class Lead:
    """How much more one move wins than another, in the same worlds."""

    mean: float
    z: float
    pairs: int
    error: float = 0.0

    @property
    def is_clear(self) -> bool:
        """Whether it can be told from luck."""
        return self.z >= CLEAR_Z and self.pairs >= CLEAR_PAIRS

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true lead lies in 95 of 100 cases."""
        return self.mean - SURE_Z * self.error, self.mean + SURE_Z * self.error


class Samples:
    """Your margins at the ends of games, one for each world in order.

    A tree learns while it grows, and its first games say little of good play: chances are read from the later half.
    """

    def __init__(self) -> None:
        self._margins = np.zeros(256, np.int16)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def extend(self, margins: Any) -> None:
        """Add the margins of the worlds that come next."""
        needed = self._count + len(margins)
        if needed > len(self._margins):
            self._margins = np.concatenate([self._margins, np.zeros(needed, np.int16)])
        self._margins[self._count : needed] = margins
        self._count = needed

    @property
    def used(self) -> int:
        """How many samples the chance is read from."""
        return self._count - self._count // 2

    @property
    def win_chance(self) -> float:
        """The share of games won, a tie counting half; a half when there are none."""
        return float(self._points(self._count).mean()) if self._count else 0.5

    @property
    def margin(self) -> float:
        """Your margin at the end, on average."""
        return float(self._later(self._count).mean()) if self._count else 0.0

    def lead_over(self, other: Samples) -> Lead:
        """How much more this wins than ``other`` in the worlds that both have seen."""
        common = min(self._count, other._count)
        return lead(self._points(common), other._points(common))

    def _later(self, count: int) -> Any:
        return self._margins[count // 2 : count]

    def _points(self, count: int) -> Any:
        return points(self._later(count))


def points(margins: Any) -> Any:
    """What the ends of games are worth: 1 for a win, a half for a tie, 0 for a loss."""
    return (np.sign(margins) + 1) / 2


def lead(ours: Any, theirs: Any) -> Lead:
    """How much more ``ours`` wins than ``theirs``, the points of the same worlds in the same order."""
    difference = ours - theirs
    pairs = len(difference)
    if pairs < 2:
        return Lead(0.0, 0.0, pairs)
    mean, spread = float(difference.mean()), float(difference.std(ddof=1))
    if spread == 0.0:
        return Lead(mean, inf if mean > 0 else -inf if mean < 0 else 0.0, pairs)
    error = spread / sqrt(pairs)
    return Lead(mean, mean / error, pairs, error)


def interval(win_chance: float, samples: int) -> tuple[float, float]:
    """Where a search of a hundred times the length would find the chance in 95 of 100 cases.

    Luck of the samples (Wilson), and what a longer look finds that this one has not seen.
    """
    if samples == 0:
        return 0.0, 1.0
    square = SURE_Z * SURE_Z / samples
    middle = (win_chance + square / 2) / (1 + square)
    luck = SURE_Z * sqrt(win_chance * (1 - win_chance) / samples + square / (4 * samples)) / (1 + square)
    fading = (UNSEEN_SAMPLES / max(samples, UNSEEN_SAMPLES)) ** UNSEEN_FADES
    unseen = UNSEEN * fading * 2 * sqrt(middle * (1 - middle))
    half = hypot(luck, unseen)
    return max(0.0, min(win_chance, middle - half)), min(1.0, max(win_chance, middle + half))
