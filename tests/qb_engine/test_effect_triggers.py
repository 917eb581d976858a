"""Enhanced, enfeebled and threshold triggers, and the order of destruction (004, part 3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qb_engine.errors import ResolutionError
from qb_engine.models import Effect, Operation, Threshold
from qb_engine.moves import tile_place
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .naive_table import change, scale, small_card, small_effect
from .played import Made, Played, position, small_position

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
DESTROY = Operation("destroy_cards")
PLAIN = small_card("001", 5)
PUSH = small_card("002", 5, "E+1+0", small_effect("on_play", "all_cards_on_affected_tiles", change(2)))
HURT = small_card("003", 5, "E+1+0", small_effect("on_play", "all_cards_on_affected_tiles", change(-1)))
LAMP = small_card("004", 5, "E+1+0", small_effect("while_in_play", "all_cards_on_affected_tiles", change(2)))
FOG = small_card("005", 5, "E+1+0", small_effect("while_in_play", "all_cards_on_affected_tiles", change(-1)))
SWAP = small_card(
    "006", 1, "", small_effect("on_play", "self", Operation("replace_ally", mode="neutral")), is_replace=True
)
PROUD = small_card("010", 5, "", small_effect("on_first_enhanced", "enemies_global", change(-1)))
SHY = small_card("011", 5, "", small_effect("on_first_enfeebled", "enemies_global", change(-1)))
SORE = small_card("012", 9, "", small_effect("on_enfeebled", "enemies_global", change(-1)))
TALL = small_card("013", 4, "", small_effect("on_power_threshold", "enemies_global", change(-1), at=6))
SET = [PLAIN, PUSH, HURT, LAMP, FOG, SWAP, PROUD, SHY, SORE, TALL]
GROUND = {"M1": "y1", "M3": "y1", "T1": "y1", "B5": "e1:001"}


def table(ruleset: Ruleset, **tiles: str) -> Played:
    """A table on which the enemy's card at B5 loses a point whenever one of our triggers fires."""
    return small_position(ruleset, SET, GROUND | tiles)


def fired(played: Played) -> int:
    return 5 - played.power("B5")


@BOTH
def test_first_enhanced_fires_when_the_card_is_raised_the_first_time_and_never_again(ruleset: Ruleset) -> None:
    played = table(ruleset, M2="y1:010", M3="e1").lay("Y", "002", "M1")
    assert (played.power("M2"), fired(played)) == (7, 1)
    assert fired(played.lay("E", "002", "M3")) == 1
    assert played.power("M2") == 9


@BOTH
def test_first_enhanced_does_not_answer_a_lowering(ruleset: Ruleset) -> None:
    assert fired(table(ruleset, M2="y1:010").lay("Y", "003", "M1")) == 0


@BOTH
def test_first_enfeebled_fires_when_the_card_is_lowered_the_first_time_and_never_again(ruleset: Ruleset) -> None:
    played = table(ruleset, M2="y1:011", M3="e1").lay("Y", "003", "M1")
    assert fired(played) == 1
    assert fired(played.lay("E", "003", "M3")) == 1
    assert played.power("M2") == 3


@BOTH
def test_a_card_that_recovered_and_is_lowered_again_does_not_fire_a_second_time(ruleset: Ruleset) -> None:
    down = small_card("020", 5, "E+0-1", small_effect("on_play", "all_cards_on_affected_tiles", change(-2)))
    tiles = GROUND | {"M2": "y1:011", "M3": "e1", "T2": "y1"}
    played = small_position(ruleset, [*SET, down], tiles).lay("Y", "003", "M1").lay("E", "002", "M3")
    assert (played.delta("M2"), fired(played)) == (1, 1)
    assert (played.lay("Y", "020", "T2").delta("M2"), fired(played)) == (-1, 1)


@pytest.mark.parametrize(("ruleset", "times"), [(SPEC, 0), (REBIRTH, 1)], ids=["spec", "rebirth"])
def test_an_aura_fires_first_enhanced_and_first_enfeebled_where_the_rules_let_it(ruleset: Ruleset, times: int) -> None:
    assert fired(table(ruleset, M2="y1:010").lay("Y", "004", "M1")) == times
    assert fired(table(ruleset, M2="y1:011").lay("Y", "005", "M1")) == times


