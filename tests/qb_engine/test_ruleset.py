"""Rulesets: every switch and value, the two presets as the rule book's table has them, names that read back."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest

from kernelkit.spoken import LANGUAGES
from qb_engine.deck import Deck
from qb_engine.errors import InvalidDeckError, InvalidRulesetError
from qb_engine.models import DECK_SIZE
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS, REBIRTH, SPEC, VALUES, Ruleset, single_switch_variants

pytestmark = pytest.mark.rules

TABLE: dict[str, tuple[Any, Any, tuple[Any, ...]]] = {
    "capture": ("decrement", "keep", ("keep_plus",)),
    "pawns_under_cards": (True, False, ()),
    "pawns_on_destroy": ("retract", "persist", ()),
    "destroyed_tile": ("underlay", "restore", ("clear", "to_destroyer")),
    "zero_power_destroys": (False, True, ()),
    "aura_can_destroy": (False, True, ()),
    "classify": ("power_delta", "net", ()),
    "aura_triggers": (False, True, ()),
    "enfeebled_repeat": (True, False, ()),
    "threshold_on_entry": (False, True, ()),
    "order": ("pawns_first", "effects_first", ()),
    "replace_target": ("ally_or_empty", "ally_only", ("never",)),
    "expand": ("adjacent8", "adjacent8", ()),
    "min_transfer": ("own_lane_stack", "all_lanes_once", ()),
    "token_by_rank": (False, True, ()),
    "mulligan_return": ("shuffle_in", "shuffle_in", ("bottom",)),
    "end_on_full_board": (True, False, ()),
    "first_player": ("Y", "given", ("E", "seeded")),
}
"""Switch, SPEC, REBIRTH, other values: the rule book's table, typed here a second time."""

VARIANTS = [(name, rules) for preset in (SPEC, REBIRTH) for name, rules in single_switch_variants(preset)]
CONTRADICTION = {"zero_power_destroys": False, "aura_can_destroy": True}


@pytest.mark.parametrize("switch", TABLE)
def test_each_switch_stands_in_both_presets_as_in_the_table(switch: str) -> None:
    spec, rebirth, _others = TABLE[switch]
    assert getattr(SPEC, switch) == spec
    assert getattr(REBIRTH, switch) == rebirth


@pytest.mark.parametrize("switch", TABLE)
def test_each_switch_takes_exactly_the_values_of_the_table(switch: str) -> None:
    spec, rebirth, others = TABLE[switch]
    assert set(VALUES[switch]) == {spec, rebirth, *others}


def test_there_is_no_other_switch_but_the_copies_a_deck_may_hold() -> None:
    assert {field.name for field in fields(Ruleset)} == {*TABLE, "max_copies"}
    assert (SPEC.max_copies, REBIRTH.max_copies) == ((DECK_SIZE, DECK_SIZE), (2, 1))


def test_the_library_defaults_to_spec() -> None:
    assert Ruleset() == SPEC
    assert RulesEngine(compiled=False).ruleset == SPEC


@pytest.mark.parametrize(("name", "rules"), PRESETS.items(), ids=PRESETS)
def test_a_preset_is_called_by_its_name(name: str, rules: Ruleset) -> None:
    assert (rules.name, Ruleset.parse(name)) == (name, rules)


@pytest.mark.parametrize(("name", "rules"), VARIANTS, ids=[name for name, _rules in VARIANTS])
def test_every_single_switch_variant_reads_back_from_its_name(name: str, rules: Ruleset) -> None:
    assert rules.name == name
    assert Ruleset.parse(name) == rules


def test_every_value_of_every_switch_is_one_switch_away_from_a_preset() -> None:
    seen = {(switch, getattr(rules, switch)) for _name, rules in VARIANTS for switch in TABLE}
    assert seen >= {(switch, value) for switch, values in VALUES.items() for value in values}
    assert len({name for name, _rules in VARIANTS}) == len(VARIANTS)


@pytest.mark.parametrize(("name", "rules"), VARIANTS, ids=[name for name, _rules in VARIANTS])
def test_the_mapping_form_means_the_same_as_the_name(name: str, rules: Ruleset) -> None:
    for base, preset in PRESETS.items():
        assert Ruleset.parse({"base": base, **rules.differences(preset)}) == rules


def test_the_mapping_form_of_the_documents_is_read() -> None:
    assert Ruleset.parse({"base": "rebirth", "capture": "keep_plus"}) == replace(REBIRTH, capture="keep_plus")
    assert Ruleset.parse({"capture": "keep"}) == replace(SPEC, capture="keep")
    assert Ruleset.parse({}) == SPEC
    assert Ruleset.parse({"base": "rebirth", "max_copies": [3, 2]}) == replace(REBIRTH, max_copies=(3, 2))


def test_yes_and_no_of_the_rule_book_are_truth_values() -> None:
    assert Ruleset.parse({"base": "spec", "token_by_rank": "yes"}) == replace(SPEC, token_by_rank=True)
    assert Ruleset.parse({"base": "rebirth", "aura_triggers": "no"}) == replace(REBIRTH, aura_triggers=False)
    with pytest.raises(InvalidRulesetError):
        Ruleset.parse({"base": "spec", "capture": "yes"})


def test_a_ruleset_reads_as_itself() -> None:
    mixed = replace(REBIRTH, capture="keep_plus", max_copies=(3, 1))
    assert Ruleset.parse(mixed) is mixed
    assert Ruleset.parse(mixed.name) == mixed


