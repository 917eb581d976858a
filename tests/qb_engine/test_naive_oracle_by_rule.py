"""The oracle's reading of the fine print and of the switches, on small cards made for the purpose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qb_engine.models import Operation
from qb_engine.ruleset import REBIRTH, SPEC

from .naive import EndlessError, RefusedError
from .naive_table import Table, change, scale, shipped_table, small_card, small_effect, small_table

pytestmark = pytest.mark.slow

PLAIN = small_card("001", 1)
STRONG = small_card("002", 5)
ONE_PAWN = small_card("010", 1, "P+1+0")
TWO_PAWNS = small_card("011", 1, "P+1+0", small_effect("on_play", "own_pawn_tiles", Operation("modify_tile_ranks", 2)))
HITS_AHEAD = small_card("020", 1, "E+1+0", small_effect("on_play", "all_cards_on_affected_tiles", change(-1)))
RAISES_AHEAD = small_card("021", 1, "E+1+0", small_effect("on_play", "all_cards_on_affected_tiles", change(2)))
KILLS = small_effect("on_play", "all_cards_on_affected_tiles", Operation("destroy_cards"))
KILLS_AHEAD = small_card("022", 1, "E+1+0", KILLS)
STORMS_AHEAD = small_card("025", 1, "X+1+0", KILLS)
AURA_AHEAD = small_card("023", 1, "E+1+0", small_effect("while_in_play", "all_cards_on_affected_tiles", change(2)))
DARK_AHEAD = small_card("024", 1, "E+1+0", small_effect("while_in_play", "all_cards_on_affected_tiles", change(-1)))
NEUTRAL = small_effect("on_play", "self", Operation("replace_ally", mode="neutral"))
REPLACER = small_card("030", 1, "P+1+0", NEUTRAL, is_replace=True)
BASE = {
    **PLAIN,
    **STRONG,
    **ONE_PAWN,
    **TWO_PAWNS,
    **HITS_AHEAD,
    **RAISES_AHEAD,
    **KILLS_AHEAD,
    **STORMS_AHEAD,
    **AURA_AHEAD,
    **DARK_AHEAD,
    **REPLACER,
}


# Pawns, capture and what a destroyed card leaves


@pytest.mark.parametrize(
    ("capture", "card_id", "rank", "after"),
    [
        ("decrement", "010", 1, "Y1"),
        ("decrement", "010", 2, "E1"),
        ("decrement", "011", 1, "Y2"),
        ("decrement", "011", 2, "Y2"),
        ("decrement", "011", 3, "E1"),
        ("keep", "010", 2, "Y2"),
        ("keep", "011", 2, "Y3"),
        ("keep", "011", 3, "Y3"),
        ("keep_plus", "010", 2, "Y3"),
        ("keep_plus", "011", 1, "Y3"),
    ],
)
def test_a_pawn_on_an_enemy_tile_follows_the_capture_rule(capture: str, card_id: str, rank: int, after: str) -> None:
    for preset in (SPEC, REBIRTH):
        table = small_table(replace(preset, capture=capture), BASE, {"M2": "y1", "M3": f"e{rank}"})
        assert table.lay("Y", card_id, "M2").ground("M3") == after


def test_a_layer_under_a_card_is_folded_and_shown_only_for_its_own_side() -> None:
    tiles = {"M2": "y1", "M3": "e1:001", "M4": "e1"}
    table = small_table(SPEC, BASE, tiles).lay("Y", "010", "M2")
    assert table.ground("M3") == "E0"
    assert table.lay("E", "022", "M4").ground("M3") == "Y1"
    assert small_table(REBIRTH, BASE, tiles).lay("Y", "010", "M2").ground("M3") == "E1"


@pytest.mark.parametrize(("kept", "after"), [("retract", "N0"), ("persist", "Y1")])
def test_pawns_of_a_destroyed_card_go_or_stay(kept: str, after: str) -> None:
    for preset in (SPEC, REBIRTH):
        table = small_table(replace(preset, pawns_on_destroy=kept), BASE, {"M2": "y1", "M3": "y1"})
        table.lay("Y", "010", "M3").lay("Y", "022", "M2")
        assert (table.name_at("M3"), table.ground("M4")) == (None, after)


def test_retract_replays_the_surviving_pawns_in_play_order() -> None:
    def fought_over() -> Table:
        tiles = {"M1": "y1", "M2": "y1", "M4": "e1", "M5": "e1"}
        return small_table(SPEC, BASE, tiles).lay("Y", "010", "M2").lay("E", "010", "M4")

    assert fought_over().ground("M3") == "E1"
    assert fought_over().lay("Y", "022", "M1").ground("M3") == "E1"
    assert fought_over().lay("E", "022", "M5").ground("M3") == "Y1"


def test_retract_never_rechecks_a_card_that_stands_on_withdrawn_pawns() -> None:
    table = small_table(SPEC, BASE, {"M1": "y1", "M2": "y1"}).lay("Y", "010", "M2").lay("Y", "001", "M3")
    assert table.ground("M3") == "Y1"
    table.lay("Y", "022", "M1")
    assert (table.name_at("M2"), table.name_at("M3"), table.ground("M3")) == (None, "Card 001", "Y0")


@pytest.mark.parametrize(
    ("left", "after"), [("underlay", "Y2"), ("restore", "Y1"), ("clear", "N0"), ("to_destroyer", "E1")]
)
def test_the_tile_of_a_destroyed_card_is_what_the_switch_says(left: str, after: str) -> None:
    tiles = {"M2": "y1", "M3": "y1:001", "M4": "e1"}
    table = small_table(replace(SPEC, destroyed_tile=left), BASE, tiles).lay("Y", "010", "M2")
    assert table.ground("M3") == "Y2"
    assert table.lay("E", "022", "M4").ground("M3") == after


def test_to_destroyer_gives_the_tile_to_whom_lowered_the_card_last_and_else_restores() -> None:
    rules = replace(REBIRTH, destroyed_tile="to_destroyer")
    blow = small_table(rules, BASE, {"M2": "y1", "M3": "e2:001"}).lay("Y", "020", "M2")
    assert (blow.name_at("M3"), blow.ground("M3")) == (None, "Y2")
    aura = small_table(rules, BASE, {"M2": "y1", "M3": "e2:001"}).lay("Y", "024", "M2")
    assert (aura.name_at("M3"), aura.ground("M3")) == (None, "E2")
    replaced = small_table(rules, BASE, {"M2": "y2:001"}).lay("Y", "030", "M2")
    assert replaced.ground("M2") == "Y2"


def test_effects_first_lets_a_tile_emptied_by_the_play_take_its_pawns() -> None:
    tiles = {"M2": "y1", "M3": "e1:001"}
    for order, after in (("effects_first", "Y1"), ("pawns_first", "E1")):
        table = small_table(replace(REBIRTH, order=order), BASE, tiles).lay("Y", "025", "M2")
        assert table.ground("M3") == after


def test_a_card_that_dies_in_its_own_settle_makes_its_pawns_unless_they_are_taken_back() -> None:
    frail = small_card("040", 1, "P+1+0", small_effect("on_play", "self", change(-1)))
    assert small_table(REBIRTH, BASE | frail, {"M2": "y1"}).lay("Y", "040", "M2").ground("M3") == "Y1"
    for order in ("pawns_first", "effects_first"):
        rules = replace(REBIRTH, pawns_on_destroy="retract", order=order)
        table = small_table(rules, BASE | frail, {"M2": "y1"}).lay("Y", "040", "M2")
        assert (table.name_at("M2"), table.ground("M2"), table.ground("M3")) == (None, "Y1", "N0")


def test_expansion_takes_neutral_ground_raises_its_own_and_spares_the_enemys() -> None:
    wide = small_card("041", 1, "", small_effect("on_play", "self", Operation("expand_positions")))
    tiles = {"M2": "y1", "M1": "y3", "T1": "y1", "T2": "e1", "M3": "y1:001"}
    table = small_table(SPEC, BASE | wide, tiles).lay("Y", "041", "M2")
    grounds = [table.ground(tile) for tile in ("M1", "T1", "T2", "T3", "M3", "B1", "M4")]
    assert grounds == ["Y3", "Y2", "E1", "Y1", "Y2", "Y1", "N0"]
    assert small_table(REBIRTH, BASE | wide, tiles).lay("Y", "041", "M2").ground("M3") == "Y1"


# Legality


@pytest.mark.parametrize(("target", "legal"), [("ally_or_empty", ["M1", "M2"]), ("ally_only", ["M2"]), ("never", [])])
def test_a_replace_card_goes_where_the_switch_says(target: str, legal: list[str]) -> None:
    table = small_table(replace(SPEC, replace_target=target), BASE, {"M1": "y1", "M2": "y1:001", "M3": "e1:001"})
    assert table.legal("Y", "030") == legal


def test_a_refused_play_changes_nothing() -> None:
    table = shipped_table(SPEC, {"M1": "y1", "M2": "e1:Security Officer"})
    before = table.tiles()
    for tile in ("M2", "M3"):
        with pytest.raises(RefusedError):
            table.lay("Y", "Security Officer", tile)
    with pytest.raises(RefusedError):
        table.lay("Y", "Ogre", "M1")
    assert table.tiles() == before


@pytest.mark.parametrize(("ends", "over"), [(True, True), (False, False)])
def test_a_full_board_ends_the_match_where_the_switch_says(ends: bool, over: bool) -> None:
    tiles = {f"{lane}{col}": "y1:001" for lane in "TMB" for col in range(1, 6)} | {"B5": "y1"}
    table = small_table(replace(SPEC, end_on_full_board=ends), BASE, tiles).lay("Y", "001", "B5")
    assert table.over is over


# Triggers


COUNTS = small_card("050", 3, "", small_effect("while_in_play", "self", scale(1, "enhanced_allies")))
GROWS = small_card(
    "051",
    2,
    "",
    small_effect("on_card_played", "self", scale(1, "played_ally")),
    small_effect("on_first_enhanced", "allies_in_lane", change(3)),
)
SORE = small_card("054", 9, "", small_effect("on_enfeebled", "enemies_global", change(-1)))


def test_net_counts_auras_and_scale_where_power_delta_counts_neither() -> None:
    tiles = {"M1": "y1", "M2": "y1:001", "T2": "y1:051", "B1": "y1:050"}
    for rules, power in ((REBIRTH, 3 + 2), (SPEC, 3), (replace(SPEC, classify="net"), 3 + 2)):
        table = small_table(rules, BASE | COUNTS | GROWS, tiles).lay("Y", "023", "M1")
        assert table.power_at("B1") == power, rules.name


def test_first_enhanced_sees_auras_and_scale_as_the_switches_say() -> None:
    proud = small_card("052", 1, "", small_effect("on_first_enhanced", "self", change(5)))
    tiles = {"M1": "y1", "M2": "y1:052"}
    for rules, power in ((REBIRTH, 8), (SPEC, 3), (replace(REBIRTH, aura_triggers=False), 3)):
        assert small_table(rules, BASE | proud, tiles).lay("Y", "023", "M1").power_at("M2") == power
    scaled = {"T2": "y1:051", "M1": "y1"}
    for rules, power in ((REBIRTH, 6), (SPEC, 3), (replace(REBIRTH, aura_triggers=False), 6)):
        assert small_table(rules, BASE | GROWS, scaled).lay("Y", "001", "M1").power_at("T2") == power


def test_a_set_up_card_whose_condition_already_holds_has_fired() -> None:
    proud = small_card("052", 1, "", small_effect("on_first_enhanced", "self", change(5)))
    table = small_table(REBIRTH, BASE | proud, {"M1": "y1:023", "M2": "y1:052", "T1": "y1"}).lay("Y", "001", "T1")
    assert table.power_at("M2") == 3


def test_a_threshold_waits_to_be_seen_from_below_and_fires_once() -> None:
    tall = small_card("053", 3, "", small_effect("on_power_threshold", "self", change(10), at=5))
    tiles = {"M1": "y1:023", "M2": "y1", "T1": "y1"}
    on_entry = small_table(replace(SPEC, threshold_on_entry=True), BASE | tall, tiles).lay("Y", "053", "M2")
    assert on_entry.power_at("M2") == 15
    later = small_table(SPEC, BASE | tall, tiles).lay("Y", "053", "M2")
    assert later.power_at("M2") == 5
    assert later.lay("Y", "030", "M1").power_at("M2") == 3
    raised = small_table(SPEC, BASE | tall, {**tiles, "M3": "e1"}).lay("Y", "053", "M2").lay("Y", "030", "M1")
    assert raised.lay("E", "021", "M3").power_at("M2") == 15


def test_on_enfeebled_fires_at_every_time_or_the_first_time_only() -> None:
    tiles = {"M2": "y1", "M3": "e1:054", "M4": "y1", "B2": "y2:002"}
    behind = small_card("055", 1, "E-1+0", small_effect("on_play", "enemies_on_affected_tiles", change(-1)))
    for rules, power in ((SPEC, 3), (replace(SPEC, enfeebled_repeat=False), 4)):
        table = small_table(rules, BASE | SORE | behind, tiles).lay("Y", "020", "M2")
        assert table.power_at("B2") == 4
        assert table.lay("Y", "055", "M4").power_at("B2") == power


def test_queued_enfeebled_entries_run_before_first_time_triggers_of_the_same_round() -> None:
    """The sore card's blow kills the bystander before its own first-enfeebled trigger, so that one is dropped."""
    sore = small_card("056", 9, "", small_effect("on_enfeebled", "enemies_in_lane", Operation("destroy_cards")))
    bystander = small_card("057", 5, "", small_effect("on_first_enfeebled", "all_cards_global", change(1)))
    storm = small_card("062", 1, "", small_effect("on_play", "all_cards_in_lane", change(-1)))
    tiles = {"M1": "y1", "M2": "y1:057", "M5": "e1:056", "T1": "y1:001"}
    table = small_table(SPEC, BASE | sore | bystander | storm, tiles).lay("Y", "062", "M1")
    assert [table.name_at(tile) for tile in ("M1", "M2")] == [None, None]
    assert (table.power_at("T1"), table.power_at("M5")) == (1, 8)


