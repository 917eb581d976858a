"""Scenes that are set up and what is reported of them: a test for each sentence of the fine print, 21."""

from __future__ import annotations

from typing import Any

import pytest

from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .scenes import refusal, reported, scene

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
EVERY_TILE = [f"{lane}{column}" for lane in "TMB" for column in range(1, 6)]


def test_21_there_is_no_settle_at_set_up_and_none_on_a_pass() -> None:
    tiles = {"M1": "y2:027", "T1": "e1:001", "B5": "e1"}
    assert scene("rebirth", tiles=tiles).power("T1") == 0
    assert scene("rebirth", ["Y pass"], tiles=tiles).power("T1") == 0


def test_21_a_set_up_card_at_or_below_zero_dies_in_the_settle_of_the_next_play_where_the_rules_destroy() -> None:
    tiles = {"M1": "y2:027", "T1": "e1:001", "B5": "e1"}
    assert scene("rebirth", ["E 001@B5"], tiles=tiles).card("T1") is None
    assert scene("spec", ["E 001@B5"], tiles=tiles).power("T1") == 0


@BOTH
def test_21_set_up_cards_made_no_pawns_and_fired_nothing_and_their_auras_are_live(ruleset: Ruleset) -> None:
    report = scene(ruleset.name, tiles={"M1": "y1:013", "T1": "y1:007", "B3": "y1:026", "B2": "n0"})
    assert report.powers("T1", "M1") == [4, 1]
    assert report.grounds("M2", "B4", "B2") == "N0 N0 N0"
    assert report["added"] == {"Y": [], "E": []}


def test_21_first_time_flags_whose_condition_holds_at_set_up_count_as_fired() -> None:
    tiles = {"T1": "y1:130", "M1": "y1:013", "T2": "e3:114", "B1": "y1"}
    assert scene("rebirth", ["Y 007@B1"], tiles=tiles).power("T2") == 8
    cloud = {"M2": "y2:086", "T2": "y1:031", "B2": "y1:013", "M5": "e1"}
    report = scene("spec", ["E 007@M5"], tiles=cloud)
    assert report.powers("M2", "T2", "B2") == [7, 1, 1]


@BOTH
def test_21_with_free_turns_nobody_is_to_act_nobody_draws_and_anybody_may_move(ruleset: Ruleset) -> None:
    hands = {"Y": ["001", "007", "008"], "E": []}
    report = scene(ruleset.name, ["Y 001@M1", "Y 007@T1"], hands=hands, decks={"Y": ["002"], "E": ["002"]})
    assert (report["side_to_act"], report["hands"]) == (None, {"Y": ["008"], "E": []})


@BOTH
@pytest.mark.parametrize("passes", [["Y pass", "Y pass"], ["E pass", "E pass"], ["Y pass", "E pass"]])
def test_21_with_free_turns_two_passes_in_a_row_end_the_game_whoever_made_them(
    ruleset: Ruleset, passes: list[str]
) -> None:
    assert scene(ruleset.name, passes)["game_over"]
    assert not scene(ruleset.name, [passes[0], "Y 001@M1", passes[1]])["game_over"]
    assert refusal(ruleset.name, [*passes, "Y 001@M1"], free_turns=True) == (
        2,
        "001@M1 refused: the game is over",
    )


@BOTH
def test_21_decks_is_the_draw_pile_without_the_hand(ruleset: Ruleset) -> None:
    hands, decks = {"Y": ["001"], "E": ["001"]}, {"Y": ["002", "004"], "E": ["005", "007"]}
    moves = ["Y 001@M1", "E 001@M5", "Y pass", "E pass"]
    fields: dict[str, Any] = {"hands": hands, "decks": decks, "free_turns": False}
    assert scene(ruleset.name, moves[:0], **fields)["hands"] == hands
    assert scene(ruleset.name, moves[:2], **fields)["hands"]["Y"] == ["002"]
    assert scene(ruleset.name, moves[:3], **fields)["hands"]["E"] == ["005"]


