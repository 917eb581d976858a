"""Pawns, destroyed tiles, replacing, spawning, lanes: a test for each sentence of the fine print, 9 to 16."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qb_engine.models import Operation
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .naive_table import change, scale, small_card, small_effect
from .played import Made, Played, position, small_position

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
AHEAD = "all_cards_on_affected_tiles"
DESTROY = Operation("destroy_cards")

PLAIN = small_card("001", 5)
WEAK = small_card("002", 1)
PAWN = small_card("003", 5, "P+1+0")
TWO_PAWNS = small_card("004", 5, "P+1+0", small_effect("on_play", "own_pawn_tiles", Operation("modify_tile_ranks", 2)))
KILL = small_card("005", 5, "E+1+0", small_effect("on_play", AHEAD, DESTROY))
SWAP = small_card(
    "006", 1, "P+1+0", small_effect("on_play", "self", Operation("replace_ally", mode="neutral")), is_replace=True
)
SET = [PLAIN, WEAK, PAWN, TWO_PAWNS, KILL, SWAP]


def follows(card_id: str, mode: str) -> Made:
    """A replace card that passes the replaced power on to the card ahead."""
    operation = Operation("replace_ally", mode=mode, adjustment="replaced_ally_power")
    return small_card(card_id, 1, "E+1+0", small_effect("on_play", AHEAD, operation), is_replace=True)


def table(ruleset: Ruleset, *more: Made, **tiles: str) -> Played:
    return small_position(ruleset, [*SET, *more], tiles)


# 9


def test_9_a_layer_is_the_first_board_folded_with_the_live_pawn_events_in_play_order() -> None:
    tiles = {"M1": "y1", "M3": "e1", "T2": "y1", "M2": "n0"}
    down = small_card("010", 5, "P+0-1")
    yours_first = small_position(SPEC, [*SET, down], tiles).lay("Y", "003", "M1").lay("Y", "010", "T2")
    assert yours_first.lay("E", "003", "M3").ground("M2") == "Y1"
    enemy_between = small_position(SPEC, [*SET, down], tiles).lay("Y", "003", "M1").lay("E", "003", "M3")
    assert enemy_between.ground("M2") == "E1"
    assert enemy_between.lay("Y", "010", "T2").ground("M2") == "Y1"


def test_9_the_fold_ignores_cards() -> None:
    """An enemy pawn under your card works on the layer as if the card were not there."""
    played = table(SPEC, M2="y1:001", M3="e1", M1="y1").lay("E", "003", "M3")
    assert played.ground("M2") == "Y0"
    assert played.lay("Y", "005", "M1").ground("M2") == "E1"


def test_9_an_empty_tile_shows_its_layer_and_an_occupied_one_the_cards_side_and_its_own_rank_or_zero() -> None:
    assert table(SPEC, M2="y2").ground("M2") == "Y2"
    played = table(SPEC, M2="y2:001", M3="e1", M4="e1")
    assert played.ground("M2") == "Y2"
    assert played.lay("E", "004", "M3").ground("M2") == "Y0"
    own = table(SPEC, M2="y2:001", M1="y1").lay("Y", "003", "M1")
    assert own.ground("M2") == "Y3"


def test_9_retract_removes_the_destroyed_cards_events_from_the_fold() -> None:
    """Without your pawn the enemy's first pawn takes the neutral tile."""
    played = table(SPEC, M1="y1", M2="y1", M4="e1").lay("Y", "004", "M2").lay("E", "003", "M4")
    assert played.ground("M3") == "Y1"
    assert played.lay("Y", "005", "M1").ground("M3") == "E1"


def test_9_retract_never_removes_or_rechecks_a_card() -> None:
    played = table(SPEC, M1="y1", M2="y1").lay("Y", "003", "M2").lay("Y", "001", "M3")
    assert played.ground("M3") == "Y1"
    played.lay("Y", "005", "M1")
    assert (played.card("M2"), played.card("M3"), played.ground("M3")) == (None, "Card 001", "Y0")


def test_9_the_first_board_is_the_one_the_game_or_the_position_started_from() -> None:
    played = table(SPEC, M1="y1", M2="y1", M3="y2").lay("Y", "003", "M2")
    assert played.ground("M3") == "Y3"
    assert played.lay("Y", "005", "M1").ground("M3") == "Y2"
    started = small_position(SPEC, SET).lay("Y", "003", "M1").lay("Y", "001", "M2")
    assert started.lay("Y", "006", "M1").grounds("M1", "M2") == "Y1 Y1"


