"""The oracle plays the rule book's own scenarios and cases with the shipped cards."""

from __future__ import annotations

import pytest

from qb_engine.card_hydrator import shipped
from qb_engine.effect_registry_utils import OPERATIONS
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset, single_switch_variants

from .naive import RefusedError
from .naive_driver import compare, compare_all, random_match, random_match_lines
from .naive_registry import random_registry
from .naive_table import shipped_table

pytestmark = pytest.mark.slow

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
VARIANTS = {name: variant for preset in (SPEC, REBIRTH) for name, variant in single_switch_variants(preset)}


# Acceptance scenarios for REBIRTH


def test_pawns_rise_and_a_replacing_card_adds_its_own() -> None:
    table = shipped_table(REBIRTH).lay("Y", "Security Officer", "M1")
    assert [table.ground(tile) for tile in ("T1", "M2", "B1")] == ["Y2", "Y1", "Y2"]
    table.lay("Y", "Insectoid Chimera", "M1")
    assert [table.ground(tile) for tile in ("T1", "M2", "B1")] == ["Y3", "Y2", "Y3"]


def test_twin_brain_makes_pawns_worth_two_but_never_under_a_card() -> None:
    assert shipped_table(REBIRTH).lay("Y", "Twin Brain", "T1").ground("B1") == "Y3"
    occupied = shipped_table(REBIRTH).lay("Y", "Security Officer", "B1").lay("Y", "Twin Brain", "T1")
    assert occupied.ground("B1") == "Y1"


def test_an_aura_ends_with_the_replaced_crab() -> None:
    table = shipped_table(REBIRTH).lay("Y", "Crystalline Crab", "M1").lay("Y", "Security Officer", "T1")
    assert table.power_at("T1") == 3
    assert table.lay("Y", "Insectoid Chimera", "M1").power_at("T1") == 1


def test_capparwire_lowers_who_is_there_and_spares_who_comes_later() -> None:
    table = shipped_table(REBIRTH, {"T1": "y2:Elphadunk", "M1": "y1", "B1": "y1"}).lay("Y", "Capparwire", "M1")
    assert table.power_at("T1") == 3
    assert table.lay("Y", "Security Officer", "B1").power_at("B1") == 1


@pytest.mark.parametrize("order", [["Ifrit", "Security Officer"], ["Security Officer", "Ifrit"]])
def test_ifrit_counts_an_aura_raised_ally_whichever_came_first(order: list[str]) -> None:
    table = shipped_table(REBIRTH, {"M1": "y1:Crystalline Crab", "T1": "y1", "B1": "y3"})
    for name in order:
        table.lay("Y", name, {"Ifrit": "B1", "Security Officer": "T1"}[name])
    assert table.power_at("B1") == 7


def test_ifrit_does_not_count_enhanced_enemies() -> None:
    tiles = {"M5": "e1:Crystalline Crab", "T5": "e1:Security Officer", "B1": "y3"}
    table = shipped_table(REBIRTH, tiles).lay("Y", "Ifrit", "B1")
    assert table.power_at("T5") == 3
    assert table.power_at("B1") == 5


def test_shadowblood_queen_counts_other_enfeebled_cards_of_either_side() -> None:
    tiles = {"M3": "y1", "T3": "y2:Elphadunk", "B3": "e2:Elphadunk", "M1": "y3"}
    table = shipped_table(REBIRTH, tiles).lay("Y", "Capparwire", "M3").lay("Y", "Shadowblood Queen", "M1")
    assert table.power_at("M1") == 9


def test_a_replaced_sandhog_pie_raises_its_allied_neighbour() -> None:
    tiles = {"M1": "y1:Sandhog Pie", "T1": "y1:Security Officer", "M2": "e1:Security Officer"}
    table = shipped_table(REBIRTH, tiles).lay("Y", "Insectoid Chimera", "M1")
    assert (table.power_at("T1"), table.power_at("M2")) == (4, 1)


