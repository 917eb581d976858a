"""A position as the search begins with it, from the cards of a table or from the number of a deal."""

from __future__ import annotations

from kernelkit.chance import Chance, below, seed_into
from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from solitario.solver.layout import (
    DRAW_AT,
    HEIGHTS_AT,
    HELD_AT,
    HIDDEN_AT,
    KING_AT,
    LOCK_SHIFTS,
    NUMBERS,
    PILES,
    PILES_AT,
    SHOWN_AT,
    WASTE_AT,
    Deal,
    Frame,
)


@kernel
def set_up_pile_into(d: Deal, f: Frame, pile: Int, cards: list[int], at: Int, hidden: Int, shown: Int) -> None:
    """Lay the cards from ``at`` on, hidden ones first, as a pile."""
    for place in range(at + hidden, at + hidden + shown):
        f.visible |= 1 << cards[place]
    locked = hidden + min(shown, 1)
    if locked == 0 or (locked == 1 and 1 << cards[at] & d.kings):
        f.empty += 1
        return
    for depth in range(locked):
        d.pile[pile][depth] = cards[at + depth]
        d.pile_of[cards[at + depth]] = pile
    f.locked |= 1 << cards[at + locked - 1]
    f.locks |= locked << LOCK_SHIFTS[pile]


@kernel
def set_up_stock_into(d: Deal, f: Frame, cards: list[int], at: Int, held: Int, waste: Int) -> None:
    """Lay the cards from ``at`` on into waste and stock, in the order in which they are turned after a recycle."""
    for place in range(held):
        d.stock[place] = cards[at + place]
        d.place[cards[at + place]] = place
        f.held |= 1 << cards[at + place]
    f.left = (1 << held) - 1
    f.phase = 0 if waste % d.draw_count == 0 or waste == held else waste


@kernel
def set_up_into(
    deals: Cells[Deal], frames: Cells[Frame], aside: Cells[Frame], cards: list[int], counts: list[int]
) -> None:
    """Write a table into both deals, one card a draw and as many as it is, and into the first frame of each row."""
    d = deals[1]
    f = frames[0]
    d.kings = 15 << 4 * (counts[KING_AT] - 1)
    d.draw_count = counts[DRAW_AT]
    for number in range(NUMBERS):
        d.pile_of[number] = -1
        d.place[number] = -1
    at = 0
    for pile in range(counts[PILES_AT]):
        set_up_pile_into(d, f, pile, cards, at, counts[HIDDEN_AT + pile], counts[SHOWN_AT + pile])
        at += counts[HIDDEN_AT + pile] + counts[SHOWN_AT + pile]
    set_up_stock_into(d, f, cards, at, counts[HELD_AT], counts[WASTE_AT])
    for suit in range(4):
        height = counts[HEIGHTS_AT + suit]
        f.due |= 1 << 4 * height + 2 * (suit >> 1 ^ height & 1) + (suit & 1)
        f.heights |= height << 4 * suit
    f.needed = -1
    copy_cell(deals, 0, deals, 1)
    deals[0].draw_count = 1
    copy_cell(aside, 0, frames, 0)


@kernel
def deal_into(
    chances: Cells[Chance], number: Int, stream: Int, order: list[int], cards: list[int], counts: list[int]
) -> None:
    """Shuffle ``order`` as the deal with this number does, and write cards and counts of its table."""
    c = chances[0]
    seed_into(c, number, stream)
    last = 4 * counts[KING_AT] - 1
    counts[HELD_AT] = last + 1
    while last > 0:
        chosen = below(c, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
        last -= 1
    at = 0
    for pile in range(PILES):
        counts[HIDDEN_AT + pile] = pile
        counts[SHOWN_AT + pile] = 1
        at += pile + 1
    for place in range(at):
        cards[place] = order[place]
    counts[HELD_AT] -= at
    for place in range(counts[HELD_AT]):  # the stock is turned from its end
        cards[at + place] = order[at + counts[HELD_AT] - 1 - place]
    counts[PILES_AT] = PILES
