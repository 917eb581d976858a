"""Ground: what a side holds on the board, beyond the points it scores now.

A margin does not see that a move opens the board or leaves nothing to lay on. The weights are measured: a regression of
win chances on what the board shows gave their proportions, and whole games the round numbers.
"""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from qb_engine.kernel.layout import COLUMNS, LANES, NO_CARD, NOBODY, YOU, State

HELD = 10
"""Points of a tile that a side holds: a card of its own, or free with its pawns."""
RANK = 2
"""Points of a pawn on a side's free tiles."""
POWER = 2
"""Points of a point of power on the board, in whichever lane."""


@kernel
def prospect(s: State) -> Int:
    """What you may hope for more than the enemy: ground, power, and once more the power that leads a lane.

    The lanes are counted without bonuses, which are rare and slow to look for.
    """
    total = 0
    for lane in range(LANES):
        you = 0
        enemy = 0
        for tile in range(lane * COLUMNS, (lane + 1) * COLUMNS):
            if s.card[tile] != NO_CARD:
                points = HELD + POWER * s.power[tile]
                owner = s.card_owner[tile]
                if owner == YOU:
                    you += s.power[tile]
                else:
                    enemy += s.power[tile]
            else:
                points = HELD + RANK * s.rank[tile]
                owner = s.owner[tile]
            if owner != NOBODY:
                total += points if owner == YOU else -points
        if you > enemy:
            total += you
        elif enemy > you:
            total -= enemy
    return total
