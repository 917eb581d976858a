"""The search tree below one root move with judgement at its leaves: the tree of the rules' kernel, no blind play."""

from __future__ import annotations

from kernelkit.chance import Chance, seed_into
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.kernel.judging import world_chance
from qb_engine.kernel.layout import Rules, State, Tables, Work
from qb_engine.kernel.net import Look, Net
from qb_engine.kernel.playout import make_move_into
from qb_engine.kernel.scoring import margin
from qb_engine.kernel.tree import MARGIN_SHARE, NO_MOVE, Node, Walk, count_into, walk_into, worth
from qb_engine.kernel.worlds import PLAY_STREAM, STREAMS


@kernel
def walk_judged_into(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    c: Chance,
    nodes: Cells[Node],
    v: Walk,
    n: Net,
    look: Look,
    used: Int,
) -> Int:
    """One walk down the tree in the world at cell 1, judged where it ends; the number of nodes.

    What was judged is kept in the walk, and counts for every node on the way.
    """
    used = walk_into(nodes, v, used, ss, ts, rs, ws, c)
    v.chance = world_chance(ss[1], ts[0], rs[0], ws[0], n, look)
    v.margin = margin(ss[1], ts[0], rs[0], ws[0])
    # An end is worth a little more or less by its margin; what is only judged lies between the ends.
    value = worth(v.margin) if ss[1].over else MARGIN_SHARE + (1.0 - 2.0 * MARGIN_SHARE) * v.chance
    count_into(nodes, v, value)
    return used


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
        used = walk_judged_into(ss, ts, rs, ws, cs[0], nodes, vs[0], ns[0], ls[0], used)
        chances[k] = vs[0].chance
        margins[k] = vs[0].margin
    return used
