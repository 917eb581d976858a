"""The few doors into the kernel: what Python calls.

Records come in rows of one cell, so that plain and packed records are called alike. A play that cannot be followed to
its end leaves the state as it was and is answered by a negative number, minus the error.
"""

from __future__ import annotations

from kernelkit.chance import Chance, seed_into
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from qb_engine.kernel.arrivals import enter_into, stood_below
from qb_engine.kernel.board import cards_meant, forget_into, ground_into, laying_refusal, legal_mask
from qb_engine.kernel.hashing import state_hash
from qb_engine.kernel.layout import (
    COLUMNS,
    ENEMY,
    MAX_UID,
    NO_CARD,
    NOBODY,
    NOT_IN_HAND,
    ON_POWER_THRESHOLD,
    RETRACT,
    TILES,
    UIDS_SPENT,
    YOU,
    Rules,
    State,
    Tables,
    Work,
)
from qb_engine.kernel.pawns import make_pawns_into, rebase_into, retract_into
from qb_engine.kernel.powers import area_mask, aura_into, refresh_into, status_value
from qb_engine.kernel.resolution import begin_play_into, collect_answers_into, resolve_into
from qb_engine.kernel.scoring import lane_bonus, lane_power, score_into, transfers_everywhere
from qb_engine.kernel.turns import (
    begin_game_into,
    begin_turn_into,
    draw_card_into,
    draw_refusal,
    end_turn_into,
    mulligan_into,
    mulligan_refusal,
    pass_into,
    shuffle_into,
    take_from_hand_into,
    turn_refusal,
)


@kernel
def copy_state(target: Cells[State], source: Cells[State]) -> None:
    """Make one state equal to another."""
    copy_cell(target, 0, source, 0)


@kernel
def empty_state(ss: Cells[State]) -> None:
    """A neutral board without cards; no hands, no decks; the first turn has not begun."""
    s = ss[0]
    for tile in range(TILES):
        s.card[tile] = NO_CARD
        s.card_owner[tile] = NOBODY
        s.spawned_by[tile] = NO_CARD
        rebase_into(s, tile, NOBODY, 0)
    s.turn = 1


@kernel
def opening_board(ss: Cells[State]) -> None:
    """The first column is yours at rank 1, the last the enemy's."""
    for tile in range(0, TILES, COLUMNS):
        rebase_into(ss[0], tile, YOU, 1)
        rebase_into(ss[0], tile + COLUMNS - 1, ENEMY, 1)


@kernel
def set_pawns(ss: Cells[State], tile: Int, owner: Int, rank: Int) -> None:
    """Write the pawns of one tile; the board the game starts from has them too."""
    s = ss[0]
    rebase_into(s, tile, owner, rank)
    s.laid_owner[tile] = s.owner[tile]
    s.laid_rank[tile] = s.rank[tile]


@kernel
def set_card(
    ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], tile: Int, side: Int, card: Int
) -> Int:
    """Write a card onto a tile, or NO_CARD: it made no pawns and fired nothing, its auras are live.

    0, or minus an error and nothing has changed.
    """
    s = ss[0]
    t = ts[0]
    if card != NO_CARD and s.next_uid == MAX_UID:
        return -UIDS_SPENT
    ws[0].log_on = 0
    if s.card[tile] != NO_CARD:
        old = s.card[tile]
        aura_into(s, t, ws[0], old, s.card_owner[tile], tile, -1)
        forget_into(s, s.card_owner[tile], tile)
        s.card[tile] = NO_CARD
        s.card_owner[tile] = NOBODY
        changed = s.pawn_tiles[tile] | s.expand_tiles[tile]
        s.pawn_tiles[tile] = 0
        s.expand_tiles[tile] = 0
        if rs[0].pawns_on_destroy == RETRACT:
            retract_into(s, rs[0], ws[0], changed)
    if card != NO_CARD:
        enter_into(s, t, rs[0], ws[0], card, side, tile, NO_CARD, 0)
    refresh_into(s, t, rs[0], ws[0])
    return 0


@kernel
def mark_fired(ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work]) -> None:
    """First-time conditions that hold on the board as set up count as fired (fine print 21)."""
    s = ss[0]
    t = ts[0]
    refresh_into(s, t, rs[0], ws[0])
    for tile in range(TILES):
        if s.card[tile] == NO_CARD:
            continue
        for i in range(t.ability_count[s.card[tile]]):
            if t.trigger[t.ability[s.card[tile]][i]] == ON_POWER_THRESHOLD:
                s.flags[tile] |= stood_below(i)
        ws[0].round_count = 0
        collect_answers_into(s, t, rs[0], ws[0], tile)


@kernel
def refresh(ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work]) -> None:
    """Recompute every effective power."""
    refresh_into(ss[0], ts[0], rs[0], ws[0])


@kernel
def affected_mask(ts: Cells[Tables], area: Int, card: Int, side: Int, tile: Int) -> Int:
    """The tiles an area means, one bit each."""
    return area_mask(ts[0], area, card, side, tile)


@kernel
def cards_in_scope(
    ss: Cells[State], ts: Cells[Tables], area: Int, relation: Int, card: Int, side: Int, tile: Int
) -> Int:
    """The tiles whose cards an area and a relation mean, one bit each."""
    return area_mask(ts[0], area, card, side, tile) & cards_meant(ss[0], relation, side)


