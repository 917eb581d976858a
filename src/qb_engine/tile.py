"""One tile of a board, as a view over the kernel's record: every field is read and set through it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import index
from typing import Any, Literal, Protocol

from qb_engine.errors import OffBoardError, Refusal
from qb_engine.kernel.board import shown_owner, shown_rank
from qb_engine.kernel.layout import (
    FLAG_ENFEEBLED,
    FLAG_ENHANCED,
    FLAG_THRESHOLD,
    FLAG_TOKEN,
    MAX_CHANGE,
    NO_CARD,
    ON_POWER_THRESHOLD,
)
from qb_engine.models import MAX_RANK
from qb_engine.moves import COLUMNS, LANES, SIDES, Owner, Side, tile_name
from qb_engine.rules_engine import RulesEngine

MEMORY = (
    "uid",
    "power_delta",
    "scale_delta",
    "base_change",
    "flags",
    "spawned_by",
    "replaced_pawns",
    "laid_owner",
    "laid_rank",
    "pawn_tiles",
    "pawn_amount",
    "expand_tiles",
)
"""What the record keeps of a card on a tile, besides which it is and whose."""

OWNERS: tuple[Owner, Owner, Owner] = ("Y", "E", "N")
"""The owner that each of the kernel's side numbers stands for."""
_LANES, _COLUMNS = range(LANES), range(COLUMNS)


@dataclass(frozen=True, slots=True)
class CardTriggerState:
    """Which first-time conditions of a card have fired."""

    first_enhanced_fired: bool = False
    first_enfeebled_fired: bool = False
    power_thresholds_fired: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class SpawnContext:
    """What a token found when it was spawned."""

    replaced_pawns: int


def tile_index(lane_index: int, col_index: int) -> int:
    """The kernel's number of a tile, row by row from TOP-1; OffBoardError off the board."""
    if lane_index not in _LANES or col_index not in _COLUMNS:
        raise OffBoardError(Refusal.OFF_BOARD, asked=f"lane {lane_index}, column {col_index}")
    return lane_index * COLUMNS + col_index


def side_number(side: str) -> int:
    """The kernel's number of a side; ValueError for a word that is none."""
    if side not in SIDES:
        raise ValueError(f"{side!r} is no side; a side is {' or '.join(SIDES)}")
    return SIDES.index(side)


def whole(value: int, what: str) -> int:
    """The number itself; TypeError for one with a fraction, which the record would cut off, and for what is none."""
    try:
        return int(index(value))
    except TypeError:
        raise TypeError(f"{what} {value!r} is not a whole number") from None


class Board(Protocol):
    """What a tile asks of the board that it is part of."""

    engine: RulesEngine
    cells: Any
    record: Any

    def put_card(self, side: Side, card_id: str, lane_index: int, col_index: int) -> Tile:
        """Write a card onto a tile."""
        ...

    def remove_card(self, lane_index: int, col_index: int) -> None:
        """Take the card off a tile."""
        ...

    def write_card(self, index: int, side: int, number: int) -> None:
        """Write a card onto a tile by the kernel's numbers."""
        ...

    def refresh(self) -> None:
        """Recompute every power."""
        ...


