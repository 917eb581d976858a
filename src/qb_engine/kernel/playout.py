"""Many moves at once: random playouts, whole games between built-in players, and perft.

These are doors too: they take rows of cells and run long, without Python and without its lock.
"""

from __future__ import annotations

from kernelkit.bits import lowest
from kernelkit.chance import Chance, below, seed_into
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.kernel.board import ground_into, legal_mask
from qb_engine.kernel.layout import Rules, State, Tables, Work
from qb_engine.kernel.resolution import resolve_into
from qb_engine.kernel.scoring import margin
from qb_engine.kernel.turns import end_turn_into, pass_into, take_from_hand_into

RANDOM, GREEDY = 0, 1
"""The built-in players."""
PASS = -1
MAX_PLIES = 200
"""A playout stops here: replace cards can go on for long where only passes end a game."""


@kernel
def list_moves_into(s: State, t: Tables, r: Rules, w: Work) -> None:
    """Every placement of the side to act, by hand place and tile; of equal cards only the first."""
    side = s.side_to_act
    w.move_count = 0
    ground_into(s, w, side)
    for i in range(s.hand_count[side]):
        card = s.hand[side][i]
        rest = legal_mask(s, t, r, w, side, card)
        for j in range(i):
            if s.hand[side][j] == card:
                rest = 0
        while rest:
            tile = lowest(rest)
            rest &= rest - 1
            w.move_index[w.move_count] = i
            w.move_tile[w.move_count] = tile
            w.move_count += 1


@kernel
def make_move_into(s: State, t: Tables, r: Rules, w: Work, index: Int, tile: Int) -> None:
    """The side to act lays a hand card, or passes when ``index`` is PASS, and its turn ends."""
    side = s.side_to_act
    if index == PASS:
        pass_into(s)
    else:
        card = s.hand[side][index]
        take_from_hand_into(s, side, index)
        resolve_into(s, t, r, w, side, card, tile)
    end_turn_into(s)


@kernel
def greedy_move(ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work]) -> Int:
    """The number of the listed move at cell 1 with the best margin for whoever makes it, the first of equals.

    Tries them at cell 2; the list of moves stays.
    """
    sign = 1 if ss[1].side_to_act == 0 else -1
    best = 0
    best_margin = 0
    for k in range(ws[0].move_count):
        copy_cell(ss, 2, ss, 1)
        make_move_into(ss[2], ts[0], rs[0], ws[0], ws[0].move_index[k], ws[0].move_tile[k])
        value = sign * margin(ss[2], ts[0], rs[0], ws[0])
        if k == 0 or value > best_margin:
            best = k
            best_margin = value
    return best


@kernel
def playouts(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    cs: Cells[Chance],
    seed: Int,
    you: Int,
    enemy: Int,
    margins: list[int],
) -> Int:
    """Play the game at cell 0 to its end once for each place of ``margins``, from that place's own seed.

    ``you`` and ``enemy`` are built-in players; ``ss`` has three cells. Returns the plies of all games; the margins are
    yours minus the enemy's.
    """
    plies = 0
    for game in range(len(margins)):
        seed_into(cs[0], seed, game)
        copy_cell(ss, 1, ss, 0)
        ws[0].error = 0
        last = plies + MAX_PLIES
        while ss[1].over == 0 and plies < last and ws[0].error == 0:
            list_moves_into(ss[1], ts[0], rs[0], ws[0])
            policy = you if ss[1].side_to_act == 0 else enemy
            index = PASS
            tile = 0
            if ws[0].move_count > 0:
                k = below(cs[0], ws[0].move_count) if policy == RANDOM else greedy_move(ss, ts, rs, ws)
                index = ws[0].move_index[k]
                tile = ws[0].move_tile[k]
            make_move_into(ss[1], ts[0], rs[0], ws[0], index, tile)
            plies += 1
        margins[game] = margin(ss[1], ts[0], rs[0], ws[0])
    return plies


@kernel
def random_ply(ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], cs: Cells[Chance]) -> None:
    """One random move of the side to act at cell 0; a pass when nothing is legal."""
    list_moves_into(ss[0], ts[0], rs[0], ws[0])
    if ws[0].move_count == 0:
        make_move_into(ss[0], ts[0], rs[0], ws[0], PASS, 0)
        return
    k = below(cs[0], ws[0].move_count)
    make_move_into(ss[0], ts[0], rs[0], ws[0], ws[0].move_index[k], ws[0].move_tile[k])


@kernel
def clones(ss: Cells[State], count: Int) -> None:
    """Copy cell 0 to cell 1 and back again, ``count`` times in all: what a clone costs."""
    for i in range(count):
        copy_cell(ss, (i + 1) % 2, ss, i % 2)


@kernel
def perft(ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], depth: Int) -> Int:
    """How many lines of exactly ``depth`` plies there are from cell 0; equal cards are one move, a pass is a move.

    A finished game has no lines but the empty one, and a play that cannot be followed to its end is no line. Cell d
    holds the position d plies deep; ``ws`` has a list of moves per depth.
    """
    if depth == 0:
        return 1
    lines = 0
    at = 0
    ws[0].cursor = PASS
    if ss[0].over == 0:
        list_moves_into(ss[0], ts[0], rs[0], ws[0])
    while at >= 0:
        w = ws[at]
        if ss[at].over or w.cursor == w.move_count:
            at -= 1
            continue
        k = w.cursor
        w.cursor += 1
        copy_cell(ss, at + 1, ss, at)
        index = PASS if k == PASS else w.move_index[k]
        ws[depth].error = 0
        make_move_into(ss[at + 1], ts[0], rs[0], ws[depth], index, w.move_tile[max(0, k)])
        if ws[depth].error:
            continue
        if at == depth - 1:
            lines += 1
            continue
        at += 1
        ws[at].cursor = PASS
        list_moves_into(ss[at], ts[0], rs[0], ws[at])
    return lines