@pytest.mark.parametrize(("repeat", "times"), [(True, 2), (False, 1)])
def test_on_enfeebled_fires_at_every_lowering_or_at_the_first_only(repeat: bool, times: int) -> None:
    for preset in (SPEC, REBIRTH):
        played = table(replace(preset, enfeebled_repeat=repeat), M2="y1:012", M3="e1")
        assert fired(played.lay("Y", "003", "M1").lay("E", "003", "M3")) == times


@BOTH
def test_on_enfeebled_does_not_answer_a_raise(ruleset: Ruleset) -> None:
    assert fired(table(ruleset, M2="y1:012").lay("Y", "002", "M1")) == 0


@pytest.mark.parametrize(("ruleset", "times"), [(SPEC, 0), (REBIRTH, 1)], ids=["spec", "rebirth"])
def test_on_enfeebled_at_every_time_answers_modify_power_and_never_an_aura(ruleset: Ruleset, times: int) -> None:
    """Where it fires the first time only it is a first-enfeebled trigger, which an aura may fire."""
    assert fired(table(ruleset, M2="y1:012").lay("Y", "005", "M1")) == times


@BOTH
def test_a_threshold_crossed_upward_fires_once(ruleset: Ruleset) -> None:
    played = table(ruleset, M2="y1:013").lay("Y", "002", "M1")
    assert (played.power("M2"), fired(played)) == (6, 1)


@BOTH
def test_a_threshold_looks_at_effective_power_auras_included(ruleset: Ruleset) -> None:
    assert fired(table(ruleset, M2="y1:013").lay("Y", "004", "M1")) == 1


@BOTH
def test_a_threshold_falls_silently_and_does_not_fire_a_second_time(ruleset: Ruleset) -> None:
    played = table(ruleset, M2="y1:013", M3="e1").lay("Y", "004", "M1")
    assert fired(played.lay("Y", "006", "M1")) == 1
    assert played.power("M2") == 4
    assert fired(played.lay("E", "002", "M3")) == 1
    assert played.power("M2") == 6


@pytest.mark.parametrize(("ruleset", "times"), [(SPEC, 0), (REBIRTH, 1)], ids=["spec", "rebirth"])
def test_a_card_laid_at_its_threshold_fires_where_the_rules_say(ruleset: Ruleset, times: int) -> None:
    assert fired(table(ruleset, M1="y1:004", M2="y1").lay("Y", "013", "M2")) == times


def test_a_card_laid_at_its_threshold_fires_after_falling_and_rising_again_under_spec() -> None:
    played = table(SPEC, M1="y1:004", M2="y1", M3="e1").lay("Y", "013", "M2")
    assert fired(played.lay("Y", "006", "M1")) == 0
    assert fired(played.lay("E", "002", "M3")) == 1


@BOTH
def test_two_face_has_two_independent_first_times(ruleset: Ruleset) -> None:
    tiles = {"M2": "y2:Two Face", "T2": "y2:Ogre", "M1": "y1", "M3": "e1"}
    played = position(ruleset, tiles).lay("Y", "Loveless", "M1")
    assert played.power("T2") == 5 + 4 + 1
    assert played.lay("E", "Archdragon", "M3").power("T2") == 5 + 4 + 1 - 4


@BOTH
def test_triggers_fire_for_every_card_that_was_raised_in_one_play(ruleset: Ruleset) -> None:
    storm = small_card("020", 5, "", small_effect("on_play", "allies_global", change(1)))
    played = small_position(ruleset, [*SET, storm], GROUND | {"T2": "y1:010", "B2": "y1:010"})
    assert fired(played.lay("Y", "020", "M1")) == 2


@BOTH
def test_a_trigger_can_fire_another(ruleset: Ruleset) -> None:
    chain = small_card("020", 5, "E+1+0", small_effect("on_first_enhanced", "allies_on_affected_tiles", change(1)))
    played = small_position(ruleset, [*SET, chain], GROUND | {"M2": "y1:020", "M3": "y1:020", "M4": "y1:010"})
    assert fired(played.lay("Y", "002", "M1")) == 1
    assert played.powers("M2", "M3", "M4") == [7, 6, 6]


