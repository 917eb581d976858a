"""The search tree below one root move with judgement at its leaves: the tree of the rules' kernel, no blind play."""

from __future__ import annotations

from kernelkit.chance import Chance, seed_into
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.kernel.layout import Rules, State, Tables, Work
from qb_engine.kernel.playout import make_move_into
from qb_engine.kernel.scoring import margin
from qb_engine.kernel.tree import (
    CHILD_CAPACITY,
    MARGIN_SHARE,
    MAX_DEPTH,
    NO_MOVE,
    VISITS_TO_BRANCH,
    Node,
    Walk,
    step_into,
    worth,
)
from qb_engine.kernel.worlds import PLAY_STREAM, STREAMS
from qb_engine.mind.kernel.judging import world_chance
from qb_engine.mind.kernel.layout import Look, Net


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
    v = vs[0]
    for k in range(len(worlds)):
        seed_into(cs[0], seed, (first + k) * STREAMS + PLAY_STREAM)
        copy_cell(ss, 1, worlds, k)
        ws[0].error = 0
        if place != NO_MOVE:
            make_move_into(ss[1], ts[0], rs[0], ws[0], place, tile)
        v.depth = 0
        v.path[0] = 0
        while (
            ss[1].over == 0
            and ws[0].error == 0
            and nodes[v.path[v.depth]].visits >= VISITS_TO_BRANCH
            and used + CHILD_CAPACITY < len(nodes)
            and v.depth + 1 < MAX_DEPTH
        ):
            used = step_into(nodes, v, used, ss, ts, rs, ws, cs[0])
        chances[k] = world_chance(ss[1], ts[0], rs[0], ws[0], ns[0], ls[0])
        margins[k] = margin(ss[1], ts[0], rs[0], ws[0])
        # An end is worth a little more or less by its margin; what is only judged lies between the ends.
        value = worth(margins[k]) if ss[1].over else MARGIN_SHARE + (1.0 - 2.0 * MARGIN_SHARE) * chances[k]
        for d in range(v.depth + 1):
            nodes[v.path[d]].visits += 1
            nodes[v.path[d]].value += value
    return used
