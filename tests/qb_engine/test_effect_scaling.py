"""modify_power_scale (004, part 4): counted live while in play, or stacked by events and kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qb_engine.models import Operation
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .naive_table import change, scale, small_card, small_effect
from .played import Made, position, small_position

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
PLAIN = small_card("001", 5)
PUSH = small_card("002", 5, "E+1+0", small_effect("on_play", "all_cards_on_affected_tiles", change(1)))
HURT = small_card("003", 5, "E+1+0", small_effect("on_play", "all_cards_on_affected_tiles", change(-1)))
SET = [PLAIN, PUSH, HURT]


def counter(per: str, *, exclude_self: bool = True) -> Made:
    operation = Operation("modify_power_scale", amount_per=2, per=per, exclude_self=exclude_self)
    return small_card("010", 3, "", small_effect("while_in_play", "self", operation))


@BOTH
@pytest.mark.parametrize(
    ("per", "power"),
    [
        ("enhanced_allies", 3 + 2),
        ("enhanced_enemies", 3 + 2),
        ("enhanced_all", 3 + 4),
        ("enfeebled_allies", 3 + 2),
        ("enfeebled_enemies", 3 + 2),
        ("enfeebled_all", 3 + 4),
        ("enhanced_or_enfeebled_allies", 3 + 4),
        ("enhanced_or_enfeebled_enemies", 3 + 4),
        ("enhanced_or_enfeebled_all", 3 + 8),
    ],
)
def test_it_counts_exactly_the_cards_that_per_names(ruleset: Ruleset, per: str, power: int) -> None:
    tiles = {"T1": "y1", "T2": "y1:001", "B1": "y1", "B2": "y1:001", "M1": "y1", "M3": "y1:010"}
    tiles |= {"T5": "e1", "T4": "e1:001", "B5": "e1", "B4": "e1:001"}
    table = small_position(ruleset, [*SET, counter(per)], tiles)
    assert table.power("M3") == 3
    table.lay("Y", "002", "T1").lay("Y", "003", "B1").lay("E", "002", "T5").lay("E", "003", "B5")
    assert table.power("M3") == power
    assert table.scale("M3") == 0


@BOTH
@pytest.mark.parametrize(
    ("per", "exclude_self", "power"),
    [
        ("allies", True, 3 + 2 * 2),
        ("allies", False, 3 + 2 * 3),
        ("enemies", True, 3 + 2 * 1),
        ("enemies", False, 3 + 2 * 1),
        ("all", True, 3 + 2 * 3),
        ("all", False, 3 + 2 * 4),
    ],
)
def test_4_1_per_may_count_all_cards_whatever_their_state(
    ruleset: Ruleset, per: str, exclude_self: bool, power: int
) -> None:
    tiles = {"M3": "y1:010", "T1": "y1:001", "B1": "y1:001", "T5": "e1:001", "B4": "e1"}
    table = small_position(ruleset, [*SET, counter(per, exclude_self=exclude_self)], tiles)
    assert (table.power("M3"), table.scale("M3")) == (power, 0)
    table.lay("E", "001", "B4")
    assert table.power("M3") == power + (0 if per == "allies" else 2)


@BOTH
def test_it_falls_again_when_a_counted_card_leaves(ruleset: Ruleset) -> None:
    swap = small_card(
        "004", 1, "", small_effect("on_play", "self", Operation("replace_ally", mode="neutral")), is_replace=True
    )
    tiles = {"T1": "y1", "T2": "y1:001", "M3": "y1:010"}
    table = small_position(ruleset, [*SET, swap, counter("enhanced_allies")], tiles)
    assert table.lay("Y", "002", "T1").power("M3") == 5
    assert table.lay("Y", "004", "T2").power("M3") == 3


@BOTH
@pytest.mark.parametrize(("exclude_self", "power"), [(True, 3 + 1), (False, 3 + 1 + 2)])
def test_each_other_excludes_the_card_itself(ruleset: Ruleset, exclude_self: bool, power: int) -> None:
    tiles = {"M1": "y1", "M2": "y1:010"}
    made = [*SET, counter("enhanced_allies", exclude_self=exclude_self)]
    assert small_position(ruleset, made, tiles).lay("Y", "002", "M1").power("M2") == power


@pytest.mark.parametrize(("ruleset", "power"), [(SPEC, 5), (REBIRTH, 7)], ids=["spec", "rebirth"])
def test_an_aura_raised_ally_counts_only_where_auras_make_enhanced(ruleset: Ruleset, power: int) -> None:
    tiles = {"M1": "y1:Crystalline Crab", "T1": "y1:Security Officer", "B1": "y3"}
    assert position(ruleset, tiles).lay("Y", "Ifrit", "B1").power("B1") == power


@BOTH
def test_scaling_in_play_never_makes_a_card_enhanced(ruleset: Ruleset) -> None:
    """Two counters do not lift each other."""
    tiles = {"M1": "y1", "M2": "y1:001", "T1": "y1:010", "B1": "y1:010"}
    table = small_position(ruleset, [*SET, counter("enhanced_allies")], tiles)
    assert table.lay("Y", "002", "M1").powers("T1", "B1") == [5, 5]


@pytest.mark.parametrize(
    ("per", "scales"),
    [("played_ally", [1, 1, 2]), ("played_enemy", [0, 1, 1]), ("played_all", [1, 2, 3])],
)
@BOTH
def test_a_played_watcher_grows_once_for_each_matching_play_and_keeps_it(
    ruleset: Ruleset, per: str, scales: list[int]
) -> None:
    watcher = small_card("010", 3, "", small_effect("on_card_played", "self", scale(1, per)))
    table = small_position(ruleset, [PLAIN, watcher], {"M3": "y1:010", "M1": "y1", "T1": "y1", "M5": "e1"})
    grown = []
    for side, tile in (("Y", "M1"), ("E", "M5"), ("Y", "T1")):
        table.lay(side, "001", tile)  # type: ignore[arg-type]
        grown.append(table.scale("M3"))
    assert grown == scales
    assert table.power("M3") == 3 + scales[-1]


@BOTH
def test_a_played_watcher_excludes_its_own_play(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M2": "y3"}).lay("Y", "Sea Devil", "M2")
    assert (table.power("M2"), table.scale("M2")) == (1, 0)


@BOTH
def test_spawned_tokens_are_not_played(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M2": "y3:Sea Devil", "T1": "y2", "B4": "y1"}).lay("Y", "Shiva", "T1")
    assert table.scale("M2") == 1


@pytest.mark.parametrize(("per", "grown"), [("destroyed_ally", 1), ("destroyed_enemy", 1), ("destroyed_all", 2)])
@BOTH
def test_a_destroyed_watcher_grows_once_per_victim_that_matches(ruleset: Ruleset, per: str, grown: int) -> None:
    watcher = small_card("010", 3, "", small_effect("on_card_destroyed", "self", scale(1, per)))
    kills = small_card(
        "011", 1, "E+1+1 E+1-1", small_effect("on_play", "all_cards_on_affected_tiles", Operation("destroy_cards"))
    )
    tiles = {"T2": "y1:001", "B2": "e1:001", "M1": "y1", "M5": "y1:010"}
    table = small_position(ruleset, [PLAIN, watcher, kills], tiles).lay("Y", "011", "M1")
    assert (table.scale("M5"), table.power("M5")) == (grown, 3 + grown)


@BOTH
def test_event_scaling_stays_when_what_caused_it_is_long_gone(ruleset: Ruleset) -> None:
    table = position(ruleset, {"M2": "y2:Tonberry King", "T1": "y1:Levrikon"}).lay("Y", "Insectoid Chimera", "T1")
    assert table.power("M2") == 3
    assert table.lay("Y", "Gigantoad", "T1").power("M2") == 5


@pytest.mark.parametrize(("ruleset", "power"), [(SPEC, 5), (REBIRTH, 7)], ids=["spec", "rebirth"])
def test_scale_delta_makes_enhanced_only_under_net(ruleset: Ruleset, power: int) -> None:
    tiles = {"M2": "y2:Tonberry King", "T1": "y1:Levrikon", "B1": "y3:Ifrit"}
    assert position(ruleset, tiles).lay("Y", "Insectoid Chimera", "T1").power("B1") == power


def test_net_counts_scale_delta_also_as_the_one_switch_turned() -> None:
    tiles = {"M2": "y2:Tonberry King", "T1": "y1:Levrikon", "B1": "y3:Ifrit"}
    table = position(replace(SPEC, classify="net"), tiles).lay("Y", "Insectoid Chimera", "T1")
    assert table.power("B1") == 7