def test_only_the_abilities_that_wait_for_a_lowering_answer_it() -> None:
    mixed = small_card(
        "020",
        9,
        "",
        small_effect("on_first_enhanced", "enemies_global", change(-2)),
        small_effect("on_enfeebled", "enemies_global", change(-1)),
    )
    played = small_position(SPEC, [*SET, mixed], GROUND | {"M2": "y1:020"}).lay("Y", "003", "M1")
    assert fired(played) == 1


def test_a_card_destroyed_before_its_answer_comes_does_not_answer() -> None:
    blow = small_card("020", 5, "E+1+0", small_effect("on_play", "all_cards_on_affected_tiles", change(-1), DESTROY))
    played = small_position(SPEC, [*SET, blow], GROUND | {"M2": "y1:012"}).lay("Y", "020", "M1")
    assert (played.card("M2"), fired(played)) == (None, 0)


@BOTH
def test_a_card_destroyed_by_an_answer_of_its_own_round_does_not_answer(ruleset: Ruleset) -> None:
    jealous = small_card("020", 5, "E+1+0", small_effect("on_first_enhanced", "all_cards_on_affected_tiles", DESTROY))
    storm = small_card("021", 5, "", small_effect("on_play", "allies_in_lane", change(1)))
    played = small_position(ruleset, [*SET, jealous, storm], GROUND | {"M2": "y1:020", "M3": "y1:010"})
    assert fired(played.lay("Y", "021", "M1")) == 0
    assert played.card("M3") is None


# Destruction


@BOTH
def test_last_words_of_every_victim_come_first_then_the_watchers_then_the_removal(ruleset: Ruleset) -> None:
    last = small_card("020", 5, "E+1+0", small_effect("on_destroy", "all_cards_on_affected_tiles", change(1)))
    watch = small_card("021", 5, "", small_effect("on_card_destroyed", "self", scale(1, "destroyed_all")))
    kill = small_card("022", 5, "", small_effect("on_play", "enemies_in_lane", Operation("destroy_cards")))
    tiles = {"M1": "y1", "M3": "e1:020", "M4": "e1:020", "T1": "y1:021", "M2": "y1:001"}
    played = small_position(ruleset, [*SET, last, watch, kill], tiles).listen().lay("Y", "022", "M1")
    steps = [step for step in played.events() if step[0] != "retracted"]
    assert steps == [
        ("placed", "M1"),
        ("destroyed", "M3"),
        ("power", "M2"),
        ("destroyed", "M4"),
        ("power", "M3"),
        ("scale", "T1"),
        ("scale", "T1"),
    ]
    assert played.cards() == {"M1": "Y Card 022", "T1": "Y Card 021", "M2": "Y Card 001"}


@BOTH
def test_a_watcher_that_dies_in_the_same_batch_still_counts(ruleset: Ruleset) -> None:
    watch = small_card("021", 5, "", small_effect("on_card_destroyed", "self", scale(1, "destroyed_all")))
    kill = small_card("022", 5, "", small_effect("on_play", "enemies_in_lane", Operation("destroy_cards")))
    tiles = {"M1": "y1", "M3": "e1:001", "M4": "e1:021"}
    played = small_position(ruleset, [*SET, watch, kill], tiles).listen().lay("Y", "022", "M1")
    assert ("scale", "M4") in played.events()
    assert played.card("M4") is None


@BOTH
def test_cards_made_by_a_destroyed_card_go_to_its_owner(ruleset: Ruleset) -> None:
    played = position(ruleset, {"M2": "y2", "M3": "e1:Amalgam"}).lay("Y", "Cockatrice", "M2")
    assert (played.added("Y"), played.added("E")) == ([], ["Resurrected Amalgam"])


@BOTH
def test_a_destroyed_card_acts_on_the_cells_of_its_own_side(ruleset: Ruleset) -> None:
    """Sandhog Pie raises its allies above and ahead, which for the enemy is to the left."""
    tiles = {"M2": "y2", "M4": "e1:Sandhog Pie", "M3": "e1:Ogre", "T4": "e1:Ogre", "T3": "y1"}
    played = position(ruleset, tiles).lay("Y", "Grenadier", "M2")
    if ruleset is SPEC:
        assert played.power("M4") == -3
        return
    assert played.powers("M3", "T4") == [8, 8]


# A threshold for every crossing, and other operations on triggers and watchers (004, parts 3 and 3.2).


