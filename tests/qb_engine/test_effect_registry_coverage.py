"""The registry holds what the spec promises (004, part 1), and nothing that the engine cannot resolve."""

from __future__ import annotations

import json
from itertools import product

import pytest

from qb_engine.card_hydrator import CardHydrator, shipped
from qb_engine.data.checks import DATA
from qb_engine.effect_registry_utils import (
    CARD_FILE,
    OPERATIONS,
    PER,
    PER_OF_TRIGGER,
    PER_WORDS,
    SCOPES,
    SUPPORTED_TRIPLES,
    TRIGGERS,
    load_effects,
    parse_effects,
)
from qb_engine.errors import InvalidDataError
from support.effect_samples import CARD_SCOPES, entry

pytestmark = pytest.mark.rules

SPEC_OPERATIONS = {
    "modify_power",
    "modify_power_scale",
    "destroy_cards",
    "replace_ally",
    "add_to_hand",
    "spawn_token",
    "modify_tile_ranks",
    "score_bonus",
    "expand_positions",
}
SPEC_TRIGGERS = {
    "on_play",
    "while_in_play",
    "on_destroy",
    "on_card_destroyed",
    "on_card_played",
    "on_enfeebled",
    "on_first_enfeebled",
    "on_first_enhanced",
    "on_power_threshold",
    "on_spawned",
    "on_lane_win",
    "on_round_end",
}
EVERY_TRIPLE = sorted(product(TRIGGERS, SCOPES, OPERATIONS))


def is_in_the_rules(trigger: str, scope: str, kind: str) -> bool:
    """The table of supported triples a second time, as questions."""
    cards = scope in CARD_SCOPES
    watches = trigger in {"on_card_destroyed", "on_card_played"}
    moment = trigger in {"on_play", "on_enfeebled", "on_first_enfeebled", "on_first_enhanced", "on_power_threshold"}
    lives = moment or watches or trigger == "on_spawned"
    happens = lives or trigger == "on_destroy"
    match kind:
        case "modify_power" if trigger == "while_in_play":
            return cards
        case "modify_power" | "destroy_cards":
            return (cards and happens) or (scope == "self" and lives)
        case "modify_power_scale":
            return scope == "self" and (watches or trigger == "while_in_play")
        case "replace_ally":
            return trigger == "on_play" and (cards or scope == "self")
        case "add_to_hand":
            return scope == "self" and happens
        case "spawn_token":
            return scope == "owner_empty_tiles" and happens and trigger != "on_spawned"
        case "modify_tile_ranks":
            return (trigger, scope) == ("on_play", "own_pawn_tiles")
        case "expand_positions":
            return (trigger, scope) == ("on_play", "self")
        case _:
            return scope == "lane_owner" and trigger in {"on_lane_win", "on_round_end"}


def test_the_words_are_those_of_the_spec():
    assert set(TRIGGERS) == SPEC_TRIGGERS
    assert set(OPERATIONS) == SPEC_OPERATIONS
    assert len(TRIGGERS) == len(set(TRIGGERS))
    assert len(OPERATIONS) == len(set(OPERATIONS))
    assert set(CARD_SCOPES) < set(SCOPES)


def test_every_effect_id_of_a_card_is_in_the_registry_and_every_entry_is_used():
    used = {effect_id for card in shipped().cards for effect_id in card.effect_ids}
    assert used == set(load_effects())


def test_every_shipped_operation_is_supported():
    for effect in load_effects().values():
        for operation in effect.operations:
            assert operation.type in SPEC_OPERATIONS
            assert (effect.trigger, effect.scope, operation.type) in SUPPORTED_TRIPLES


def test_no_two_entries_say_the_same():
    behaviours = [
        (effect.trigger, effect.scope, effect.operations, effect.threshold) for effect in load_effects().values()
    ]
    assert len(set(behaviours)) == len(behaviours)


def test_the_shipped_cards_leave_only_these_triggers_to_test_registries():
    assert set(TRIGGERS) - {effect.trigger for effect in load_effects().values()} == {"on_enfeebled"}


def test_the_table_of_triples_is_the_one_in_the_rules():
    assert {triple for triple in EVERY_TRIPLE if is_in_the_rules(*triple)} == SUPPORTED_TRIPLES


@pytest.mark.parametrize("triple", sorted(SUPPORTED_TRIPLES), ids="-".join)
def test_a_supported_triple_is_read(triple):
    effect = parse_effects({"sample": entry(*triple)}, "sample.json")["sample"]
    assert (effect.trigger, effect.scope, effect.operations[0].type) == triple


def test_every_other_triple_is_refused():
    for triple in set(EVERY_TRIPLE) - SUPPORTED_TRIPLES:
        with pytest.raises(InvalidDataError, match="not supported"):
            parse_effects({"sample": entry(*triple)}, "sample.json")


def test_a_scaling_counts_only_what_its_trigger_can_see():
    assert len(set(PER)) == len(PER)
    for trigger, per in product(PER_OF_TRIGGER, PER):
        raw = entry(trigger, "self", "modify_power_scale")
        raw["operations"][0]["per"] = per
        if per in PER_WORDS[trigger]:
            read = parse_effects({"sample": raw}, "sample.json")["sample"].operations[0].per
            assert read == PER_WORDS[trigger][per]
            assert per not in PER_OF_TRIGGER[trigger] or read == per
        else:
            with pytest.raises(InvalidDataError, match="per"):
                parse_effects({"sample": raw}, "sample.json")


