"""on_play: the cards on the E and X cells now, once, written into power_delta (the same in both, 6)."""

from __future__ import annotations

import pytest

from qb_engine.models import Operation
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .naive_table import change, small_card, small_effect
from .played import position, small_position

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])


@BOTH
def test_it_lowers_the_cards_on_its_effect_cells_by_power_delta(ruleset: Ruleset) -> None:
    table = position(ruleset, {"T1": "y2:Elphadunk", "M1": "y1", "B1": "e2:Elphadunk"}).lay("Y", "Capparwire", "M1")
    assert (table.power("T1"), table.delta("T1")) == (3, -1)
    assert (table.power("B1"), table.delta("B1")) == (3, -1)
    assert table.power("M1") == 3


@BOTH
def test_it_never_hits_a_cell_with_a_pawn_only(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M1": "y1", "M2": "y2:Elphadunk"}).lay("Y", "Capparwire", "M1")
    assert (table.power("M2"), table.delta("M2")) == (4, 0)


@BOTH
def test_it_hits_once_and_spares_who_comes_later(ruleset: Ruleset) -> None:
    table = position(ruleset, {"T1": "y1", "M1": "y1"}).lay("Y", "Capparwire", "M1").lay("Y", "Security Officer", "T1")
    assert (table.power("T1"), table.delta("T1")) == (1, 0)


@BOTH
def test_it_stays_after_its_source_has_gone(ruleset: Ruleset) -> None:
    table = position(ruleset, {"T1": "y2:Elphadunk", "M1": "y1"}).lay("Y", "Capparwire", "M1")
    assert table.lay("Y", "Insectoid Chimera", "M1").power("T1") == 3


@BOTH
def test_an_effect_on_enemies_spares_allies_on_the_same_cells(ruleset: Ruleset) -> None:
    tiles = {"M2": "y3", "T2": "y2:Elphadunk", "B2": "e2:Elphadunk", "M3": "e2:Ogre"}
    table = position(ruleset, tiles).lay("Y", "Dragon", "M2")
    assert (table.delta("T2"), table.delta("M3")) == (0, -4)
    assert table.power("M3") == 1
    assert (table.card("B2") is None) is ruleset.zero_power_destroys


@BOTH
def test_an_effect_on_allies_spares_enemies_on_the_same_cells(ruleset: Ruleset) -> None:
    tiles = {"M2": "y2", "T2": "y2:Elphadunk", "B2": "e2:Elphadunk"}
    table = position(ruleset, tiles).lay("Y", "Roche", "M2")
    assert table.powers("T2", "B2") == [3, 4]


@BOTH
def test_the_enemys_effect_reaches_to_the_left(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M5": "e1", "M4": "y1:Mythril Golem"}).lay("E", "Archdragon", "M5")
    assert table.power("M4") == 5


@BOTH
def test_cards_of_both_sides_are_ally_and_enemy_by_their_owner_never_by_their_tile_or_id(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M3": "y1:Archdragon", "M4": "e1", "M2": "y1"})
    assert table.lay("E", "Archdragon", "M4").delta("M4") == 0
    assert table.card("M3") == (None if ruleset.zero_power_destroys else "Archdragon")
    assert table.delta("M3") == (0 if ruleset.zero_power_destroys else -3)


@BOTH
def test_destroy_cards_destroys_what_it_means_whatever_its_power(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M2": "y2", "M3": "e3:Mythril Golem"}).lay("Y", "Cockatrice", "M2")
    assert table.cards() == {"M2": "Y Cockatrice"}


@BOTH
def test_destroy_enemies_spares_an_ally(ruleset: Ruleset) -> None:
    tiles = {"M2": "y3", "T2": "e1:Ogre", "B2": "y1:Ogre"}
    table = position(ruleset, tiles).lay("Y", "Sephiroth", "M2")
    assert table.cards() == {"M2": "Y Sephiroth", "B2": "Y Ogre"}


@BOTH
def test_add_to_hand_reports_the_cards_in_the_order_of_the_data(ruleset: Ruleset) -> None:
    assert position(ruleset, {"M2": "y2"}).lay("Y", "Moogle Trio", "M2").added("Y") == ["Moogle Bard", "Moogle Mage"]


@BOTH
def test_raised_position_ranks_make_the_cards_pawns_worth_more(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M2": "y3"}).lay("Y", "Moss-Grown Adamantoise", "M2")
    assert table.grounds("T1", "T2", "T3", "M1", "M3") == "Y3 Y3 Y3 N0 N0"


@BOTH
def test_a_card_can_raise_itself(ruleset: Ruleset) -> None:
    proud = small_card("001", 1, "", small_effect("on_play", "self", change(4)))
    table = small_position(ruleset, [proud], {"M1": "y1"}).lay("Y", "001", "M1")
    assert (table.power("M1"), table.delta("M1")) == (5, 4)


@BOTH
def test_operations_reach_their_cards_in_row_major_order(ruleset: Ruleset) -> None:
    storm = small_card("001", 1, "", small_effect("on_play", "enemies_global", change(-1)))
    strong = small_card("002", 9)
    tiles = {"M1": "y1", "B5": "e1:002", "T4": "e1:002", "M3": "e1:002"}
    table = small_position(ruleset, [storm, strong], tiles).listen().lay("Y", "001", "M1")
    assert [tile for event, tile in table.events() if event == "power"] == ["T4", "M3", "B5"]


@BOTH
def test_spawns_come_after_the_cards_on_the_board_were_changed_and_additions_last(ruleset: Ruleset) -> None:
    token = small_card("T01", 1)
    brings = small_card(
        "001",
        1,
        "",
        small_effect("on_play", "self", Operation("add_to_hand", card_ids=("T01",))),
        small_effect("on_play", "owner_empty_tiles", Operation("spawn_token", token_ids=("T01",) * 3)),
        small_effect("on_play", "allies_global", change(2)),
    )
    table = small_position(ruleset, [token, brings], {"M1": "y1", "B2": "y1"}).listen().lay("Y", "001", "M1")
    assert [event for event, _tile in table.events()] == ["placed", "power", "spawned", "added"]
    assert table.powers("M1", "B2") == [3, 1]
