"""Trying everything, compiled, for games too large for ``exhaustive_klondike``: again no reduction and no order.

The same rules written a second time, on numbers. A card is ``suit * ranks + value - 1``, suits 0 and 1 are red. A
position is a row of bytes, and is kept as four whole words that say all of it; only the order of the piles is left out.

    pile p: cards from p * DEEP on | how many | how many of them are hidden | waste | stock | heights
"""

from __future__ import annotations

import numpy as np
from numba import njit

PILES, DEEP, LONG = 7, 16, 32
LENGTH = PILES * DEEP
HIDDEN = LENGTH + PILES
WASTE = HIDDEN + PILES
WASTE_LENGTH = WASTE + LONG
STOCK = WASTE_LENGTH + 1
STOCK_LENGTH = STOCK + LONG
HEIGHTS = STOCK_LENGTH + 1
SIZE = HEIGHTS + 4
WORDS = 4
LOST, WON, TOO_MANY = 0, 1, 2


class Exhaustive:
    """Decides small games with at most ``most`` positions; the room for them is used again from game to game."""

    def __init__(self, most):
        self.most = most
        self.kept = np.zeros((most + 512, WORDS), np.int64)
        self.waiting = np.zeros(most + 512, np.int32)
        self.used = np.zeros(most + 512, np.int32)
        slots = 1 << (4 * most).bit_length()
        self.table = np.full(slots, -1, np.int32)

    def is_winnable(self, piles, stock, ranks, draw_count, waste=(), heights=(0, 0, 0, 0)):
        """Whether the game can be won; None when it has more positions than there is room for."""
        room = (self.most, self.kept, self.waiting, self.used, self.table)
        found = decided(begun(piles, stock, ranks, waste, heights), len(piles), ranks, draw_count, *room)
        return None if found == TOO_MANY else found == WON


def begun(piles, stock, ranks, waste, heights):
    """A game as ``exhaustive_klondike`` writes it, as a row of bytes."""
    row = np.zeros(SIZE, np.int8)
    for number, (hidden, shown) in enumerate(piles):
        for at, (suit, value) in enumerate(hidden + shown):
            row[number * DEEP + at] = suit * ranks + value - 1
        row[LENGTH + number], row[HIDDEN + number] = len(hidden) + len(shown), len(hidden)
    for at, (suit, value) in enumerate(stock):
        row[STOCK + at] = suit * ranks + value - 1
    for at, (suit, value) in enumerate(waste):
        row[WASTE + at] = suit * ranks + value - 1
    row[STOCK_LENGTH], row[WASTE_LENGTH], row[HEIGHTS:] = len(stock), len(waste), heights
    return row


