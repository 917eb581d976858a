"""The kernel with its cards, its rules and its scratch space: what boards and games are played on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, TypeVar
from zlib import crc32

from kernelkit.records import PackedRecord, is_packed, packed, unpacked
from qb_engine.card_hydrator import shipped
from qb_engine.errors import BrokenCompilerError, MixedFormsError, UnknownCardError
from qb_engine.kernel.layout import NO_CARD, State, Tables, Work
from qb_engine.kernel.program import compiled_entries, compiles, plain_entries
from qb_engine.kernel.tables import card_index, rules_record, tables_record
from qb_engine.models import Card, Effect
from qb_engine.ruleset import SPEC, Ruleset

R = TypeVar("R")
_FORMS = ("plain", "compiled")


class RulesEngine:
    """One set of cards under one ruleset. It keeps scratch space, so two threads need two engines."""

    def __init__(
        self,
        ruleset: Ruleset = SPEC,
        cards: Sequence[Card] | None = None,
        effects: Mapping[str, Effect] | None = None,
        *,
        compiled: bool | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.cards = tuple(shipped().cards if cards is None else cards)
        self.effects = shipped().effects if effects is None else effects
        self.numbers = card_index(self.cards)
        self.compiled = compiles() if compiled is None else compiled
        # Only compiled rules play in arrays; a plain command starts sooner without loading them.
        self._numpy: Any = import_module("numpy") if self.compiled else None
        self.kernel: Any = _compiled() if self.compiled else plain_entries()
        self.salt = crc32(ruleset.name.encode()) >> 1
        own = cards is not None or effects is not None
        self.tables = self.row(tables_record(self.cards, self.effects) if own else _shipped_tables())
        self.rules = self.row(rules_record(ruleset))
        self.work = self.row(Work())
        self.spare = self.row(State())

    def row(self, record: Any) -> Any:
        """A row of one cell with ``record``, in the form this engine plays."""
        return packed(record) if self.compiled else [record]

    def rows(self, kind: Any, count: int) -> Any:
        """A row of ``count`` cells for records of ``kind``, all zero."""
        return self._numpy.zeros(count, kind.dtype) if self.compiled else [kind() for _ in range(count)]

    def numbers_row(self, values: Sequence[int]) -> Any:
        """Whole numbers as the kernel takes them."""
        return self._numpy.array(values, self._numpy.int64) if self.compiled else list(values)

    def seen(self, cells: Any) -> Any:
        """The record in a row of one cell, to be read and written by name."""
        self._check_form(cells)
        return PackedRecord(cells) if self.compiled else cells[0]

    def empty_state(self) -> Any:
        """A row with one neutral, empty state."""
        cells = self.rows(State, 1)
        self.kernel.empty_state(cells)
        return cells

    def copied(self, cells: Any) -> Any:
        """A row with an equal state that shares nothing."""
        self._check_form(cells)
        copy = self.rows(State, 1)
        self.kernel.copy_state(copy, cells)
        return copy

    def adopted(self, cells: Any) -> Any:
        """A row with an equal state that shares nothing, in the form this engine plays, whichever ``cells`` has."""
        if is_packed(cells) == self.compiled:
            return self.copied(cells)
        return self.row(cells[0] if self.compiled else unpacked(State, cells))

    def _check_form(self, cells: Any) -> None:
        """MixedFormsError for a row that this engine cannot play on."""
        if is_packed(cells) != self.compiled:
            raise MixedFormsError(needed=_FORMS[self.compiled], there=_FORMS[not self.compiled])

    def number(self, card_id: str) -> int:
        """The kernel's number of a card; UnknownCardError for an id this engine does not know."""
        number = self.numbers.get(card_id)
        if number is None:
            if self.cards == shipped().cards:
                shipped().get_card(card_id)
            known = ", ".join(list(self.numbers)[:3])
            raise UnknownCardError(asked=card_id[:60], nearest=known)
        return number

    def card(self, card_id: str) -> Card:
        """The card with this id."""
        return self.cards[self.number(card_id)]

    def card_id(self, number: int) -> str | None:
        """The id of the card with this number; None for no card."""
        return None if number == NO_CARD else self.cards[number].id


def _compiled() -> Any:
    """The compiled doors of the kernel; BrokenCompilerError when Numba is there and cannot be used."""
    try:
        return compiled_entries()
    except (ImportError, OSError) as error:
        raise BrokenCompilerError(trouble=str(error)) from error


@cache
def _shipped_tables() -> Tables:
    """The tables of the shipped cards, computed once: nothing ever writes into tables."""
    return tables_record(shipped().cards, shipped().effects)


def engine_for(ruleset: Ruleset) -> RulesEngine:
    """The engine of the shipped cards under ``ruleset``, made once in the form that is played here."""
    return _shipped_engine(ruleset, compiles())


# Any mix of switches is an engine of its own: a process that is asked for many keeps those in use.
@lru_cache(maxsize=64)
def _shipped_engine(ruleset: Ruleset, compiled: bool) -> RulesEngine:
    return RulesEngine(ruleset, compiled=compiled)
