"""Win chances from the ends of many games: what to say of them, how sure that is, and which of two moves wins more.

A net judges the leaves of a search, or below its tree it plays blindly, and then the longer it does, the less the share
of games that you won says. So neither is stated as it is: docs/decisions/0781-stated-chances.md has the measurements
behind the numbers of blind play, docs/decisions/1301-judged-leaves.md those of judgement.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, hypot, inf, sqrt
from typing import Any

import numpy as np

CLEAR_Z = 3.0
CLEAR_PAIRS = 300
"""Two moves count as different only when the paired difference is this clear, over at least so many worlds."""
HALF_AS_SURE = 900
"""Games of one tree hang together: so many pairs tell half as much as independent ones, and more of them yet less."""
SURE_Z = 1.96
"""Intervals hold in 95 of 100 cases."""
BLIND_SCALE = 10
"""After so many cards laid blindly the odds of a share are trusted to a power of 1/e, and less after more."""
UNSEEN, UNSEEN_FADES = 0.32, 0.2
"""How far a much longer search strays from one of ``USUAL`` samples at a chance of one half, and how that fades."""
USUAL, FEW = 500, 50
"""With fewer than ``FEW`` samples it does not stray farther."""
SEEN = 0.3
"""It strays by this part of that when nothing was blind, by two thirds at one card, by nearly all at ten."""

JUDGED_POWER, POWER_A_TILE = 1.25, 0.033
"""The odds of judged leaves are too modest: they came out to this power, and more for every tile that is empty."""
JUDGED_DRIFTS, JUDGED_FADES = 2.65, 0.125
"""A far longer search strays so many times as far from ``USUAL`` judged samples as they drifted; how that fades."""
STEADY = 0.05
"""What did not drift may stray all the same, most at one half."""

JUDGED_DOUBT = 0.01
"""So far apart judgement may see moves that are equal, however many worlds it sees them in."""


@dataclass(frozen=True, slots=True)
class Lead:
    """How much more one move wins than another, in the same worlds.

    ``error`` is that of luck, ``doubt`` that of judgement, which no number of worlds makes smaller.
    """

    mean: float
    z: float
    pairs: int
    error: float = 0.0
    doubt: float = 0.0

    @property
    def is_clear(self) -> bool:
        """Whether it can be told from luck and doubt."""
        return self.z >= CLEAR_Z and self.pairs >= CLEAR_PAIRS and self.mean >= self.reach

    @property
    def reach(self) -> float:
        """How large it must be to be clear."""
        return CLEAR_Z * hypot(self.error, self.doubt)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true lead lies in 95 of 100 cases."""
        return self.mean - SURE_Z * self.error, self.mean + SURE_Z * self.error


