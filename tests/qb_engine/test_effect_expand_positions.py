"""expand_positions (004, part 5.3), which no real card has: neutral tiles around are taken, own ones rise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qb_engine.models import Operation
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .naive_table import small_card, small_effect
from .played import small_position

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
WIDE = small_card("001", 1, "", small_effect("on_play", "self", Operation("expand_positions")))
PLAIN = small_card("002", 5)
KILLS = small_card(
    "003", 1, "E+1+0", small_effect("on_play", "all_cards_on_affected_tiles", Operation("destroy_cards"))
)
PAWN_AND_WIDE = small_card("004", 1, "P+1+0", small_effect("on_play", "self", Operation("expand_positions")))
SET = [WIDE, PLAIN, KILLS, PAWN_AND_WIDE]


@BOTH
def test_all_eight_neighbours_are_taken_and_no_other_tile(ruleset: Ruleset) -> None:
    table = small_position(ruleset, SET, {"M3": "y1"}).lay("Y", "001", "M3")
    assert table.grounds("T2", "T3", "T4", "M2", "M4", "B2", "B3", "B4") == " ".join(["Y1"] * 8)
    assert table.grounds("T1", "T5", "M1", "M5", "B1", "B5") == " ".join(["N0"] * 6)
    assert table.ground("M3") == "Y1"


@BOTH
def test_own_tiles_rise_by_one_up_to_three(ruleset: Ruleset) -> None:
    table = small_position(ruleset, SET, {"M3": "y1", "T2": "y1", "T3": "y2", "T4": "y3"}).lay("Y", "001", "M3")
    assert table.grounds("T2", "T3", "T4") == "Y2 Y3 Y3"


@BOTH
def test_enemy_tiles_do_not_change(ruleset: Ruleset) -> None:
    table = small_position(ruleset, SET, {"M3": "y1", "T2": "e1", "M4": "e3", "B3": "e2:002"}).lay("Y", "001", "M3")
    assert table.grounds("T2", "M4", "B3") == "E1 E3 E2"


@BOTH
def test_tiles_beyond_the_edge_are_dropped_and_nothing_wraps_around(ruleset: Ruleset) -> None:
    table = small_position(ruleset, SET, {"T5": "e1"}).lay("E", "001", "T5")
    assert table.grounds("T4", "M4", "M5") == "E1 E1 E1"
    assert table.grounds("M1", "T1", "B1", "B5") == "N0 N0 N0 N0"


@BOTH
def test_no_card_is_moved_placed_or_changed(ruleset: Ruleset) -> None:
    table = small_position(ruleset, SET, {"M3": "y1", "M4": "y1:002"}).lay("Y", "001", "M3")
    assert table.cards() == {"M3": "Y Card 001", "M4": "Y Card 002"}
    assert table.power("M4") == 5


@pytest.mark.parametrize(("ruleset", "ground"), [(SPEC, "Y2"), (REBIRTH, "Y1")], ids=["spec", "rebirth"])
def test_an_occupied_own_tile_rises_only_where_tiles_under_cards_take_pawns(ruleset: Ruleset, ground: str) -> None:
    table = small_position(ruleset, SET, {"M3": "y1", "M4": "y1:002"}).lay("Y", "001", "M3")
    assert table.ground("M4") == ground


@BOTH
def test_pawns_and_expansion_of_one_card_add_up(ruleset: Ruleset) -> None:
    table = small_position(ruleset, SET, {"M3": "y1"}).lay("Y", "004", "M3")
    assert table.grounds("M4", "M2") == "Y2 Y1"


@pytest.mark.parametrize(("ruleset", "left"), [(SPEC, "N0 N0"), (REBIRTH, "Y1 Y1")], ids=["spec", "rebirth"])
def test_an_expansion_is_taken_back_with_its_card_where_pawns_are(ruleset: Ruleset, left: str) -> None:
    table = small_position(ruleset, SET, {"M3": "y1", "M2": "y1"}).lay("Y", "001", "M3").lay("Y", "003", "M2")
    assert table.card("M3") is None
    assert table.grounds("T3", "B4") == left


@pytest.mark.parametrize("order", ["pawns_first", "effects_first"])
def test_folded_anew_pawns_and_expansion_of_the_cards_that_are_left_come_in_the_order_of_the_rules(order: str) -> None:
    """They meet an enemy tile, where the order decides: a pawn takes it, an expansion does not."""
    rules = replace(SPEC, order=order)
    down = small_card("005", 1, "P+0-1")
    tiles = {"M3": "y1", "M4": "e1", "T4": "y1", "T3": "y1"}
    table = small_position(rules, [*SET, down], tiles).lay("Y", "004", "M3").lay("Y", "005", "T4")
    before = table.ground("M4")
    assert table.lay("Y", "003", "T3").card("T4") is None
    expected = {"pawns_first": ("Y3", "Y2"), "effects_first": ("Y2", "Y1")}[order]
    assert (before, table.ground("M4")) == expected
