"""What abilities do to cards: raise, lower, condemn, add to hands."""

from __future__ import annotations

from kernelkit.bits import lowest
from kernelkit.kernel import Int, kernel
from qb_engine.kernel.board import cards_meant
from qb_engine.kernel.layout import (
    ADD_TO_HAND,
    ADDED_CAPACITY,
    ADDED_FULL,
    CHANGE_BEYOND,
    DESTROY_CARDS,
    HAND_CAPACITY,
    HAND_FULL,
    MAX_CHANGE,
    MODIFY_POWER,
    ON_ENFEEBLED,
    QUEUE_CAPACITY,
    QUEUE_FULL,
    Rules,
    State,
    Tables,
    Work,
)
from qb_engine.kernel.log import ADDED, POWER, note
from qb_engine.kernel.powers import area_mask


@kernel
def has_trigger(t: Tables, card: Int, trigger: Int) -> bool:
    """Whether any ability of ``card`` waits for ``trigger``."""
    return t.triggers[card] >> trigger & 1 != 0


@kernel
def queue_enfeebled_into(s: State, t: Tables, r: Rules, w: Work, tile: Int) -> None:
    """A card was lowered: if it answers every time, its answer is queued (fine print 5)."""
    if r.enfeebled_repeat == 0 or not has_trigger(t, s.card[tile], ON_ENFEEBLED):
        return
    if w.queue_count == QUEUE_CAPACITY:
        w.error = QUEUE_FULL
        return
    w.queue_tile[w.queue_count] = tile
    w.queue_uid[w.queue_count] = s.uid[tile]
    w.queue_count += 1


@kernel
def change_power_into(
    s: State, t: Tables, r: Rules, w: Work, tile: Int, amount: Int, side: Int, source: Int, card: Int
) -> None:
    """``card`` of ``side`` on ``source`` changes the card on ``tile``; a change of 0 is no change (fine print 12)."""
    if amount == 0:
        return
    delta = s.power_delta[tile] + amount
    if delta > MAX_CHANGE or delta < -MAX_CHANGE:
        w.error = CHANGE_BEYOND
        return
    s.power_delta[tile] = delta
    note(w, POWER, tile, source, card, side, amount)
    if amount < 0:
        w.destroyer[tile] = side
        queue_enfeebled_into(s, t, r, w, tile)


@kernel
def targets(s: State, t: Tables, a: Int, card: Int, side: Int, tile: Int) -> Int:
    """The tiles whose cards ability ``a`` of ``card`` means now, one bit each."""
    return area_mask(t, t.area[a], card, side, tile) & cards_meant(s, t.relation[a], side)


@kernel
def modify_power_into(
    s: State, t: Tables, r: Rules, w: Work, a: Int, amount: Int, card: Int, side: Int, tile: Int
) -> None:
    """Ability ``a`` changes the power of every card it means by ``amount``, in row-major order."""
    rest = targets(s, t, a, card, side, tile)
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        change_power_into(s, t, r, w, other, amount, side, tile, card)


@kernel
def add_card_into(s: State, w: Work, side: Int, card: Int, source: Int) -> None:
    """``card`` joins the end of a hand; a hand that nobody tracks only reports it."""
    if w.added_count == ADDED_CAPACITY:
        w.error = ADDED_FULL
        return
    w.added_side[w.added_count] = side
    w.added_card[w.added_count] = card
    w.added_count += 1
    note(w, ADDED, source, source, card, side, 1)
    if s.hand_tracked[side] == 0:
        return
    # The pile comes into the hand in the end: what both have together must fit there.
    if s.hand_count[side] + s.deck_count[side] >= HAND_CAPACITY:
        w.error = HAND_FULL
        return
    s.hand[side][s.hand_count[side]] = card
    s.hand_count[side] += 1


@kernel
def add_to_hand_into(s: State, t: Tables, w: Work, a: Int, side: Int, tile: Int) -> None:
    """The cards of ability ``a`` in the order of the data."""
    for i in range(t.card_count[a]):
        add_card_into(s, w, side, t.cards[a][i], tile)


@kernel
def condemn_into(s: State, t: Tables, w: Work, a: Int, card: Int, side: Int, tile: Int) -> None:
    """destroy_cards while cards are dying or entering: those it means die together in the settle that follows."""
    rest = targets(s, t, a, card, side, tile)
    w.marked |= rest
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        w.marked_uid[other] = s.uid[other]
        w.destroyer[other] = side


@kernel
def act_on_cards_into(s: State, t: Tables, r: Rules, w: Work, a: Int, card: Int, side: Int, tile: Int) -> None:
    """Ability ``a`` of ``card`` acts now: on powers, on a hand, or by condemning cards."""
    operation = t.operation[a]
    if operation == MODIFY_POWER:
        modify_power_into(s, t, r, w, a, t.amount[a], card, side, tile)
    elif operation == ADD_TO_HAND:
        add_to_hand_into(s, t, w, a, side, tile)
    elif operation == DESTROY_CARDS:
        condemn_into(s, t, w, a, card, side, tile)
