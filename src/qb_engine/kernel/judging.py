"""What the net says of a position: the chance to win of whoever looks."""

from __future__ import annotations

from math import exp

from kernelkit.kernel import Int, kernel
from qb_engine.kernel.ground import prospect
from qb_engine.kernel.layout import YOU, Rules, State, Tables, Work
from qb_engine.kernel.looking import see_view_into, see_world_into
from qb_engine.kernel.net import INNER, MOST_SAID, ONE, SHIFT, UNITS, Look, Net
from qb_engine.kernel.net_sums import sum_features, sum_units
from qb_engine.kernel.scoring import margin

BLANK_SCALE = 25.0
"""Without a net a prospect of so many points is odds of e to one."""
MOST_ODDS = 12.0


@kernel
def verdict(n: Net, v: Look) -> Int:
    """The odds of winning of whoever looks, as a logarithm, in whole numbers of 1 / (1024 * 1024)."""
    sum_features(n, v)
    for j in range(UNITS):
        v.said[j] = min(MOST_SAID, max(0, v.first[j]))
    sum_units(n, v)
    total = n.last_begin
    for j in range(INNER):
        total += min(MOST_SAID, max(0, v.second[j] >> SHIFT)) * n.last[j]
    return total


@kernel
def chance_of(odds: float) -> float:
    """The chance that belongs to the logarithm of odds."""
    return 1.0 / (1.0 + exp(-min(MOST_ODDS, max(-MOST_ODDS, odds))))


@kernel
def points_of(margin: Int) -> float:
    """What an end is worth: 1 for a win, a half for a tie, 0 for a loss."""
    if margin == 0:
        return 0.5
    return 1.0 if margin > 0 else 0.0


@kernel
def looked_at(s: State, n: Net, side: Int, v: Look) -> float:
    """The chance of ``side`` by what it has lit; by the prospect of the board while there is no net."""
    if n.is_blank:
        hope = prospect(s)
        return chance_of((hope if side == YOU else -hope) / BLANK_SCALE)
    return chance_of(verdict(n, v) / (ONE * ONE))


@kernel
def world_chance(s: State, t: Tables, r: Rules, w: Work, n: Net, v: Look) -> float:
    """Your chance in a world where everything is known; a game that is over has its result."""
    if s.over:
        return points_of(margin(s, t, r, w))
    see_world_into(s, t, r, w, v)
    chance = looked_at(s, n, s.side_to_act, v)
    return chance if s.side_to_act == YOU else 1.0 - chance


@kernel
def view_chance(s: State, t: Tables, r: Rules, w: Work, n: Net, v: Look, side: Int, is_listed: Int) -> float:
    """The chance of ``side`` by what it sees; a game that is over has its result."""
    if s.over:
        lead = margin(s, t, r, w)
        return points_of(lead if side == YOU else -lead)
    see_view_into(s, t, r, w, side, is_listed, v)
    return looked_at(s, n, side, v)