def test_elena_raised_by_a_crab_destroys_the_card_ahead() -> None:
    tiles = {"T1": "y1:Elena", "M1": "y1", "T2": "e3:Mythril Golem"}
    table = shipped_table(REBIRTH, tiles).lay("Y", "Crystalline Crab", "M1")
    assert table.name_at("T2") is None
    assert table.ground("T2") == "E3"


def test_tonberry_king_gains_for_a_replaced_card_of_its_own() -> None:
    tiles = {"M1": "y1:Security Officer", "B3": "y2:Tonberry King"}
    table = shipped_table(REBIRTH, tiles).lay("Y", "Insectoid Chimera", "M1")
    assert (table.power_at("B3"), table.tiles()["B3"]["scale_delta"]) == (3, 2)


def test_joker_gains_for_each_side_that_one_capparwire_kills() -> None:
    tiles = {"M3": "y1", "T3": "y1:Security Officer", "B3": "e1:Security Officer", "M1": "y2:Joker"}
    table = shipped_table(REBIRTH, tiles).lay("Y", "Capparwire", "M3")
    assert (table.name_at("T3"), table.name_at("B3"), table.power_at("M1")) == (None, None, 4)
    assert (table.ground("T3"), table.ground("B3")) == ("Y2", "Y1")


def test_shiva_picks_the_token_by_rank() -> None:
    table = shipped_table(REBIRTH, {"T1": "y1", "T2": "y2", "T3": "y3", "M1": "y2", "M5": "e1"})
    table.lay("Y", "Shiva", "M1")
    assert [table.power_at(tile) for tile in ("T1", "T2", "T3")] == [2, 4, 6]
    assert (table.name_at("M5"), table.added) == (None, {"Y": [], "E": []})


def test_shiva_under_spec_spawns_one_token_that_gains_the_pawns_it_replaced() -> None:
    table = shipped_table(SPEC, {"T1": "y1", "T2": "y2", "T3": "y3", "M1": "y2"}).lay("Y", "Shiva", "M1")
    assert [table.name_at(tile) for tile in ("T1", "T2", "T3")] == ["Diamond Dust I"] * 3
    assert [table.power_at(tile) for tile in ("T1", "T2", "T3")] == [3, 4, 5]
    assert [table.tiles()[tile]["power_delta"] for tile in ("T1", "T2", "T3")] == [1, 2, 3]


@BOTH
def test_moogle_trio_adds_bard_and_mage_in_that_order(ruleset: Ruleset) -> None:
    table = shipped_table(ruleset, {"M1": "y2"}).lay("Y", "Moogle Trio", "M1")
    assert table.names_added("Y") == ["Moogle Bard", "Moogle Mage"]


@BOTH
def test_cloud_raised_to_seven_by_two_auras_fires_once(ruleset: Ruleset) -> None:
    table = shipped_table(ruleset, {"T2": "y1", "M2": "y2", "B2": "y1", "M1": "y1"}).lay("Y", "Cloud", "M2")
    assert table.power_at("M2") == 3
    assert table.lay("Y", "Spearhawk", "T2").power_at("M2") == 5
    table.lay("Y", "Crystalline Crab", "B2")
    assert [table.power_at(tile) for tile in ("T2", "M2", "B2")] == [3, 7, 3]
    assert table.lay("Y", "Insectoid Chimera", "T2").power_at("M2") == 5
    table.lay("Y", "Ignilisk", "M1")
    assert [table.power_at(tile) for tile in ("T2", "M2", "B2", "M1")] == [2, 7, 3, 1]


def test_cloud_laid_at_seven_fires_at_once_where_entry_counts() -> None:
    tiles = {"T2": "y1:Spearhawk", "M2": "y2", "B2": "y1:Crystalline Crab"}
    at_once = shipped_table(REBIRTH, tiles).lay("Y", "Cloud", "M2")
    assert [at_once.power_at(tile) for tile in ("T2", "M2", "B2")] == [3, 7, 3]
    not_on_entry = shipped_table(SPEC, tiles).lay("Y", "Cloud", "M2")
    assert [not_on_entry.power_at(tile) for tile in ("T2", "M2", "B2")] == [1, 7, 1]


