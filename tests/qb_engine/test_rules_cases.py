"""The cases of the rule book that went wrong elsewhere, each under every ruleset it is meant for."""

from __future__ import annotations

import pytest

from qb_engine.effect_engine import EffectEngine
from qb_engine.errors import IllegalActionError, IllegalMoveError, Refusal, UnknownCardError
from qb_engine.game_state import GameState
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.scoring import compute_match_score

from .naive_table import small_card
from .played import position, small_position
from .scenes import scene

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
DECK = ["001", "002", "004", "005", "007", "008", "010", "011", "013", "026", "031", "040", "057", "051", "083"]


@BOTH
@pytest.mark.parametrize(("name", "power"), [("Crystalline Crab", 1), ("Mindflayer", 1), ("Leviathan", 4)])
def test_case_1_a_lone_aura_source_keeps_its_printed_power(ruleset: Ruleset, name: str, power: int) -> None:
    assert position(ruleset, {"M3": "y3"}).lay("Y", name, "M3").power("M3") == power


@BOTH
def test_case_2_both_sides_own_the_same_card(ruleset: Ruleset) -> None:
    table = position(ruleset).lay("Y", "Grasslands Wolf", "T1").lay("E", "Grasslands Wolf", "M5")
    assert table.lanes() == [(2, 0, "Y", 2), (0, 2, "E", 2), (0, 0, None, 0)]


@BOTH
def test_case_2_an_enemy_crab_still_buffs_the_enemy_when_you_own_a_crab(ruleset: Ruleset) -> None:
    table = position(ruleset).lay("Y", "Crystalline Crab", "M1").lay("E", "Crystalline Crab", "M5")
    table.lay("E", "Security Officer", "T5").lay("Y", "Security Officer", "T1")
    assert table.powers("T5", "T1") == [3, 3]


@BOTH
def test_case_2_destroying_one_of_two_crabs_ends_only_its_own_aura(ruleset: Ruleset) -> None:
    tiles = {"M1": "y1:Crystalline Crab", "M5": "e1:Crystalline Crab", "T1": "y1:Levrikon", "T5": "e1:Levrikon"}
    table = position(ruleset, tiles).lay("Y", "Insectoid Chimera", "M1")
    assert table.powers("T1", "T5") == [2, 4]


@BOTH
def test_case_3_chocobo_and_moogle_counts_neither_itself_nor_the_crab(ruleset: Ruleset) -> None:
    tiles = {"M1": "y1:Crystalline Crab", "T1": "y1"}
    assert position(ruleset, tiles).lay("Y", "Chocobo & Moogle", "T1").power("T1") == 3


@BOTH
def test_case_4_an_ally_on_a_pawn_only_cell_keeps_its_power(ruleset: Ruleset) -> None:
    table = position(ruleset, {"T1": "y1", "T2": "y1:Levrikon"}).lay("Y", "Capparwire", "T1")
    assert (table.power("T2"), table.delta("T2")) == (2, 0)


@BOTH
def test_case_5_mandragora_adds_its_token_to_the_hand(ruleset: Ruleset) -> None:
    report = scene(ruleset.name, ["Y 010@M1"], hands={"Y": ["010", "001"], "E": []})
    assert report["hands"]["Y"] == ["001", "T01"]
    assert report["added"] == {"Y": ["T01"], "E": []}


@BOTH
def test_case_5_shiva_fills_the_owners_empty_ranked_tiles_and_adds_nothing_to_the_hand(ruleset: Ruleset) -> None:
    tiles = {"M1": "y2", "T1": "y1", "B4": "y2", "B5": "e1", "T3": "n0"}
    report = scene(ruleset.name, ["Y 096@M1"], tiles=tiles, hands={"Y": ["096"], "E": []})
    occupied = {tile for tile, facts in report["tiles"].items() if facts["card"]}
    assert occupied == {"M1", "T1", "B4"}
    assert (report["hands"], report["added"]) == ({"Y": [], "E": []}, {"Y": [], "E": []})