def test_9_a_pawn_that_was_clamped_at_three_is_folded_anew_without_the_clamp() -> None:
    played = table(SPEC, M1="y1", M2="y1", M3="y2", T3="y1").lay("Y", "004", "M2")
    down = small_card("010", 5, "P+0-1")
    again = small_position(SPEC, [*SET, down], {"M1": "y1", "M2": "y1", "M3": "y2", "T3": "y1"})
    again.lay("Y", "004", "M2").lay("Y", "010", "T3")
    assert (played.ground("M3"), again.ground("M3")) == ("Y3", "Y3")
    assert again.lay("Y", "005", "M1").ground("M3") == "Y3"
    assert played.lay("Y", "005", "M1").ground("M3") == "Y2"


# 10


@pytest.mark.parametrize(
    ("card", "rank", "after"),
    [("003", 1, "Y1"), ("003", 2, "E1"), ("004", 1, "Y2"), ("004", 2, "Y2"), ("004", 3, "E1")],
)
def test_10_on_a_flip_under_decrement_the_new_rank_is_the_whole_amount(card: str, rank: int, after: str) -> None:
    for preset in (SPEC, REBIRTH):
        played = table(replace(preset, capture="decrement"), M1="y1", M2=f"e{rank}").lay("Y", card, "M1")
        assert played.ground("M2") == after


# 11


def test_11_under_rebirth_a_tile_never_changes_while_it_is_occupied() -> None:
    played = table(REBIRTH, M1="y1", M2="e2:001", M3="e1").lay("Y", "004", "M1").lay("E", "004", "M3")
    assert played.ground("M2") == "E2"


def test_11_restore_keeps_owner_and_rank_after_a_replace_chain_too() -> None:
    played = table(REBIRTH, M1="y1", M2="y2:001").lay("Y", "006", "M2").lay("Y", "006", "M2").lay("Y", "005", "M1")
    assert (played.card("M2"), played.ground("M2")) == (None, "Y2")


def test_11_to_destroyer_gives_the_tile_to_the_destroyer_and_without_one_restores() -> None:
    rules = replace(REBIRTH, destroyed_tile="to_destroyer")
    assert table(rules, M1="y1", M2="e2:001").lay("Y", "005", "M1").ground("M2") == "Y2"
    fog = small_card("010", 5, "E+1+0", small_effect("while_in_play", AHEAD, change(-1)))
    by_aura = table(rules, fog, M1="y1", M2="e2:002").lay("Y", "010", "M1")
    assert (by_aura.card("M2"), by_aura.ground("M2")) == (None, "E2")
    assert table(rules, M2="y2:001").lay("Y", "006", "M2").ground("M2") == "Y2"


def test_11_to_destroyer_is_the_side_that_lowered_the_card_last() -> None:
    rules = replace(REBIRTH, destroyed_tile="to_destroyer")
    hurt = small_card("010", 5, "E+1+0", small_effect("on_play", AHEAD, change(-1)))
    assert table(rules, hurt, M1="y1", M2="e2:002").lay("Y", "010", "M1").ground("M2") == "Y2"


def test_11_clear_is_neutral_rank_zero() -> None:
    for preset in (SPEC, REBIRTH):
        rules = replace(preset, destroyed_tile="clear")
        assert table(rules, M1="y1", M2="e2:001").lay("Y", "005", "M1").ground("M2") == "N0"


# 12


def test_12_ally_or_empty_is_an_own_card_or_an_own_empty_tile_of_any_rank() -> None:
    tiles = {"T1": "y0", "T2": "y1", "T3": "y3", "M1": "y2:001", "M2": "e1:001", "M3": "e3", "B1": "n0"}
    assert small_position(SPEC, SET, tiles).may_lay("Y", "006") == ["T1", "T2", "T3", "M1"]


def test_12_with_nothing_replaced_the_follow_up_changes_nothing_and_triggers_nothing() -> None:
    proud = small_card("010", 5, "", small_effect("on_first_enhanced", "self", change(3)))
    for mode in ("raise", "lower"):
        played = table(SPEC, follows("011", mode), proud, M1="y1", M2="y1:010").listen().lay("Y", "011", "M1")
        assert (played.power("M2"), played.delta("M2")) == (5, 0)
        assert not [step for step in played.events() if step[0] in ("power", "trigger")]


@pytest.mark.parametrize("target", ["ally_or_empty", "ally_only", "never"])
def test_12_an_enemy_cards_tile_is_never_legal(target: str) -> None:
    for preset in (SPEC, REBIRTH):
        played = table(replace(preset, replace_target=target), M2="e1:001")
        assert played.may_lay("Y", "006") == []