def test_griffon_passes_on_the_effective_power_and_chimera_nothing() -> None:
    tiles = {"B1": "y1:Crystalline Crab", "M1": "y1:Security Officer", "T2": "y1:Security Officer"}
    assert shipped_table(REBIRTH, tiles).lay("Y", "Griffon", "M1").power_at("T2") == 4
    assert shipped_table(REBIRTH, tiles).lay("Y", "Insectoid Chimera", "M1").power_at("T2") == 1


@BOTH
def test_two_passes_in_a_row_end_the_match_and_a_play_in_between_resets(ruleset: Ruleset) -> None:
    table = shipped_table(ruleset)
    table.pass_("Y")
    table.lay("E", "Security Officer", "M5").pass_("Y")
    assert not table.over
    table.pass_("E")
    assert table.over
    assert table.legal("Y", "001") == []
    with pytest.raises(RefusedError):
        table.pass_("Y")


# Cases that went wrong elsewhere


@BOTH
@pytest.mark.parametrize(("name", "power"), [("Crystalline Crab", 1), ("Mindflayer", 1), ("Leviathan", 4)])
def test_a_lone_aura_source_keeps_its_printed_power(ruleset: Ruleset, name: str, power: int) -> None:
    assert shipped_table(ruleset, {"M3": "y3"}).lay("Y", name, "M3").power_at("M3") == power


@BOTH
def test_both_sides_may_own_the_same_card(ruleset: Ruleset) -> None:
    table = shipped_table(ruleset).lay("Y", "Grasslands Wolf", "T1").lay("E", "Grasslands Wolf", "M5")
    assert [(lane["power_you"], lane["power_enemy"]) for lane in table.lanes()] == [(2, 0), (0, 2), (0, 0)]
    assert table.totals() == (2, 2)
    assert table.winner is None


@BOTH
def test_destroying_one_of_two_crabs_ends_only_its_own_aura(ruleset: Ruleset) -> None:
    tiles = {
        "M1": "y1:Crystalline Crab",
        "T1": "y1:Security Officer",
        "M5": "e1:Crystalline Crab",
        "T5": "e1:Security Officer",
    }
    table = shipped_table(ruleset, tiles)
    assert (table.power_at("T1"), table.power_at("T5")) == (3, 3)
    table.lay("Y", "Insectoid Chimera", "M1")
    assert (table.power_at("T1"), table.power_at("T5")) == (1, 3)


@BOTH
def test_chocobo_and_moogle_counts_neither_itself_nor_the_crab(ruleset: Ruleset) -> None:
    table = shipped_table(ruleset).lay("Y", "Crystalline Crab", "M1").lay("Y", "Chocobo & Moogle", "T1")
    assert table.power_at("T1") == 3


@BOTH
def test_a_pawn_only_cell_never_hits(ruleset: Ruleset) -> None:
    tiles = {"T1": "y1", "T2": "y1:Security Officer", "M1": "y2:Elphadunk"}
    table = shipped_table(ruleset, tiles).lay("Y", "Capparwire", "T1")
    assert (table.power_at("T2"), table.power_at("M1")) == (1, 3)


@BOTH
def test_cards_made_by_a_card_go_to_its_owner(ruleset: Ruleset) -> None:
    table = shipped_table(ruleset, {"M1": "y1", "M3": "y2", "M4": "e1:Amalgam"})
    table.lay("Y", "Mandragora", "M1").lay("Y", "Cockatrice", "M3")
    assert (table.names_added("Y"), table.names_added("E")) == (["Mandragora Minion"], ["Resurrected Amalgam"])


