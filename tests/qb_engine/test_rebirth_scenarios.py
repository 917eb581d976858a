"""Every acceptance scenario of the rule book for REBIRTH, driven through the scenario runner: JSON in, JSON out."""

from __future__ import annotations

import pytest

from .scenes import refusal, scene

pytestmark = pytest.mark.rules

OFFICER, CRAB, CHIMERA, TWIN_BRAIN, CAPPARWIRE, SPEARHAWK = "001", "013", "051", "071", "026", "031"
ELPHADUNK, IFRIT, QUEEN, PIE, ELENA, TONBERRY_KING, JOKER = "011", "095", "145", "036", "130", "035", "047"
SHIVA, TRIO, CLOUD, SHOALOPOD, GRIFFON, LEVRIKON, OGRE = "096", "110", "086", "033", "059", "007", "021"


def test_a_security_officer_raises_the_tiles_around_it() -> None:
    report = scene("rebirth", [f"Y {OFFICER}@M1"])
    assert report.grounds("T1", "M2", "B1") == "Y2 Y1 Y2"


def test_an_insectoid_chimera_replacing_it_raises_them_again() -> None:
    report = scene("rebirth", [f"Y {OFFICER}@M1", f"Y {CHIMERA}@M1"])
    assert report.grounds("T1", "M2", "B1") == "Y3 Y2 Y3"
    assert report.card("M1") == CHIMERA


def test_twin_brain_raises_by_two() -> None:
    assert scene("rebirth", [f"Y {TWIN_BRAIN}@T1"]).grounds("B1") == "Y3"


def test_twin_brain_does_not_move_the_rank_under_a_card() -> None:
    report = scene("rebirth", [f"Y {OFFICER}@B1", f"Y {TWIN_BRAIN}@T1"])
    assert report.grounds("B1") == "Y1"


def test_a_crab_raises_the_card_above_it_until_it_is_replaced() -> None:
    moves = [f"Y {CRAB}@M1", f"Y {OFFICER}@T1"]
    assert scene("rebirth", moves).power("T1") == 3
    assert scene("rebirth", [*moves, f"Y {CHIMERA}@M1"]).power("T1") == 1


def test_capparwire_lowers_elphadunk_to_three_and_a_card_arriving_later_is_untouched() -> None:
    tiles = {"T1": f"y2:{ELPHADUNK}", "M1": "y1", "B1": "y1"}
    report = scene("rebirth", [f"Y {CAPPARWIRE}@M1", f"Y {OFFICER}@B1"], tiles=tiles)
    assert report.powers("T1", "B1") == [3, 1]
    assert [report["tiles"][tile]["power_delta"] for tile in ("T1", "B1")] == [-1, 0]


@pytest.mark.parametrize("moves", [[f"Y {IFRIT}@B1", f"Y {OFFICER}@T1"], [f"Y {OFFICER}@T1", f"Y {IFRIT}@B1"]])
def test_ifrit_gains_two_for_one_aura_raised_ally_whichever_came_first(moves: list[str]) -> None:
    assert scene("rebirth", moves, tiles={"M1": f"y1:{CRAB}", "T1": "y1", "B1": "y3"}).power("B1") == 5 + 2


def test_ifrit_does_not_count_enhanced_enemies() -> None:
    tiles = {"M5": f"e1:{CRAB}", "T5": f"e1:{OFFICER}", "B1": "y3"}
    assert scene("rebirth", [f"Y {IFRIT}@B1"], tiles=tiles).powers("T5", "B1") == [3, 5]


def test_shadowblood_queen_gains_three_per_other_enfeebled_card_of_either_side() -> None:
    tiles = {"M1": "y1", "T1": f"y2:{ELPHADUNK}", "B1": f"e2:{ELPHADUNK}", "M3": "y3"}
    assert scene("rebirth", [f"Y {CAPPARWIRE}@M1", f"Y {QUEEN}@M3"], tiles=tiles).power("M3") == 3 + 6


def test_shadowblood_queen_does_not_count_herself() -> None:
    tiles = {"M1": "y1", "T1": f"y3:{QUEEN}"}
    assert scene("rebirth", [f"Y {CAPPARWIRE}@M1"], tiles=tiles).power("T1") == 3 - 1


def test_a_replaced_sandhog_pie_raises_its_allied_neighbour_by_three() -> None:
    tiles = {"M1": f"y1:{PIE}", "T1": f"y1:{LEVRIKON}", "M2": f"e1:{LEVRIKON}"}
    assert scene("rebirth", [f"Y {CHIMERA}@M1"], tiles=tiles).powers("T1", "M2") == [5, 2]