@njit
def encode(row, piles, words):
    """Write ``row`` as words: the piles in the order of their lowest cards, then waste and stock; counts; heights."""
    order = np.zeros(PILES, np.int64)
    for pile in range(piles):
        at = pile
        first = row[pile * DEEP] if row[LENGTH + pile] else 99
        while at > 0:
            other = order[at - 1]
            if (row[other * DEEP] if row[LENGTH + other] else 99) <= first:
                break
            order[at] = other
            at -= 1
        order[at] = pile
    words[:] = 0
    place = 0
    for at in range(piles):
        pile = order[at]
        words[2] |= np.int64(row[LENGTH + pile] | row[HIDDEN + pile] << 4) << (7 * at)
        for card in range(row[LENGTH + pile]):
            words[place // 12] |= np.int64(row[pile * DEEP + card]) << (5 * (place % 12))
            place += 1
    for at in range(row[WASTE_LENGTH]):
        words[place // 12] |= np.int64(row[WASTE + at]) << (5 * (place % 12))
        place += 1
    for at in range(row[STOCK_LENGTH]):
        words[place // 12] |= np.int64(row[STOCK + at]) << (5 * (place % 12))
        place += 1
    words[3] = np.int64(row[WASTE_LENGTH]) | np.int64(row[STOCK_LENGTH]) << 5
    for suit in range(4):
        words[3] |= np.int64(row[HEIGHTS + suit]) << (10 + 4 * suit)


@njit
def decode(words, piles, row):
    """The position that ``words`` say."""
    row[:] = 0
    place = 0
    for pile in range(piles):
        counts = words[2] >> (7 * pile)
        row[LENGTH + pile], row[HIDDEN + pile] = counts & 15, counts >> 4 & 7
        for card in range(counts & 15):
            row[pile * DEEP + card] = words[place // 12] >> (5 * (place % 12)) & 31
            place += 1
    row[WASTE_LENGTH], row[STOCK_LENGTH] = words[3] & 31, words[3] >> 5 & 31
    for at in range(row[WASTE_LENGTH]):
        row[WASTE + at] = words[place // 12] >> (5 * (place % 12)) & 31
        place += 1
    for at in range(row[STOCK_LENGTH]):
        row[STOCK + at] = words[place // 12] >> (5 * (place % 12)) & 31
        place += 1
    for suit in range(4):
        row[HEIGHTS + suit] = words[3] >> (10 + 4 * suit) & 15


@njit
def takes(row, pile, card, ranks):
    """Whether ``pile`` takes ``card``."""
    if row[LENGTH + pile] == 0:
        return card % ranks == ranks - 1
    lower = row[pile * DEEP + row[LENGTH + pile] - 1]
    return (lower // ranks < 2) != (card // ranks < 2) and lower % ranks == card % ranks + 1


@njit
def lay(row, pile, card):
    """Lay ``card`` on ``pile``."""
    row[pile * DEEP + row[LENGTH + pile]] = card
    row[LENGTH + pile] += 1


@njit
def cut(row, pile, count):
    """Take ``count`` cards from the end of ``pile`` and turn its next card up if none is."""
    row[LENGTH + pile] -= count
    if row[LENGTH + pile] == row[HIDDEN + pile] and row[HIDDEN + pile] > 0:
        row[HIDDEN + pile] -= 1


@njit
def add(row, piles, room, count, high):
    """Keep a position if it is new; how many are kept and how many wait."""
    words, kept, waiting, used, table = room
    encode(row, piles, words)
    stirred = np.uint64(0)
    for word in range(WORDS):
        stirred = (stirred ^ np.uint64(words[word])) * np.uint64(0x9E3779B97F4A7C15)
        stirred ^= stirred >> np.uint64(29)
    slot = np.int64(stirred & np.uint64(len(table) - 1))
    while table[slot] >= 0:
        other = table[slot]
        if (
            kept[other, 0] == words[0]
            and kept[other, 1] == words[1]
            and kept[other, 2] == words[2]
            and kept[other, 3] == words[3]
        ):
            return count, high
        slot = (slot + 1) & (len(table) - 1)
    table[slot] = count
    used[count] = slot
    kept[count] = words
    waiting[high] = count
    return count + 1, high + 1


@njit
def from_piles(row, child, piles, ranks, room, count, high):
    """Every move of tableau cards: runs to other piles, and last cards home."""
    for pile in range(piles):
        length = row[LENGTH + pile]
        for taken in range(1, length - row[HIDDEN + pile] + 1):
            for target in range(piles):
                if target != pile and takes(row, target, row[pile * DEEP + length - taken], ranks):
                    child[:] = row
                    for at in range(length - taken, length):
                        lay(child, target, row[pile * DEEP + at])
                    cut(child, pile, taken)
                    count, high = add(child, piles, room, count, high)
        card = row[pile * DEEP + length - 1] if length else -1
        if card >= 0 and row[HEIGHTS + card // ranks] == card % ranks:
            child[:] = row
            cut(child, pile, 1)
            child[HEIGHTS + card // ranks] += 1
            count, high = add(child, piles, room, count, high)
    return count, high


@njit
def from_waste(row, child, piles, ranks, room, count, high):
    """Every move of the card on top of the waste."""
    if row[WASTE_LENGTH] == 0:
        return count, high
    card = row[WASTE + row[WASTE_LENGTH] - 1]
    if row[HEIGHTS + card // ranks] == card % ranks:
        child[:] = row
        child[WASTE_LENGTH] -= 1
        child[HEIGHTS + card // ranks] += 1
        count, high = add(child, piles, room, count, high)
    for target in range(piles):
        if takes(row, target, card, ranks):
            child[:] = row
            child[WASTE_LENGTH] -= 1
            lay(child, target, card)
            count, high = add(child, piles, room, count, high)
    return count, high


@njit
def from_foundations(row, child, piles, ranks, room, count, high):
    """Every card that comes back."""
    for suit in range(4):
        card = suit * ranks + row[HEIGHTS + suit] - 1
        for target in range(piles):
            if row[HEIGHTS + suit] and takes(row, target, card, ranks):
                child[:] = row
                child[HEIGHTS + suit] -= 1
                lay(child, target, card)
                count, high = add(child, piles, room, count, high)
    return count, high


@njit
def from_stock(row, child, piles, draw_count, room, count, high):
    """A draw, or a recycle when there is nothing to draw."""
    child[:] = row
    if row[STOCK_LENGTH]:
        for _card in range(min(draw_count, row[STOCK_LENGTH])):
            child[STOCK_LENGTH] -= 1
            child[WASTE + child[WASTE_LENGTH]] = child[STOCK + child[STOCK_LENGTH]]
            child[WASTE_LENGTH] += 1
    else:
        for at in range(row[WASTE_LENGTH]):
            child[STOCK + at] = row[WASTE + row[WASTE_LENGTH] - 1 - at]
        child[STOCK_LENGTH], child[WASTE_LENGTH] = row[WASTE_LENGTH], 0
    return add(child, piles, room, count, high)


@njit
def is_won(row, ranks):
    """Whether every foundation is full."""
    return row[HEIGHTS:].min() == ranks


@njit
def decided(start, piles, ranks, draw_count, most, kept, waiting, used, table):
    """Try everything, and leave the table empty."""
    room = (np.zeros(WORDS, np.int64), kept, waiting, used, table)
    found, count = tried(start, piles, ranks, draw_count, most, room)
    for at in range(count):
        table[used[at]] = -1
    return found


@njit
def tried(start, piles, ranks, draw_count, most, room):
    """Whether the game can be won, and how many positions were kept."""
    kept, waiting = room[1], room[2]
    row, child = np.zeros(SIZE, np.int8), np.zeros(SIZE, np.int8)
    count, high = add(start, piles, room, 0, 0)
    while high > 0:
        if count > most:
            return TOO_MANY, count
        high -= 1
        decode(kept[waiting[high]], piles, row)
        if is_won(row, ranks):
            return WON, count
        count, high = from_piles(row, child, piles, ranks, room, count, high)
        count, high = from_waste(row, child, piles, ranks, room, count, high)
        count, high = from_foundations(row, child, piles, ranks, room, count, high)
        count, high = from_stock(row, child, piles, draw_count, room, count, high)
    return LOST, count
