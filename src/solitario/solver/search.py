"""The search: depth first, one frame a move.

``look`` decides the game in which one card is drawn at a time. ``search`` decides the others and gives up what ``look``
finds lost. Either stops where it is when its nodes, its table or its stack come to an end, and goes on from there.
"""

from __future__ import annotations

from kernelkit.kernel import Int, kernel
from kernelkit.records import Cells, copy_cell
from solitario.solver.layout import Course, Deal, Frame
from solitario.solver.making import is_won, settle_into, try_next_into
from solitario.solver.memory import (
    NO,
    UNDER_WAY,
    YES,
    forget_into,
    is_new,
    key_of,
    key_without_stock,
    lose_into,
    note_into,
    verdict_on,
)
from solitario.solver.sets import find_moves_into, has_moves

LOST, WON, NODES_END, STACK_FULL, TABLE_FULL, POOL_FULL, SEEN_FULL = range(7)
"""How a call ends."""
UNANSWERED = NODES_END
BEYOND = 100

ASKED_NODES = 1_000_000
"""How long a search for two or three cards asks about one card at a time; then it goes on without an answer."""


@kernel
def begin_look_into(d: Deal, c: Course, frames: Cells[Frame]) -> None:
    """Stand before the position in the first frame, as if one card were drawn at a time."""
    f = frames[0]
    f.phase = 0
    f.needed = -1
    settle_into(d, f)
    c.depth = 0
    c.mark = c.notes
    f.is_asked = 0


@kernel
def win_into(frames: Cells[Frame], table: list[int], size: Int, pool: list[int], c: Course) -> None:
    """Every position on the way is won; what was under way beside it stays open."""
    forget_into(table, size, pool, c)
    for depth in range(c.depth):
        f = frames[depth]
        if f.needed < 0:
            note_into(table, size, pool, c, key_without_stock(f), f.left, YES)


@kernel
def look(
    d: Deal,
    c: Course,
    frames: Cells[Frame],
    depths: Int,
    table: list[int],
    size: Int,
    pool: list[int],
    notes: Int,
    nodes: Int,
) -> Int:
    """Decide the position in the first frame; verdicts stay noted. ``nodes`` is where the count of moves ends."""
    while c.depth >= 0:
        f = frames[c.depth]
        if not f.is_asked:  # newly met
            if c.keys * 2 >= size:
                return TABLE_FULL
            if c.notes + depths >= notes:
                return POOL_FULL
            if f.needed < 0:
                told = YES if is_won(d, f) else verdict_on(table, size, pool, key_without_stock(f), f.left)
                if told == YES:
                    win_into(frames, table, size, pool, c)
                    return WON
                if told == NO:
                    c.depth -= 1
                    continue
                note_into(table, size, pool, c, key_without_stock(f), f.left, UNDER_WAY)
            find_moves_into(d, f)
            f.is_asked = 1
        if not has_moves(f):
            c.depth -= 1
            continue
        if c.nodes >= nodes:
            return NODES_END
        if c.depth + 1 >= depths:
            return STACK_FULL
        try_next_into(d, frames, c.depth)
        c.nodes += 1
        c.depth += 1
        frames[c.depth].is_asked = 0
    lose_into(pool, c)
    return LOST


@kernel
def look_through(
    deals: Cells[Deal],
    courses: Cells[Course],
    frames: Cells[Frame],
    depths: Int,
    table: list[int],
    size: Int,
    pool: list[int],
    notes: Int,
    nodes: Int,
) -> Int:
    """Go on with a look, from its beginning if it has none."""
    if courses[0].depth < 0:
        begin_look_into(deals[0], courses[0], frames)
    return look(deals[0], courses[0], frames, depths, table, size, pool, notes, nodes)


@kernel
def ask(
    d: Deal,
    c: Course,
    frames: Cells[Frame],
    depths: Int,
    table: list[int],
    size: Int,
    pool: list[int],
    notes: Int,
    nodes: Int,
) -> Int:
    """Go on with a look that is not waited for too long: LOST, WON, UNANSWERED, or BEYOND and why it has to stop."""
    ended = look(d, c, frames, depths, table, size, pool, notes, min(nodes, c.limit))
    if ended > NODES_END or (ended == NODES_END and c.nodes < c.limit):
        return BEYOND + ended
    if ended == NODES_END:
        forget_into(table, size, pool, c)
    c.depth = -1
    return ended


@kernel
def begin_search(deals: Cells[Deal], courses: Cells[Course], frames: Cells[Frame]) -> bool:
    """Stand before the position in the first frame; whether safe moves have won it already."""
    settle_into(deals[1], frames[0])
    find_moves_into(deals[1], frames[0])
    frames[0].is_asked = 1
    courses[1].depth = 0
    return is_won(deals[1], frames[0])


@kernel
def search(
    deals: Cells[Deal],
    courses: Cells[Course],
    frames: Cells[Frame],
    aside: Cells[Frame],
    depths: Int,
    seen: list[int],
    seen_size: Int,
    table: list[int],
    size: Int,
    pool: list[int],
    notes: Int,
    nodes: Int,
    asks: bool,
) -> Int:
    """Go on until the game is won or lost, the first of each row looking ahead one card at a time if it ``asks``."""
    easy = deals[0]
    d = deals[1]
    looking = courses[0]
    c = courses[1]
    while c.depth >= 0:
        f = frames[c.depth]
        if asks and not f.is_asked:
            if looking.depth < 0:
                copy_cell(aside, 0, frames, c.depth)
                begin_look_into(easy, looking, aside)
                looking.limit = looking.nodes + ASKED_NODES
            ended = ask(easy, looking, aside, depths, table, size, pool, notes, nodes - c.nodes)
            if ended > UNANSWERED:
                return ended - BEYOND
            f.is_asked = 1
            if ended == LOST:
                c.depth -= 1
                continue
        if not has_moves(f):
            c.depth -= 1
            continue
        if c.nodes + looking.nodes >= nodes:
            return NODES_END
        if c.depth + 1 >= depths:
            return STACK_FULL
        if c.keys * 2 >= seen_size:
            return SEEN_FULL
        try_next_into(d, frames, c.depth)
        c.nodes += 1
        child = frames[c.depth + 1]
        if not is_new(seen, seen_size, key_of(child)):
            continue
        c.keys += 1
        c.depth += 1
        if is_won(d, child):
            return WON
        child.is_asked = 0
        find_moves_into(d, child)
    return LOST
