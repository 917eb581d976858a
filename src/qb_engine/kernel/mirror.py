"""The same game seen from the other seat: sides and columns change places."""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.kernel.layout import COLUMNS, DECK_SIZE, HAND_CAPACITY, LANES, NOBODY, TILES, State

FIRST_COLUMN = sum(1 << lane * COLUMNS for lane in range(LANES))
"""The tiles of column 1, one bit each."""


@kernel
def mirrored_tile(tile: Int) -> Int:
    """The tile in the same lane, counted from the other side."""
    return tile // COLUMNS * COLUMNS + COLUMNS - 1 - tile % COLUMNS


@kernel
def mirrored_side(side: Int) -> Int:
    """The other side; nobody stays nobody."""
    return NOBODY if side == NOBODY else 1 - side


@kernel
def mirrored_mask(mask: Int) -> Int:
    """The tiles of ``mask``, mirrored."""
    result = 0
    for column in range(COLUMNS):
        result |= (mask >> column & FIRST_COLUMN) << COLUMNS - 1 - column
    return result


@kernel
def mirror_tile_into(new: State, old: State, to: Int, at: Int) -> None:
    """Write everything that ``old`` knows of tile ``at`` into tile ``to`` of ``new``."""
    new.owner[to] = mirrored_side(old.owner[at])
    new.rank[to] = old.rank[at]
    new.card[to] = old.card[at]
    new.card_owner[to] = mirrored_side(old.card_owner[at])
    new.uid[to] = old.uid[at]
    new.power[to] = old.power[at]
    new.power_delta[to] = old.power_delta[at]
    new.scale_delta[to] = old.scale_delta[at]
    new.base_change[to] = old.base_change[at]
    new.flags[to] = old.flags[at]
    new.spawned_by[to] = old.spawned_by[at]
    new.replaced_pawns[to] = old.replaced_pawns[at]
    new.laid_owner[to] = mirrored_side(old.laid_owner[at])
    new.laid_rank[to] = old.laid_rank[at]
    new.first_owner[to] = mirrored_side(old.first_owner[at])
    new.first_rank[to] = old.first_rank[at]
    new.pawn_tiles[to] = mirrored_mask(old.pawn_tiles[at])
    new.pawn_amount[to] = old.pawn_amount[at]
    new.expand_tiles[to] = mirrored_mask(old.expand_tiles[at])
    new.aura[0][to] = old.aura[1][at]
    new.aura[1][to] = old.aura[0][at]


@kernel
def mirror_side_into(new: State, old: State, side: Int) -> None:
    """Write the hand and deck of ``side`` as the other side's."""
    other = 1 - side
    for i in range(HAND_CAPACITY):
        new.hand[other][i] = old.hand[side][i]
    for i in range(DECK_SIZE):
        new.deck[other][i] = old.deck[side][i]
    new.hand_count[other] = old.hand_count[side]
    new.deck_count[other] = old.deck_count[side]
    new.hand_tracked[other] = old.hand_tracked[side]
    new.mulligan_done[other] = old.mulligan_done[side]
    new.turns_begun[other] = old.turns_begun[side]
    new.cards_of[other] = mirrored_mask(old.cards_of[side])


@kernel
def mirror_state(target: Cells[State], source: Cells[State]) -> None:
    """Make ``target`` the game of ``source`` seen from the other seat."""
    copy_cell(target, 0, source, 0)
    new = target[0]
    old = source[0]
    for tile in range(TILES):
        mirror_tile_into(new, old, mirrored_tile(tile), tile)
    for side in range(2):
        mirror_side_into(new, old, side)
    new.watching = mirrored_mask(old.watching)
    new.answering = mirrored_mask(old.answering)
    new.scaling = mirrored_mask(old.scaling)
    new.side_to_act = 1 - old.side_to_act