def test_two_facing_cards_that_hurt_each_other_for_ever_are_refused_as_a_whole() -> None:
    tiles = {"M1": "y1", "M2": "e1:054", "T1": "y1:054"}
    table = small_table(SPEC, BASE | SORE, tiles)
    before = table.tiles()
    with pytest.raises(EndlessError):
        table.lay("Y", "020", "M1")
    assert table.tiles() == before
    ended = small_table(replace(SPEC, enfeebled_repeat=False), BASE | SORE, tiles).lay("Y", "020", "M1")
    assert (ended.power_at("M2"), ended.power_at("T1")) == (7, 8)


# Deaths


def test_death_at_zero_looks_at_auras_only_where_they_may_destroy() -> None:
    tiles = {"M1": "y1", "M2": "e1:001"}
    for rules, card in ((REBIRTH, None), (SPEC, "Card 001"), (replace(REBIRTH, aura_can_destroy=False), "Card 001")):
        assert small_table(rules, BASE, tiles).lay("Y", "024", "M1").name_at("M2") == card


def test_a_watcher_dying_in_the_same_batch_counts_and_a_raise_of_the_batch_saves_nobody() -> None:
    watcher = small_card("060", 1, "", small_effect("on_card_destroyed", "self", scale(9, "destroyed_all")))
    kind = small_card("061", 1, "E+0-1", small_effect("on_destroy", "all_cards_on_affected_tiles", change(9)))
    storm = small_card("062", 1, "", small_effect("on_play", "enemies_global", change(-1)))
    tiles = {"T5": "e1:061", "M5": "e1:001", "B5": "e1:060", "M1": "y1", "T1": "y1:060"}
    table = small_table(REBIRTH, BASE | watcher | kind | storm, tiles).lay("Y", "062", "M1")
    assert [table.name_at(tile) for tile in ("T5", "M5", "B5")] == [None, None, None]
    assert table.power_at("T1") == 1 + 27


