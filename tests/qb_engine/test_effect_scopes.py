"""Scopes (004, part 6): affected tiles, lane, board, and the card itself, always seen from the owner of the source."""

from __future__ import annotations

import pytest

from qb_engine.board_state import BoardState
from qb_engine.effect_engine import EffectEngine
from qb_engine.errors import InvalidTextError
from qb_engine.moves import Side, tile_name, tile_place
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .naive_table import change, small_card, small_effect
from .played import Played, small_position

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
STAR = small_card("001", 5, "E+1+0 X+0+1 P-1+0")
PLAIN = small_card("002", 5)
TILES = {
    "T2": "y1:002",
    "T5": "e1:002",
    "M1": "y1:002",
    "M2": "y1:001",
    "M3": "e1:002",
    "B1": "y1:002",
    "B5": "e1:002",
}
EVERY = ["T2", "T5", "M1", "M2", "M3", "B1", "B5"]


def meant(table: Played, scope: str, side: Side, tile: str) -> list[str]:
    board = table.state.board
    places = EffectEngine.of(board).resolve_scope(board, scope, side, "001", *tile_place(tile))
    return [tile_name(*place) for place in places]


@BOTH
@pytest.mark.parametrize(
    ("scope", "yours", "enemys"),
    [
        ("allies_on_affected_tiles", ["T2"], []),
        ("enemies_on_affected_tiles", ["M3"], ["T2", "M1"]),
        ("all_cards_on_affected_tiles", ["T2", "M3"], ["T2", "M1"]),
        ("allies_in_lane", ["M1", "M2"], ["M3"]),
        ("enemies_in_lane", ["M3"], ["M1", "M2"]),
        ("all_cards_in_lane", ["M1", "M2", "M3"], ["M1", "M2", "M3"]),
        ("allies_global", ["T2", "M1", "M2", "B1"], ["T5", "M3", "B5"]),
        ("enemies_global", ["T5", "M3", "B5"], ["T2", "M1", "M2", "B1"]),
        ("all_cards_global", EVERY, EVERY),
        ("self", ["M2"], ["M2"]),
    ],
)
def test_each_scope_means_exactly_these_cards_for_either_side(
    ruleset: Ruleset, scope: str, yours: list[str], enemys: list[str]
) -> None:
    table = small_position(ruleset, [STAR, PLAIN], TILES)
    assert meant(table, scope, "Y", "M2") == yours
    assert meant(table, scope, "E", "M2") == enemys


@BOTH
@pytest.mark.parametrize("scope", ["allies_in_lane", "enemies_in_lane", "all_cards_in_lane"])
def test_a_lane_is_that_of_the_source(ruleset: Ruleset, scope: str) -> None:
    table = small_position(ruleset, [STAR, PLAIN], TILES)
    expected = {"allies_in_lane": ["B1"], "enemies_in_lane": ["B5"], "all_cards_in_lane": ["B1", "B5"]}
    assert meant(table, scope, "Y", "B3") == expected[scope]


@BOTH
def test_pawn_only_cells_are_not_affected_tiles(ruleset: Ruleset) -> None:
    table = small_position(ruleset, [STAR, PLAIN], {"M1": "y1:002", "M2": "y1:001"})
    assert meant(table, "all_cards_on_affected_tiles", "Y", "M2") == []


@BOTH
def test_empty_tiles_are_never_meant(ruleset: Ruleset) -> None:
    assert meant(small_position(ruleset, [STAR, PLAIN], {"M2": "y1"}), "all_cards_global", "Y", "M2") == []


