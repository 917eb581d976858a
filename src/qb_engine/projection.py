"""What a card would do to the tiles around it, before it is laid: cells, overlay text, and the bare projection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from qb_engine.board_state import BoardState, tile_index
from qb_engine.errors import Refusal
from qb_engine.kernel.layout import AREA_AFFECTED
from qb_engine.legality import refused
from qb_engine.moves import COLUMNS, LANE_NAMES, LANES, SIDES, TILES, Move, Side, tile_name

Mark = Literal["P", "E", "X", "W"]


@dataclass(frozen=True, slots=True, order=True)
class ProjectedCell:
    """One tile that a card reaches: with a pawn (P), an effect (E), both (X), or by lying on it (W)."""

    lane_index: int
    col_index: int
    mark: Mark

    def __str__(self) -> str:
        return f"{tile_name(self.lane_index, self.col_index)} {self.mark}"


def project(board: BoardState, side: Side, card_id: str, lane_index: int, col_index: int) -> list[ProjectedCell]:
    """The tiles that the card would reach from there, row by row; mirrored for the enemy, clipped at the edge."""
    engine = board.engine
    number, place = engine.number(card_id), tile_index(lane_index, col_index)
    pawns = int(engine.seen(engine.tables).pawns[number][SIDES.index(side)][place])
    reach = engine.kernel.affected_mask(engine.tables, AREA_AFFECTED, number, SIDES.index(side), place)
    cells = []
    for tile in range(TILES):
        mark = _mark(tile == place, bool(pawns >> tile & 1), bool(reach >> tile & 1))
        if mark is not None:
            cells.append(ProjectedCell(*divmod(tile, COLUMNS), mark))
    return cells


def _mark(is_centre: bool, has_pawn: bool, has_effect: bool) -> Mark | None:
    if is_centre:
        return "W"
    if has_pawn:
        return "X" if has_effect else "P"
    return "E" if has_effect else None


def effect_tiles(board: BoardState) -> dict[str, list[str]]:
    """For each card on the board that has an effect pattern, the tiles within it."""
    tables, found = board.engine.seen(board.engine.tables), {}
    for tile in board.tiles:
        if tile.card_owner is None:
            continue
        card, side = int(board.record.card[tile.index]), SIDES.index(tile.card_owner)
        reach = int(tables.reach[card][side][tile.index])
        if reach:
            found[tile.name] = [tile_name(*divmod(other, COLUMNS)) for other in range(TILES) if reach >> other & 1]
    return found


def overlay(board: BoardState, side: Side, card_id: str, lane_index: int, col_index: int) -> str:
    """The board in three lines with ``P``, ``E``, ``X`` and ``W`` where the card would reach, ``.`` elsewhere."""
    marks = {(c.lane_index, c.col_index): c.mark for c in project(board, side, card_id, lane_index, col_index)}
    rows = (" ".join(marks.get((lane, column), ".") for column in range(COLUMNS)) for lane in range(LANES))
    return "\n".join(f"{name}  {row}" for name, row in zip(LANE_NAMES, rows, strict=True))


def apply_projection(board: BoardState, side: Side, card_id: str, lane_index: int, col_index: int) -> None:
    """Put the card there with its pawns and auras. Nothing is triggered: a play is ``GameState``'s business.

    IllegalMoveError when a card lies there already.
    """
    engine, tile = board.engine, board.tile(lane_index, col_index)
    if tile.is_occupied:
        raise refused(board, Refusal.TILE_OCCUPIED, side, Move(card_id, lane_index, col_index))
    engine.kernel.project(
        board.cells,
        engine.tables,
        engine.rules,
        engine.work,
        SIDES.index(side),
        engine.number(card_id),
        tile_index(lane_index, col_index),
    )
