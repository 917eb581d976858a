"""One reply, exactly: for each card a side might hold, the tile where it helps that side most."""

from __future__ import annotations

from kernelkit.bits import lowest
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.kernel.board import ground_into, legal_mask
from qb_engine.kernel.layout import NO_TILE, YOU, Rules, State, Tables, Work
from qb_engine.kernel.resolution import resolve_into
from qb_engine.kernel.scoring import margin


@kernel
def best_placements(
    ss: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    side: Int,
    cards: list[int],
    tiles: list[int],
    margins: list[int],
) -> Int:
    """For each of ``cards`` the best tile for ``side`` at cell 0 and your margin then; NO_TILE when it has none.

    Each placement is tried once, at cell 1; of equals the first tile counts. Returns how many were tried.
    """
    tried = 0
    sign = 1 if side == YOU else -1
    ground_into(ss[0], ws[0], side)
    for k in range(len(cards)):
        tiles[k] = NO_TILE
        margins[k] = 0
        rest = legal_mask(ss[0], ts[0], rs[0], ws[0], side, cards[k])
        while rest:
            tile = lowest(rest)
            rest &= rest - 1
            copy_cell(ss, 1, ss, 0)
            resolve_into(ss[1], ts[0], rs[0], ws[0], side, cards[k], tile)
            tried += 1
            value = margin(ss[1], ts[0], rs[0], ws[0])
            if ws[0].error == 0 and (tiles[k] == NO_TILE or sign * value > sign * margins[k]):
                tiles[k] = tile
                margins[k] = value
    return tried