@BOTH
@pytest.mark.parametrize(
    ("scope", "changed"),
    [
        ("allies_on_affected_tiles", ["T2"]),
        ("enemies_on_affected_tiles", ["M3"]),
        ("all_cards_on_affected_tiles", ["T2", "M3"]),
        ("allies_in_lane", ["M1", "M2"]),
        ("enemies_in_lane", ["M3"]),
        ("all_cards_in_lane", ["M1", "M2", "M3"]),
        ("allies_global", ["T2", "M1", "M2", "B1"]),
        ("enemies_global", ["T5", "M3", "B5"]),
        ("all_cards_global", EVERY),
        ("self", ["M2"]),
    ],
)
def test_a_play_changes_exactly_the_cards_its_scope_means(ruleset: Ruleset, scope: str, changed: list[str]) -> None:
    acts = small_card("003", 5, "E+1+0 X+0+1 P-1+0", small_effect("on_play", scope, change(2)))
    table = small_position(ruleset, [STAR, PLAIN, acts], TILES | {"M2": "y1"}).lay("Y", "003", "M2")
    assert [tile for tile in EVERY if table.delta(tile) == 2] == changed
    assert [tile for tile in EVERY if table.delta(tile) == 0] == [tile for tile in EVERY if tile not in changed]


@BOTH
def test_resolving_a_scope_changes_nothing(ruleset: Ruleset) -> None:
    table = small_position(ruleset, [STAR, PLAIN], TILES)
    before = table.state.state_hash
    for scope in ("all_cards_global", "self", "enemies_in_lane"):
        meant(table, scope, "Y", "M2")
    assert table.state.state_hash == before


# The lane may be stated, and it may be asked for by its owner (004, part 6; 000, part 4).


@BOTH
@pytest.mark.parametrize(
    ("scope", "side", "found"),
    [
        ("allies_in_lane", "Y", ["B1"]),
        ("enemies_in_lane", "Y", ["B5"]),
        ("allies_in_lane", "E", ["B5"]),
        ("all_cards_in_lane", "E", ["B1", "B5"]),
    ],
)
def test_6_an_explicit_lane_takes_the_place_of_the_sources(
    ruleset: Ruleset, scope: str, side: Side, found: list[str]
) -> None:
    board = small_position(ruleset, [STAR, PLAIN], TILES).state.board
    engine = EffectEngine.of(board)
    for places in (
        engine.resolve_scope(board, scope, side, lane=2),
        engine.resolve_scope(board, scope, side, "001", *tile_place("M2"), lane=2),
    ):
        assert [tile_name(*place) for place in places] == found


@BOTH
def test_6_a_scope_of_the_whole_board_needs_no_source(ruleset: Ruleset) -> None:
    board = small_position(ruleset, [STAR, PLAIN], TILES).state.board
    places = EffectEngine.of(board).resolve_scope(board, "all_cards_global", "Y")
    assert [tile_name(*place) for place in places] == EVERY


@BOTH
def test_6_lane_owner_is_the_side_that_wins_the_lane(ruleset: Ruleset) -> None:
    board = small_position(ruleset, [STAR, PLAIN], TILES).state.board
    engine = EffectEngine.of(board)
    found = {lane: engine.resolve_scope(board, "lane_owner", "E", lane=lane) for lane in range(3)}
    assert {lane: [tile_name(*place) for place in places] for lane, places in found.items()} == {
        0: [],
        1: ["M1", "M2"],
        2: [],
    }
    board.remove_card(2, 0)
    assert engine.resolve_scope(board, "lane_owner", "Y", "002", 2, 4) == [(2, 4)]


def test_6_a_scope_says_what_it_cannot_do_without() -> None:
    board = small_position(SPEC, [STAR, PLAIN], TILES).state.board
    engine = EffectEngine.of(board)
    for scope in ("allies_in_lane", "self", "allies_on_affected_tiles", "lane_owner"):
        with pytest.raises(InvalidTextError, match="a card and its place, or a lane for a lane scope"):
            engine.resolve_scope(board, scope, "Y")


@BOTH
def test_6_asking_who_owns_a_lane_writes_nothing_into_the_board(ruleset: Ruleset) -> None:
    effects = EffectEngine(ruleset=ruleset)
    board = BoardState.initial(effects)
    board.put_card("Y", "001", 0, 0)
    board.record.power[0] = 99  # as a thread that is just recomputing would leave it for another one to read
    assert effects.resolve_scope(board, "lane_owner", "Y", lane=0) == [(0, 0)]
    assert board.record.power[0] == 99