@pytest.mark.parametrize(("mode", "power"), [("raise", 5 - 2), ("lower", 5 + 2)])
def test_12_the_follow_up_amount_is_the_power_as_it_is_also_when_negative(mode: str, power: int) -> None:
    sunk = small_card("010", 1, "", small_effect("on_play", "self", change(-3)))
    played = table(SPEC, follows("011", mode), sunk, M1="y1", M2="y1:001").lay("Y", "010", "M1")
    assert played.power("M1") == -2
    assert played.lay("Y", "011", "M1").power("M2") == power


def test_12_a_change_of_zero_is_no_change_no_event_no_trigger() -> None:
    empty = small_card("010", 1, "", small_effect("on_play", "self", change(-1)))
    sore = small_card("012", 5, "", small_effect("on_enfeebled", "self", change(9)))
    played = table(SPEC, follows("011", "lower"), empty, sore, M1="y1", M2="y1:012").lay("Y", "010", "M1")
    assert played.power("M1") == 0
    played.listen().lay("Y", "011", "M1")
    assert (played.power("M2"), played.delta("M2")) == (5, 0)
    assert not [step for step in played.events() if step[0] in ("power", "trigger")]


# 13


GAIN = small_effect("on_spawned", "self", Operation("modify_power", adjustment="replaced_pawns"))
TOKENS = [small_card(f"T0{rank}", 10 * rank, "E+1+0", GAIN) for rank in (1, 2, 3)]
MOTHER = small_card(
    "020",
    5,
    "",
    small_effect("on_play", "owner_empty_tiles", Operation("spawn_token", token_ids=("T01", "T02", "T03"))),
)


def test_13_spec_spawns_the_rank_one_token_everywhere_and_it_gains_the_rank_before() -> None:
    tiles = {"M1": "y1", "T1": "y1", "T3": "y2", "B5": "y3"}
    played = small_position(SPEC, [MOTHER, *TOKENS], tiles).lay("Y", "020", "M1")
    assert [(played.at(tile).card_id, played.delta(tile)) for tile in ("T1", "T3", "B5")] == [
        ("T01", 1),
        ("T01", 2),
        ("T01", 3),
    ]


def test_13_rebirth_picks_the_token_by_rank_and_on_spawned_is_silent() -> None:
    tiles = {"M1": "y1", "T1": "y1", "T3": "y2", "B5": "y3"}
    played = small_position(REBIRTH, [MOTHER, *TOKENS], tiles).lay("Y", "020", "M1")
    assert played.powers("T1", "T3", "B5") == [10, 20, 30]


@BOTH
def test_13_a_spawned_token_makes_no_pawns_and_fires_no_on_play(ruleset: Ruleset) -> None:
    loud = small_card("T01", 1, "X+1+0", small_effect("on_play", "all_cards_global", change(1)))
    mother = small_card(
        "020", 5, "", small_effect("on_play", "owner_empty_tiles", Operation("spawn_token", token_ids=("T01",) * 3))
    )
    played = small_position(ruleset, [mother, loud], {"M1": "y1", "T1": "y1"}).lay("Y", "020", "M1")
    assert (played.powers("M1", "T1"), played.ground("T2")) == ([5, 1], "N0")


@BOTH
def test_13_eligible_tiles_are_those_of_the_moment_before_the_first_token(ruleset: Ruleset) -> None:
    """Own, empty and ranked; not neutral, not the enemy's, not occupied, not of rank 0."""
    tiles = {"M1": "y1", "T1": "y1", "T2": "y0", "T3": "e1", "T4": "n0", "B1": "y2:020", "B2": "y3"}
    played = small_position(ruleset, [MOTHER, *TOKENS], tiles).lay("Y", "020", "M1")
    assert set(played.cards()) == {"M1", "T1", "B1", "B2"}


@BOTH
def test_13_the_tokens_auras_reach_each_other_at_once_and_triggers_wait_for_the_settle(ruleset: Ruleset) -> None:
    bright = small_card(
        "T01",
        1,
        "E+1+0 E-1+0",
        small_effect("while_in_play", AHEAD, change(2)),
        small_effect("on_power_threshold", "self", change(5), at=3),
    )
    mother = small_card(
        "020", 5, "", small_effect("on_play", "owner_empty_tiles", Operation("spawn_token", token_ids=("T01",) * 3))
    )
    played = small_position(ruleset, [mother, bright], {"B1": "y1", "T1": "y1", "T2": "y1"}).listen()
    steps = [step for step in played.lay("Y", "020", "B1").events() if step[0] in ("spawned", "trigger")]
    assert steps[:2] == [("spawned", "T1"), ("spawned", "T2")]
    assert ("trigger", "T1") in steps[2:]
    assert played.at("T1").power >= 1 + 2 + 5


