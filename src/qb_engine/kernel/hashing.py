"""One number for a whole state: equal when the game that follows can only be the same.

Instances count by the order in which they were laid, never by their numbers; what lies under an empty tile or behind
the end of a hand is never looked at; neither is what the rules in force can never ask for again.
"""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from qb_engine.kernel.layout import NO_CARD, RETRACT, TILE_CLEAR, TILE_UNDERLAY, TILES, Rules, State

MASK = 0xFFFFFFFF


@kernel
def mixed(h: Int, value: Int) -> Int:
    """``h`` (62 bits, two halves of 31) after one more value."""
    low = (((h & 0x7FFFFFFF) ^ (value & 0xFFFF)) * 0x01000193 + 0x9E37) & 0x7FFFFFFF
    high = (((h >> 31) ^ (value & 0xFFFF)) * 0x2C1B3C6D + (low >> 7)) & 0x7FFFFFFF
    return (high << 31) | (low ^ (high >> 16))


@kernel
def play_order(s: State, tile: Int) -> Int:
    """How many cards in play were laid before the one on ``tile``."""
    count = 0
    for other in range(TILES):
        if s.card[other] != NO_CARD and s.uid[other] < s.uid[tile]:
            count += 1
    return count


@kernel
def mixed_card(s: State, r: Rules, h: Int, tile: Int) -> Int:
    """``h`` after everything that the card on ``tile`` remembers."""
    h = mixed(h, s.card[tile] + 1)
    if s.card[tile] == NO_CARD:
        return h
    h = mixed(h, s.card_owner[tile])
    h = mixed(h, s.power_delta[tile])
    h = mixed(h, s.scale_delta[tile])
    if s.base_change[tile] != 0:
        h = mixed(h, s.base_change[tile])
    h = mixed(h, s.flags[tile])
    h = mixed(h, s.spawned_by[tile])
    h = mixed(h, s.replaced_pawns[tile])
    if r.destroyed_tile != TILE_UNDERLAY and r.destroyed_tile != TILE_CLEAR:
        h = mixed(h, s.laid_owner[tile] * 4 + s.laid_rank[tile])
    if r.pawns_on_destroy == RETRACT:
        h = mixed(h, play_order(s, tile))
        h = mixed(h, s.pawn_tiles[tile])
        h = mixed(h, s.pawn_amount[tile] if s.pawn_tiles[tile] != 0 else 0)
        h = mixed(h, s.expand_tiles[tile])
    return h


@kernel
def mixed_board(s: State, r: Rules, h: Int) -> Int:
    """``h`` after the fifteen tiles."""
    for tile in range(TILES):
        h = mixed(h, s.owner[tile] * 4 + s.rank[tile])
        if r.pawns_on_destroy == RETRACT:
            h = mixed(h, s.first_owner[tile] * 4 + s.first_rank[tile])
        h = mixed_card(s, r, h, tile)
    return h


@kernel
def state_hash(s: State, r: Rules, salt: Int) -> Int:
    """The hash of the state under rules whose name gives ``salt``."""
    h = mixed_board(s, r, mixed(mixed(0, salt), salt >> 16))
    for side in range(2):
        h = mixed(h, s.hand_count[side] * 64 + s.deck_count[side])
        for i in range(s.hand_count[side]):
            h = mixed(h, s.hand[side][i])
        for i in range(s.deck_count[side]):
            h = mixed(h, s.deck[side][i])
        h = mixed(h, s.hand_tracked[side] * 4 + s.mulligan_done[side] * 2)
        h = mixed(h, s.turns_begun[side])
    h = mixed(h, s.turn)
    return mixed(h, s.side_to_act * 64 + s.passes * 16 + s.played * 4 + s.drawn * 2 + s.over)
