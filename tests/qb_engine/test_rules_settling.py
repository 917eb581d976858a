"""Status, order inside a play, settling, first times: a test for each sentence of the fine print, 1 to 8."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qb_engine.board_state import CardTriggerState
from qb_engine.effect_engine import EffectEngine
from qb_engine.errors import ResolutionError
from qb_engine.kernel import effects
from qb_engine.models import Operation
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .naive_table import change, scale, small_card, small_effect
from .played import Made, Played, position, small_position

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
NET_BY_SPEC = replace(SPEC, classify="net")
DESTROY = Operation("destroy_cards")
AHEAD = "all_cards_on_affected_tiles"

PLAIN = small_card("001", 5)
WEAK = small_card("002", 1)
PUSH = small_card("003", 5, "E+1+0", small_effect("on_play", AHEAD, change(2)))
HURT = small_card("004", 5, "E+1+0", small_effect("on_play", AHEAD, change(-1)))
LAMP = small_card("005", 5, "E+1+0", small_effect("while_in_play", AHEAD, change(2)))
SWAP = small_card(
    "006", 1, "", small_effect("on_play", "self", Operation("replace_ally", mode="neutral")), is_replace=True
)
PROUD = small_card("007", 5, "", small_effect("on_first_enhanced", "enemies_global", change(-1)))
COUNTS = small_card("008", 3, "", small_effect("while_in_play", "self", scale(1, "enhanced_allies")))
WATCH = small_card("009", 2, "", small_effect("on_card_played", "self", scale(1, "played_all")))
SET = [PLAIN, WEAK, PUSH, HURT, LAMP, SWAP, PROUD, COUNTS, WATCH]


def table(ruleset: Ruleset, *more: Made, **tiles: str) -> Played:
    return small_position(ruleset, [*SET, *more], tiles)


def status(played: Played, tile: str) -> str:
    board = played.state.board
    return EffectEngine.of(board).classify(board, *divmod(played.at(tile).index, 5))


# 1


def test_1_net_is_power_delta_and_scale_delta_and_auras() -> None:
    by_delta = table(REBIRTH, M1="y1", M2="y1:001").lay("Y", "003", "M1")
    by_scale = table(REBIRTH, M1="y1", M2="y1:009").lay("Y", "001", "M1")
    by_aura = table(REBIRTH, M1="y1", M2="y1:001").lay("Y", "005", "M1")
    assert [status(played, "M2") for played in (by_delta, by_scale, by_aura)] == ["enhanced"] * 3
    twice = small_card("010", 5, "E+1+0", small_effect("on_play", AHEAD, change(-2)))
    even = table(REBIRTH, twice, M1="y1:005", M2="y1:001", M3="e1").lay("E", "010", "M3")
    assert (even.delta("M2"), status(even, "M2")) == (-2, "neutral")


@BOTH
def test_1_while_in_play_scaling_is_never_part_of_it_for_counting(ruleset: Ruleset) -> None:
    for rules in (ruleset, replace(ruleset, classify="net")):
        played = table(rules, M1="y1", M2="y1:001", T1="y1:008", B1="y1:008").lay("Y", "003", "M1")
        assert played.powers("T1", "B1") == [4, 4]
        assert status(played, "T1") == "neutral"


@BOTH
def test_1_while_in_play_scaling_is_never_part_of_it_for_triggers(ruleset: Ruleset) -> None:
    vain = small_card(
        "010",
        3,
        "",
        small_effect("while_in_play", "self", scale(1, "enhanced_allies")),
        small_effect("on_first_enhanced", "self", change(9)),
    )
    played = table(ruleset, vain, M1="y1", M2="y1:001", T1="y1:010").lay("Y", "003", "M1")
    assert played.power("T1") == 4


def test_1_under_spec_scale_delta_never_makes_a_card_enhanced() -> None:
    played = table(SPEC, M1="y1", M2="y1:009", T1="y1:008").lay("Y", "001", "M1")
    assert (played.scale("M2"), status(played, "M2"), played.power("T1")) == (1, "neutral", 3)
    counted = table(NET_BY_SPEC, M1="y1", M2="y1:009", T1="y1:008").lay("Y", "001", "M1")
    assert counted.power("T1") == 4


# 2


@pytest.mark.parametrize(("order", "ground"), [("effects_first", "Y1"), ("pawns_first", "E1")])
def test_2_effects_first_applies_pawns_after_the_settle_so_that_an_emptied_tile_takes_them(
    order: str, ground: str
) -> None:
    storm = small_card("010", 5, "X+1+0", small_effect("on_play", AHEAD, change(-1)))
    played = table(replace(REBIRTH, order=order), storm, M1="y1", M2="e1:002").lay("Y", "010", "M1")
    assert (played.card("M2"), played.ground("M2")) == (None, ground)


def test_2_nothing_is_settled_again_after_the_pawns_which_are_made_once() -> None:
    storm = small_card("010", 5, "X+1+0 P+0+1", small_effect("on_play", AHEAD, change(-1)))
    played = table(REBIRTH, storm, M1="y1", M2="e1:002").listen().lay("Y", "010", "M1")
    steps = [event for event, _tile in played.events()]
    assert steps[-2:] == ["pawn", "pawn"]
    assert steps.count("pawn") == 2


# 3


FRAIL = small_card(
    "010", 1, "P+1+0 E+0+1", small_effect("on_play", "self", change(-1)), small_effect("on_play", AHEAD, change(3))
)


def test_3_a_card_that_dies_in_its_own_settle_has_fired_counted_as_played_and_makes_its_pawns() -> None:
    played = table(REBIRTH, FRAIL, M1="y1", T1="y1:001", B1="y1:009").lay("Y", "010", "M1")
    assert played.card("M1") is None
    assert (played.power("T1"), played.scale("B1"), played.ground("M2")) == (8, 1, "Y1")


@pytest.mark.parametrize("order", ["pawns_first", "effects_first"])
def test_3_with_retract_it_does_not_make_its_pawns(order: str) -> None:
    rules = replace(REBIRTH, pawns_on_destroy="retract", order=order)
    played = table(rules, FRAIL, M1="y1", T1="y1:001", B1="y1:009").lay("Y", "010", "M1")
    assert played.card("M1") is None
    assert (played.power("T1"), played.scale("B1"), played.ground("M2")) == (8, 1, "N0")


# 4


@BOTH
def test_4_all_that_became_true_on_one_recomputation_runs_as_one_round(ruleset: Ruleset) -> None:
    """The first undoes the second's raise, and the second fires all the same."""
    first = small_card("010", 5, "E+1+0", small_effect("on_first_enhanced", AHEAD, change(-1)))
    second = small_card("011", 5, "", small_effect("on_first_enhanced", "enemies_global", change(-1)))
    both = small_card("012", 5, "", small_effect("on_play", "allies_in_lane", change(1)))
    played = table(ruleset, first, second, both, M1="y1", M2="y1:010", M3="y1:011", T5="e1:001").lay("Y", "012", "M1")
    assert (played.delta("M3"), played.power("T5")) == (0, 4)