@kernel
def status_of(ss: Cells[State], rs: Cells[Rules], tile: Int) -> Int:
    """Above 0 enhanced, below 0 enfeebled; 0 also for a tile without a card."""
    if ss[0].card[tile] == NO_CARD:
        return 0
    return status_value(ss[0], rs[0], tile)


@kernel
def refusal_of(ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], side: Int, card: Int, tile: Int) -> Int:
    """Why the card may not be laid there: 0, or a refusal code."""
    return laying_refusal(ss[0], ts[0], rs[0], side, card, tile)


@kernel
def legal_tiles(ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], side: Int, card: Int) -> Int:
    """The tiles on which the card may be laid, one bit each."""
    ground_into(ss[0], ws[0], side)
    return legal_mask(ss[0], ts[0], rs[0], ws[0], side, card)


@kernel
def lay(
    ss: Cells[State],
    spare: Cells[State],
    ts: Cells[Tables],
    rs: Cells[Rules],
    ws: Cells[Work],
    side: Int,
    card: Int,
    index: Int,
    tile: Int,
) -> Int:
    """Lay the hand card at ``index``, or one from nowhere when it is negative: 0, a refusal code, or minus an error.

    Unless it is 0 nothing has changed.
    """
    refusal = laying_refusal(ss[0], ts[0], rs[0], side, card, tile)
    if refusal != 0:
        return refusal
    if index >= ss[0].hand_count[side]:
        return NOT_IN_HAND
    copy_cell(spare, 0, ss, 0)
    if index >= 0:
        take_from_hand_into(ss[0], side, index)
    resolve_into(ss[0], ts[0], rs[0], ws[0], side, card, tile)
    if ws[0].error:
        copy_cell(ss, 0, spare, 0)
        return -ws[0].error
    return 0


@kernel
def turn_refusal_of(ss: Cells[State], side: Int) -> Int:
    """Why the side may not act now: 0, or a refusal code."""
    return turn_refusal(ss[0], side)


@kernel
def project(
    ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work], side: Int, card: Int, tile: Int
) -> None:
    """Put a card and its pawns on the board, and its auras; nothing is triggered and nothing settles."""
    s = ss[0]
    begin_play_into(ws[0])
    uid = s.next_uid
    enter_into(s, ts[0], rs[0], ws[0], card, side, tile, NO_CARD, 0)
    make_pawns_into(s, ts[0], rs[0], ws[0], card, side, tile, uid)
    refresh_into(s, ts[0], rs[0], ws[0])


@kernel
def pass_turn(ss: Cells[State], ws: Cells[Work], side: Int) -> Int:
    """Pass and end the turn: 0, or a refusal code."""
    refusal = turn_refusal(ss[0], side)
    if refusal == 0:
        begin_play_into(ws[0])
        pass_into(ss[0])
        end_turn_into(ss[0])
    return refusal


@kernel
def end_turn(ss: Cells[State]) -> None:
    """The other side's turn begins."""
    end_turn_into(ss[0])


@kernel
def begin_game(ss: Cells[State], cs: Cells[Chance], first: Int, hand_size: Int) -> None:
    """Both decks are shuffled, both hands drawn, and the first turn begins."""
    begin_game_into(ss[0], cs[0], first, hand_size)


@kernel
def begin_turn(ss: Cells[State], first: Int) -> None:
    """The first turn of a game whose hands are given."""
    ss[0].side_to_act = first
    begin_turn_into(ss[0])


@kernel
def draw(ss: Cells[State], side: Int) -> Int:
    """This turn's draw: 0, or a refusal code."""
    refusal = draw_refusal(ss[0], side)
    if refusal == 0:
        ss[0].drawn = 1
        draw_card_into(ss[0], side)
    return refusal


@kernel
def mulligan(ss: Cells[State], rs: Cells[Rules], cs: Cells[Chance], side: Int, returned: Int, count: Int) -> Int:
    """Exchange the hand cards whose bits are set: 0, or a refusal code."""
    refusal = mulligan_refusal(ss[0], side, returned)
    if refusal == 0:
        mulligan_into(ss[0], rs[0], cs[0], side, returned, count)
    return refusal


@kernel
def shuffle(ss: Cells[State], cs: Cells[Chance], side: Int) -> None:
    """Shuffle what is left of a deck."""
    shuffle_into(ss[0], cs[0], side)


@kernel
def score(ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], ws: Cells[Work]) -> None:
    """Lanes and totals of the position into the scratch space."""
    score_into(ss[0], ts[0], rs[0], ws[0])


@kernel
def power_in_lane(ss: Cells[State], side: Int, lane: Int) -> Int:
    """A side's power in a lane, as last recomputed."""
    return lane_power(ss[0], side, lane)


@kernel
def bonus_in_lane(ss: Cells[State], ts: Cells[Tables], rs: Cells[Rules], lane: Int, winner: Int, lower: Int) -> Int:
    """What effects add to the points of a lane that ``winner`` won against ``lower``."""
    return lane_bonus(ss[0], ts[0], rs[0], lane, winner, lower, transfers_everywhere(ss[0], ts[0], rs[0]))


@kernel
def hash_of(ss: Cells[State], rs: Cells[Rules], salt: Int) -> Int:
    """The hash of the state."""
    return state_hash(ss[0], rs[0], salt)


@kernel
def copy_chance(target: Cells[Chance], source: Cells[Chance]) -> None:
    """Make one generator equal to another."""
    copy_cell(target, 0, source, 0)


@kernel
def seed_chance(cs: Cells[Chance], seed: Int, stream: Int) -> None:
    """Start a generator."""
    seed_into(cs[0], seed, stream)