@BOTH
def test_21_without_hands_hands_and_legal_moves_are_omitted_and_added_is_always_there(ruleset: Ruleset) -> None:
    always = {
        "schema",
        "ok",
        "tiles",
        "added",
        "lanes",
        "total_you",
        "total_enemy",
        "winner",
        "game_over",
        "side_to_act",
    }
    assert set(scene(ruleset.name, ["Y 010@M1"])) == always
    assert scene(ruleset.name, ["Y 010@M1"])["added"] == {"Y": ["T01"], "E": []}
    assert set(scene(ruleset.name, hands={"Y": [], "E": []})) == always | {"hands", "legal_moves"}


@BOTH
def test_21_an_empty_tile_has_no_card_and_power_and_deltas_of_zero(ruleset: Ruleset) -> None:
    report = scene(ruleset.name)
    assert list(report["tiles"]) == EVERY_TILE
    assert report["tiles"]["M3"] == {
        "owner": "N",
        "rank": 0,
        "card": None,
        "card_owner": None,
        "power": 0,
        "power_delta": 0,
        "scale_delta": 0,
    }


@BOTH
def test_21_legal_moves_lists_placements_of_both_sides_whoever_is_to_act_distinct_and_in_order(
    ruleset: Ruleset,
) -> None:
    report = scene(ruleset.name, hands={"Y": ["008", "001", "001"], "E": ["007", "021"]}, free_turns=False)
    yours, enemys = report["legal_moves"]["Y"], report["legal_moves"]["E"]
    assert set(yours) == {f"{card}@{lane}1" for card in ("001", "008") for lane in "TMB"}
    assert set(enemys) == {f"007@{lane}5" for lane in "TMB"}
    assert len(yours) == len(set(yours))
    assert [move.split("@")[0] for move in yours] == ["001"] * 3 + ["008"] * 3


@BOTH
def test_21_after_the_end_both_lists_are_empty_and_nobody_is_to_act(ruleset: Ruleset) -> None:
    report = scene(ruleset.name, ["Y pass", "E pass"], hands={"Y": ["001"], "E": ["001"]}, free_turns=False)
    assert (report["legal_moves"], report["side_to_act"]) == ({"Y": [], "E": []}, None)


@BOTH
def test_21_winner_is_by_the_present_totals_at_every_ply(ruleset: Ruleset) -> None:
    moves = ["Y 001@M1", "E 007@T5", "Y 008@B1"]
    assert [scene(ruleset.name, moves[:count])["winner"] for count in range(4)] == [None, "Y", "E", "Y"]


@BOTH
def test_21_unlisted_tiles_are_neutral_and_without_tiles_the_game_starts_as_always(ruleset: Ruleset) -> None:
    assert scene(ruleset.name, tiles={"M1": "y2"}).grounds("M1", "T1", "M5") == "Y2 N0 N0"
    assert scene(ruleset.name, tiles={}).grounds("T1", "M5") == "N0 N0"
    assert scene(ruleset.name).grounds("T1", "M5") == "Y1 E1"


@BOTH
def test_21_a_refused_move_is_an_answer_with_its_index_and_the_sentence(ruleset: Ruleset) -> None:
    assert refusal(ruleset.name, ["Y 001@M1", "E 001@M1"]) == (
        1,
        "001@M1 refused: the tile already holds Security Officer",
    )
    assert refusal(ruleset.name, ["E pass"]) == (0, "pass refused: you must act first")
    assert refusal(ruleset.name, ["Y 007@M1"], hands={"Y": ["001"], "E": []})[0] == 0


def test_21_the_ruleset_may_be_a_base_with_switches_and_is_the_spec_when_absent() -> None:
    moves = ["Y 001@M1"]
    tiles = {"M1": "y1", "M2": "e2"}
    assert scene({"base": "rebirth", "capture": "keep_plus"}, moves, tiles=tiles).grounds("M2") == "Y3"
    assert scene("rebirth", moves, tiles=tiles).grounds("M2") == "Y2"
    bare = reported({"schema": 1, "tiles": tiles, "moves": moves})
    assert (bare["tiles"]["M2"]["owner"], bare["tiles"]["M2"]["rank"]) == ("E", 1)


def test_21_cards_may_be_called_by_name() -> None:
    report = scene("rebirth", ["Y Crystalline Crab@M1"], tiles={"M1": "y1", "T1": "y1:Security Officer"})
    assert report.power("T1") == 3
