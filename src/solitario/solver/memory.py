"""Positions that were met: a table of whole positions, and one of verdicts about stocks.

Both are open tables of keys above 0, at most half full. A key holds all that it stands for, so no two positions share
one. The table of verdicts has for each key a chain of notes in a pool, four numbers each:

    the stock | the note before | the verdict | the key
"""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from solitario.solver.layout import LOCKS_BITS, STOCK_CARDS, Course, Frame

UNDER_WAY, NO, YES = range(3)
"""Verdicts: the search for it has not ended; it is lost; it can be won."""
UNKNOWN = -1

HEIGHTS_SHIFT = LOCKS_BITS
LEFT_SHIFT = HEIGHTS_SHIFT + 16
PHASE_SHIFT = LEFT_SHIFT + STOCK_CARDS
HALF = 0x7FFFFFFF


@kernel
def key_of(f: Frame) -> Int:
    """The whole position."""
    return (f.locks | f.heights << HEIGHTS_SHIFT | f.left << LEFT_SHIFT | f.phase << PHASE_SHIFT) + 1


@kernel
def key_without_stock(f: Frame) -> Int:
    """The position but for its stock."""
    return (f.locks | f.heights << HEIGHTS_SHIFT) + 1


@kernel
def first_slot(key: Int, size: Int) -> Int:
    """Where a table of ``size`` slots, a power of two, begins to look for ``key``."""
    stirred = (key & HALF) * 0x2C1B3C6D ^ (key >> 31) * 0x297A2D39
    return (stirred ^ stirred >> 29) & (size - 1)


@kernel
def is_new(seen: list[int], size: Int, key: Int) -> bool:
    """Whether the table did not hold ``key``; it does now."""
    slot = first_slot(key, size)
    while seen[slot]:
        if seen[slot] == key:
            return False
        slot = (slot + 1) & (size - 1)
    seen[slot] = key
    return True


@kernel
def move_seen_into(seen: list[int], size: Int, old: list[int], old_size: Int) -> None:
    """Take over every key of a smaller table."""
    for slot in range(old_size):
        if old[slot]:
            is_new(seen, size, old[slot])


@kernel
def slot_for(table: list[int], size: Int, key: Int) -> Int:
    """The slot of ``key``, or the free one where it would stand; a slot is two numbers, the key and its last note."""
    slot = first_slot(key, size)
    while table[2 * slot] != 0 and table[2 * slot] != key:
        slot = (slot + 1) & (size - 1)
    return slot


@kernel
def move_table_into(table: list[int], size: Int, old: list[int], old_size: Int) -> None:
    """Take over every key of a smaller table with its notes."""
    for at in range(old_size):
        if old[2 * at]:
            slot = slot_for(table, size, old[2 * at])
            table[2 * slot] = old[2 * at]
            table[2 * slot + 1] = old[2 * at + 1]


@kernel
def verdict_on(table: list[int], size: Int, pool: list[int], key: Int, left: Int) -> Int:
    """What the notes say of a position: more cards in the stock are never worse, fewer never better."""
    note = table[2 * slot_for(table, size, key) + 1]
    while note:
        stock = pool[4 * note]
        if pool[4 * note + 2] == YES:
            if stock & left == stock:
                return YES
        elif stock & left == left:
            return NO
        note = pool[4 * note + 1]
    return UNKNOWN


@kernel
def note_into(table: list[int], size: Int, pool: list[int], c: Course, key: Int, left: Int, verdict: Int) -> None:
    """Note a verdict on a position."""
    slot = slot_for(table, size, key)
    if table[2 * slot] == 0:
        table[2 * slot] = key
        c.keys += 1
    c.notes += 1
    pool[4 * c.notes] = left
    pool[4 * c.notes + 1] = table[2 * slot + 1]
    pool[4 * c.notes + 2] = verdict
    pool[4 * c.notes + 3] = key
    table[2 * slot + 1] = c.notes


@kernel
def forget_into(table: list[int], size: Int, pool: list[int], c: Course) -> None:
    """Take back every note since the mark."""
    while c.notes > c.mark:
        slot = slot_for(table, size, pool[4 * c.notes + 3])
        table[2 * slot + 1] = pool[4 * c.notes + 1]
        c.notes -= 1


@kernel
def lose_into(pool: list[int], c: Course) -> None:
    """Every note since the mark is about a lost position."""
    while c.mark < c.notes:
        c.mark += 1
        pool[4 * c.mark + 2] = NO
