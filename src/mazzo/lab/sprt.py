"""Wald's sequential test for pairs of games: is the rate P0, or is it P1? It stops as soon as that is clear.

The likelihood ratio is that of independent games, weighed by what a pair is worth (see ``statistics``): the variance
of the pairs' scores is estimated from the pairs themselves, which makes it a generalised test. The bounds are fixed
before the first game, and the test reads the pairs in the order of their numbers, so that nobody can stop it where it
pleases.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log
from typing import Literal

from mazzo.lab.statistics import PairTally

Verdict = Literal["H0", "H1"]
CAUTION_PAIRS = 8
"""So many pairs whose games ended alike are taken for seen: a lucky streak of a few pairs decides nothing."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """H0 says that the rate is ``p0``, H1 that it is ``p1``; alpha and beta are how often either is wrongly left."""

    p0: float
    p1: float
    alpha: float = 0.05
    beta: float = 0.05

    bounds: tuple[float, float] = field(init=False)
    """At the lower one H0 is taken, at the upper one H1."""

    def __post_init__(self) -> None:
        if not 0 < self.p0 < self.p1 < 1:
            raise ValueError(f"0 < P0 < P1 < 1 is needed and P0 = {self.p0}, P1 = {self.p1} is there")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"errors between 0 and 0.5 are needed: alpha = {self.alpha}, beta = {self.beta}")
        bounds = log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)
        object.__setattr__(self, "bounds", bounds)

    def log_likelihood_ratio(self, tally: PairTally) -> float:
        """How much better H1 explains the pairs than H0, as a logarithm."""
        if not tally.pairs:
            return 0.0
        pairs, rate, centre = tally.pairs, tally.mean, (self.p0 + self.p1) / 2
        gain = rate * log(self.p1 / self.p0) + (1 - rate) * log((1 - self.p1) / (1 - self.p0))
        caution = CAUTION_PAIRS * centre * (1 - centre)
        # The variance of a pair's score in units of a single game's: 1 where the games of a pair end alike.
        weight = (tally.squares + caution) / (pairs * rate * (1 - rate) + caution)
        return pairs / weight * gain

    def verdict(self, tally: PairTally) -> Verdict | None:
        """The hypothesis that is taken; None while it is open."""
        ratio = self.log_likelihood_ratio(tally)
        lower, upper = self.bounds
        if ratio >= upper:
            return "H1"
        return "H0" if ratio <= lower else None