def test_4_only_when_a_round_is_empty_are_the_cards_at_or_below_zero_collected() -> None:
    nurse = small_card("010", 5, "E+1+0", small_effect("on_first_enfeebled", AHEAD, change(1)))
    storm = small_card("011", 5, "", small_effect("on_play", "allies_in_lane", change(-1)))
    played = table(REBIRTH, nurse, storm, M1="y1", M2="y1:010", M3="y1:002").lay("Y", "011", "M1")
    assert played.power("M3") == 1


def test_4_raises_by_last_words_of_the_same_batch_save_nobody_in_it() -> None:
    kind = small_card("010", 1, "E+1+0", small_effect("on_destroy", AHEAD, change(9)))
    storm = small_card("011", 5, "", small_effect("on_play", "enemies_global", change(-1)))
    played = table(REBIRTH, kind, storm, M1="y1", M4="e1:010", M3="e1:002").lay("Y", "011", "M1")
    assert played.cards() == {"M1": "Y Card 011"}


def test_4_auras_of_dying_cards_count_until_removal() -> None:
    """The lit card is not in the batch of its lamp; it dies in the next one, without the lamp."""
    lamp = small_card("010", 1, "E+1+0", small_effect("while_in_play", AHEAD, change(1)))
    storm = small_card("011", 5, "", small_effect("on_play", "enemies_in_lane", change(-1)))
    played = table(REBIRTH, lamp, storm, M1="y1", M4="e1:010", M3="e1:002").listen().lay("Y", "011", "M1")
    steps = [step for step in played.events() if step[0] in ("destroyed", "aura off")]
    assert steps == [("destroyed", "M4"), ("aura off", "M4"), ("destroyed", "M3")]


# 5


@BOTH
def test_5_what_happened_and_was_undone_between_two_recomputations_fires_nothing(ruleset: Ruleset) -> None:
    up_and_down = small_card("010", 5, "E+1+0", small_effect("on_play", AHEAD, change(2), change(-2)))
    tall = small_card("011", 5, "", small_effect("on_power_threshold", "enemies_global", change(-1), at=6))
    for card in ("007", "011"):
        played = table(ruleset, up_and_down, tall, M1="y1", M2=f"y1:{card}", T5="e1:001").lay("Y", "010", "M1")
        assert played.power("T5") == 5


