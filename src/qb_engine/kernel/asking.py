"""What Python asks the net about one position. Every function here is a door."""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells
from qb_engine.kernel.judging import chance_of, verdict, view_chance, world_chance
from qb_engine.kernel.layout import Rules, State, Tables, Work
from qb_engine.kernel.net import ONE, Look, Net, Sample


@kernel
def judge_world(
    ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], ns: Cells[Net], vs: Cells[Look]
) -> float:
    """Your chance in the world at cell 0."""
    return world_chance(ss[0], ts[0], rs[0], ws[0], ns[0], vs[0])


@kernel
def judge_view(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    ns: Cells[Net],
    vs: Cells[Look],
    side: Int,
    is_listed: Int,
) -> float:
    """The chance of ``side`` by what it sees of the world at cell 0."""
    return view_chance(ss[0], ts[0], rs[0], ws[0], ns[0], vs[0], side, is_listed)


@kernel
def judge_samples(xs: Cells[Sample], ns: Cells[Net], vs: Cells[Look], chances: list[float]) -> None:
    """What the net says of each sample."""
    for k in range(len(chances)):
        vs[0].count = xs[k].count
        for i in range(xs[k].count):
            vs[0].lit[i] = xs[k].lit[i]
        chances[k] = chance_of(verdict(ns[0], vs[0]) / (ONE * ONE))
