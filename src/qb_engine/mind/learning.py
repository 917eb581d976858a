"""Learning: the weights as fractions, moved step by step so that chances come nearer to results (Adam).

Sums are made in one order, so that the same samples give the same weights. All weights stand in one list: the first
layer feature by feature, where its units begin, then the second layer and the last in the same way.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Annotated

from kernelkit.chance import Chance, below, seed_into
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, record
from qb_engine.kernel.net import AIM, FEATURES, INNER, MOST_FIRST, MOST_SAID, MOST_SECOND, ONE, UNITS, Net, Sample

FIRST_BEGIN_AT = FEATURES * UNITS
SECOND_AT = FIRST_BEGIN_AT + UNITS
SECOND_BEGIN_AT = SECOND_AT + UNITS * INNER
LAST_AT = SECOND_BEGIN_AT + INNER
LAST_BEGIN_AT = LAST_AT + INNER
WEIGHTS = LAST_BEGIN_AT + 1
"""How many there are."""

MOST = MOST_SAID / ONE
FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.999, 1e-8
"""Adam's usual numbers."""
SURE = 1e-6
"""A chance this near to 0 or 1 is taken for so near."""


@record
class Lesson:
    """What the units say of one sample, and how far each is to blame."""

    first: Annotated[list[float], "f8", UNITS]
    second: Annotated[list[float], "f8", INNER]
    blame_first: Annotated[list[float], "f8", UNITS]
    blame_second: Annotated[list[float], "f8", INNER]


@kernel
def guess_into(x: Sample, weights: list[float], z: Lesson) -> float:
    """The chance that the weights give the sample; what the units say of it is in ``z``, below 0 too."""
    for j in range(UNITS):
        z.first[j] = weights[FIRST_BEGIN_AT + j]
    for i in range(x.count):
        at = x.lit[i] * UNITS
        for j in range(UNITS):
            z.first[j] += weights[at + j]
    for j in range(INNER):
        z.second[j] = weights[SECOND_BEGIN_AT + j]
    for i in range(UNITS):
        said = min(MOST, max(0.0, z.first[i]))
        at = SECOND_AT + i * INNER
        for j in range(INNER):
            z.second[j] += said * weights[at + j]
    odds = weights[LAST_BEGIN_AT]
    for j in range(INNER):
        odds += min(MOST, max(0.0, z.second[j])) * weights[LAST_AT + j]
    return 1.0 / (1.0 + exp(-min(30.0, max(-30.0, odds))))


@kernel
def blame_inner_into(weights: list[float], slopes: list[float], z: Lesson, error: float) -> None:
    """The last layer's share of the blame, and how much of it each unit of the second layer takes."""
    slopes[LAST_BEGIN_AT] += error
    for j in range(INNER):
        slopes[LAST_AT + j] += error * min(MOST, max(0.0, z.second[j]))
        z.blame_second[j] = error * weights[LAST_AT + j] if 0.0 < z.second[j] < MOST else 0.0
        slopes[SECOND_BEGIN_AT + j] += z.blame_second[j]


@kernel
def blame_units_into(weights: list[float], slopes: list[float], z: Lesson) -> None:
    """The second layer's share of the blame, and how much of it each unit of the first layer takes."""
    for i in range(UNITS):
        z.blame_first[i] = 0.0
        said = min(MOST, max(0.0, z.first[i]))
        at = SECOND_AT + i * INNER
        if said > 0.0:
            blame = 0.0
            for j in range(INNER):
                blame += z.blame_second[j] * weights[at + j]
                slopes[at + j] += said * z.blame_second[j]
            if said < MOST:
                z.blame_first[i] = blame
        slopes[FIRST_BEGIN_AT + i] += z.blame_first[i]


@kernel
def blame_into(x: Sample, weights: list[float], slopes: list[float], z: Lesson, error: float) -> None:
    """Add to ``slopes`` how the loss of one sample changes with each weight; ``error`` is its guess minus its end."""
    blame_inner_into(weights, slopes, z, error)
    blame_units_into(weights, slopes, z)
    for i in range(x.count):
        at = x.lit[i] * UNITS
        for j in range(UNITS):
            slopes[at + j] += z.blame_first[j]


@kernel
def shuffle(cs: Cells[Chance], seed: Int, stream: Int, order: list[int]) -> None:
    """Put ``order`` into an order of chance."""
    seed_into(cs[0], seed, stream)
    for i in range(len(order) - 1, 0, -1):
        j = below(cs[0], i + 1)
        kept = order[i]
        order[i] = order[j]
        order[j] = kept


@kernel
def learn(
    xs: Cells[Sample],
    order: list[int],
    begin: Int,
    end: Int,
    weights: list[float],
    slopes: list[float],
    means: list[float],
    squares: list[float],
    zs: Cells[Lesson],
    step: Int,
    rate: float,
    decay: float,
) -> float:
    """One step of Adam on the samples ``order[begin:end]``, the ``step``-th from 1; the loss of all before it."""
    loss = 0.0
    for i in range(WEIGHTS):
        slopes[i] = 0.0
    for i in range(begin, end):
        x = xs[order[i]]
        target = x.aim / AIM
        guess = guess_into(x, weights, zs[0])
        sure = min(1.0 - SURE, max(SURE, guess))
        loss -= target * log(sure) + (1.0 - target) * log(1.0 - sure)
        blame_into(x, weights, slopes, zs[0], guess - target)
    share = 1.0 / (end - begin)
    first = 1.0 - FIRST_MOMENT**step
    second = 1.0 - SECOND_MOMENT**step
    for i in range(WEIGHTS):
        slope = slopes[i] * share
        means[i] = FIRST_MOMENT * means[i] + (1.0 - FIRST_MOMENT) * slope
        squares[i] = SECOND_MOMENT * squares[i] + (1.0 - SECOND_MOMENT) * slope * slope
        weights[i] -= rate * (means[i] / first / (sqrt(squares[i] / second) + TINY) + decay * weights[i])
    return loss


@kernel
def rounded(weight: float, most: Int) -> Int:
    """A weight as a whole number of 1/1024, no farther from 0 than ``most``."""
    number = int(weight * ONE + (0.5 if weight >= 0.0 else -0.5))
    return min(most, max(-most, number))


@kernel
def write_net(weights: list[float], ns: Cells[Net]) -> None:
    """The weights as the net at cell 0 has them, in whole numbers."""
    n = ns[0]
    n.is_blank = 0
    for i in range(FEATURES):
        for j in range(UNITS):
            n.first[i][j] = rounded(weights[i * UNITS + j], MOST_FIRST)
    for i in range(UNITS):
        n.first_begin[i] = rounded(weights[FIRST_BEGIN_AT + i], MOST_FIRST)
        for j in range(INNER):
            n.second[i][j] = rounded(weights[SECOND_AT + i * INNER + j], MOST_SECOND)
    for j in range(INNER):
        n.second_begin[j] = rounded(weights[SECOND_BEGIN_AT + j], MOST_FIRST) * ONE
        n.last[j] = rounded(weights[LAST_AT + j], MOST_FIRST)
    n.last_begin = rounded(weights[LAST_BEGIN_AT], MOST_FIRST) * ONE
