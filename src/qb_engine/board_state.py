"""The board: fifteen tiles as views over the kernel's record, and its text.

Nothing here knows a rule: reading a tile reads the record, writing one writes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from kernelkit.spoken import Said, sentence
from qb_engine.errors import IllegalActionError, Refusal, ResolutionError
from qb_engine.kernel.board import shown_owner, shown_rank
from qb_engine.kernel.layout import (
    FLAG_ENFEEBLED,
    FLAG_ENHANCED,
    FLAG_THRESHOLD,
    MAX_UID,
    NO_CARD,
    NOBODY,
    ON_POWER_THRESHOLD,
)
from qb_engine.models import MAX_RANK
from qb_engine.moves import COLUMNS, LANE_NAMES, LANES, SIDES, Owner, Side, tile_name
from qb_engine.rules_engine import RulesEngine, engine_for
from qb_engine.ruleset import SPEC

OWNERS: tuple[Owner, Owner, Owner] = ("Y", "E", "N")
"""The owner that each of the kernel's side numbers stands for."""


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
    """The kernel's number of a tile, row by row from TOP-1; IllegalActionError off the board."""
    if not (0 <= lane_index < LANES and 0 <= col_index < COLUMNS):
        raise IllegalActionError(Refusal.OFF_BOARD, asked=f"lane {lane_index}, column {col_index}")
    return lane_index * COLUMNS + col_index


class Tile:
    """One tile of a board, as it is now."""

    __slots__ = ("_board", "index")

    def __init__(self, board: BoardState, index: int) -> None:
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
        self.set_pawns(owner, 0 if owner == "N" else max(1, self.rank))

    @property
    def rank(self) -> int:
        """Its pawns, 0 to 3; 0 while a card lies on the other side's pawns."""
        return int(shown_rank(self._record, self.index))

    @rank.setter
    def rank(self, rank: int) -> None:
        self.set_pawns(self.owner, rank)

    def set_pawns(self, owner: Owner, rank: int) -> None:
        """Write owner and rank of the pawns on this tile."""
        if not 0 <= rank <= MAX_RANK or (owner == "N" and rank):
            raise ValueError(f"{self.name}: owner {owner} with rank {rank}; ranks are 0 to 3, a neutral tile has 0")
        board = self._board
        board.engine.kernel.set_pawns(board.cells, self.index, OWNERS.index(owner), rank)

    @property
    def card_id(self) -> str | None:
        """The card that lies here, if any."""
        return self._board.engine.card_id(int(self._record.card[self.index]))

    @property
    def card_owner(self) -> Side | None:
        """Whose card lies here."""
        return SIDES[self._record.card_owner[self.index]] if self.is_occupied else None

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
        number = int(self._record.card[self.index])
        if number == NO_CARD:
            return None
        return "token" if self._board.engine.cards[number].is_token else "deck"

    @property
    def spawned_by(self) -> str | None:
        """The card whose effect put this token here."""
        return self._board.engine.card_id(int(self._record.spawned_by[self.index])) if self.is_occupied else None

    @property
    def spawn_context(self) -> SpawnContext | None:
        """What the token found here, for a spawned token."""
        return SpawnContext(int(self._record.replaced_pawns[self.index])) if self.spawned_by else None

    @property
    def power_delta(self) -> int:
        """The sum of what effects have done to this card."""
        return int(self._record.power_delta[self.index]) if self.is_occupied else 0

    @property
    def scale_delta(self) -> int:
        """What this card has gained by watching others be played or destroyed."""
        return int(self._record.scale_delta[self.index]) if self.is_occupied else 0

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


class BoardState:
    """The fifteen tiles. A board stands alone on its own record, or shows the record of a game."""

    __slots__ = ("cells", "engine", "record")

    def __init__(self, engine: RulesEngine | None = None, cells: Any = None) -> None:
        self.engine = engine or engine_for(SPEC)
        self.cells = self.engine.empty_state() if cells is None else cells
        self.record = self.engine.seen(self.cells)

    @classmethod
    def initial(cls, engine: RulesEngine | None = None) -> BoardState:
        """The board a game starts from: your first column and the enemy's last at rank 1."""
        board = cls(engine)
        board.engine.kernel.opening_board(board.cells)
        return board

    def tile(self, lane_index: int, col_index: int) -> Tile:
        """One tile, as a view."""
        return Tile(self, tile_index(lane_index, col_index))

    @property
    def tiles(self) -> list[Tile]:
        """All fifteen, row by row from TOP-1."""
        return [Tile(self, index) for index in range(LANES * COLUMNS)]

    def put_card(self, side: Side, card_id: str, lane_index: int, col_index: int) -> Tile:
        """Write a card onto a tile: it makes no pawns and fires nothing, its auras are live."""
        tile, number = self.tile(lane_index, col_index), self.engine.number(card_id)
        self._set_card(tile.index, SIDES.index(side), number)
        return tile

    def remove_card(self, lane_index: int, col_index: int) -> None:
        """Take the card off a tile, as if it had never lain there."""
        self._set_card(tile_index(lane_index, col_index), NOBODY, NO_CARD)

    def _set_card(self, index: int, side: int, number: int) -> None:
        engine = self.engine
        code = engine.kernel.set_card(self.cells, engine.tables, engine.rules, engine.work, index, side, number)
        if code:
            asked, laid = Said(sentence("one more card")), Said(sentence("the number of cards laid on one board"))
            raise ResolutionError(asked=asked, capacity=laid, limit=MAX_UID)

    def effective_power(self, lane_index: int, col_index: int) -> int:
        """The power of the card on a tile with everything that acts on it; 0 without a card."""
        engine = self.engine
        engine.kernel.refresh(self.cells, engine.tables, engine.rules, engine.work)
        return self.tile(lane_index, col_index).power

    def clone(self) -> BoardState:
        """An equal board that shares nothing with this one."""
        return BoardState(self.engine, self.engine.copied(self.cells))

    def under(self, engine: RulesEngine) -> BoardState:
        """The same tiles seen by another engine's cards and rules; this board itself when it is its own."""
        if engine is self.engine:
            return self
        board = BoardState(engine)
        for tile in self.tiles:
            place = divmod(tile.index, COLUMNS)
            board.tile(*place).set_pawns(OWNERS[self.record.owner[tile.index]], int(self.record.rank[tile.index]))
            if tile.card_id is not None and tile.card_owner is not None:
                board.put_card(tile.card_owner, tile.card_id, *place)
                board.record.power_delta[tile.index] = tile.power_delta
                board.record.scale_delta[tile.index] = tile.scale_delta
        return board

    @property
    def state_hash(self) -> int:
        """A number that is equal for equal boards under equal rules."""
        return int(self.engine.kernel.hash_of(self.cells, self.engine.rules, self.engine.salt))

    def __str__(self) -> str:
        """Three lines, a lane each: ``TOP  Y1 N0 E1:031=4 N0 E1``, in columns."""
        width = max(len(str(tile)) for tile in self.tiles)
        lines = []
        for lane_index, lane_name in enumerate(LANE_NAMES):
            tiles = (str(self.tile(lane_index, col_index)).ljust(width) for col_index in range(COLUMNS))
            lines.append(f"{lane_name}  {'  '.join(tiles)}".rstrip())
        return "\n".join(lines)