@pytest.mark.parametrize(("operations", "times"), [((-1, 1), 1), ((-1, -1), 2), ((2, -1, -1), 2), ((1,), 0)])
def test_5_on_enfeebled_at_every_time_has_one_entry_per_negative_change(
    operations: tuple[int, ...], times: int
) -> None:
    sore = small_card("010", 9, "", small_effect("on_enfeebled", "enemies_global", change(-1)))
    acts = small_card("011", 5, "E+1+0", small_effect("on_play", AHEAD, *map(change, operations)))
    played = table(SPEC, sore, acts, M1="y1", M2="y1:010", T5="e1:001").lay("Y", "011", "M1")
    assert played.power("T5") == 5 - times


SORE = small_card("010", 9, "", small_effect("on_enfeebled", "enemies_global", change(-1)))


def test_5_beyond_a_thousand_entries_the_play_is_refused_as_a_whole_with_a_named_error() -> None:
    played = table(SPEC, SORE, M1="y1", M2="e1:010", T1="y1:010")
    before = (played.state.state_hash, played.snapshot())
    with pytest.raises(ResolutionError, match=r"004@M1 refused: .*on_enfeebled.* limit of 1000"):
        played.lay("Y", "004", "M1")
    assert (played.state.state_hash, played.snapshot()) == before
    assert "1000" in ResolutionError(asked="x", capacity="y", limit=1000).message("it")


@pytest.mark.parametrize("blows", [3, 4])
def test_5_the_cap_itself_is_still_allowed(blows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effects, "QUEUE_CAPACITY", 3)
    acts = small_card("011", 5, "E+1+0", small_effect("on_play", AHEAD, *[change(-1)] * blows))
    played = table(SPEC, SORE, acts, M1="y1", M2="e1:010", T1="y1:001")
    if blows == 3:
        assert played.lay("Y", "011", "M1").power("T1") == 5 - 3
        return
    with pytest.raises(ResolutionError):
        played.lay("Y", "011", "M1")


# 6


TALL = small_card("010", 4, "", small_effect("on_power_threshold", "enemies_global", change(-1), at=6))


@BOTH
def test_6_a_threshold_compares_effective_power_auras_included(ruleset: Ruleset) -> None:
    played = table(ruleset, TALL, M1="y1", M2="y1:010", T5="e1:001").lay("Y", "005", "M1")
    assert (played.delta("M2"), played.power("T5")) == (0, 4)


@BOTH
def test_6_it_fires_once_per_instance_also_after_falling_and_rising(ruleset: Ruleset) -> None:
    played = table(ruleset, TALL, M1="y1", M2="y1:010", M3="e1", T5="e1:001").lay("Y", "005", "M1")
    played.lay("Y", "006", "M1").lay("E", "003", "M3")
    assert (played.power("M2"), played.power("T5")) == (6, 4)


@BOTH
def test_6_another_instance_of_the_same_card_fires_for_itself(ruleset: Ruleset) -> None:
    tiles = {"M1": "y1", "M2": "y1:010", "T1": "y1", "T2": "y1:010", "T5": "e1:001"}
    played = small_position(ruleset, [*SET, TALL], tiles).lay("Y", "003", "M1").lay("Y", "003", "T1")
    assert played.power("T5") == 3


@BOTH
def test_6_it_fires_once_per_value(ruleset: Ruleset) -> None:
    steps = small_card(
        "010",
        4,
        "",
        small_effect("on_power_threshold", "enemies_global", change(-1), at=5),
        small_effect("on_power_threshold", "enemies_global", change(-1), at=8),
    )
    played = table(ruleset, steps, M1="y1", M2="y1:010", M3="e1", T5="e1:001").lay("Y", "003", "M1")
    assert played.power("T5") == 4
    assert played.at("M2").trigger_state.power_thresholds_fired == frozenset({5})
    assert played.lay("E", "003", "M3").power("T5") == 3
    assert played.at("M2").trigger_state.power_thresholds_fired == frozenset({5, 8})


@BOTH
def test_6_without_threshold_on_entry_a_card_laid_at_its_value_fires_only_after_falling_and_rising(
    ruleset: Ruleset,
) -> None:
    rules = replace(ruleset, threshold_on_entry=False)
    played = table(rules, TALL, M1="y1:005", M2="y1", M3="e1", T5="e1:001").lay("Y", "010", "M2")
    assert (played.power("M2"), played.power("T5")) == (6, 5)
    assert played.lay("Y", "006", "M1").power("T5") == 5
    assert played.lay("E", "003", "M3").power("T5") == 4
    entering = table(replace(ruleset, threshold_on_entry=True), TALL, M1="y1:005", M2="y1", T5="e1:001")
    assert entering.lay("Y", "010", "M2").power("T5") == 4


# 7