def test_elena_raised_by_a_crab_destroys_the_card_ahead() -> None:
    tiles = {"T1": f"y1:{ELENA}", "T2": f"e2:{OGRE}", "M1": "y1"}
    report = scene("rebirth", [f"Y {CRAB}@M1"], tiles=tiles)
    assert report.card("T2") is None
    assert report.power("T1") == 4


def test_tonberry_king_gains_two_when_an_own_card_is_replaced() -> None:
    tiles = {"T1": f"y2:{TONBERRY_KING}", "M1": f"y1:{OFFICER}"}
    report = scene("rebirth", [f"Y {CHIMERA}@M1"], tiles=tiles)
    assert (report.power("T1"), report["tiles"]["T1"]["scale_delta"]) == (3, 2)


def test_joker_gains_two_when_one_capparwire_kills_a_card_of_each_side() -> None:
    tiles = {"M1": "y1", "T1": f"y1:{OFFICER}", "B1": f"e1:{OFFICER}", "M5": f"e2:{JOKER}"}
    report = scene("rebirth", [f"Y {CAPPARWIRE}@M1"], tiles=tiles)
    assert [report.card(tile) for tile in ("T1", "B1")] == [None, None]
    assert report.power("M5") == 2 + 2


def test_shiva_makes_diamond_dust_two_four_and_six() -> None:
    tiles = {"M1": "y2", "T1": "y1", "T2": "y2", "T3": "y3"}
    report = scene("rebirth", [f"Y {SHIVA}@M1"], tiles=tiles)
    assert report.powers("T1", "T2", "T3") == [2, 4, 6]


def test_moogle_trio_adds_moogle_bard_and_moogle_mage_to_the_hand() -> None:
    hands = {"Y": [TRIO], "E": []}
    report = scene("rebirth", [f"Y {TRIO}@M1"], tiles={"M1": "y2"}, hands=hands)
    assert report["hands"]["Y"] == ["T04", "T03"]


def test_cloud_is_three_with_spearhawk_five_with_a_crab_seven_and_then_both_become_three() -> None:
    tiles = {"M2": "y2", "T2": "y1", "B2": "y1"}
    moves = [f"Y {CLOUD}@M2", f"Y {SPEARHAWK}@T2", f"Y {CRAB}@B2"]
    assert scene("rebirth", moves[:1], tiles=tiles).power("M2") == 3
    assert scene("rebirth", moves[:2], tiles=tiles).powers("M2", "T2") == [5, 1]
    assert scene("rebirth", moves, tiles=tiles).powers("M2", "T2", "B2") == [7, 3, 3]


def test_cloud_laid_on_a_plus_four_tile_fires_at_once() -> None:
    tiles = {"M2": "y2", "B2": f"y2:{SHOALOPOD}"}
    assert scene("rebirth", [f"Y {CLOUD}@M2"], tiles=tiles).powers("M2", "B2") == [7, 3]


def test_griffon_over_a_three_power_ally_raises_its_target_by_three() -> None:
    tiles = {"B1": f"y1:{CRAB}", "M1": f"y1:{OFFICER}", "T2": f"y1:{LEVRIKON}"}
    report = scene("rebirth", [f"Y {GRIFFON}@M1"], tiles=tiles)
    assert report.powers("M1", "T2") == [1 + 2, 2 + 3]


def test_chimera_transfers_nothing() -> None:
    tiles = {"B1": f"y1:{CRAB}", "M1": f"y1:{OFFICER}", "T2": f"y1:{LEVRIKON}", "T1": f"y1:{LEVRIKON}"}
    report = scene("rebirth", [f"Y {CHIMERA}@M1"], tiles=tiles)
    assert report.powers("M1", "T2", "T1") == [2 + 2, 2, 2]


def test_two_passes_in_a_row_end_the_game() -> None:
    report = scene("rebirth", ["Y pass", "E pass"], free_turns=False)
    assert (report["game_over"], report["side_to_act"]) == (True, None)
    assert refusal("rebirth", ["Y pass", "E pass", f"Y {OFFICER}@M1"])[0] == 2


def test_a_play_in_between_resets_the_passes() -> None:
    moves = ["Y pass", f"E {OFFICER}@M5", "Y pass"]
    assert not scene("rebirth", moves, free_turns=False)["game_over"]
    assert scene("rebirth", [*moves, "E pass"], free_turns=False)["game_over"]
