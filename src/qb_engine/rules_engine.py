"""The kernel with its cards, its rules and its scratch space: what boards and games are played on.

Any number of threads may ask one engine at the same time: what a play scribbles on is each thread's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from threading import RLock, local
from typing import Any, Protocol, TypeVar
from weakref import WeakValueDictionary
from zlib import crc32

from kernelkit.once import once
from kernelkit.records import filled, is_packed, packed, seen_packed, unpacked
from qb_engine.card_hydrator import shipped
from qb_engine.errors import BrokenCompilerError, MixedFormsError, UnknownCardError
from qb_engine.kernel.layout import MOVE_CAPACITY, NO_CARD, State, Tables, Work
from qb_engine.kernel.program import compiled_entries, compiles, plain_entries
from qb_engine.kernel.tables import card_index, rules_record, tables_record
from qb_engine.models import Card, Effect
from qb_engine.moves import COLUMNS, TILES, Move
from qb_engine.ruleset import SPEC, Ruleset

R = TypeVar("R")
_FORMS = ("plain", "compiled")


class Scratch(local):
    """What a play needs besides the state; every thread that asks an engine has its own."""

    def __init__(self, engine: RulesEngine) -> None:
        self.work = engine.rows(Work, 1)
        self.report = engine.seen(self.work)
        self.spare = engine.rows(State, 1)
        self.desk = self.spare, engine.tables, engine.rules, self.work
        """What the kernel takes for a play after the state, in its order; ``list_desk`` for a list of placements."""
        self.placements = engine.numbers_row([0] * MOVE_CAPACITY)
        self.list_desk = engine.tables, engine.rules, self.work
        self.listed = memoryview(self.placements) if engine.compiled else self.placements


class RulesEngine:
    """One set of cards under one ruleset, in one of the kernel's two forms. Nothing in it changes once it is made.

    Copies of an engine are the engine itself, and a pickled one is found again where it is read.
    """

    def __init__(
        self,
        ruleset: Ruleset = SPEC,
        cards: Sequence[Card] | None = None,
        effects: Mapping[str, Effect] | None = None,
        *,
        compiled: bool | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.is_shipped = cards is None and effects is None
        self.cards = tuple(shipped().cards if cards is None else cards)
        self.effects = shipped().effects if effects is None else effects
        self.ids = tuple(card.id for card in self.cards)
        self.numbers = card_index(self.cards)
        self.compiled = compiles() if compiled is None else compiled
        # Only compiled rules play in arrays; a plain command starts sooner without loading them.
        self._numpy: Any = import_module("numpy") if self.compiled else None
        self.kernel: Any = _compiled() if self.compiled else plain_entries()
        self.salt = crc32(ruleset.name.encode()) >> 1
        self.tables = self.row(_shipped_tables() if self.is_shipped else tables_record(self.cards, self.effects))
        self.rules = self.row(rules_record(ruleset))
        self._layout: Any = State.dtype if self.compiled else None  # type: ignore[attr-defined]
        self._empty = self.rows(State, 1)
        self.kernel.empty_state(self._empty)
        self.scratch = Scratch(self)
        self._moves: tuple[Move, ...] = ()
        self._is_in_order = list(self.ids) == sorted(self.ids)
        if not self.is_shipped:
            _OWN[_key(ruleset, self.cards, self.effects, self.compiled)] = self

    @property
    def work(self) -> Any:
        """This thread's scratch record, in a row of one cell."""
        return self.scratch.work

    @property
    def spare(self) -> Any:
        """This thread's room for one state."""
        return self.scratch.spare

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
        return seen_packed(cells) if self.compiled else cells[0]

    def empty_state(self) -> Any:
        """A row with one neutral, empty state."""
        return self.copied(self._empty)

    def copied(self, cells: Any) -> Any:
        """A row with an equal state that shares nothing."""
        self._check_form(cells)
        copy = self._numpy.empty(self._layout.itemsize, "i1").view(self._layout) if self.compiled else [State()]
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

    def values(self, cells: Any) -> dict[str, Any]:
        """The first record of a row as plain numbers and lists, in either form the same."""
        record = self.seen(cells)
        names = cells.dtype.names if self.compiled else record.layout
        return {name: _listed(getattr(record, name)) for name in names}

    def row_of(self, kind: Any, values: Mapping[str, Any]) -> Any:
        """A row of one cell with the record that ``values`` tells."""
        return self.row(filled(kind, values))

    def moves(self, placements: Iterable[int]) -> list[Move]:
        """The moves that rising numbers ``card * TILES + tile`` stand for, sorted."""
        if not self._moves:
            self._moves = tuple(Move(card_id, *divmod(tile, COLUMNS)) for card_id in self.ids for tile in range(TILES))
        found = list(map(self._moves.__getitem__, placements))
        return found if self._is_in_order else sorted(found)

    def number(self, card_id: str) -> int:
        """The kernel's number of a card; UnknownCardError for an id this engine does not know."""
        number = self.numbers.get(card_id)
        if number is None:
            if self.cards == shipped().cards:
                shipped().get_card(card_id)
            known = ", ".join(list(self.numbers)[:3])
            raise UnknownCardError(asked=str(card_id)[:60], nearest=known)
        return number

    def numbers_of(self, card_ids: Iterable[str]) -> list[int]:
        """The kernel's numbers of some cards."""
        try:
            return list(map(self.numbers.__getitem__, card_ids))
        except KeyError as error:
            self.number(error.args[0])
            raise

    def card(self, card_id: str) -> Card:
        """The card with this id."""
        return self.cards[self.number(card_id)]

    def card_id(self, number: int) -> str | None:
        """The id of the card with this number; None for no card."""
        return None if number == NO_CARD else self.ids[number]

    def plays_like(self, other: RulesEngine) -> bool:
        """Whether cards, effects and rules are the same; the form may differ."""
        return self is other or (
            self.ruleset == other.ruleset and self.cards == other.cards and self.effects == other.effects
        )

    def __copy__(self) -> RulesEngine:
        return self

    def __deepcopy__(self, _memo: object) -> RulesEngine:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        own = (None, None) if self.is_shipped else (self.cards, dict(self.effects))
        return engine_of, (self.ruleset, *own)


