"""Which features a position lights: a whole world for the side to act, or one player's view of it.

A view reads of the other's hidden cards only what they are together: how they are spread over hand and deck, and in
which order, changes nothing.
"""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from qb_engine.kernel.board import ground_into, legal_mask
from qb_engine.kernel.layout import LANES, MAX_CARDS, NO_CARD, NOBODY, TILES, YOU, Rules, State, Tables, Work
from qb_engine.kernel.mirror import mirrored_tile
from qb_engine.kernel.net import (
    AURA_AT,
    AURA_BINS,
    BARE_VIEW,
    BOARD_AT,
    DECK_AT,
    DECKS_AT,
    FULL_AT,
    GROUND_AT,
    HAND_AT,
    HANDS,
    HANDS_AT,
    HELD_AT,
    KIND_AT,
    LANE_AT,
    LANE_BINS,
    LANE_CARD_AT,
    LEAD_AT,
    LEAD_MOST,
    LISTED_VIEW,
    MARGIN_AT,
    MARGIN_MOST,
    MINE,
    OPEN_AT,
    OPEN_BINS,
    PLAYABLE,
    PLAYABLE_AT,
    POWER_AT,
    POWER_BINS,
    READY_AT,
    SIDES,
    THEIRS,
    TURN_AT,
    UNSEEN_AT,
    WORLD,
    Look,
)
from qb_engine.kernel.scoring import score_into
from qb_engine.models import DECK_SIZE, MAX_RANK
from qb_engine.moves import COLUMNS


@kernel
def light_into(v: Look, feature: Int) -> None:
    """``feature`` is lit."""
    v.lit[v.count] = feature
    v.count += 1


@kernel
def within(value: Int, most: Int) -> Int:
    """``value``, but no less than ``-most`` and no more than ``most``."""
    return min(most, max(-most, value))


@kernel
def power_bin(power: Int) -> Int:
    """The step in which a power lies: each up to 8 has its own."""
    if power <= 8:
        return max(0, power)
    if power <= 10:
        return 9
    if power <= 13:
        return 10
    return 11 if power <= 18 else 12


@kernel
def aura_bin(aura: Int) -> Int:
    """The step in which an aura that is not nothing lies: -3 or less up to 3 or more."""
    step = within(aura, 3)
    return step + 3 if step < 0 else step + 2