@pytest.mark.parametrize(("aura_triggers", "power"), [(True, 4), (False, 5)])
def test_7_a_card_laid_under_an_aura_fires_its_first_enhanced_in_that_settle(aura_triggers: bool, power: int) -> None:
    for preset in (SPEC, REBIRTH):
        rules = replace(preset, aura_triggers=aura_triggers)
        played = table(rules, M1="y1:005", M2="y1", T5="e1:001").lay("Y", "007", "M2")
        assert played.power("T5") == power


@pytest.mark.parametrize(("aura_triggers", "power"), [(True, 4), (False, 5)])
def test_7_a_card_laid_under_a_dark_aura_fires_its_first_enfeebled_in_that_settle(
    aura_triggers: bool, power: int
) -> None:
    fog = small_card("010", 5, "E+1+0", small_effect("while_in_play", AHEAD, change(-1)))
    shy = small_card("011", 5, "", small_effect("on_first_enfeebled", "enemies_global", change(-1)))
    for preset in (SPEC, REBIRTH):
        rules = replace(preset, aura_triggers=aura_triggers)
        played = table(rules, fog, shy, M1="y1:010", M2="y1", T5="e1:001").lay("Y", "011", "M2")
        assert played.power("T5") == power


@BOTH
def test_7_first_time_flags_belong_to_the_instance_and_are_never_cleared(ruleset: Ruleset) -> None:
    played = table(ruleset, M1="y1", M2="y1:007", M3="e1", T1="y1", T2="y1:007", T5="e1:001").lay("Y", "003", "M1")
    down = played.lay("E", "004", "M3")
    assert down.at("M2").trigger_state == CardTriggerState(first_enhanced_fired=True)
    assert down.at("T2").trigger_state == CardTriggerState()
    assert (played.power("T5"), played.lay("Y", "003", "T1").power("T5")) == (4, 3)


@BOTH
def test_7_two_face_has_two_independent_first_times(ruleset: Ruleset) -> None:
    tiles = {"M2": "y2:Two Face", "T2": "y3:Mythril Golem", "M1": "y1", "M3": "e1"}
    played = position(ruleset, tiles).lay("Y", "Loveless", "M1")
    assert played.at("M2").trigger_state == CardTriggerState(first_enhanced_fired=True)
    played.lay("E", "Archdragon", "M3")
    assert played.at("M2").trigger_state == CardTriggerState(first_enhanced_fired=True, first_enfeebled_fired=True)
    assert played.power("T2") == 8 + 1 + 4 - 4


# 8


def test_8_the_batch_of_a_replacement_is_not_settled_before_the_new_card_acts() -> None:
    """The replaced card's last words bring the weak card to 0; the new card raises it before anybody dies."""
    bitter = small_card("010", 3, "E+1+0", small_effect("on_destroy", AHEAD, change(-1)))
    heir = small_card(
        "011",
        1,
        "E+1+0",
        small_effect(
            "on_play",
            AHEAD,
            Operation("replace_ally", mode="raise", adjustment="replaced_ally_power"),
        ),
        is_replace=True,
    )
    played = table(REBIRTH, bitter, heir, M1="y1:010", M2="y1:002").lay("Y", "011", "M1")
    assert played.power("M2") == 1 - 1 + 3


def test_8_a_destroy_cards_batch_is_not_settled_before_the_next_operation() -> None:
    bitter = small_card("010", 3, "E+0-1", small_effect("on_destroy", AHEAD, change(-1)))
    acts = small_card(
        "011", 5, "E+1+0", small_effect("on_play", AHEAD, DESTROY), small_effect("on_play", "allies_global", change(1))
    )
    played = table(REBIRTH, bitter, acts, M1="y1", M2="e1:010", B2="y1:002").lay("Y", "011", "M1")
    assert (played.card("M2"), played.power("B2")) == (None, 1)


@BOTH
def test_8_destroy_cards_acts_before_played_watchers(ruleset: Ruleset) -> None:
    kill = small_card("010", 5, "E+1+0", small_effect("on_play", AHEAD, DESTROY))
    played = table(ruleset, kill, M1="y1", M2="e1:001", T1="y1:009").listen().lay("Y", "010", "M1")
    steps = [step for step in played.events() if step[0] in ("destroyed", "scale")]
    assert steps == [("destroyed", "M2"), ("scale", "T1")]


def test_8_a_watcher_lowered_to_zero_by_the_play_and_raised_by_watching_it_lives() -> None:
    blow = small_card("010", 5, "E+1+0", small_effect("on_play", AHEAD, change(-2)))
    played = table(REBIRTH, blow, M1="y1", M2="y1:009").lay("Y", "010", "M1")
    assert (played.delta("M2"), played.power("M2")) == (-2, 1)