def test_several_switches_read_back_from_the_name_of_the_nearer_preset() -> None:
    mixed = replace(SPEC, capture="keep", order="effects_first", first_player="seeded")
    assert mixed.name == "spec+capture=keep+order=effects_first+first_player=seeded"
    assert Ruleset.parse(mixed.name) == mixed


def test_the_pair_that_destroys_is_turned_together() -> None:
    both = Ruleset.parse({"base": "spec", "zero_power_destroys": True, "aura_can_destroy": True})
    assert (both.zero_power_destroys, both.aura_can_destroy) == (True, True)
    one = Ruleset.parse("spec+zero_power_destroys=true")
    assert (one.zero_power_destroys, one.aura_can_destroy) == (True, False)


@pytest.mark.parametrize(
    "asked",
    [
        {"base": "spec", **CONTRADICTION},
        {"base": "rebirth", "zero_power_destroys": False},
        {"base": "spec", "aura_can_destroy": True},
        "spec+aura_can_destroy=true",
    ],
    ids=["both given", "one taken away", "one added", "as a name"],
)
def test_a_contradictory_mix_is_refused_with_both_switches_named(asked: object) -> None:
    with pytest.raises(InvalidRulesetError) as caught:
        Ruleset.parse(asked)
    for language in LANGUAGES:
        message = caught.value.message(language)
        assert "aura_can_destroy" in message
        assert "zero_power_destroys" in message


def test_a_contradiction_is_refused_however_the_ruleset_is_made() -> None:
    with pytest.raises(InvalidRulesetError):
        replace(REBIRTH, zero_power_destroys=False)
    with pytest.raises(InvalidRulesetError):
        Ruleset(aura_can_destroy=True)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("chess", "chess"),
        ("", "''"),
        ("Rebirth", "Rebirth"),
        ({"base": "chess"}, "chess"),
        ({"base": None}, "None"),
        ({"base": ["spec"]}, "spec"),
        ({"base": "spec", "gravity": True}, "gravity"),
        ("spec+gravity=true", "gravity"),
        ("spec+", "''"),
        ({"base": "spec", "capture": "steal"}, "steal"),
        ("spec+capture=steal", "steal"),
        ({"base": "spec", "capture": 1}, "capture = 1"),
        ({"base": "spec", "pawns_under_cards": 1}, "pawns_under_cards = 1"),
        ({"base": "spec", "pawns_under_cards": "true"}, "pawns_under_cards"),
        ({"base": "spec", "capture": None}, "capture = None"),
        ({"base": "spec", "capture": ["keep"]}, "capture"),
        ({"base": "spec", "expand": "adjacent4"}, "adjacent4"),
        ({"base": "spec", "max_copies": [1]}, "max_copies"),
        ({"base": "spec", "max_copies": [1, 2]}, "max_copies"),
        ({"base": "spec", "max_copies": [0, 0]}, "max_copies"),
        ({"base": "spec", "max_copies": [16, 1]}, "max_copies"),
        ({"base": "spec", "max_copies": [True, True]}, "max_copies"),
        ({"base": "spec", "max_copies": ["2", "1"]}, "max_copies"),
        (None, "None"),
        (7, "7"),
        (["spec"], "spec"),
        (True, "True"),
    ],
    ids=str,
)
def test_rules_that_do_not_exist_are_refused_by_name_in_both_languages(asked: object, words: str) -> None:
    with pytest.raises(InvalidRulesetError) as caught:
        Ruleset.parse(asked)
    messages = [caught.value.message(language) for language in LANGUAGES]
    assert all(words in message for message in messages)
    assert messages[0] != messages[1]


def test_a_ruleset_is_frozen_and_hashable() -> None:
    with pytest.raises(FrozenInstanceError):
        SPEC.capture = "keep"  # type: ignore[misc]
    assert len({SPEC, REBIRTH, Ruleset()}) == 2


def test_the_salt_of_every_hash_differs_by_the_name_of_the_rules() -> None:
    salts = {
        RulesEngine(rules, (), {}, compiled=False).salt for rules in (SPEC, REBIRTH, replace(SPEC, capture="keep"))
    }
    assert len(salts) == 3


@pytest.mark.parametrize(
    ("rules", "copies", "accepted"), [(SPEC, 4, True), (SPEC, DECK_SIZE, True), (REBIRTH, 2, True), (REBIRTH, 3, False)]
)
def test_copies_of_a_standard_card_are_limited_by_rebirth_alone(rules: Ruleset, copies: int, accepted: bool) -> None:
    cards = ["001"] * copies + [f"{number:03}" for number in range(2, 17 - copies)]
    if accepted:
        assert len(Deck(tuple(cards), rules)) == 15
        return
    with pytest.raises(InvalidDeckError, match=f"{copies} times"):
        Deck(tuple(cards), rules)


@pytest.mark.parametrize(("rules", "copies", "accepted"), [(SPEC, 3, True), (REBIRTH, 1, True), (REBIRTH, 2, False)])
def test_copies_of_a_legendary_card_are_limited(rules: Ruleset, copies: int, accepted: bool) -> None:
    cards = ["095"] * copies + [f"{number:03}" for number in range(1, 16 - copies)]
    if accepted:
        assert len(Deck(tuple(cards), rules)) == 15
        return
    with pytest.raises(InvalidDeckError, match="Ifrit"):
        Deck(tuple(cards), rules)
