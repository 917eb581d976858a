"""The board: fifteen tiles over the kernel's record, and its text.

Nothing here knows a rule: reading a tile reads the record, writing one writes it.
"""

from __future__ import annotations

from typing import Any

from kernelkit.spoken import Said, sentence
from qb_engine.errors import ResolutionError
from qb_engine.kernel.layout import (
    ADDED_CAPACITY,
    ADDED_FULL,
    CHANGE_BEYOND,
    HAND_CAPACITY,
    HAND_FULL,
    MAX_CHANGE,
    MAX_UID,
    NO_CARD,
    NOBODY,
    QUEUE_CAPACITY,
    QUEUE_FULL,
    ROUNDS_ENDLESS,
    SETTLE_ROUNDS,
    UIDS_SPENT,
    State,
)
from qb_engine.moves import COLUMNS, LANE_NAMES, LANES, TILES, Side, tile_name
from qb_engine.rules_engine import HasRules, RulesEngine, engine_behind
from qb_engine.tile import MEMORY, OWNERS, CardTriggerState, SpawnContext, Tile, side_number, tile_index, whole

__all__ = ["OWNERS", "BoardState", "CardTriggerState", "SpawnContext", "Tile", "tile_index", "unresolved"]

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
        self.write_card(tile.index, side_number(side), number)
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
        if not -MAX_CHANGE <= whole(amount, "amount") <= MAX_CHANGE:
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
        side = NOBODY if by is None else side_number(by)
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
                if self.record.base_change[tile.index]:  # set by hand; else it is what these cards say
                    laid.base_power = tile.base_power
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
        of_card = ["card", "card_owner", *(name for name in MEMORY if name != "uid")]
        unused = [*(() if retracts else MEMORY[-3:]), *(("laid_owner", "laid_rank") if forgets else ())]
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