@BOTH
def test_case_5_a_destroyed_amalgam_adds_a_card_to_its_owners_hand_also_on_the_other_sides_turn(
    ruleset: Ruleset,
) -> None:
    tiles = {"M2": "y2", "M3": "e1:057"}
    report = scene(
        ruleset.name, ["Y 039@M2"], tiles=tiles, hands={"Y": ["039"], "E": ["001"]}, free_turns=False, first_player="Y"
    )
    assert report["hands"] == {"Y": [], "E": ["001", "T11"]}
    assert report["added"] == {"Y": [], "E": ["T11"]}


@BOTH
def test_case_6_cloud_raised_to_seven_by_two_auras_fires_once_only(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M2": "y2:Cloud", "T2": "y1", "B2": "y1", "M1": "y2"})
    assert table.lay("Y", "Spearhawk", "T2").powers("M2", "T2") == [5, 1]
    assert table.lay("Y", "Crystalline Crab", "B2").powers("M2", "T2", "B2") == [7, 3, 3]
    assert table.lay("Y", "Insectoid Chimera", "T2").power("M2") == 5
    assert table.lay("Y", "Aerith", "M1").powers("M2", "T2", "B2") == [8, 2, 3]


@BOTH
def test_case_7_a_card_enfeebled_by_an_on_play_effect_fires_its_first_enfeebled_trigger(ruleset: Ruleset) -> None:
    tiles = {"T1": "y1", "M1": "y1:Desert Sahagin", "B1": "y1:Levrikon"}
    table = position(ruleset, tiles).lay("Y", "Capparwire", "T1")
    assert table.powers("M1", "B1") == [2, 6]


@BOTH
def test_case_8_a_lone_sea_devil_shows_its_printed_power(ruleset: Ruleset) -> None:
    assert position(ruleset, {"M3": "y3"}).lay("Y", "Sea Devil", "M3").power("M3") == 1


@BOTH
def test_case_9_a_mulligan_of_the_same_card_twice_is_refused(ruleset: Ruleset) -> None:
    state = GameState(DECK, DECK, seed=1, ruleset=ruleset)
    before = (state.state_hash, state.hand("Y"))
    with pytest.raises(IllegalActionError) as caught:
        state.mulligan("Y", [0, 0])
    assert caught.value.refusal is Refusal.MULLIGAN_INDICES
    assert (state.state_hash, state.hand("Y")) == before


@BOTH
def test_case_9_an_illegal_placement_leaves_the_hand_untouched(ruleset: Ruleset) -> None:
    state = GameState(DECK, DECK, seed=1, ruleset=ruleset)
    before = (state.state_hash, state.hand("Y"))
    with pytest.raises(IllegalMoveError):
        state.play_card_from_hand("Y", 0, 1, 4)
    assert (state.state_hash, state.hand("Y")) == before


@BOTH
def test_case_10_no_legal_reply_is_a_pass_and_not_a_score_of_zero(ruleset: Ruleset) -> None:
    tiles = {"M1": "y1", "M5": "e1:Ogre", "T1": "y2:Levrikon"}
    fields = {"tiles": tiles, "hands": {"Y": ["001"], "E": ["044"]}, "free_turns": False, "first_player": "Y"}
    stuck = scene(ruleset.name, ["Y 001@M1"], **fields)
    assert (stuck["side_to_act"], stuck["legal_moves"]["E"], stuck["game_over"]) == ("E", [], False)
    passed = scene(ruleset.name, ["Y 001@M1", "E pass"], **fields)
    assert (passed["total_you"], passed["total_enemy"]) == (stuck["total_you"], stuck["total_enemy"]) == (2, 5)
    assert (passed["side_to_act"], passed["game_over"]) == ("Y", False)


def test_case_11_an_error_inside_scoring_surfaces() -> None:
    board = position(SPEC, {"M1": "y1:Levrikon"}).state.board
    stranger = small_position(SPEC, small_card("001", 1)).state.board
    with pytest.raises(UnknownCardError):
        compute_match_score(board, EffectEngine.of(stranger))