@pytest.mark.parametrize(
    ("trigger", "words", "means"),
    [
        ("while_in_play", ("enhanced_ally", "enhanced_allies"), "enhanced_allies"),
        ("while_in_play", ("enfeebled", "enfeebled_all", "enfeebled_all_cards"), "enfeebled_all"),
        ("while_in_play", ("all", "all_cards"), "all"),
        ("while_in_play", ("ally", "allies"), "allies"),
        ("while_in_play", ("enemy", "enemies"), "enemies"),
        ("on_card_destroyed", ("destroyed_ally", "destroyed_allies", "ally", "allies"), "destroyed_ally"),
        ("on_card_destroyed", ("destroyed", "destroyed_all", "all", "all_cards"), "destroyed_all"),
        ("on_card_played", ("played_enemy", "played_enemies", "enemy", "enemies"), "played_enemy"),
    ],
)
def test_4_1_per_may_be_said_in_the_singular_or_the_plural(trigger, words, means):
    for word in words:
        raw = entry(trigger, "self", "modify_power_scale")
        raw["operations"][0]["per"] = word
        assert parse_effects({"sample": raw}, "sample.json")["sample"].operations[0].per == means


def test_3_a_watcher_that_names_nobody_watches_everybody():
    raw = entry("on_card_played", "self", "add_to_hand")
    del raw["operations"][0]["per"]
    assert parse_effects({"sample": raw}, "sample.json")["sample"].operations[0].per == "played_all"


def test_3_2_a_threshold_without_first_time_is_one_for_every_crossing():
    raw = entry("on_power_threshold", "self", "modify_power")
    assert parse_effects({"sample": raw}, "sample.json")["sample"].first_time
    for conditions in ({"first_time": False}, {}):
        raw["conditions"] = {"threshold": {"stat": "power", "value": 7}} | conditions
        effect = parse_effects({"sample": raw}, "sample.json")["sample"]
        assert (effect.threshold.value, effect.first_time) == (7, False)


def test_a_first_time_trigger_may_say_so_once_more_and_not_the_contrary():
    raw = entry("on_first_enhanced", "self", "modify_power")
    raw["conditions"] = {"first_time": True}
    assert parse_effects({"sample": raw}, "sample.json")
    raw["conditions"] = {"first_time": False}
    with pytest.raises(InvalidDataError, match="the trigger itself says that it fires once"):
        parse_effects({"sample": raw}, "sample.json")


def test_remarks_for_people_may_stand_anywhere_and_are_not_read():
    raw = entry("on_power_threshold", "self", "modify_power")
    plain = parse_effects({"sample": raw}, "sample.json")
    remarks = {"_meta": {"source": ["anywhere"]}, "description": "in words"}
    raw = raw | remarks
    raw["operations"] = [operation | remarks for operation in raw["operations"]]
    raw["conditions"] = raw["conditions"] | remarks
    assert parse_effects({"_meta": {"version": "1.1"}, "description": "ours", "sample": raw}, "sample.json") == plain


def test_a_card_file_may_carry_remarks_too(tmp_path):
    cards = json.loads((DATA / CARD_FILE).read_text(encoding="utf-8"))
    noted = [card | {"_meta": {"seen": 3}, "description": "a card"} for card in cards]
    for raw in (noted, {"_meta": {"version": "2"}, "cards": noted}):
        path = tmp_path / "cards.json"
        path.write_text(json.dumps(raw), encoding="utf-8")
        assert CardHydrator(path).cards == shipped().cards


def test_a_card_is_named_by_id_or_by_name_in_any_case_and_becomes_an_id():
    raw = entry("on_play", "self", "add_to_hand")
    raw["operations"][0]["cards"] = ["T01", "moogle MAGE"]
    assert parse_effects({"sample": raw}, "sample.json")["sample"].operations[0].card_ids == ("T01", "T03")


def test_a_registry_for_other_cards_is_read_with_their_names():
    raw = entry("on_play", "self", "add_to_hand")
    raw["operations"][0]["cards"] = ["Imp"]
    effects = parse_effects({"sample": raw}, "sample.json", names={"T77": "Imp"})
    assert effects["sample"].operations[0].card_ids == ("T77",)


def test_the_tokens_of_a_spawn_stand_in_the_order_of_the_ranks():
    operation = load_effects()["on_play_spawn_diamond_dust"].operations[0]
    assert [shipped().get_card(token).name for token in operation.token_ids] == [
        "Diamond Dust I",
        "Diamond Dust II",
        "Diamond Dust III",
    ]


def test_5_1_one_token_may_stand_for_every_rank():
    operation = {"type": "spawn_token", "apply_to": "empty_positions", "tokens": "t01"}
    entry = {"trigger": "on_play", "scope": "owner_empty_tiles", "operations": [operation]}
    read = parse_effects({"x": entry}, "test", {"001": "Mother", "T01": "Child"})["x"]
    assert read.operations[0].token_ids == ("T01", "T01", "T01")


def test_the_shipped_registry_is_read_once_and_a_caller_cannot_spoil_it():
    first = load_effects()
    first.clear()
    assert load_effects()
    assert load_effects()["aura_allies_+2"] is load_effects()["aura_allies_+2"]


def test_a_registry_file_is_read_from_its_path(tmp_path):
    path = tmp_path / "effects.json"
    path.write_text('{"only": {"trigger": "on_play", "scope": "self", "operations": [{"type": "expand_positions"}]}}')
    assert list(load_effects(path)) == ["only"]