# 14


@BOTH
def test_14_lane_powers_and_points_are_plain_sums_and_may_be_negative(ruleset: Ruleset) -> None:
    played = table(ruleset, M1="y1:001", M2="y1:002", M5="e1:002")
    played.state.record.power_delta[played.at("M1").index] = -9
    played.state.record.power_delta[played.at("M5").index] = -5
    assert played.lanes()[1] == (-3, -4, "Y", -3)


@BOTH
def test_14_a_side_without_cards_has_power_zero_and_equal_is_a_tie_even_at_zero(ruleset: Ruleset) -> None:
    played = table(ruleset, M1="y1:002")
    played.state.record.power_delta[played.at("M1").index] = -1
    assert played.lanes()[1] == (0, 0, None, 0)


def test_14_own_lane_stack_does_not_clamp_the_lower() -> None:
    played = position(SPEC, {"M1": "y1:Ultimate Party Animal", "M5": "e1:Levrikon"})
    played.state.record.power_delta[played.at("M5").index] = -6
    assert played.lanes()[1] == (1, -4, "Y", 1 - 4)


@pytest.mark.parametrize("owner", ["y", "e"])
def test_14_all_lanes_once_adds_the_losers_power_once_per_lane_with_a_winner(owner: str) -> None:
    tiles = {"T1": "y2:Ogre", "T5": "e2:Elphadunk", "M1": "y1:Levrikon", "M5": "e2:Ogre", "B3": f"{owner}1:142"}
    lanes = position(REBIRTH, tiles | {"B4": f"{owner}1:142"}).lanes()
    assert lanes[:2] == [(5, 4, "Y", 9), (2, 5, "E", 7)]
    assert lanes[2][3] == 2
    without = {tile: text for tile, text in tiles.items() if tile != "B3"}
    assert position(REBIRTH, without).lanes()[0] == (5, 4, "Y", 5)


# 15


JUDGES = replace(REBIRTH, aura_can_destroy=False)


def test_15_without_aura_can_destroy_an_aura_neither_kills_nor_saves() -> None:
    fog = small_card("010", 5, "E+1+0", small_effect("while_in_play", AHEAD, change(-3)))
    lamp = small_card("011", 5, "E+1+0", small_effect("while_in_play", AHEAD, change(3)))
    hurt = small_card("012", 5, "E+1+0", small_effect("on_play", AHEAD, change(-1)))
    assert table(JUDGES, fog, M1="y1", M2="e1:002").lay("Y", "010", "M1").power("M2") == -2
    lit = table(JUDGES, lamp, hurt, M1="y1:011", M2="y1:002", M3="e1").lay("E", "012", "M3")
    assert lit.card("M2") is None


def test_15_power_delta_scale_delta_and_live_scaling_are_judged() -> None:
    grown = small_card("010", 1, "", small_effect("on_card_played", "self", scale(1, "played_all")))
    counts = small_card("011", 1, "", small_effect("while_in_play", "self", scale(1, "enfeebled_all")))
    hurt = small_card("012", 5, "E+1+0", small_effect("on_play", AHEAD, change(-1)))
    assert table(JUDGES, grown, hurt, M1="y1", M2="y1:010").lay("Y", "012", "M1").power("M2") == 1
    tiles = {"M1": "y1", "M2": "y1:011", "T1": "y1", "T2": "y1:001"}
    played = small_position(JUDGES, [*SET, counts, hurt], tiles).lay("Y", "012", "T1").lay("Y", "012", "M1")
    assert played.power("M2") == 1 - 1 + 1


# 16


@BOTH
@pytest.mark.parametrize("amount", [1, 2, 3])
def test_16_raised_position_ranks_apply_their_amount_to_every_p_and_x_cell(ruleset: Ruleset, amount: int) -> None:
    raised = small_effect("on_play", "own_pawn_tiles", Operation("modify_tile_ranks", amount))
    wide = small_card("010", 5, "P+1+0 X+0+1 E+0-1", raised)
    played = table(ruleset, wide, M2="y1").lay("Y", "010", "M2")
    assert played.grounds("M3", "T2", "B2") == f"Y{amount} Y{amount} N0"