class Tile:
    """One tile of a board, as it is now."""

    __slots__ = ("_board", "index")

    def __init__(self, board: Board, index: int) -> None:
        self._board = board
        self.index = index

    @property
    def _record(self) -> Any:
        return self._board.record

    @property
    def name(self) -> str:
        """``T1`` .. ``B5``."""
        return tile_name(*divmod(self.index, COLUMNS))

    @property
    def owner(self) -> Owner:
        """Whose tile it is: its card's side, or that of its pawns."""
        return OWNERS[shown_owner(self._record, self.index)]

    @owner.setter
    def owner(self, owner: Owner) -> None:
        """A card that lies here changes hands with its tile."""
        self._check_owner(owner)
        if self.is_occupied and owner == "N":
            raise ValueError(f"{self.name}: a tile with a card is somebody's")
        rank = 0 if owner == "N" else max(1, self.rank)
        if self.is_occupied and owner != "N":
            self.card_owner = owner
        self.set_pawns(owner, rank)

    @property
    def rank(self) -> int:
        """Its pawns, 0 to 3; 0 while a card lies on the other side's pawns."""
        return int(shown_rank(self._record, self.index))

    @rank.setter
    def rank(self, rank: int) -> None:
        self.set_pawns(self.owner, rank)

    def set_pawns(self, owner: Owner, rank: int) -> None:
        """Write owner and rank of the pawns on this tile."""
        self._check_owner(owner)
        rank = whole(rank, f"{self.name}: rank")
        if not 0 <= rank <= MAX_RANK or (owner == "N" and rank):
            raise ValueError(f"{self.name}: owner {owner} with rank {rank}; ranks are 0 to 3, a neutral tile has 0")
        board = self._board
        board.engine.kernel.set_pawns(board.cells, self.index, OWNERS.index(owner), rank)

    @property
    def card_id(self) -> str | None:
        """The card that lies here, if any."""
        return self._board.engine.card_id(int(self._record.card[self.index]))

    @card_id.setter
    def card_id(self, card_id: str | None) -> None:
        """Put a card here for whoever owns the tile, or take it off; see ``BoardState.put_card``."""
        place = divmod(self.index, COLUMNS)
        if card_id is None:
            self._board.remove_card(*place)
            return
        owner = self.owner
        if owner == "N":
            raise ValueError(f"{self.name}: the tile is nobody's, so it is not known whose card lies there")
        self._board.put_card(owner, card_id, *place)

    @property
    def card_owner(self) -> Side | None:
        """Whose card lies here."""
        return SIDES[self._record.card_owner[self.index]] if self.is_occupied else None

    @card_owner.setter
    def card_owner(self, side: Side) -> None:
        """The card changes hands with all that it remembers; the pawns stay."""
        number, new_owner, record = self._card_number("card_owner"), side_number(side), self._record
        kept = {name: getattr(record, name)[self.index] for name in MEMORY}
        record.pawn_tiles[self.index] = record.expand_tiles[self.index] = 0
        self._board.write_card(self.index, new_owner, number)
        for name, value in kept.items():
            getattr(record, name)[self.index] = value
        self._board.refresh()

    @property
    def is_occupied(self) -> bool:
        """Whether a card lies here."""
        return bool(self._record.card[self.index] != NO_CARD)

    @property
    def uid(self) -> int | None:
        """The number of the instance that lies here, in play order."""
        return int(self._record.uid[self.index]) if self.is_occupied else None

    @property
    def origin(self) -> Literal["deck", "token"] | None:
        """Where the card comes from; a card of category Token is always a token."""
        number, record = int(self._record.card[self.index]), self._record
        if number == NO_CARD:
            return None
        is_token = self._board.engine.cards[number].is_token or record.flags[self.index] & FLAG_TOKEN
        return "token" if is_token else "deck"

    @origin.setter
    def origin(self, origin: Literal["deck", "token"]) -> None:
        """Any card may be called a token, but no token a deck card."""
        number, record = self._card_number("origin"), self._record
        if origin not in ("deck", "token"):
            raise ValueError(f"{self.name}: {origin!r} is no origin; a card comes from a deck or is a token")
        if origin != "token" and self._board.engine.cards[number].is_token:
            raise ValueError(f"{self.name}: {self.card_id} is of category Token and comes from no deck")
        record.flags[self.index] = record.flags[self.index] & ~FLAG_TOKEN | (FLAG_TOKEN if origin == "token" else 0)

    @property
    def spawned_by(self) -> str | None:
        """The card whose effect put this token here."""
        return self._board.engine.card_id(int(self._record.spawned_by[self.index])) if self.is_occupied else None

    @spawned_by.setter
    def spawned_by(self, card_id: str | None) -> None:
        self._card_number("spawned_by")
        self._record.spawned_by[self.index] = NO_CARD if card_id is None else self._board.engine.number(card_id)

    @property
    def spawn_context(self) -> SpawnContext | None:
        """What the token found here, for a spawned token."""
        return SpawnContext(int(self._record.replaced_pawns[self.index])) if self.spawned_by else None

    @spawn_context.setter
    def spawn_context(self, context: SpawnContext | None) -> None:
        pawns = 0 if context is None else whole(context.replaced_pawns, f"{self.name}: replaced_pawns")
        if context is not None and (self.spawned_by is None or not 0 <= pawns <= MAX_RANK):
            raise ValueError(f"{self.name}: a spawned card is needed, and pawns from 0 to {MAX_RANK}")
        self._record.replaced_pawns[self.index] = pawns

    @property
    def base_power(self) -> int:
        """What the card has by itself: as its data says, unless it was set; 0 without a card."""
        if not self.is_occupied:
            return 0
        record = self._record
        return int(self._board.engine.cards[record.card[self.index]].power + record.base_change[self.index])

    @base_power.setter
    def base_power(self, power: int) -> None:
        number = self._card_number("base_power")
        printed = self._board.engine.cards[number].power
        self._write("base_power", whole(power, f"{self.name}: base_power"), printed)

    @property
    def power_delta(self) -> int:
        """The sum of what effects have done to this card."""
        return int(self._record.power_delta[self.index]) if self.is_occupied else 0

    @power_delta.setter
    def power_delta(self, delta: int) -> None:
        self._write("power_delta", delta)

    @property
    def scale_delta(self) -> int:
        """What this card has gained by watching others be played or destroyed."""
        return int(self._record.scale_delta[self.index]) if self.is_occupied else 0

    @scale_delta.setter
    def scale_delta(self, delta: int) -> None:
        self._write("scale_delta", delta)

    @property
    def power(self) -> int:
        """Effective power as last recomputed; 0 without a card."""
        return int(self._record.power[self.index]) if self.is_occupied else 0

    @property
    def trigger_state(self) -> CardTriggerState:
        """Which first-time conditions have fired."""
        if not self.is_occupied:
            return CardTriggerState()
        flags = int(self._record.flags[self.index])
        fired = frozenset(value for place, value in self._thresholds() if flags & FLAG_THRESHOLD << 2 * place)
        return CardTriggerState(bool(flags & FLAG_ENHANCED), bool(flags & FLAG_ENFEEBLED), fired)

    @trigger_state.setter
    def trigger_state(self, state: CardTriggerState) -> None:
        self._card_number("trigger_state")
        known = {value: FLAG_THRESHOLD << 2 * place for place, value in self._thresholds()}
        if not set(state.power_thresholds_fired) <= set(known):
            has = f"has the thresholds {sorted(known)}" if known else "has no threshold"
            raise ValueError(f"{self.name}: {self.card_id} {has}")
        flags = self._record.flags[self.index] & ~sum(known.values()) & ~FLAG_ENHANCED & ~FLAG_ENFEEBLED
        flags |= FLAG_ENHANCED * bool(state.first_enhanced_fired) | FLAG_ENFEEBLED * bool(state.first_enfeebled_fired)
        self._record.flags[self.index] = flags | sum(known[value] for value in state.power_thresholds_fired)

    def _card_number(self, field: str) -> int:
        number = int(self._record.card[self.index])
        if number == NO_CARD:
            raise ValueError(f"{self.name}: no card lies here whose {field} could be set")
        return number

    def _check_owner(self, owner: str) -> None:
        if owner not in OWNERS:
            raise ValueError(f"{self.name}: {owner!r} owns no tile; an owner is {', '.join(OWNERS)}")

    def _write(self, field: str, value: int, printed: int = 0) -> None:
        """Set a part of the card's power; the record keeps how far it is from what is ``printed`` on the card."""
        self._card_number(field)
        value = whole(value, f"{self.name}: {field}")
        if not -MAX_CHANGE <= value - printed <= MAX_CHANGE:
            raise ValueError(
                f"{self.name}: {field} {value} is outside {printed - MAX_CHANGE} .. {printed + MAX_CHANGE}"
            )
        kept = "base_change" if field == "base_power" else field
        getattr(self._record, kept)[self.index] = value - printed
        self._board.refresh()

    def _thresholds(self) -> Iterator[tuple[int, int]]:
        """Place on its card and value of each threshold ability."""
        tables = self._board.engine.seen(self._board.engine.tables)
        card = int(self._record.card[self.index])
        for place in range(int(tables.ability_count[card])):
            ability = int(tables.ability[card][place])
            if tables.trigger[ability] == ON_POWER_THRESHOLD:
                yield place, int(tables.threshold[ability])

    def __str__(self) -> str:
        """``N0``, ``Y2``, or with a card ``E1:031=4`` (its power last)."""
        card = f":{self.card_id}={self.power}" if self.is_occupied else ""
        return f"{self.owner}{self.rank}{card}"
