"""spawn_token and replace_ally (004, parts 5.1 and 5.2)."""

from __future__ import annotations

import pytest

from qb_engine.board_state import SpawnContext
from qb_engine.models import Operation
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .naive_table import change, small_card, small_effect
from .played import Played, position, small_position

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
SHIVA_TILES = {"M1": "y2", "T1": "y1", "T2": "y2", "T3": "y3", "B1": "y1:Levrikon", "B2": "n0", "B5": "e2"}


def shiva(ruleset: Ruleset) -> Played:
    return position(ruleset, SHIVA_TILES).lay("Y", "Shiva", "M1")


# Spawning


@BOTH
def test_tokens_fill_the_owners_empty_ranked_tiles_and_no_others(ruleset: Ruleset) -> None:
    cards = shiva(ruleset).cards()
    assert set(cards) == {"M1", "T1", "T2", "T3", "B1"}
    assert cards["B1"] == "Y Levrikon"


@BOTH
def test_one_token_lies_on_a_tile_with_origin_source_and_the_pawns_it_replaced(ruleset: Ruleset) -> None:
    table = shiva(ruleset)
    for tile, pawns in (("T1", 1), ("T2", 2), ("T3", 3)):
        token = table.at(tile)
        assert (token.origin, token.spawned_by, token.spawn_context) == ("token", "096", SpawnContext(pawns))
        assert (token.card_owner, table.ground(tile)) == ("Y", f"Y{pawns}")


def test_spec_spawns_the_first_token_of_the_list_which_gains_the_replaced_pawns() -> None:
    table = shiva(SPEC)
    assert [table.card(tile) for tile in ("T1", "T2", "T3")] == ["Diamond Dust I"] * 3
    assert [table.delta(tile) for tile in ("T1", "T2", "T3")] == [1, 2, 3]
    assert table.powers("T1", "T2", "T3") == [3, 4, 5]


def test_rebirth_picks_the_token_by_rank_and_its_gain_is_silent() -> None:
    table = shiva(REBIRTH)
    names = ["Diamond Dust I", "Diamond Dust II", "Diamond Dust III"]
    assert [table.card(tile) for tile in ("T1", "T2", "T3")] == names
    assert table.powers("T1", "T2", "T3") == [2, 4, 6]
    assert [table.delta(tile) for tile in ("T1", "T2", "T3")] == [0, 0, 0]


@BOTH
def test_nothing_goes_to_the_hand(ruleset: Ruleset) -> None:
    assert shiva(ruleset).added("Y") == []


@BOTH
def test_a_spawned_token_makes_no_pawns_and_fires_no_on_play(ruleset: Ruleset) -> None:
    token = small_card("T01", 1, "X+1+0", small_effect("on_play", "all_cards_on_affected_tiles", change(3)))
    mother = small_card(
        "001", 1, "", small_effect("on_play", "owner_empty_tiles", Operation("spawn_token", token_ids=("T01",) * 3))
    )
    plain = small_card("002", 5)
    tiles = {"M1": "y1", "T1": "y1", "T2": "e1:002", "B1": "y1"}
    table = small_position(ruleset, [token, mother, plain], tiles).lay("Y", "001", "M1")
    assert (table.power("T2"), table.ground("B2")) == (5, "N0")


@BOTH
def test_the_enemys_spawn_fills_the_enemys_tiles(ruleset: Ruleset) -> None:
    tiles = {"M5": "e3", "T5": "e1", "T1": "y1"}
    assert set(position(ruleset, tiles).lay("E", "J-Squad", "M5").cards()) == {"M5", "T5"}


@BOTH
def test_the_tokens_auras_reach_each_other_at_once(ruleset: Ruleset) -> None:
    """Two Hype Johnny I two columns apart raise each other by 1; a rank-1 token gains 1 more under the spec."""
    table = position(ruleset, {"M1": "y3", "T2": "y1", "T4": "y1"}).lay("Y", "J-Squad", "M1")
    assert table.powers("T2", "T4") == ([3, 3] if ruleset is SPEC else [2, 2])


