"""One look of the net at every move: the chance of each by what whoever moves would see right after it."""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.kernel.judging import view_chance
from qb_engine.kernel.layout import Rules, State, Tables, Work
from qb_engine.kernel.net import Choice, Look, Net
from qb_engine.kernel.playout import PASS, list_moves_into, make_move_into

GAME, TRIED = 1, 2
"""The cells: the game, and a copy of it."""
REFUSED = -1.0
"""In the place of a chance: the play would never come to rest."""


@kernel
def weigh_moves_into(
    ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], n: Net, v: Look, q: Choice, is_listed: Int
) -> None:
    """The chance of every move of the side to act at cell 1, by what it sees right after it; tried at cell 2."""
    side = ss[GAME].side_to_act
    list_moves_into(ss[GAME], ts[0], rs[0], ws[0])
    for k in range(ws[0].move_count + 1):
        copy_cell(ss, TRIED, ss, GAME)
        ws[0].error = 0
        if k == 0:
            make_move_into(ss[TRIED], ts[0], rs[0], ws[0], PASS, 0)
        else:
            make_move_into(ss[TRIED], ts[0], rs[0], ws[0], ws[0].move_index[k - 1], ws[0].move_tile[k - 1])
        if ws[0].error:
            ws[0].error = 0
            q.chance[k] = REFUSED
        else:
            q.chance[k] = view_chance(ss[TRIED], ts[0], rs[0], ws[0], n, v, side, is_listed)


@kernel
def best_weighed(q: Choice, count: Int) -> Int:
    """The place of the best chance, the first of equals."""
    best = 0
    for k in range(1, count):
        if q.chance[k] > q.chance[best]:
            best = k
    return best


@kernel
def make_weighed_into(ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], k: Int) -> None:
    """Make the move at place ``k`` of the chances at cell 1."""
    if k == 0:
        make_move_into(ss[GAME], ts[0], rs[0], ws[0], PASS, 0)
    else:
        make_move_into(ss[GAME], ts[0], rs[0], ws[0], ws[0].move_index[k - 1], ws[0].move_tile[k - 1])


@kernel
def weigh_moves(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    ns: Cells[Net],
    vs: Cells[Look],
    qs: Cells[Choice],
    is_listed: Int,
) -> Int:
    """The chances of every move at cell 1 by what its side sees; how many there are, a pass the first."""
    weigh_moves_into(ss, ts, rs, ws, ns[0], vs[0], qs[0], is_listed)
    return ws[0].move_count + 1
