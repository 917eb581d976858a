"""What a card would reach before it is laid: its cells in order, and the overlay of P, E, X and W."""

from __future__ import annotations

import pytest

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import shipped
from qb_engine.errors import IllegalActionError, UnknownCardError
from qb_engine.moves import tile_name
from qb_engine.projection import ProjectedCell, effect_tiles, overlay, project
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH, SPEC

pytestmark = pytest.mark.rules

BOARD = BoardState.initial(engine_for(SPEC))


def drawn(*rows: str) -> str:
    return "\n".join(f"{name}  {row}" for name, row in zip(("TOP", "MID", "BOT"), rows, strict=True))


def test_the_overlay_marks_the_card_its_pawns_its_effects_and_both() -> None:
    assert overlay(BOARD, "Y", "013", 1, 2) == drawn(". . X . .", ". P W P .", ". . . . .")
    assert overlay(BOARD, "Y", "009", 1, 2) == drawn(". . . P .", ". . W P .", ". . E . .")


def test_the_overlay_of_the_enemy_is_mirrored_in_columns_and_not_in_lanes() -> None:
    assert overlay(BOARD, "Y", "061", 2, 1) == drawn(". . E . .", ". P E . .", ". W P . .")
    assert overlay(BOARD, "E", "061", 2, 3) == drawn(". . E . .", ". . E P .", ". . P W .")


def test_cells_beyond_the_edge_are_dropped() -> None:
    assert overlay(BOARD, "Y", "001", 0, 0) == drawn("W P . . .", "P . . . .", ". . . . .")
    assert overlay(BOARD, "Y", "082", 1, 2) == drawn(". . . . .", "E . W . E", ". . . . .")


def test_a_card_without_a_pattern_reaches_only_its_own_tile() -> None:
    assert project(BOARD, "Y", "096", 1, 1) == [ProjectedCell(1, 1, "W")]


def test_the_cells_are_told_row_by_row_each_with_its_tile_and_mark() -> None:
    assert [str(cell) for cell in project(BOARD, "Y", "026", 1, 0)] == ["T1 X", "M1 W", "M2 P", "B1 X"]


def test_projecting_changes_nothing_and_does_not_ask_whether_the_placement_is_legal() -> None:
    before = BOARD.state_hash
    assert overlay(BOARD, "Y", "021", 1, 4) == overlay(BOARD, "Y", "021", 1, 4)
    assert project(BOARD, "Y", "021", 1, 4)
    assert BOARD.state_hash == before


def test_every_card_is_marked_cell_by_cell_as_its_grid_draws_it() -> None:
    """The grid's middle row is the lane in the middle; its rows above and below are one lane away."""
    for card in shipped().cards:
        yours = list(card.grid[1:4])
        for side, rows in (("Y", yours), ("E", [row[::-1] for row in yours])):
            expected = drawn(*(" ".join(row) for row in rows))
            assert overlay(BOARD, side, card.id, 1, 2) == expected, card.name  # type: ignore[arg-type]


def test_the_overlay_is_the_same_under_both_rulesets() -> None:
    other = BoardState.initial(engine_for(REBIRTH))
    for card in shipped().cards:
        assert overlay(other, "Y", card.id, 0, 1) == overlay(BOARD, "Y", card.id, 0, 1)


def test_a_place_off_the_board_and_an_unknown_card_are_refused() -> None:
    with pytest.raises(IllegalActionError):
        overlay(BOARD, "Y", "001", 3, 0)
    with pytest.raises(UnknownCardError):
        project(BOARD, "Y", "000", 0, 0)


def test_a_card_that_lies_there_reaches_the_tiles_that_were_marked_before_it_was_laid() -> None:
    for card in shipped().cards:
        board = BoardState.initial(engine_for(SPEC))
        board.put_card("E", card.id, 1, 2)
        marked = [
            tile_name(cell.lane_index, cell.col_index)
            for cell in project(BOARD, "E", card.id, 1, 2)
            if cell.mark in "EX"
        ]
        assert effect_tiles(board) == ({"M3": marked} if marked else {}), card.name
