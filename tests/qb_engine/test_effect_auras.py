"""while_in_play auras (the same in both, 7): live from positions, over with their source, never on the source."""

from __future__ import annotations

import pytest

from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .naive_table import change, small_card, small_effect
from .played import position, small_position

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
PLAIN = small_card("001", 5)


@BOTH
def test_an_aura_reaches_a_card_played_later(ruleset: Ruleset) -> None:
    table = position(ruleset).lay("Y", "Crystalline Crab", "M1").lay("Y", "Security Officer", "T1")
    assert (table.power("T1"), table.delta("T1")) == (3, 0)


@BOTH
def test_an_aura_reaches_a_card_played_before(ruleset: Ruleset) -> None:
    table = position(ruleset).lay("Y", "Security Officer", "T1").lay("Y", "Crystalline Crab", "M1")
    assert (table.power("T1"), table.delta("T1")) == (3, 0)


@BOTH
def test_an_aura_ends_with_its_source(ruleset: Ruleset) -> None:
    table = position(ruleset).lay("Y", "Crystalline Crab", "M1").lay("Y", "Security Officer", "T1")
    assert table.lay("Y", "Insectoid Chimera", "M1").power("T1") == 1


@BOTH
def test_an_aura_of_a_destroyed_card_ends(ruleset: Ruleset) -> None:
    tiles = {"M2": "y1:Crystalline Crab", "T2": "y1:Levrikon", "M1": "y2"}
    table = position(ruleset, tiles)
    assert table.power("T2") == 4
    assert table.lay("Y", "Cockatrice", "M1").power("T2") == 2


@BOTH
def test_auras_on_one_card_add_up(ruleset: Ruleset) -> None:
    tiles = {"T2": "y1:Levrikon", "M2": "y1:Crystalline Crab", "T1": "y1:Ignilisk"}
    assert position(ruleset, tiles).power("T2") == 2 + 2 + 2


@BOTH
def test_an_aura_for_allies_spares_enemies_and_one_against_enemies_spares_allies(ruleset: Ruleset) -> None:
    tiles = {"M1": "y1:Crystalline Crab", "T1": "e1:Levrikon", "M3": "y3:Leviathan", "M5": "y2:Ogre"}
    assert position(ruleset, tiles).powers("T1", "M5") == [2, 5]
    facing = {"M3": "y3:Leviathan", "M5": "e2:Ogre"}
    assert position(ruleset, facing).power("M5") == 5 - 3


@BOTH
def test_an_aura_for_all_touches_both_sides_but_never_its_source(ruleset: Ruleset) -> None:
    tiles = {"M2": "y1:Scrutineye", "T2": "e1:Levrikon", "B2": "y1:Levrikon"}
    assert position(ruleset, tiles).powers("T2", "M2", "B2") == [3, 1, 3]


@BOTH
@pytest.mark.parametrize("scope", ["allies_global", "all_cards_global", "allies_in_lane", "all_cards_in_lane"])
def test_a_wide_aura_never_touches_its_source(ruleset: Ruleset, scope: str) -> None:
    lamp = small_card("002", 1, "", small_effect("while_in_play", scope, change(3)))
    table = small_position(ruleset, [PLAIN, lamp], {"M1": "y1:002", "M2": "y1:001"})
    assert table.powers("M1", "M2") == [1, 8]


@BOTH
def test_the_enemys_aura_is_mirrored(ruleset: Ruleset) -> None:
    tiles = {"M4": "e2:Aerith", "M5": "e1:Levrikon", "M3": "e1:Levrikon", "T4": "e1:Levrikon"}
    assert position(ruleset, tiles).powers("M5", "M3", "T4") == [5, 5, 2]
    ahead = {"M4": "e1:Ignilisk", "M3": "e1:Levrikon", "M5": "e1:Levrikon"}
    assert position(ruleset, ahead).powers("M3", "M5") == [4, 2]


@BOTH
def test_two_of_one_card_have_two_auras_and_destroying_one_ends_only_its_own(ruleset: Ruleset) -> None:
    tiles = {"M1": "y1:Crystalline Crab", "M2": "y1:Crystalline Crab", "T1": "y1:Levrikon", "T2": "y1:Levrikon"}
    table = position(ruleset, tiles)
    assert table.powers("T1", "T2") == [4, 4]
    assert table.lay("Y", "Insectoid Chimera", "M1").powers("T1", "T2") == [2, 4]


@pytest.mark.parametrize(("ruleset", "left"), [(SPEC, "Security Officer"), (REBIRTH, None)], ids=["spec", "rebirth"])
def test_an_aura_destroys_where_the_rules_let_it(ruleset: Ruleset, left: str | None) -> None:
    table = position(ruleset, {"M1": "y2", "T1": "e1:Security Officer"}).lay("Y", "Mindflayer", "M1")
    assert table.card("T1") == left


@pytest.mark.parametrize(("ruleset", "left"), [(SPEC, "Security Officer"), (REBIRTH, None)], ids=["spec", "rebirth"])
def test_a_card_laid_under_a_deadly_aura_is_destroyed_where_the_rules_let_it(
    ruleset: Ruleset, left: str | None
) -> None:
    table = position(ruleset, {"M1": "y2:Mindflayer", "T1": "y1"}).lay("Y", "Security Officer", "T1")
    assert table.card("T1") == left


@BOTH
def test_a_lost_helpful_aura_lets_a_card_fall_back_and_die_only_at_zero(ruleset: Ruleset) -> None:
    tiles = {"T1": "y1:Crystalline Crab", "M1": "y1:Crystalline Crab", "M2": "e1", "T2": "e1"}
    table = position(ruleset, tiles)
    assert table.power("T1") == 3
    table.lay("E", "Archdragon", "M2")
    assert table.card("M1") == ("Crystalline Crab" if ruleset is SPEC else None)
    assert table.power("T1") == (3 if ruleset is SPEC else 1)


@BOTH
def test_an_aura_keeps_reaching_a_tile_whose_card_changed(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M1": "y1:Crystalline Crab", "T1": "y1:Levrikon"})
    assert table.lay("Y", "Gigantoad", "T1").power("T1") == 3 + 2