class Samples:
    """Your margins at the ends of games, one for each world in order.

    A tree learns while it grows, and its first games say little of good play: chances are read from the later half.
    ``empty`` is how many tiles of the board were empty where they begin.
    """

    def __init__(self, empty: int = 0) -> None:
        self.empty = empty
        self._margins, self._blind = (np.zeros(256, np.int64) for _ in range(2))
        self._points = np.zeros(256)
        self._count = 0
        self.is_judged = False

    def __len__(self) -> int:
        return self._count

    def extend(self, margins: Any, blind: Any) -> None:
        """Add what the worlds that come next ended with, and how many cards were laid blindly in each."""
        self._extend(margins, blind, points(np.asarray(margins)))

    def extend_judged(self, margins: Any, chances: Any) -> None:
        """Add the chances to which the worlds that come next were judged, and the margins there; nothing is blind."""
        self._extend(margins, 0, chances)
        self.is_judged = True

    def _extend(self, margins: Any, blind: Any, worths: Any) -> None:
        begin, end = self._count, self._count + len(margins)
        if end > len(self._margins):
            rows = self._margins, self._blind, self._points
            longer = (np.concatenate([row, np.zeros(end, row.dtype)]) for row in rows)
            self._margins, self._blind, self._points = longer
        self._margins[begin:end] = margins
        self._blind[begin:end] = blind
        self._points[begin:end] = worths
        self._count = end

    @property
    def used(self) -> int:
        """How many samples the chance is read from."""
        return self._count - self._count // 2

    @property
    def win_share(self) -> float:
        """The share of games won, a tie counting half; a half when there are none."""
        return float(self._later_points(self._count).mean()) if self._count else 0.5

    @property
    def blind(self) -> float:
        """How many cards of a game were laid blindly, on average."""
        return float(self._blind[self._count // 2 : self._count].mean()) if self._count else 0.0

    @property
    def drift(self) -> float:
        """By how much the last worlds came to something else than those before them: the tree is learning still."""
        later = self._later_points(self._count)
        before, last = later[: len(later) // 2], later[len(later) // 2 :]
        return abs(float(last.mean()) - float(before.mean())) if len(before) else 0.0

    @property
    def margin(self) -> float:
        """Your margin at the end, on average."""
        return float(self._margins[self._count // 2 : self._count].mean()) if self._count else 0.0

    def interval_around(self, win_chance: float) -> tuple[float, float]:
        """Where a search of a hundred times the length would find the chance that is stated, in 95 of 100 cases."""
        if self.is_judged:
            return judged_interval(win_chance, self.used, self.drift)
        return interval(win_chance, self.used, self.blind)

    def lead_over(self, other: Samples) -> Lead:
        """How much more this wins than ``other`` in the worlds that both have seen."""
        common = min(self._count, other._count)
        found = lead(self._later_points(common), other._later_points(common))
        return replace(found, doubt=JUDGED_DOUBT) if self.is_judged else found

    def _later_points(self, count: int) -> Any:
        return self._points[count // 2 : count]


def points(margins: Any) -> Any:
    """What the ends of games are worth: 1 for a win, a half for a tie, 0 for a loss."""
    return (np.sign(margins) + 1) / 2


def lead(ours: Any, theirs: Any) -> Lead:
    """How much more ``ours`` wins than ``theirs``, the points of the same worlds in the same order."""
    difference = ours - theirs
    pairs = len(difference)
    if pairs < 2:
        return Lead(0.0, 0.0, pairs)
    # Two sums and no more, because a race asks for it at every turn.
    mean = float(difference.sum()) / pairs
    variance = max(0.0, float(difference @ difference) / pairs - mean * mean)
    error = sqrt(variance * (1 + sqrt(pairs / HALF_AS_SURE)) / (pairs - 1))
    if error == 0.0:
        return Lead(mean, inf if mean > 0 else -inf if mean < 0 else 0.0, pairs)
    return Lead(mean, mean / error, pairs, error)


def stated(win_share: float, leader: Samples) -> float:
    """The chance to state for a move that wins this share, in a race that is led by ``leader``.

    The leader's odds are trusted by how little of its games was blind, or as judgement is. Other moves keep the ratio
    of their odds to the leader's: what is misjudged of a position is misjudged for all of its moves. What wins less is
    never stated higher.
    """
    share, leading = (odds_of(each, leader.used) for each in (win_share, leader.win_share))
    trusted = exp(-((leader.blind / BLIND_SCALE) ** 2))
    if leader.is_judged:
        trusted = JUDGED_POWER + POWER_A_TILE * leader.empty
    odds = float(leading**trusted) * share / leading
    return odds / (1 + odds)


def odds_of(share: float, samples: int) -> float:
    """The odds of a share, half a game added to either side: nothing that was sampled is certain."""
    won = share * samples + 0.5
    return won / (samples + 1 - won)


def interval(win_chance: float, samples: int, blind: float) -> tuple[float, float]:
    """Where a search of a hundred times the length would find the chance in 95 of 100 cases.

    Luck of the samples (Wilson, half a game added), and what a longer look finds that this one played blindly.
    """
    if samples == 0:
        return 0.0, 1.0
    square = SURE_Z * SURE_Z / samples
    middle = (win_chance + square / 2) / (1 + square)
    luck = SURE_Z * sqrt(win_chance * (1 - win_chance) / samples + square / (4 * samples)) / (1 + square)
    fading = (USUAL / max(samples, FEW)) ** UNSEEN_FADES * (blind + SEEN) / (blind + 1)
    unseen = UNSEEN * fading * 2 * sqrt(middle * (1 - middle))
    half = hypot(luck, unseen) + 0.5 / samples
    return max(0.0, min(win_chance, middle - half)), min(1.0, max(win_chance, middle + half))


def judged_interval(win_chance: float, samples: int, drift: float) -> tuple[float, float]:
    """The same where leaves are judged: what a longer look finds is more than the luck of the samples by far."""
    if samples == 0:
        return 0.0, 1.0
    fading = (USUAL / max(samples, FEW)) ** JUDGED_FADES
    half = JUDGED_DRIFTS * fading * (drift + 2 * STEADY * sqrt(win_chance * (1 - win_chance))) + 0.5 / samples
    return max(0.0, win_chance - half), min(1.0, win_chance + half)