def moody(*operations: Operation) -> Made:
    """A card of power 4 that acts whenever its power rises to 6."""
    (card,) = small_card("020", 4)
    effect = Effect(
        "moods", "on_power_threshold", "enemies_global", operations, Threshold("power", 6), first_time=False
    )
    return {replace(card, effect_ids=("moods",)): (effect,)}


@BOTH
def test_3_2_without_first_time_a_threshold_fires_at_every_upward_crossing(ruleset: Ruleset) -> None:
    hurt = small_card("021", 5, "E-1+0", small_effect("on_play", "all_cards_on_affected_tiles", change(-2)))
    played = small_position(ruleset, [*SET, hurt, moody(change(-1))], GROUND | {"M2": "y1:020", "B2": "y1:010"})
    crossings = []
    for card, tile in (("002", "M1"), ("002", "M1"), ("021", "M3"), ("021", "M3"), ("002", "M1"), ("002", "M1")):
        played.lay("Y", card, tile)
        played.state.board.remove_card(*tile_place(tile))
        crossings.append((played.power("M2"), fired(played)))
    assert crossings == [(6, 1), (8, 1), (6, 1), (4, 1), (6, 2), (8, 2)]
    assert played.at("M2").trigger_state.power_thresholds_fired == {6}


@BOTH
def test_3_2_a_card_laid_above_a_threshold_for_every_crossing_counts_as_above_it(ruleset: Ruleset) -> None:
    lamp = small_card("021", 5, "E+1+0", small_effect("while_in_play", "allies_on_affected_tiles", change(3)))
    played = small_position(ruleset, [*SET, lamp, moody(change(-1))], GROUND | {"M1": "y1:021", "M2": "y1"})
    assert fired(played.lay("Y", "020", "M2")) == (1 if ruleset.threshold_on_entry else 0)
    played.lay("Y", "001", "T1")
    assert fired(played) == (1 if ruleset.threshold_on_entry else 0)


@BOTH
def test_3_2_crossings_that_cause_each_other_for_ever_are_refused_as_a_whole(ruleset: Ruleset) -> None:
    """Two cards hand the same two points to and fro: each crossing lifts the other one over its threshold."""
    made: list[Made] = []
    for card_id, cell in (("030", "E+0-1"), ("031", "E+0+1")):
        (card,) = small_card(card_id, 4, cell)
        give, lose = (
            Effect(f"{card_id}_{name}", "on_power_threshold", scope, (change(amount),), Threshold("power", 6))
            for name, scope, amount in (("give", "allies_on_affected_tiles", 2), ("lose", "self", -2))
        )
        made.append({replace(card, effect_ids=(give.id, lose.id)): (give, lose)})
    played = small_position(ruleset, [*SET, *made], GROUND | {"T2": "y1:030", "M2": "y1:031"})
    before = played.state.state_hash
    with pytest.raises(ResolutionError, match="settling rounds"):
        played.lay("Y", "002", "M1")
    assert played.state.state_hash == before


@BOTH
def test_3_a_watcher_may_add_to_the_hand_once_for_each_card_it_watches(ruleset: Ruleset) -> None:
    token = small_card("T01", 1)
    heir = small_card(
        "020", 4, "", small_effect("on_card_destroyed", "self", Operation("add_to_hand", card_ids=("T01",)))
    )
    played = small_position(ruleset, [*SET, token, heir], GROUND | {"M2": "y1:020", "B1": "y1:001"})
    played.lay("E", "006", "B5").lay("Y", "006", "B1").lay("Y", "006", "M2")
    assert (played.added("Y"), played.added("E")) == (["Card T01"] * 2, [])


@BOTH
def test_3_3_what_last_words_destroy_dies_in_a_batch_of_its_own(ruleset: Ruleset) -> None:
    bomb = small_card("020", 4, "", small_effect("on_destroy", "enemies_global", DESTROY))
    heir = small_card("021", 4, "", small_effect("on_destroy", "enemies_global", change(3)))
    tiles = GROUND | {"M1": "y1:020", "B5": "e1:021", "M5": "e1:001", "T1": "y1:001"}
    played = small_position(ruleset, [*SET, bomb, heir], tiles).listen().lay("Y", "006", "M1")
    assert set(played.cards()) == {"M1", "T1"}
    assert [tile for what, tile in played.events() if what == "destroyed"] == ["M1", "M5", "B5"]
    assert played.powers("M1", "T1") == [4, 8]
