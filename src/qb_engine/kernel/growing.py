"""The search tree below one root move with judgement at its leaves, and blind play only where hardly any is left."""

from __future__ import annotations

from kernelkit.chance import Chance, seed_into
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.kernel.blind import Options, finish_into
from qb_engine.kernel.judging import looked_at, points_of
from qb_engine.kernel.layout import YOU, Rules, State, Tables, Work
from qb_engine.kernel.looking import see_world_into
from qb_engine.kernel.net import Look, Net
from qb_engine.kernel.playout import make_move_into
from qb_engine.kernel.scoring import margin
from qb_engine.kernel.tree import MARGIN_SHARE, NO_MOVE, VISITS_TO_BRANCH, Node, Walk, count_into, walk_into, worth
from qb_engine.kernel.worlds import PLAY_STREAM, STREAMS

JUDGED_HOPE = 0.25
"""How far a promising move that was tried little stands above its value: what is judged needs fewer tries."""
LAST_PLACEMENTS = 8
"""With no more placements than these in both hands a game is played to its end, which is surer than any judgement."""


@kernel
def leaf_chance(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    c: Chance,
    n: Net,
    look: Look,
    o: Options,
) -> float:
    """Your chance in the world at cell 1, where everything is known: by the net, or near the end by playing on."""
    if ss[1].over == 0:
        see_world_into(ss[1], ts[0], rs[0], ws[0], look)
        if look.open > LAST_PLACEMENTS:
            chance = looked_at(ss[1], n, ss[1].side_to_act, look)
            return chance if ss[1].side_to_act == YOU else 1.0 - chance
        finish_into(ss, ts, rs, ws, c, o)
    return points_of(margin(ss[1], ts[0], rs[0], ws[0]))


@kernel
def count_judged_into(s: State, t: Tables, r: Rules, w: Work, nodes: Cells[Node], v: Walk, chance: float) -> None:
    """What was judged where the walk ended is kept in it, and counts for every node on its way."""
    v.chance = chance
    v.margin = margin(s, t, r, w)
    # An end is worth a little more or less by its margin; what is only judged lies between the ends.
    value = worth(v.margin) if s.over else MARGIN_SHARE + (1.0 - 2.0 * MARGIN_SHARE) * chance
    count_into(nodes, v, value)


@kernel
def grow_judged(
    worlds: Cells[State],
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    cs: Cells[Chance],
    nodes: Cells[Node],
    vs: Cells[Walk],
    ns: Cells[Net],
    ls: Cells[Look],
    options: Cells[Options],
    used: Int,
    seed: Int,
    first: Int,
    place: Int,
    tile: Int,
    chances: list[float],
    margins: list[int],
) -> Int:
    """Make the root move, if there is one, in each of ``worlds``, walk down the tree and judge where it ends.

    ``worlds`` are numbered from ``first``; ``ss`` has three cells. Each world's chance is noted, and the margin as the
    board lies there. Returns the number of nodes.
    """
    for k in range(len(worlds)):
        seed_into(cs[0], seed, (first + k) * STREAMS + PLAY_STREAM)
        copy_cell(ss, 1, worlds, k)
        ws[0].error = 0
        if place != NO_MOVE:
            make_move_into(ss[1], ts[0], rs[0], ws[0], place, tile)
        used = walk_into(nodes, vs[0], used, ss, ts, rs, ws, cs[0], VISITS_TO_BRANCH, JUDGED_HOPE)
        chance = leaf_chance(ss, ts, rs, ws, cs[0], ns[0], ls[0], options[0])
        count_judged_into(ss[1], ts[0], rs[0], ws[0], nodes, vs[0], chance)
        chances[k] = vs[0].chance
        margins[k] = vs[0].margin
    return used
