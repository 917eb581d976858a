"""The registry holds what the spec promises (004, part 1), and nothing that the engine cannot resolve."""

from __future__ import annotations

from itertools import product

import pytest

from qb_engine.card_hydrator import shipped
from qb_engine.effect_registry_utils import (
    OPERATIONS,
    PER,
    PER_OF_TRIGGER,
    SCOPES,
    SUPPORTED_TRIPLES,
    TRIGGERS,
    load_effects,
    parse_effects,
)
from qb_engine.errors import InvalidDataError
from support.effect_samples import CARD_SCOPES, entry

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
    moment = trigger in {"on_play", "on_enfeebled", "on_first_enfeebled", "on_first_enhanced", "on_power_threshold"}
    match kind:
        case "modify_power":
            lasting = trigger in {"while_in_play", "on_destroy"}
            return (cards and (moment or lasting)) or (scope == "self" and (moment or trigger == "on_spawned"))
        case "destroy_cards":
            return cards and moment
        case "modify_power_scale":
            return scope == "self" and trigger in {"while_in_play", "on_card_destroyed", "on_card_played"}
        case "replace_ally":
            return trigger == "on_play" and (cards or scope == "self")
        case "add_to_hand":
            return scope == "self" and trigger in {"on_play", "on_destroy"}
        case "spawn_token":
            return (trigger, scope) == ("on_play", "owner_empty_tiles")
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
        if per in PER_OF_TRIGGER[trigger]:
            assert parse_effects({"sample": raw}, "sample.json")["sample"].operations[0].per == per
        else:
            with pytest.raises(InvalidDataError, match="per"):
                parse_effects({"sample": raw}, "sample.json")


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


def test_the_shipped_registry_is_read_once_and_a_caller_cannot_spoil_it():
    first = load_effects()
    first.clear()
    assert load_effects()
    assert load_effects()["aura_allies_+2"] is load_effects()["aura_allies_+2"]


def test_a_registry_file_is_read_from_its_path(tmp_path):
    path = tmp_path / "effects.json"
    path.write_text('{"only": {"trigger": "on_play", "scope": "self", "operations": [{"type": "expand_positions"}]}}')
    assert list(load_effects(path)) == ["only"]
