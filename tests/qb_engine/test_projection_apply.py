"""Applying a card's grid to the board (002, part 3.2): W places, P raises, E reaches, X does both."""

from __future__ import annotations

import pytest

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import shipped
from qb_engine.effect_engine import EffectEngine
from qb_engine.errors import IllegalActionError, UnknownCardError
from qb_engine.moves import Side, tile_place
from qb_engine.projection import apply_projection
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])


def board_with(ruleset: Ruleset, **tiles: str) -> BoardState:
    board = BoardState(engine_for(ruleset))
    for name, text in tiles.items():
        ground, _, card = text.partition(":")
        side = ground[0].upper()
        board.tile(*tile_place(name)).set_pawns(side, int(ground[1]))  # type: ignore[arg-type]
        if card:
            board.put_card(side, card, *tile_place(name))  # type: ignore[arg-type]
    return board


def applied(board: BoardState, side: Side, name: str, tile: str) -> BoardState:
    apply_projection(board, side, shipped().find(name).id, *tile_place(tile))
    return board


def rows(board: BoardState) -> list[str]:
    return [" ".join(str(board.tile(lane, column)) for column in range(5)) for lane in range(3)]


@BOTH
def test_w_places_the_card_and_p_raises_the_ranks_around_it(ruleset: Ruleset) -> None:
    board = applied(BoardState.initial(engine_for(ruleset)), "Y", "Security Officer", "M1")
    assert rows(board) == ["Y2 N0 N0 N0 E1", "Y1:001=1 Y1 N0 N0 E1", "Y2 N0 N0 N0 E1"]


@BOTH
def test_the_enemys_grid_is_mirrored_in_columns_only(ruleset: Ruleset) -> None:
    board = applied(BoardState.initial(engine_for(ruleset)), "E", "Grasslands Wolf", "M5")
    assert rows(board) == ["Y1 N0 N0 N0 E2", "Y1 N0 N0 E1 E1:008=2", "Y1 N0 N0 N0 E1"]


@BOTH
def test_cells_off_the_board_are_dropped(ruleset: Ruleset) -> None:
    board = applied(BoardState(engine_for(ruleset)), "Y", "Screamer", "T1")
    assert rows(board) == ["Y0:017=1 Y1 N0 N0 N0", "Y1 Y1 N0 N0 N0", "N0 N0 N0 N0 N0"]


@BOTH
def test_e_reaches_with_the_effect_and_makes_no_pawn(ruleset: Ruleset) -> None:
    board = applied(board_with(ruleset, B1="y1:001"), "Y", "Mu", "M1")
    assert (str(board.tile(2, 0)), str(board.tile(1, 1)), str(board.tile(0, 1))) == ("Y1:001=2", "Y1", "Y1")


@BOTH
def test_x_makes_a_pawn_and_reaches_with_the_effect(ruleset: Ruleset) -> None:
    empty = applied(board_with(ruleset), "Y", "Crystalline Crab", "M1")
    assert str(empty.tile(0, 0)) == "Y1"
    board = applied(board_with(ruleset, T1="y1:001"), "Y", "Crystalline Crab", "M1")
    assert (board.tile(0, 0).power, board.tile(1, 0).power) == (3, 1)


@BOTH
def test_nothing_is_triggered_by_a_bare_projection(ruleset: Ruleset) -> None:
    board = applied(board_with(ruleset, T1="y1:011"), "Y", "Capparwire", "M1")
    assert board.tile(0, 0).power_delta == 0


@pytest.mark.parametrize(("ruleset", "under"), [(SPEC, "Y3"), (REBIRTH, "Y2")], ids=["spec", "rebirth"])
def test_an_occupied_tile_takes_pawns_only_where_the_rules_say(ruleset: Ruleset, under: str) -> None:
    board = applied(board_with(ruleset, T1="y2:001"), "Y", "Security Officer", "M1")
    assert str(board.tile(0, 0)) == f"{under}:001=1"


@BOTH
def test_a_pawn_on_your_own_tile_adds_one_and_stops_at_three(ruleset: Ruleset) -> None:
    board = applied(board_with(ruleset, T1="y3", B1="y2"), "Y", "Security Officer", "M1")
    assert [str(board.tile(lane, 0)) for lane in (0, 2)] == ["Y3", "Y3"]


@pytest.mark.parametrize(
    ("capture", "rank", "after"),
    [
        ("decrement", 1, "Y1"),
        ("decrement", 2, "E1"),
        ("decrement", 3, "E2"),
        ("keep", 1, "Y1"),
        ("keep", 3, "Y3"),
        ("keep_plus", 1, "Y2"),
        ("keep_plus", 3, "Y3"),
    ],
)
def test_a_pawn_on_an_enemy_tile_follows_the_capture_rule(capture: str, rank: int, after: str) -> None:
    rules = Ruleset.parse({"base": "spec", "capture": capture})
    assert str(applied(board_with(rules, M2=f"e{rank}"), "Y", "Security Officer", "M1").tile(1, 1)) == after


@BOTH
def test_raised_position_ranks_apply_to_every_pawn_cell(ruleset: Ruleset) -> None:
    board = applied(board_with(ruleset), "Y", "Titan", "M2")
    assert [str(board.tile(*tile_place(name))) for name in ("T2", "M3", "B2", "M1")] == ["Y2", "Y2", "Y2", "N0"]


@BOTH
def test_every_card_raises_exactly_the_pawn_cells_of_its_pattern_from_the_middle(ruleset: Ruleset) -> None:
    """The pattern is read here on its own: forward is right for you and left for the enemy, up is a lower lane."""
    for card in shipped().cards:
        worth = {"pawns_worth_2": 2, "pawns_worth_3": 3}.get(card.effect_id or "", 1)
        for side, forward in (("Y", 1), ("E", -1)):
            board = BoardState(engine_for(ruleset))
            apply_projection(board, side, card.id, 1, 2)  # type: ignore[arg-type]
            raised = {(t.index // 5, t.index % 5): t.rank for t in board.tiles if not t.is_occupied and t.rank}
            cells = {(1 - cell.dy, 2 + forward * cell.dx) for cell in card.pattern if cell.kind in "PX"}
            assert raised == {place: worth for place in cells if 0 <= place[0] <= 2}, card.name
            assert all(tile.owner == side for tile in board.tiles if tile.rank)


def test_a_projection_off_the_board_or_of_an_unknown_card_is_refused_and_changes_nothing() -> None:
    board = BoardState.initial(engine_for(SPEC))
    before = board.state_hash
    with pytest.raises(IllegalActionError):
        apply_projection(board, "Y", "001", 0, 5)
    with pytest.raises(UnknownCardError):
        apply_projection(board, "Y", "999", 0, 0)
    assert board.state_hash == before


def test_effective_power_after_a_projection_is_what_the_effect_engine_computes() -> None:
    board = applied(board_with(SPEC, T1="y1:001"), "Y", "Crystalline Crab", "M1")
    assert EffectEngine.of(board).compute_effective_power(board, 0, 0) == 3