@BOTH
def test_the_played_card_never_stands_in_its_own_way(ruleset: Ruleset) -> None:
    assert position(ruleset, {"M1": "y2"}).lay("Y", "Shiva", "M1").cards() == {"M1": "Y Shiva"}


# Replacing


@BOTH
def test_the_ally_is_destroyed_and_the_card_takes_its_tile(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M1": "y1:Amalgam"}).lay("Y", "Insectoid Chimera", "M1")
    assert table.cards() == {"M1": "Y Insectoid Chimera"}
    assert table.added("Y") == ["Resurrected Amalgam"]


@BOTH
def test_neutral_changes_no_power(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M1": "y1:Ogre", "M2": "y1:Levrikon", "T1": "e1:Levrikon"})
    table.lay("Y", "Insectoid Chimera", "M1")
    assert table.powers("M1", "M2", "T1") == [2, 2, 2]


@BOTH
def test_raise_gives_the_replaced_power_to_the_allies_on_the_affected_tiles(ruleset: Ruleset) -> None:
    tiles = {"M1": "y1:Ogre", "T2": "y1:Levrikon"}
    assert position(ruleset, tiles).lay("Y", "Griffon", "M1").power("T2") == 2 + 5
    enemy = {"M1": "y1:Ogre", "T2": "e1:Levrikon"}
    assert position(ruleset, enemy).lay("Y", "Griffon", "M1").power("T2") == 2


@BOTH
def test_lower_takes_the_replaced_power_from_all_on_the_affected_tiles(ruleset: Ruleset) -> None:
    tiles = {"M1": "y1:Levrikon", "T1": "e1:Ogre", "B1": "y1:Ogre"}
    assert position(ruleset, tiles).lay("Y", "Diabolic Variant", "M1").powers("T1", "B1") == [3, 3]


@BOTH
def test_the_replaced_power_is_effective_and_taken_before_the_destruction(ruleset: Ruleset) -> None:
    table = position(ruleset, {"B1": "y1:Crystalline Crab", "M1": "y1:Levrikon", "T2": "y1:Ogre"})
    assert table.lay("Y", "Griffon", "M1").power("T2") == 5 + 4


def test_on_an_empty_tile_of_its_own_nothing_is_replaced_and_nothing_follows_under_spec() -> None:
    table = position(SPEC, {"M1": "y1", "T1": "e1:Ogre", "B1": "y1:Ogre"}).listen().lay("Y", "Diabolic Variant", "M1")
    assert table.powers("T1", "B1") == [5, 5]
    assert "power" not in [event for event, _tile in table.events()]


@BOTH
def test_the_card_itself_feels_the_auras_already_there(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M1": "y1:Crystalline Crab", "T1": "y1:Levrikon"}).lay("Y", "Griffon", "T1")
    assert table.power("T1") == 1 + 2


@BOTH
def test_a_replaced_replacer_is_replaced_like_any_card(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M1": "y1:Levrikon", "T2": "y1:Ogre"})
    table.lay("Y", "Grandhorn", "M1").lay("Y", "Griffon", "M1")
    assert (table.card("M1"), table.power("T2")) == ("Griffon", 5 + 3)


@BOTH
@pytest.mark.parametrize(("mode", "power"), [("raise", 1 + 7), ("lower", 1 - 7), ("neutral", 1)])
def test_5_2_the_follow_up_may_be_on_the_card_itself(ruleset: Ruleset, mode: str, power: int) -> None:
    adjustment = "" if mode == "neutral" else "replaced_ally_power"
    follow_up = small_effect("on_play", "self", Operation("replace_ally", mode=mode, adjustment=adjustment))
    heir = small_card("002", 1, "", follow_up, is_replace=True)
    played = small_position(ruleset, [small_card("001", 7), heir], {"M2": "y1:001", "M1": "y1:001"})
    played.lay("Y", "002", "M2")
    if power > 0 or not ruleset.zero_power_destroys:
        assert (played.power("M2"), played.power("M1")) == (power, 7)
    else:
        assert set(played.cards()) == {"M1"}
