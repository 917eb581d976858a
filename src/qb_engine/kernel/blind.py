"""Play below the tree: any card on any tile that takes it, but nothing that harms one's own side.

Without that, a card that replaces another would ruin its own side in game after game.
"""

from __future__ import annotations

from typing import Annotated

from kernelkit.bits import lowest
from kernelkit.chance import Chance, below
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell, record
from qb_engine.kernel.board import ground_into, legal_mask
from qb_engine.kernel.ground import prospect
from qb_engine.kernel.layout import HAND_CAPACITY, YOU, Rules, State, Tables, Work
from qb_engine.kernel.playout import MAX_PLIES, PASS, make_move_into


@record
class Options:
    """What can still be tried in one turn: places of the hand, and for each the tiles that take its card.

    ``hoped`` is the prospect of the board as it lies.
    """

    place: Annotated[list[int], "i1", HAND_CAPACITY]
    tiles: Annotated[list[int], "i2", HAND_CAPACITY]
    count: Annotated[int, "i1"]
    hoped: Annotated[int, "i4"]


@kernel
def list_places_into(s: State, t: Tables, r: Rules, w: Work, o: Options) -> None:
    """The cards of the side to act that can be laid, each with its tiles."""
    side = s.side_to_act
    ground_into(s, w, side)
    o.count = 0
    for i in range(s.hand_count[side]):
        tiles = legal_mask(s, t, r, w, side, s.hand[side][i])
        if tiles != 0:
            o.place[o.count] = i
            o.tiles[o.count] = tiles
            o.count += 1


@kernel
def taken_tile_into(o: Options, c: Chance, k: Int) -> Int:
    """A tile of option ``k`` by chance; it is not taken again, and with its last one the option goes."""
    count = 0
    rest = o.tiles[k]
    while rest != 0:
        rest &= rest - 1
        count += 1
    rest = o.tiles[k]
    for _skipped in range(below(c, count)):
        rest &= rest - 1
    tile = lowest(rest)
    o.tiles[k] &= ~(1 << tile)
    if o.tiles[k] == 0:
        o.count -= 1
        o.place[k] = o.place[o.count]
        o.tiles[k] = o.tiles[o.count]
    return tile


@kernel
def blind_ply_into(
    ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], c: Chance, o: Options, at: Int
) -> Int:
    """The side to act at cell ``at`` lays any card anywhere, but rather passes than harm itself; the game's cell then.

    Plays are tried at the other one of cells 1 and 2, and the game goes on there: that saves copying it back.
    """
    side = ss[at].side_to_act
    there = 3 - at
    list_places_into(ss[at], ts[0], rs[0], ws[0], o)
    while o.count > 0:
        k = below(c, o.count)
        place = o.place[k]
        tile = taken_tile_into(o, c, k)
        copy_cell(ss, there, ss, at)
        make_move_into(ss[there], ts[0], rs[0], ws[0], place, tile)
        after = prospect(ss[there])
        if ws[0].error == 0 and (after >= o.hoped if side == YOU else after <= o.hoped):
            o.hoped = after
            return there
        ws[0].error = 0
    make_move_into(ss[at], ts[0], rs[0], ws[0], PASS, 0)
    return at


@kernel
def finish_into(ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], c: Chance, o: Options) -> Int:
    """Play blindly to the end, from cell 1 to cell 1; how many cards were laid. A pass is no play to speak of."""
    plies = 0
    laid = 0
    at = 1
    o.hoped = prospect(ss[1])
    while ss[at].over == 0 and ws[0].error == 0 and plies < MAX_PLIES:
        then = blind_ply_into(ss, ts, rs, ws, c, o, at)
        if then != at:
            laid += 1
        at = then
        plies += 1
    if at != 1:
        copy_cell(ss, 1, ss, at)
    return laid
