"""Exact play in one world, where nothing is hidden: minimax to the end, without the lines that cannot matter."""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.kernel.layout import YOU, Rules, State, Tables, Work
from qb_engine.kernel.playout import PASS, list_moves_into, make_move_into
from qb_engine.kernel.scoring import margin

BEYOND = 1 << 40
"""More than any margin. As an answer: there are too many lines, or too long ones, or the play never comes to rest."""


@kernel
def begin_ply_into(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    lows: list[int],
    highs: list[int],
    at: Int,
) -> None:
    """List the moves of the position at ``at``, a pass before all; its bounds are those of the position before."""
    list_moves_into(ss[at], ts[0], rs[0], ws[at])
    ws[at].cursor = PASS
    lows[at] = lows[at - 1]
    highs[at] = highs[at - 1]


@kernel
def solve(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    lows: list[int],
    highs: list[int],
    place: Int,
    tile: Int,
    leaves: list[int],
) -> Int:
    """Your margin at the end when you make this move at cell 0 and both sides play their best; else BEYOND.

    Cell d holds the position d plies deep, and ``ws`` its moves; the last cell of ``ws`` resolves the plays. ``leaves``
    holds how many ends may still be looked at, and is counted down.
    """
    last = len(ss) - 1
    lows[0] = -BEYOND
    highs[0] = BEYOND
    copy_cell(ss, 1, ss, 0)
    ws[last].error = 0
    make_move_into(ss[1], ts[0], rs[0], ws[last], place, tile)
    if ws[last].error:
        return BEYOND
    at = 1
    begin_ply_into(ss, ts, rs, ws, lows, highs, at)
    while at > 0:
        w = ws[at]
        is_yours = ss[at].side_to_act == YOU
        if ss[at].over:
            value = margin(ss[at], ts[0], rs[0], w)
            leaves[0] -= 1
        elif w.cursor == w.move_count or lows[at] >= highs[at]:
            value = lows[at] if is_yours else highs[at]
        elif at + 1 == last or leaves[0] <= 0:
            return BEYOND
        else:
            k = w.cursor
            w.cursor += 1
            copy_cell(ss, at + 1, ss, at)
            ws[last].error = 0
            make_move_into(
                ss[at + 1], ts[0], rs[0], ws[last], PASS if k == PASS else w.move_index[k], w.move_tile[max(0, k)]
            )
            if ws[last].error == 0:
                at += 1
                begin_ply_into(ss, ts, rs, ws, lows, highs, at)
            continue
        at -= 1
        if ss[at].side_to_act == YOU:
            lows[at] = max(lows[at], value)
        else:
            highs[at] = min(highs[at], value)
    return lows[0]
