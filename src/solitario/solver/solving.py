"""The door of the solver: a table and its rules in, a verdict with its line out."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from kernelkit.chance import Chance
from solitario.domain.cards import Deck
from solitario.domain.deals import deal_stream, dealt
from solitario.domain.moves import Move
from solitario.domain.rules import DealRules
from solitario.domain.table import Table
from solitario.solver.encoding import encoded, numbering_of
from solitario.solver.layout import COUNTS, DRAW_AT, KING_AT, Course, Deal, Frame
from solitario.solver.lifting import lifted
from solitario.solver.program import Engine, engine
from solitario.solver.search import LOST, NODES_END, POOL_FULL, SEEN_FULL, STACK_FULL, TABLE_FULL, WON

DIVE_NODES = 20_000
"""How long a search for two or three cards goes straight on before it asks what is lost anyway."""
SLICE_NODES = 50_000
"""How many nodes pass between two looks at the clock."""
FIRST_DEPTHS = 512
FIRST_SLOTS = 1 << 10
GROWTH = 4
MOST_NUMBERS = 1 << 26
"""How many numbers the tables may hold unless more are allowed, half a gigabyte; beyond that nothing is proven."""
EASY, REAL = 0, 1
"""Rows of deals and courses: as if one card were drawn at a time, and as it is."""


class Verdict(Enum):
    """What is known of a position."""

    WINNABLE = "winnable"
    LOST = "not winnable"
    UNPROVEN = "not proven"


VERDICTS = {WON: Verdict.WINNABLE, LOST: Verdict.LOST}


@dataclass(frozen=True, slots=True)
class Budget:
    """How far to look: ``nodes`` give the same answer everywhere, ``seconds`` what this machine finds in time.

    ``numbers`` bounds what the tables hold, eight bytes each.
    """

    nodes: int = 20_000_000
    seconds: float | None = None
    numbers: int = MOST_NUMBERS


class Solution:
    """A verdict and what it took; a number in the tables has eight bytes."""

    def __init__(self, verdict: Verdict, nodes: int, numbers: int, line: Callable[[], tuple[Move, ...]]) -> None:
        self.verdict, self.nodes, self.numbers = verdict, nodes, numbers
        self._line = line

    @cached_property
    def line(self) -> tuple[Move, ...]:
        """The moves that win, none if it is not winnable; worked out when they are asked for."""
        return self._line()


Line = list[tuple[int, int]]


def solve(
    table: Table,
    rules: DealRules,
    budget: Budget | None = None,
    *,
    is_cancelled: Callable[[], bool] = lambda: False,
    form: Engine | None = None,
) -> Solution:
    """Decide ``table``; InvalidDealError for one that no game leads to. Nothing is changed by asking."""
    form = form or engine()
    cards, counts = encoded(table, rules.draw_count)
    search = _Search(form.listed(cards), form.listed(counts), rules, form)
    return search.decided(budget or Budget(), is_cancelled, lambda line: lifted(table, rules, line))


def solve_deal(
    rules: DealRules,
    deck: Deck,
    budget: Budget | None = None,
    *,
    is_cancelled: Callable[[], bool] = lambda: False,
    form: Engine | None = None,
) -> Solution:
    """Decide the beginning of a deal, quicker than ``solve``: the kernel deals the cards itself."""
    form = form or engine()
    stream = deal_stream(rules.deal_number, deck)
    order = form.listed(numbering_of(deck).order)
    cards, counts = form.numbers(len(order)), form.numbers(COUNTS)
    counts[KING_AT], counts[DRAW_AT] = deck.king_value, rules.draw_count
    form.doors.deal_into(form.rows(Chance, 1), rules.deal_number, stream, order, cards, counts)
    search = _Search(cards, counts, rules, form)
    return search.decided(
        budget or Budget(), is_cancelled, lambda line: lifted(dealt(rules.deal_number, deck), rules, line)
    )


class _Search:
    """One position on its way to a verdict, slice by slice."""

    def __init__(self, cards: Any, counts: Any, rules: DealRules, form: Engine) -> None:
        self._form, self._doors = form, form.doors
        self._most_nodes = self._most_numbers = 0
        self._deals = form.rows(Deal, 2)
        self._courses = form.rows(Course, 2)
        self._frames = form.rows(Frame, FIRST_DEPTHS)
        self._aside = form.rows(Frame, FIRST_DEPTHS)
        self._depths = FIRST_DEPTHS
        self._seen = form.numbers(FIRST_SLOTS)
        self._table = form.numbers(2 * FIRST_SLOTS)
        self._pool = form.numbers(4 * FIRST_SLOTS)
        self._doors.set_up_into(self._deals, self._frames, self._aside, cards, counts)
        for row in (EASY, REAL):
            form.seen(self._courses, row).depth = -1
        # The order of a shuffled recycle is not known: a draw of more than one card is decided only if it is lost.
        self._is_easy = rules.draw_count == 1
        self._only_loses = rules.shuffles and not self._is_easy
        self._is_loss_ruled_out = False
        is_won = self._doors.begin_search(self._deals, self._courses, self._frames)
        self.ended: int | None = WON if is_won else None

    def decided(
        self, budget: Budget, is_cancelled: Callable[[], bool], lift: Callable[[Line], tuple[Move, ...]]
    ) -> Solution:
        """The verdict that ``budget`` is enough for."""
        ends_at = None if budget.seconds is None else time.monotonic() + budget.seconds
        self._most_nodes, self._most_numbers = budget.nodes, budget.numbers
        while self.ended is None:
            if is_cancelled() or (ends_at is not None and time.monotonic() >= ends_at):
                break
            self.go_on()
        verdict = Verdict.UNPROVEN if self.ended is None else VERDICTS.get(self.ended, Verdict.UNPROVEN)
        won = self.line() if verdict is Verdict.WINNABLE else None
        return Solution(verdict, self.nodes, self.numbers, lambda: () if won is None else lift(won))

    @property
    def nodes(self) -> int:
        """Moves tried so far."""
        return int(sum(self._form.seen(self._courses, row).nodes for row in (EASY, REAL)))

    @property
    def numbers(self) -> int:
        """How many numbers the tables hold."""
        return len(self._seen) + len(self._table) + len(self._pool)

    def line(self) -> Line:
        """The kinds and cards of the moves from the first frame to the one that is looked at."""
        frames, row = (self._aside, EASY) if self._is_easy else (self._frames, REAL)
        depth = int(self._form.seen(self._courses, row).depth)
        on_the_way = (self._form.seen(frames, at) for at in range(depth))
        return [(int(frame.kind), int(frame.card)) for frame in on_the_way]

    def go_on(self) -> None:
        """One slice more; ``ended`` says when it was the last."""
        until = min(self._most_nodes, self.nodes + SLICE_NODES)
        if self._is_easy or self._only_loses:
            ended = self._look(until)
            if ended == WON and self._only_loses:
                ended, until = NODES_END, self._most_nodes
        elif self.nodes < DIVE_NODES:
            ended = self._search(min(until, DIVE_NODES), asks=False)
            until = max(until, DIVE_NODES)
        elif not self._is_loss_ruled_out:
            ended = self._look(until)
            if ended == WON:
                self._is_loss_ruled_out = True
                self._form.seen(self._courses, EASY).depth = -1
                return
        else:
            ended = self._search(until, asks=True)
        if ended in (STACK_FULL, TABLE_FULL, POOL_FULL, SEEN_FULL):
            self.ended = None if self._grow(ended) else NODES_END
        elif ended != NODES_END or until >= self._most_nodes:
            self.ended = ended

    def _look(self, until: int) -> int:
        """Decide it as if one card were drawn at a time."""
        until -= int(self._form.seen(self._courses, REAL).nodes)
        return int(
            self._doors.look_through(self._deals, self._courses, self._aside, self._depths, *self._verdicts(), until)
        )

    def _search(self, until: int, *, asks: bool) -> int:
        return int(
            self._doors.search(
                self._deals, self._courses, self._frames, self._aside, self._depths,
                self._seen, len(self._seen), *self._verdicts(), until, asks,
            )
        )  # fmt: skip

    def _verdicts(self) -> tuple[Any, int, Any, int]:
        return self._table, len(self._table) // 2, self._pool, len(self._pool) // 4

    def _grow(self, what: int) -> bool:
        """Make room; False when there may be no more."""
        form = self._form
        if what == STACK_FULL:
            self._depths *= GROWTH
            self._frames = form.grown_rows(Frame, self._frames, self._depths)
            self._aside = form.grown_rows(Frame, self._aside, self._depths)
            return True
        old = {SEEN_FULL: self._seen, TABLE_FULL: self._table, POOL_FULL: self._pool}[what]
        if self.numbers + (GROWTH - 1) * len(old) > self._most_numbers:
            return False
        new = form.numbers(GROWTH * len(old))
        if what == SEEN_FULL:
            self._doors.move_seen_into(new, len(new), old, len(old))
            self._seen = new
        elif what == TABLE_FULL:
            self._doors.move_table_into(new, len(new) // 2, old, len(old) // 2)
            self._table = new
        else:
            new[: len(old)] = old
            self._pool = new
        return True
