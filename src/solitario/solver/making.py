"""What a move changes."""

from __future__ import annotations

from kernelkit.bits import lowest
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from solitario.solver.layout import (
    BACK,
    HOME_LOCKED,
    HOME_LOOSE,
    LOCK_MASKS,
    LOCK_SHIFTS,
    STOCK_HOME,
    STOCK_PLACE,
    UNLOCK,
    Deal,
    Frame,
)
from solitario.solver.sets import bit_count, next_of_suit, safe_card, suit_of


@kernel
def unlock_into(d: Deal, f: Frame, card: Int) -> None:
    """The pile that locked ``card`` turns its next card up, or locks nothing more."""
    pile = d.pile_of[card]
    one = 1 << LOCK_SHIFTS[pile]
    count = (f.locks >> LOCK_SHIFTS[pile] & LOCK_MASKS[pile]) - 1
    f.locks -= one
    f.locked &= ~(1 << card)
    if count == 0:
        f.empty += 1
        return
    turned = 1 << d.pile[pile][count - 1]
    f.visible |= turned
    if count == 1 and turned & d.kings:
        f.locks -= one
        f.empty += 1
    else:
        f.locked |= turned


@kernel
def take_into(d: Deal, f: Frame, card: Int) -> None:
    """Take ``card`` from the top of the waste."""
    place = 1 << d.place[card]
    waste = bit_count(f.left & (place - 1))
    f.left &= ~place
    f.held &= ~(1 << card)
    if waste % d.draw_count == 0 or waste == bit_count(f.left):
        waste = 0
    f.phase = waste


@kernel
def send_home_into(f: Frame, card: Int) -> None:
    """Lay ``card`` on its foundation."""
    f.visible &= ~(1 << card)
    f.due ^= 1 << card | 1 << next_of_suit(card)
    f.heights += 1 << 4 * suit_of(card)


@kernel
def bring_back_into(f: Frame, card: Int) -> None:
    """Take ``card`` from its foundation into the tableau."""
    f.visible |= 1 << card
    f.due ^= 1 << card | 1 << next_of_suit(card)
    f.heights -= 1 << 4 * suit_of(card)


@kernel
def send_earlier_into(d: Deal, f: Frame, card: Int) -> None:
    """Send home from the stock what comes before ``card`` in its suit."""
    suit = suit_of(card)
    for rank in range(f.heights >> 4 * suit & 15, card >> 2):
        earlier = 4 * rank + 2 * (suit >> 1 ^ rank & 1) + (suit & 1)
        take_into(d, f, earlier)
        send_home_into(f, earlier)


@kernel
def make_into(d: Deal, f: Frame, kind: Int, card: Int) -> None:
    """Make a move."""
    f.needed = -1
    if kind in (HOME_LOCKED, HOME_LOOSE):
        send_earlier_into(d, f, card)
        if kind == HOME_LOCKED:
            unlock_into(d, f, card)
        send_home_into(f, card)
    elif kind == UNLOCK:
        unlock_into(d, f, card)
    elif kind == STOCK_HOME:
        take_into(d, f, card)
        send_home_into(f, card)
    elif kind == STOCK_PLACE:
        take_into(d, f, card)
        f.visible |= 1 << card
        if d.draw_count == 1:
            f.needed = card
    elif kind == BACK:
        bring_back_into(f, card)


@kernel
def make_safe_into(d: Deal, f: Frame, card: Int) -> None:
    """Send a safe card home from where it is."""
    if 1 << card & f.locked:
        unlock_into(d, f, card)
    elif 1 << card & f.held:
        take_into(d, f, card)
    send_home_into(f, card)


@kernel
def settle_into(d: Deal, f: Frame) -> None:
    """Make every safe move, unless a card still waits for the move that needs it."""
    if f.needed >= 0:
        return
    card = safe_card(d, f)
    while card >= 0:
        make_safe_into(d, f, card)
        card = safe_card(d, f)


@kernel
def try_next_into(d: Deal, frames: Cells[Frame], depth: Int) -> None:
    """Make the next untried move of a frame in the one above it."""
    f = frames[depth]
    kind = 0
    while f.moves[kind] == 0:
        kind += 1
    f.kind = kind
    f.card = lowest(f.moves[kind])
    f.moves[kind] &= f.moves[kind] - 1
    copy_cell(frames, depth + 1, frames, depth)
    make_into(d, frames[depth + 1], f.kind, f.card)
    settle_into(d, frames[depth + 1])


@kernel
def is_won(d: Deal, f: Frame) -> bool:
    """Whether every foundation is full."""
    return f.due == d.kings << 4
