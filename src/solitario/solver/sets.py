"""Which moves a position has, all at once: sets of cards as bits (docs/solver.md, lemmas 1 to 4)."""

from __future__ import annotations

from kernelkit.bits import lowest
from kernelkit.kernel import Int, kernel
from solitario.solver.layout import (
    BACK,
    HOME_LOCKED,
    HOME_LOOSE,
    LOW_GROUPS,
    LOW_TWINS,
    SOON_HOME,
    STOCK_HOME,
    STOCK_PLACE,
    UNLOCK,
    Deal,
    Frame,
)


@kernel
def bit_count(bits: Int) -> Int:
    """How many members a set has."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@kernel
def suit_of(card: Int) -> Int:
    """The number of a card's suit: twice its colour, and one for the second twin."""
    return 2 * ((card >> 1 ^ card >> 2) & 1) + (card & 1)


@kernel
def next_of_suit(card: Int) -> Int:
    """The card that follows in the suit."""
    return card + 4 ^ 2


@kernel
def pairs(cards: Int) -> Int:
    """The cards and their twins."""
    low = (cards | cards >> 1) & LOW_TWINS
    return low | low << 1


@kernel
def more(many: Int, few: Int) -> Int:
    """Both twins of every pair in which ``many`` has more members than ``few``."""
    one_more = (many | many >> 1) & ~(few | few >> 1)
    two_more = (many & many >> 1) & ~(few & few >> 1)
    low = (one_more | two_more) & LOW_TWINS
    return low | low << 1


@kernel
def placeable(d: Deal, f: Frame) -> Int:
    """Cards that some pile would take if they did not lie in one yet."""
    loose = f.visible & ~f.locked
    cards = more(f.visible >> 4, loose) & (d.kings - 1)
    if f.empty > bit_count(loose & d.kings):
        cards |= d.kings
    return cards


@kernel
def freeable(f: Frame) -> Int:
    """Face-up cards that can be brought to the end of a pile."""
    return more(f.visible, (f.visible & ~f.locked) << 4) & f.visible


@kernel
def foundation_tops(f: Frame) -> Int:
    """The last card of every foundation that has one."""
    below = f.due >> 4
    return (below & LOW_GROUPS) << 2 | (below >> 2 & LOW_GROUPS)


@kernel
def turnable(d: Deal, f: Frame) -> Int:
    """Cards that come to the top of the waste if one only draws and recycles."""
    if d.draw_count == 1:
        return f.held
    cards = 0
    count = bit_count(f.left)
    number = 0
    rest = f.left
    while rest:
        number += 1
        card = d.stock[lowest(rest)]
        rest &= rest - 1
        further = number - f.phase
        if number % d.draw_count == 0 or number == count or (f.phase and further >= 0 and further % d.draw_count == 0):
            cards |= 1 << card
    return cards


@kernel
def safe_card(d: Deal, f: Frame) -> Int:
    """A card whose way home loses nothing; -1 when there is none."""
    reachable = freeable(f)
    if d.draw_count == 1:
        reachable |= f.held
    rest = f.due & reachable
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        rank = card >> 2
        suit = suit_of(card)
        one = f.heights >> 4 * (suit ^ 2) & 15
        other = f.heights >> 4 * (suit ^ 3) & 15
        twin = f.heights >> 4 * (suit ^ 1) & 15
        if one >= rank and other >= rank and twin >= rank - 1:
            return card
    return -1


@kernel
def due_in_tableau(f: Frame) -> Int:
    """The face-up cards that are next of their suit, or would be with cards from the stock before them."""
    cards = 0
    rest = f.due
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        while f.held >> card & 1:
            card = next_of_suit(card)
        cards |= 1 << card
    return cards & f.visible


@kernel
def find_moves_into(d: Deal, f: Frame) -> None:
    """Note every move of the position that is worth trying."""
    free = freeable(f)
    spots = placeable(d, f)
    tops = foundation_tops(f)
    if d.draw_count == 1:
        ends = due_in_tableau(f)
        stuck = pairs(ends & ~free)
        ends &= free
        # From the stock comes what the next move needs: a carrier where there is none, a twin to take a card over.
        wanted = (pairs(f.locked | tops | f.held & ~SOON_HOME) & ~spots) << 4 | stuck
        if f.needed >= 0:
            pair = 3 << (f.needed & ~1)
            ends &= pair & ~(1 << f.needed)
            spots &= pair >> 4
        f.moves[STOCK_HOME] = 0
        f.moves[STOCK_PLACE] = f.held & spots & wanted & ~SOON_HOME
    else:
        turned = turnable(d, f)
        ends = free & f.due
        f.moves[STOCK_HOME] = turned & f.due
        f.moves[STOCK_PLACE] = turned & spots  # a two as well: what is taken changes what comes up next
    f.moves[HOME_LOCKED] = ends & f.locked
    f.moves[HOME_LOOSE] = ends & ~f.locked
    f.moves[UNLOCK] = spots & f.locked
    f.moves[BACK] = tops & spots & ~SOON_HOME  # a king too: on an empty pile he carries what nothing else does


@kernel
def has_moves(f: Frame) -> bool:
    """Whether some move was not tried yet."""
    return f.moves[0] | f.moves[1] | f.moves[2] | f.moves[3] | f.moves[4] | f.moves[5] != 0