@BOTH
def test_a_card_enfeebled_by_on_play_fires_its_first_enfeebled_trigger(ruleset: Ruleset) -> None:
    tiles = {"M3": "y1", "T3": "y1:Desert Sahagin"}
    table = shipped_table(ruleset, tiles).lay("Y", "Capparwire", "M3")
    assert (table.power_at("T3"), table.power_at("M3")) == (2, 7)


@BOTH
def test_a_lone_sea_devil_shows_its_printed_power_and_counts_later_plays(ruleset: Ruleset) -> None:
    table = shipped_table(ruleset, {"M1": "y3", "T1": "y1", "B5": "e1"}).lay("Y", "Sea Devil", "M1")
    assert table.power_at("M1") == 1
    table.lay("Y", "Security Officer", "T1").lay("E", "Security Officer", "B5")
    assert table.power_at("M1") == 2


def test_ultimate_party_animal_pays_every_won_lane_once_or_its_own_lane() -> None:
    tiles = {
        "M1": "y1:Ultimate Party Animal",
        "T1": "y3:Ogre",
        "T5": "e1:Levrikon",
        "B1": "y1:Levrikon",
        "B5": "e3:Ogre",
        "M2": "y1:Ultimate Party Animal",
        "M5": "e1:Security Officer",
    }
    points = [lane["lane_points"] for lane in shipped_table(REBIRTH, tiles).lanes()]
    assert points == [7, 3, 7]
    assert [lane["lane_points"] for lane in shipped_table(SPEC, tiles).lanes()] == [5, 4, 5]
    assert shipped_table(REBIRTH, tiles).totals() == (10, 7)


def test_a_lane_bonus_counts_for_each_winner_side_card() -> None:
    tiles = {"M1": "y1:Posh Chocobo", "M2": "y1:Posh Chocobo", "M5": "e1:Tifa"}
    assert shipped_table(SPEC, tiles).lanes()[1]["lane_points"] == 4 + 3 + 3


# The oracle as an instrument


@pytest.mark.parametrize("ruleset", [SPEC, REBIRTH, *VARIANTS.values()], ids=["spec", "rebirth", *VARIANTS])
def test_random_matches_end_under_every_ruleset_and_keep_ranks_in_bounds(ruleset: Ruleset) -> None:
    hydrator = shipped()
    printed = {card.id: card for card in hydrator.cards}
    for seed in range(3):
        invented, strange = random_registry(seed)
        for effects, cards in ((hydrator.effects, printed), (strange, invented)):
            for ply in random_match(ruleset, effects, cards, seed):
                tiles = ply.match.tiles()
                assert len(tiles) == 15
                assert all(0 <= tile["rank"] <= 3 for tile in tiles.values())
                assert all(tile["card"] is None or tile["owner"] == tile["card_owner"] for tile in tiles.values())


def test_invented_cards_use_every_operation() -> None:
    made = [random_registry(seed)[1] for seed in range(3)]
    used = {operation.type for effects in made for effect in effects.values() for operation in effect.operations}
    assert used == set(OPERATIONS)


def test_the_same_seed_gives_the_same_match() -> None:
    hydrator = shipped()
    cards = {card.id: card for card in hydrator.cards}
    lines = random_match_lines(REBIRTH, hydrator.effects, cards, 5)
    assert lines == random_match_lines(REBIRTH, hydrator.effects, cards, 5)
    assert lines != random_match_lines(REBIRTH, hydrator.effects, cards, 6)


def test_a_difference_is_told_by_tile_and_fact() -> None:
    table = shipped_table(REBIRTH).lay("Y", "Security Officer", "M1")
    tiles = table.tiles()
    assert compare(tiles, table) == ""
    tiles["M1"]["power"] = 4
    assert compare(tiles, table) == "M1 power: engine 4, oracle 1"
    report = {
        "tiles": table.tiles(),
        "lanes": table.lanes(),
        "total_you": 1,
        "total_enemy": 0,
        "winner": "E",
        "added": {"Y": [], "E": []},
        "game_over": False,
    }
    assert compare_all(report, table) == "winner: engine 'E', oracle 'Y'"
