"""Pawns: how they raise, take and give back tiles.

The pawns of a tile are its layer. A pawn changes the layer at once; under ``retract`` the layer is also what remains
when the events of the cards still in play are replayed in play order from the first board, so each live card keeps the
tiles its pawns went to.
"""

from __future__ import annotations

from kernelkit.bits import lowest
from kernelkit.kernel import Int, kernel
from qb_engine.kernel.board import is_instance, occupied
from qb_engine.kernel.layout import (
    CAPTURE_DECREMENT,
    CAPTURE_KEEP,
    NO_CARD,
    NO_TILE,
    NOBODY,
    PAWNS_FIRST,
    RETRACT,
    TILE_CLEAR,
    TILE_TO_DESTROYER,
    TILE_UNDERLAY,
    TILES,
    Rules,
    State,
    Tables,
    Work,
)
from qb_engine.kernel.log import PAWN, RETRACTED, note
from qb_engine.models import MAX_RANK


@kernel
def pawns_on(s: State, tile: Int) -> Int:
    """Owner and rank of a tile's pawns in one number."""
    return s.owner[tile] * 4 + s.rank[tile]


@kernel
def capture_into(s: State, r: Rules, tile: Int, side: Int, amount: Int) -> None:
    """Pawns of ``side`` reach a tile with enemy pawns."""
    if r.capture == CAPTURE_DECREMENT:
        if s.rank[tile] > amount:
            s.rank[tile] -= amount
            return
        s.rank[tile] = amount
    elif r.capture == CAPTURE_KEEP:
        s.rank[tile] = min(MAX_RANK, s.rank[tile] + amount - 1)
    else:
        s.rank[tile] = min(MAX_RANK, s.rank[tile] + amount)
    s.owner[tile] = side


@kernel
def pawn_into(s: State, r: Rules, tile: Int, side: Int, amount: Int) -> None:
    """``amount`` pawns of ``side`` reach the layer of ``tile``."""
    if s.owner[tile] == side or s.owner[tile] == NOBODY:
        s.owner[tile] = side
        s.rank[tile] = min(MAX_RANK, s.rank[tile] + amount)
    else:
        capture_into(s, r, tile, side, amount)


@kernel
def expansion_into(s: State, tile: Int, side: Int) -> None:
    """expand_positions on one tile: a neutral one becomes rank 1, an own one rises by 1, the enemy's stays."""
    if s.owner[tile] == NOBODY:
        s.owner[tile] = side
        s.rank[tile] = 1
    elif s.owner[tile] == side:
        s.rank[tile] = min(MAX_RANK, s.rank[tile] + 1)


@kernel
def open_tiles(s: State, r: Rules, tiles: Int) -> Int:
    """Those of ``tiles`` that take pawns now."""
    if r.pawns_under_cards:
        return tiles
    return tiles & ~occupied(s)


@kernel
def make_pawns_into(s: State, t: Tables, r: Rules, w: Work, card: Int, side: Int, tile: Int, uid: Int) -> None:
    """The card laid on ``tile`` makes its pawns; if it is still there it keeps the list of where they went."""
    tiles = open_tiles(s, r, t.pawns[card][side][tile])
    amount = t.pawn_amount[card]
    rest = tiles
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        before = pawns_on(s, other)
        pawn_into(s, r, other, side, amount)
        if pawns_on(s, other) != before:
            note(w, PAWN, other, tile, card, side, pawns_on(s, other))
    if is_instance(s, tile, uid):
        s.pawn_tiles[tile] = tiles
        s.pawn_amount[tile] = amount


@kernel
def expand_into(s: State, t: Tables, r: Rules, w: Work, card: Int, side: Int, tile: Int, uid: Int) -> None:
    """expand_positions around ``tile``; in the fold it is an event of the card, gone with it like its pawns."""
    if r.pawns_on_destroy == RETRACT and not is_instance(s, tile, uid):
        return
    tiles = open_tiles(s, r, t.around[tile])
    rest = tiles
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        before = pawns_on(s, other)
        expansion_into(s, other, side)
        if pawns_on(s, other) != before:
            note(w, PAWN, other, tile, card, side, pawns_on(s, other))
    if is_instance(s, tile, uid):
        s.expand_tiles[tile] = tiles


@kernel
def next_in_play_order(s: State, after_uid: Int) -> Int:
    """The tile of the card laid next after ``after_uid``, or NO_TILE."""
    found = NO_TILE
    rest = occupied(s)
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        if s.uid[tile] > after_uid and (found == NO_TILE or s.uid[tile] < s.uid[found]):
            found = tile
    return found


@kernel
def fold_into(s: State, r: Rules, tile: Int) -> None:
    """The layer of ``tile`` from the first board and the events of the cards in play, in play order.

    Within one play pawns come before the expansion, which is an on_play operation, when the rules say pawns first.
    """
    s.owner[tile] = s.first_owner[tile]
    s.rank[tile] = s.first_rank[tile]
    source = next_in_play_order(s, -1)
    while source != NO_TILE:
        expands = s.expand_tiles[source] >> tile & 1
        if expands and r.order != PAWNS_FIRST:
            expansion_into(s, tile, s.card_owner[source])
        if s.pawn_tiles[source] >> tile & 1:
            pawn_into(s, r, tile, s.card_owner[source], s.pawn_amount[source])
        if expands and r.order == PAWNS_FIRST:
            expansion_into(s, tile, s.card_owner[source])
        source = next_in_play_order(s, s.uid[source])


@kernel
def retract_into(s: State, r: Rules, w: Work, tiles: Int) -> None:
    """A card has left the board: the layers its pawns had changed are folded anew."""
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        before = pawns_on(s, tile)
        fold_into(s, r, tile)
        if pawns_on(s, tile) != before:
            note(w, RETRACTED, tile, NO_TILE, NO_CARD, NOBODY, pawns_on(s, tile))


@kernel
def rebase_into(s: State, tile: Int, owner: Int, rank: Int) -> None:
    """Set a layer afresh: whatever pawns went there before no longer count."""
    s.owner[tile] = owner
    s.rank[tile] = rank
    s.first_owner[tile] = owner
    s.first_rank[tile] = rank
    for source in range(TILES):
        s.pawn_tiles[source] &= ~(1 << tile)
        s.expand_tiles[source] &= ~(1 << tile)


@kernel
def leave_tile_into(s: State, r: Rules, w: Work, tile: Int) -> None:
    """What becomes of the tile on which a card was destroyed."""
    if r.destroyed_tile == TILE_UNDERLAY:
        return
    owner = s.laid_owner[tile]
    rank = s.laid_rank[tile]
    if r.destroyed_tile == TILE_CLEAR:
        owner = NOBODY
        rank = 0
    elif r.destroyed_tile == TILE_TO_DESTROYER and w.destroyer[tile] != NOBODY:
        owner = w.destroyer[tile]
    if owner != s.owner[tile] or rank != s.rank[tile] or r.pawns_on_destroy == RETRACT:
        rebase_into(s, tile, owner, rank)
