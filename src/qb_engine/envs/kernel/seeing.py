"""One agent's view of a game: written from what it may see, so that nothing hidden can be in it."""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from qb_engine.envs.kernel.layout import (
    COUNTS_AT,
    DECK_AT,
    HAND_AT,
    KNOWN_AT,
    KNOWN_CARDS,
    LANES_AT,
    PASS_ACTION,
    TILE_FACTS,
    TILES_AT,
    Seat,
)
from qb_engine.kernel.board import ground_into, legal_mask
from qb_engine.kernel.layout import (
    COLUMNS,
    DECK_SIZE,
    LANES,
    NO_CARD,
    NOBODY,
    TILES,
    YOU,
    Rules,
    State,
    Tables,
    Work,
)
from qb_engine.kernel.mirror import mirrored_tile


@kernel
def seen_tile(side: Int, tile: Int) -> Int:
    """The tile as counted from the seat of ``side``, or back again."""
    return tile if side == YOU else mirrored_tile(tile)


@kernel
def tiles_into(s: State, side: Int, v: Seat) -> None:
    """Owner, rank, card and power of every tile, as ``board.shown_owner`` and ``board.shown_rank`` have them.

    Everything is read before anything is chosen, so that the processor has nothing to guess.
    """
    for tile in range(TILES):
        at = seen_tile(side, tile)
        place = TILES_AT + tile * TILE_FACTS
        card = s.card[at]
        pawns = s.owner[at]
        rank = s.rank[at]
        holder = s.card_owner[at]
        power = s.power[at]
        is_empty = card == NO_CARD
        owner = pawns if is_empty else holder
        v.facts[place] = 0 if owner == NOBODY else (1 if owner == side else -1)
        v.facts[place + 1] = rank if is_empty or pawns == holder else 0
        v.facts[place + 2] = card + 1
        v.facts[place + 3] = 0 if is_empty else power


@kernel
def lanes_into(v: Seat) -> None:
    """Lane powers, mine first, from the tiles as they are written: ``scoring.lane_power`` asks the state the same."""
    for lane in range(LANES):
        mine = 0
        theirs = 0
        for tile in range(lane * COLUMNS, (lane + 1) * COLUMNS):
            place = TILES_AT + tile * TILE_FACTS
            power = v.facts[place + 3]
            mine += power if v.facts[place] == 1 else 0
            theirs += power if v.facts[place] == -1 else 0
        v.facts[LANES_AT + lane] = mine
        v.facts[LANES_AT + LANES + lane] = theirs


@kernel
def counts_into(s: State, side: Int, v: Seat) -> None:
    """What both players count along."""
    v.facts[COUNTS_AT] = s.hand_count[side]
    v.facts[COUNTS_AT + 1] = s.deck_count[side]
    v.facts[COUNTS_AT + 2] = s.hand_count[1 - side]
    v.facts[COUNTS_AT + 3] = s.deck_count[1 - side]
    v.facts[COUNTS_AT + 4] = s.passes
    v.facts[COUNTS_AT + 5] = s.turn


@kernel
def deck_into(s: State, side: Int, v: Seat) -> None:
    """What is left of my deck, by number: each card goes to the place that the cards before it leave."""
    count = s.deck_count[side]
    for i in range(count, DECK_SIZE):
        v.facts[DECK_AT + i] = 0
    for i in range(count):
        card = s.deck[side][i]
        place = 0
        for j in range(count):
            other = s.deck[side][j]
            place += 1 if other < card or (other == card and j < i) else 0
        v.facts[DECK_AT + place] = card + 1


@kernel
def known_into(s: State, t: Tables, side: Int, v: Seat) -> None:
    """What the enemy surely holds, by number. Tokens are in no deck: whoever holds one was seen to get it."""
    for i in range(KNOWN_CARDS):
        v.facts[KNOWN_AT + i] = 0
    known = 0
    for i in range(s.hand_count[side]):
        card = s.hand[side][i]
        if t.is_token[card] and known < KNOWN_CARDS:
            place = known
            while place > 0 and v.facts[KNOWN_AT + place - 1] > card + 1:
                v.facts[KNOWN_AT + place] = v.facts[KNOWN_AT + place - 1]
                place -= 1
            v.facts[KNOWN_AT + place] = card + 1
            known += 1


@kernel
def placements_into(v: Seat, side: Int, index: Int, tiles: Int) -> Int:
    """The row of the mask for one place of the hand; how many tiles it allows."""
    row = index * TILES
    count = 0
    for tile in range(TILES):
        allowed = tiles >> seen_tile(side, tile) & 1
        v.mask[row + tile] = allowed
        count += allowed
    return count


@kernel
def hand_into(s: State, t: Tables, r: Rules, w: Work, side: Int, v: Seat) -> None:
    """My hand in order, and where each card may be laid as the board lies; of equal cards only the first.

    A pass is always allowed; after the end it is all that is left, so that no mask is empty.
    """
    for i in range(s.hand_count[side], v.cards):
        v.facts[HAND_AT + i] = 0
        placements_into(v, side, i, 0)
    v.cards = s.hand_count[side]
    v.mask[PASS_ACTION] = 1
    ground_into(s, w, side)
    count = 0
    for i in range(s.hand_count[side]):
        card = s.hand[side][i]
        v.facts[HAND_AT + i] = card + 1
        tiles = 0 if s.over else legal_mask(s, t, r, w, side, card)
        for j in range(i):
            if s.hand[side][j] == card:
                tiles = 0
        count += placements_into(v, side, i, tiles)
        v.upto[i] = count


@kernel
def view_into(s: State, t: Tables, r: Rules, w: Work, side: Int, v: Seat) -> None:
    """Everything that ``side`` sees of ``s``, and what it may do."""
    v.side = side
    tiles_into(s, side, v)
    lanes_into(v)
    counts_into(s, side, v)
    hand_into(s, t, r, w, side, v)
    deck_into(s, side, v)
    known_into(s, t, 1 - side, v)
