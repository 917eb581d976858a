"""Ground: what a side holds on the board, beyond the points it scores now.

A margin does not see that a move opens the board or leaves nothing to lay on. The weights are measured: a regression of
win chances on what the board shows gave their proportions, and whole games the round numbers.
"""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from qb_engine.kernel.layout import NO_CARD, NOBODY, TILES, YOU, State

HELD = 10
"""Points of a tile that a side holds: a card of its own, or free with its pawns."""
RANK = 2
"""Points of a pawn on a side's free tiles."""
POWER = 2
"""Points of a point of power on the board, in whichever lane."""


@kernel
def ground(s: State) -> Int:
    """The points of your ground minus those of the enemy's."""
    total = 0
    for tile in range(TILES):
        if s.card[tile] != NO_CARD:
            points = HELD + POWER * s.power[tile]
            owner = s.card_owner[tile]
        else:
            points = HELD + RANK * s.rank[tile]
            owner = s.owner[tile]
        if owner != NOBODY:
            total += points if owner == YOU else -points
    return total
