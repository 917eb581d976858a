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
    ADDED_CAPACITY,
    ADDED_FULL,
    CHANGE_BEYOND,
    FLAG_ENFEEBLED,
    FLAG_ENHANCED,
    FLAG_THRESHOLD,
    FLAG_TOKEN,
    HAND_CAPACITY,
    HAND_FULL,
    MAX_CHANGE,
    MAX_UID,
    NO_CARD,
    NOBODY,
    ON_POWER_THRESHOLD,
    QUEUE_CAPACITY,
    QUEUE_FULL,
    ROUNDS_ENDLESS,
    SETTLE_ROUNDS,
    UIDS_SPENT,
    State,
)
from qb_engine.models import MAX_RANK
from qb_engine.moves import COLUMNS, LANE_NAMES, LANES, SIDES, TILES, Owner, Side, tile_name
from qb_engine.rules_engine import HasRules, RulesEngine, engine_behind

_MEMORY = (
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
        """A card that lies here changes hands with its tile."""
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
        number, record = self._card_number("card_owner"), self._record
        kept = {name: getattr(record, name)[self.index] for name in _MEMORY}
        record.pawn_tiles[self.index] = record.expand_tiles[self.index] = 0
        self._board.write_card(self.index, SIDES.index(side), number)
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
        pawns = 0 if context is None else context.replaced_pawns
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
        self._write("base_change", power - self._board.engine.cards[number].power)

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
        if not state.power_thresholds_fired <= set(known):
            raise ValueError(f"{self.name}: {self.card_id} has the thresholds {sorted(known)}")
        flags = self._record.flags[self.index] & ~sum(known.values()) & ~FLAG_ENHANCED & ~FLAG_ENFEEBLED
        flags |= FLAG_ENHANCED * state.first_enhanced_fired | FLAG_ENFEEBLED * state.first_enfeebled_fired
        self._record.flags[self.index] = flags | sum(known[value] for value in state.power_thresholds_fired)

    def _card_number(self, field: str) -> int:
        number = int(self._record.card[self.index])
        if number == NO_CARD:
            raise ValueError(f"{self.name}: no card lies here whose {field} could be set")
        return number

    def _write(self, field: str, value: int) -> None:
        """Set a part of the card's power; what follows from it is recomputed."""
        self._card_number(field)
        if not -MAX_CHANGE <= value <= MAX_CHANGE:
            raise ValueError(f"{self.name}: {field} {value} is outside -{MAX_CHANGE} .. {MAX_CHANGE}")
        getattr(self._record, field)[self.index] = value
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


_CAPACITIES = {
    QUEUE_FULL: (sentence("the queue of on_enfeebled answers"), QUEUE_CAPACITY),
    ROUNDS_ENDLESS: (sentence("the number of settling rounds"), SETTLE_ROUNDS),
    HAND_FULL: (sentence("the hand"), HAND_CAPACITY),
    ADDED_FULL: (sentence("the list of added cards"), ADDED_CAPACITY),
    CHANGE_BEYOND: (sentence("the change of a card's power"), MAX_CHANGE),
    UIDS_SPENT: (sentence("the number of cards laid on one board"), MAX_UID),
}


def unresolved(code: int, asked: str) -> ResolutionError:
    """The error for what could not be followed to its end; ``code`` is the kernel's, below 0."""
    capacity, limit = _CAPACITIES[-code]
    return ResolutionError(asked=asked, capacity=Said(capacity), limit=limit)


class BoardState:
    """The fifteen tiles. A board stands alone on its own record, or shows the record of a game."""

    __slots__ = ("cells", "engine", "record")

    def __init__(self, engine: RulesEngine | HasRules | None = None, cells: Any = None) -> None:
        self.engine = engine_behind(engine)
        self.cells = self.engine.empty_state() if cells is None else cells
        self.record = self.engine.seen(self.cells)

    @classmethod
    def initial(cls, engine: RulesEngine | HasRules | None = None) -> BoardState:
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
        self.write_card(tile.index, SIDES.index(side), number)
        return tile

    def remove_card(self, lane_index: int, col_index: int) -> None:
        """Take the card off a tile: its auras end, nothing fires, and its pawns go too where the rules say so."""
        self.write_card(tile_index(lane_index, col_index), NOBODY, NO_CARD)

    def write_card(self, index: int, side: int, number: int) -> None:
        """Write a card onto a tile by the kernel's numbers, or NO_CARD."""
        engine = self.engine
        code = engine.kernel.set_card(self.cells, engine.tables, engine.rules, engine.work, index, side, number)
        if code:
            asked, laid = Said(sentence("one more card")), Said(sentence("the number of cards laid on one board"))
            raise ResolutionError(asked=asked, capacity=laid, limit=MAX_UID)

    def refresh(self) -> None:
        """Recompute every power from what was written into the record."""
        engine = self.engine
        engine.kernel.refresh(self.cells, engine.tables, engine.rules, engine.work)

    def modify_power(self, lane_index: int, col_index: int, amount: int, *, by: Side | None = None) -> None:
        """Change a card's power as an effect of ``by`` would: cards answer, and whoever comes to nothing dies."""
        if not -MAX_CHANGE <= amount <= MAX_CHANGE:
            raise ValueError(f"amount {amount} is outside -{MAX_CHANGE} .. {MAX_CHANGE}")
        if amount:
            self._act_on(tile_index(lane_index, col_index), amount, by)

    def destroy(self, lane_index: int, col_index: int, *, by: Side | None = None) -> None:
        """Destroy a card as an effect of ``by`` would: its last words, then the watchers, then it leaves the board."""
        self._act_on(tile_index(lane_index, col_index), 0, by)

    def _act_on(self, index: int, amount: int, by: Side | None) -> None:
        engine, scratch = self.engine, self.engine.scratch
        if self.record.card[index] == NO_CARD:
            raise ValueError(f"{tile_name(*divmod(index, COLUMNS))}: no card lies here")
        side = NOBODY if by is None else SIDES.index(by)
        code = engine.kernel.act_on(self.cells, *scratch.desk, index, side, amount)
        if code:
            raise unresolved(code, tile_name(*divmod(index, COLUMNS)))

    def effective_power(self, lane_index: int, col_index: int) -> int:
        """The power of the card on a tile with everything that acts on it; 0 without a card."""
        engine, scratch, place = self.engine, self.engine.scratch, tile_index(lane_index, col_index)
        if self.record.card[place] == NO_CARD:
            return 0
        engine.kernel.copy_state(scratch.spare, self.cells)
        engine.kernel.refresh(scratch.spare, engine.tables, engine.rules, scratch.work)
        return int(engine.seen(scratch.spare).power[place])

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
                laid = board.put_card(tile.card_owner, tile.card_id, *place)
                laid.power_delta, laid.scale_delta = tile.power_delta, tile.scale_delta
        return board

    def __copy__(self) -> BoardState:
        return self.clone()

    def __deepcopy__(self, _memo: object) -> BoardState:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.engine, self.engine.values(self.cells))

    def __eq__(self, other: object) -> bool:
        """Whether the same cards lie on the same pawns under the same rules, with the same memories."""
        if not isinstance(other, BoardState):
            return NotImplemented
        return self.engine.plays_like(other.engine) and self.contents() == other.contents()

    __hash__ = None  # type: ignore[assignment]

    def contents(self) -> list[tuple[int, ...]]:
        """All that can matter of each tile under these rules; instances count by the order in which they were laid."""
        record, ruleset = self.record, self.engine.ruleset
        retracts = ruleset.pawns_on_destroy == "retract"
        forgets = ruleset.destroyed_tile in ("underlay", "clear")
        names = ["owner", "rank", *(("first_owner", "first_rank") if retracts else ())]
        of_card = ["card", "card_owner", *(name for name in _MEMORY if name != "uid")]
        unused = [*(() if retracts else _MEMORY[-3:]), *(("laid_owner", "laid_rank") if forgets else ())]
        of_card = [name for name in of_card if name not in unused]
        columns = {name: list(getattr(record, name)) for name in (*names, *of_card, "uid")}
        laid = [index for index in range(TILES) if columns["card"][index] != NO_CARD]
        orders = {uid: place for place, uid in enumerate(sorted(columns["uid"][index] for index in laid))}
        return [
            tuple(columns[name][index] for name in names)
            if index not in laid
            else (*(columns[name][index] for name in (*names, *of_card)), orders[columns["uid"][index]])
            for index in range(TILES)
        ]

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


def _restored(engine: RulesEngine, values: dict[str, Any]) -> BoardState:
    return BoardState(engine, engine.row_of(State, values))
