"""Tiles as a player sees them, and where a card may be laid."""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from qb_engine.kernel.layout import (
    ALLIES,
    COLUMNS,
    ENEMIES,
    LANE_TILES,
    NEEDS_OWN_CARD,
    NEEDS_OWN_TILE,
    NO_CARD,
    ON_CARD_DESTROYED,
    ON_CARD_PLAYED,
    ON_ENFEEBLED,
    ON_FIRST_ENFEEBLED,
    ON_FIRST_ENHANCED,
    ON_POWER_THRESHOLD,
    RANK_TOO_LOW,
    REPLACE_ALLY_OR_EMPTY,
    REPLACE_NEVER,
    REPLACE_OFF,
    TILE_NOT_OWNED,
    TILE_OCCUPIED,
    TILES,
    Rules,
    State,
    Tables,
    Work,
)
from qb_engine.models import MAX_RANK

WATCHES = 1 << ON_CARD_PLAYED | 1 << ON_CARD_DESTROYED
"""The triggers that every play and every destruction looks for."""
ANSWERS = 1 << ON_ENFEEBLED | 1 << ON_FIRST_ENFEEBLED | 1 << ON_FIRST_ENHANCED | 1 << ON_POWER_THRESHOLD
"""The triggers that a settle looks for."""


@kernel
def shown_owner(s: State, tile: Int) -> Int:
    """The side a tile belongs to: its card's, or that of its pawns."""
    if s.card[tile] != NO_CARD:
        return s.card_owner[tile]
    return s.owner[tile]


@kernel
def shown_rank(s: State, tile: Int) -> Int:
    """A tile's rank: that of its pawns, or 0 while a card lies on the other side's pawns (fine print 9)."""
    if s.card[tile] != NO_CARD and s.owner[tile] != s.card_owner[tile]:
        return 0
    return s.rank[tile]


@kernel
def occupied(s: State) -> Int:
    """The tiles that hold a card, one bit each."""
    return s.cards_of[0] | s.cards_of[1]


@kernel
def attend_into(s: State, t: Tables, card: Int, side: Int, tile: Int) -> None:
    """``card`` of ``side`` lies on ``tile`` now: whose it is, and what it has to be asked about."""
    bit = 1 << tile
    s.cards_of[side] |= bit
    if t.triggers[card] & WATCHES:
        s.watching |= bit
    if t.triggers[card] & ANSWERS:
        s.answering |= bit
    if t.scales[card]:
        s.scaling |= bit


@kernel
def forget_into(s: State, side: Int, tile: Int) -> None:
    """The card of ``side`` on ``tile`` is gone."""
    others = ~(1 << tile)
    s.cards_of[side] &= others
    s.watching &= others
    s.answering &= others
    s.scaling &= others


@kernel
def is_instance(s: State, tile: Int, uid: Int) -> bool:
    """Whether the very card laid as number ``uid`` still lies on ``tile``."""
    return s.card[tile] != NO_CARD and s.uid[tile] == uid


@kernel
def lane_mask(tile: Int) -> Int:
    """The five tiles of the lane in which ``tile`` lies, one bit each."""
    return LANE_TILES << (tile // COLUMNS * COLUMNS)


@kernel
def is_meant(relation: Int, owner: Int, other: Int) -> bool:
    """Whether a card of ``other`` is meant by ``relation``, seen from ``owner``."""
    if relation == ALLIES:
        return owner == other
    if relation == ENEMIES:
        return owner != other
    return True


@kernel
def cards_meant(s: State, relation: Int, owner: Int) -> Int:
    """The tiles with cards that ``relation`` means, seen from ``owner``, one bit each."""
    if relation == ALLIES:
        return s.cards_of[owner]
    if relation == ENEMIES:
        return s.cards_of[1 - owner]
    return s.cards_of[0] | s.cards_of[1]


@kernel
def replace_refusal(s: State, r: Rules, side: Int, tile: Int) -> Int:
    """Why a replace card may not be laid on ``tile``: 0, or a refusal code. The tile's rank never matters."""
    if r.replace_target == REPLACE_NEVER:
        return REPLACE_OFF
    if s.card[tile] != NO_CARD and s.card_owner[tile] == side:
        return 0
    if r.replace_target != REPLACE_ALLY_OR_EMPTY:
        return NEEDS_OWN_CARD
    if s.card[tile] == NO_CARD and s.owner[tile] == side:
        return 0
    return NEEDS_OWN_TILE


@kernel
def laying_refusal(s: State, t: Tables, r: Rules, side: Int, card: Int, tile: Int) -> Int:
    """Why ``side`` may not lay ``card`` on ``tile``: 0 when it may, else a refusal code."""
    if t.is_replace[card]:
        return replace_refusal(s, r, side, tile)
    if s.card[tile] != NO_CARD:
        return TILE_OCCUPIED
    if s.owner[tile] != side:
        return TILE_NOT_OWNED
    if s.rank[tile] < t.cost[card]:
        return RANK_TOO_LOW
    return 0


@kernel
def ground_into(s: State, w: Work, side: Int) -> None:
    """For each cost the empty tiles of ``side`` that carry it, one bit each; at cost 0 all its empty tiles."""
    for cost in range(MAX_RANK + 1):
        w.ground[cost] = 0
    for tile in range(TILES):
        if s.card[tile] == NO_CARD and s.owner[tile] == side:
            for cost in range(s.rank[tile] + 1):
                w.ground[cost] |= 1 << tile


@kernel
def legal_mask(s: State, t: Tables, r: Rules, w: Work, side: Int, card: Int) -> Int:
    """The tiles on which ``side`` may lay ``card``, one bit each: just those that ``laying_refusal`` permits.

    ``ground_into`` was asked for the same side.
    """
    if t.is_replace[card] == 0:
        return w.ground[t.cost[card]]
    if r.replace_target == REPLACE_NEVER:
        return 0
    if r.replace_target == REPLACE_ALLY_OR_EMPTY:
        return s.cards_of[side] | w.ground[0]
    return s.cards_of[side]