def _listed(value: Any) -> Any:
    """A number, or rows of numbers as lists."""
    return value if isinstance(value, int) else [_listed(each) for each in value]


class HasRules(Protocol):
    """What stands on an engine, such as an ``EffectEngine``."""

    @property
    def rules_engine(self) -> RulesEngine:
        """The engine."""


def _compiled() -> Any:
    """The compiled doors of the kernel; BrokenCompilerError when Numba is there and cannot be used."""
    try:
        return compiled_entries()
    except (ImportError, OSError) as error:
        raise BrokenCompilerError(trouble=str(error)) from error


@once
def _shipped_tables() -> Tables:
    """The tables of the shipped cards, computed once: nothing ever writes into tables."""
    return tables_record(shipped().cards, shipped().effects)


def engine_for(ruleset: Ruleset) -> RulesEngine:
    """The engine of the shipped cards under ``ruleset``, made once in the form that is played here."""
    with _MAKING:
        return _shipped_engine(ruleset, compiles())


_MAKING = RLock()


# Any mix of switches is an engine of its own: a process that is asked for many keeps those in use.
@lru_cache(maxsize=64)
def _shipped_engine(ruleset: Ruleset, compiled: bool) -> RulesEngine:
    return RulesEngine(ruleset, compiled=compiled)


_OWN: WeakValueDictionary[tuple[Any, ...], RulesEngine] = WeakValueDictionary()
"""The engines of other cards, as long as somebody plays on them."""


def _key(ruleset: Ruleset, cards: Sequence[Card], effects: Mapping[str, Effect], compiled: bool) -> tuple[Any, ...]:
    return ruleset, tuple(cards), tuple(sorted(effects.items())), compiled


def engine_of(
    ruleset: Ruleset, cards: Sequence[Card] | None = None, effects: Mapping[str, Effect] | None = None
) -> RulesEngine:
    """The engine of these cards, the shipped ones unless given: the one that is there already, or a new one."""
    if cards is None or effects is None:
        return engine_for(ruleset)
    with _MAKING:
        return _OWN.get(_key(ruleset, cards, effects, compiles())) or RulesEngine(ruleset, cards, effects)


def engine_behind(given: RulesEngine | HasRules | None, ruleset: Ruleset = SPEC) -> RulesEngine:
    """``given`` itself, the engine that it stands on, or the one of the shipped cards under ``ruleset``."""
    if given is None:
        return engine_for(ruleset)
    return given if isinstance(given, RulesEngine) else given.rules_engine