@kernel
def tiles_into(s: State, side: Int, v: Look) -> None:
    """Every tile: pawns and auras where it is empty, power and card where it is not."""
    for tile in range(TILES):
        at = tile if side == YOU else mirrored_tile(tile)
        card = s.card[at]
        if card != NO_CARD:
            whose = MINE if s.card_owner[at] == side else THEIRS
            light_into(v, POWER_AT + (tile * SIDES + whose) * POWER_BINS + power_bin(s.power[at]))
            light_into(v, BOARD_AT + whose * MAX_CARDS + card)
            light_into(v, LANE_CARD_AT + (whose * MAX_CARDS + card) * LANES + tile // COLUMNS)
            continue
        if s.owner[at] != NOBODY and s.rank[at] > 0:
            whose = MINE if s.owner[at] == side else THEIRS
            light_into(v, GROUND_AT + (tile * SIDES + whose) * MAX_RANK + s.rank[at] - 1)
        if s.aura[side][at] != 0:
            light_into(v, AURA_AT + (tile * SIDES + MINE) * AURA_BINS + aura_bin(s.aura[side][at]))
        if s.aura[1 - side][at] != 0:
            light_into(v, AURA_AT + (tile * SIDES + THEIRS) * AURA_BINS + aura_bin(s.aura[1 - side][at]))


@kernel
def lanes_into(s: State, t: Tables, r: Rules, w: Work, side: Int, v: Look) -> None:
    """Power and lead of every lane, and the margin."""
    score_into(s, t, r, w)
    for lane in range(LANES):
        mine = w.lane_power[side][lane]
        theirs = w.lane_power[1 - side][lane]
        light_into(v, LEAD_AT + lane * (2 * LEAD_MOST + 1) + LEAD_MOST + within(mine - theirs, LEAD_MOST))
        light_into(v, LANE_AT + (lane * SIDES + MINE) * LANE_BINS + min(LANE_BINS - 1, max(0, mine) // 2))
        light_into(v, LANE_AT + (lane * SIDES + THEIRS) * LANE_BINS + min(LANE_BINS - 1, max(0, theirs) // 2))
    light_into(v, MARGIN_AT + MARGIN_MOST + within(w.total[side] - w.total[1 - side], MARGIN_MOST))


@kernel
def held_into(w: Work, whose: Int, v: Look) -> None:
    """How many empty tiles carry cards of each rank; ``ground_into`` was asked for the side that is meant."""
    for cost in range(1, MAX_RANK + 1):
        count = 0
        rest = w.ground[cost]
        while rest:
            rest &= rest - 1
            count += 1
        light_into(v, HELD_AT + (whose * MAX_RANK + cost - 1) * (TILES + 1) + count)


@kernel
def playable_into(s: State, t: Tables, r: Rules, w: Work, side: Int, whose: Int, v: Look) -> None:
    """How many cards of the hand of ``side`` can be laid, and on how many tiles; its ground is known."""
    cards = 0
    placements = 0
    for i in range(s.hand_count[side]):
        rest = legal_mask(s, t, r, w, side, s.hand[side][i])
        if rest:
            cards += 1
            light_into(v, READY_AT + whose * MAX_CARDS + s.hand[side][i])
        while rest:
            rest &= rest - 1
            placements += 1
    light_into(v, PLAYABLE_AT + whose * PLAYABLE + min(PLAYABLE - 1, cards))
    light_into(v, OPEN_AT + whose * OPEN_BINS + min(OPEN_BINS - 1, (placements + 2) // 3))
    v.open += placements


@kernel
def counts_into(s: State, side: Int, v: Look) -> None:
    """What both players count along, and whose turn it is."""
    for whose in range(SIDES):
        owner = side if whose == MINE else 1 - side
        light_into(v, HANDS_AT + whose * HANDS + min(HANDS - 1, s.hand_count[owner]))
        light_into(v, DECKS_AT + whose * (DECK_SIZE + 1) + s.deck_count[owner])
    full = 0
    rest = s.cards_of[0] | s.cards_of[1]
    while rest:
        rest &= rest - 1
        full += 1
    light_into(v, FULL_AT + full)
    turn = MINE if s.side_to_act == side else THEIRS
    light_into(v, TURN_AT + 2 * turn + min(1, s.passes))


@kernel
def cards_into(s: State, side: Int, whose: Int, v: Look) -> None:
    """The hand and the deck of ``side``, card by card."""
    for i in range(s.hand_count[side]):
        light_into(v, HAND_AT + whose * MAX_CARDS + s.hand[side][i])
    for i in range(s.deck_count[side]):
        light_into(v, DECK_AT + whose * MAX_CARDS + s.deck[side][i])


@kernel
def unseen_into(s: State, t: Tables, side: Int, is_listed: Int, v: Look) -> None:
    """Of the hidden cards of ``side``: tokens, which were seen to come; and where its list is known, what is left."""
    for i in range(s.hand_count[side]):
        card = s.hand[side][i]
        if t.is_token[card]:
            light_into(v, HAND_AT + THEIRS * MAX_CARDS + card)
        elif is_listed:
            light_into(v, UNSEEN_AT + card)
    if is_listed:
        for i in range(s.deck_count[side]):
            light_into(v, UNSEEN_AT + s.deck[side][i])


@kernel
def common_into(s: State, t: Tables, r: Rules, w: Work, side: Int, v: Look) -> None:
    """What ``side`` knows in any case: the board, the counts, its own cards."""
    v.count = 0
    v.open = 0
    tiles_into(s, side, v)
    lanes_into(s, t, r, w, side, v)
    counts_into(s, side, v)
    cards_into(s, side, MINE, v)
    ground_into(s, w, side)
    held_into(w, MINE, v)
    playable_into(s, t, r, w, side, MINE, v)
    ground_into(s, w, 1 - side)
    held_into(w, THEIRS, v)


@kernel
def see_world_into(s: State, t: Tables, r: Rules, w: Work, v: Look) -> None:
    """All of a world, seen by the side to act."""
    side = s.side_to_act
    common_into(s, t, r, w, side, v)
    playable_into(s, t, r, w, 1 - side, THEIRS, v)
    cards_into(s, 1 - side, THEIRS, v)
    light_into(v, KIND_AT + WORLD)


@kernel
def see_view_into(s: State, t: Tables, r: Rules, w: Work, side: Int, is_listed: Int, v: Look) -> None:
    """What ``side`` sees of a world, whoever is to act; ``is_listed`` says that it knows the other's list."""
    common_into(s, t, r, w, side, v)
    unseen_into(s, t, 1 - side, is_listed, v)
    light_into(v, KIND_AT + (LISTED_VIEW if is_listed else BARE_VIEW))