def test_a_watcher_lowered_to_zero_and_raised_by_the_same_play_lives() -> None:
    hits_hard = small_card("063", 1, "E+1+0", small_effect("on_play", "all_cards_on_affected_tiles", change(-2)))
    table = small_table(REBIRTH, BASE | GROWS | hits_hard, {"M1": "y1", "M2": "y1:051"}).lay("Y", "063", "M1")
    assert table.power_at("M2") == 1


def test_a_set_up_card_at_zero_dies_in_the_settle_of_the_next_play() -> None:
    table = small_table(REBIRTH, BASE, {"M1": "y1:024", "M2": "y1:001", "T1": "y1"})
    assert table.power_at("M2") == 0
    assert table.lay("Y", "001", "T1").name_at("M2") is None


def test_lanes_may_be_negative_and_equal_is_a_tie_even_at_zero() -> None:
    sunk = small_card("064", 1, "", small_effect("on_play", "self", change(-3)))
    lanes = small_table(SPEC, BASE | sunk, {"M1": "y1"}).lay("Y", "064", "M1").lanes()
    assert lanes[0] == {"power_you": 0, "power_enemy": 0, "winner": None, "lane_points": 0}
    assert lanes[1] == {"power_you": -2, "power_enemy": 0, "winner": "E", "lane_points": 0}
