"""Broken and hostile card and effect files: each is refused at once, with file, place, field and reason."""

from __future__ import annotations

import copy
import json
import time
from typing import Any

import pytest

from kernelkit.spoken import LANGUAGES
from qb_engine.card_hydrator import CardHydrator
from qb_engine.data.checks import MAX_BYTES
from qb_engine.effect_registry_utils import load_effects
from qb_engine.errors import BrokenFileError, InvalidDataError, QueensBloodError
from support.effect_samples import entry

LIMIT_SECONDS = 0.1
DELETED = object()
EMPTY_GRID = [".....", ".....", "..W..", ".....", "....."]


def card(card_id: str, name: str, **fields: Any) -> dict[str, Any]:
    return {
        "id": card_id,
        "name": name,
        "category": "Token" if card_id.startswith("T") else "Standard",
        "cost": 1,
        "power": 1,
        "pattern": [],
        "grid": EMPTY_GRID,
        "effect_ids": [],
        "effect_id": None,
        "is_replace": False,
    } | fields


CARDS = [
    card("001", "Imp", pattern=[[1, 0, "P"]], grid=[".....", ".....", "..WP.", ".....", "....."]),
    card("002", "Ogre", effect_ids=["aura_allies_+2"], effect_id="aura_allies_+2"),
    card("T01", "Mite"),
]


def changed(raw: Any, path: tuple[Any, ...], value: Any) -> str:
    """``raw`` as JSON with the value at ``path`` replaced, added or deleted."""
    result = copy.deepcopy(raw)
    inner = result
    for step in path[:-1]:
        inner = inner[step]
    if value is DELETED:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return json.dumps(result)


TEXTS = {
    "an empty file": "",
    "no JSON": "hello",
    "half a file": '[{"id": "001"',
    "nesting": "[" * 100_000,
    "nesting in a field": '[{"id": ' + "[" * 200 + "]" * 200 + "}]",
    "a huge integer": '[{"id": "001", "power": ' + "9" * 5000 + "}]",
    "NaN": '[{"id": "001", "power": NaN}]',
    "Infinity": '[{"id": "001", "power": -Infinity}]',
    "a huge float": '[{"id": "001", "power": 1e999}]',
    "a duplicate key": '[{"id": "001", "id": "002"}]',
    "a NUL": '[{"id": "0\0001"}]',
    "a file that is too long": "[" + "1," * MAX_BYTES + "1]",
    "a file as long as is read": "[" + "1," * (MAX_BYTES // 2 - 2) + "1]",
    "a text as long as is read": '"' + "[" * (MAX_BYTES - 2) + '"',
    "a string": '"cards"',
    "a number": "7",
    "null": "null",
}
BYTES = {name: text.encode() for name, text in TEXTS.items()} | {
    "not UTF-8": b'[{"id": "\xff\xfe"}]',
    "UTF-16": '[{"id": "001"}]'.encode("utf-16"),
}

CARD_FAULTS: dict[str, tuple[tuple[Any, ...], Any, str, str]] = {
    # what is wrong: (path, value, place, field)
    "a card that is a list": ((0,), [], "[0]", "-"),
    "a missing id": ((0, "id"), DELETED, "[0]", "id"),
    "an id that is a number": ((0, "id"), 1, "[0]", "id"),
    "an id of another form": ((0, "id"), "1", "[0]", "id"),
    "an id in other digits": ((0, "id"), "٠٠١", "[0]", "id"),
    "a duplicate id": ((1, "id"), "001", "001", "id"),
    "a duplicate name": ((1, "name"), "Imp", "002", "name"),
    "a duplicate name in other letters": ((1, "name"), "iMP", "002", "name"),
    "a name that is an id": ((1, "name"), "001", "002", "name"),
    "an empty name": ((0, "name"), "", "001", "name"),
    "a name with blanks": ((0, "name"), " Imp", "001", "name"),
    "a name with a control character": ((0, "name"), "Imp\x1b[2J", "001", "name"),
    "a name that turns the text": ((0, "name"), "Imp\u202eprI", "001", "name"),
    "a name with half a character": ((0, "name"), "Imp\ud800", "001", "name"),
    "a name without end": ((0, "name"), "I" * 5000, "001", "name"),
    "an unknown key": ((0, "colour"), "red", "001", "'colour'"),
    "a missing power": ((0, "power"), DELETED, "001", "power"),
    "a power of text": ((0, "power"), "1", "001", "power"),
    "a power of true": ((0, "power"), True, "001", "power"),
    "a broken power": ((0, "power"), 1.0, "001", "power"),
    "a power out of range": ((0, "power"), 100, "001", "power"),
    "a cost out of range": ((0, "cost"), 4, "001", "cost"),
    "a cost of 0 without replacing": ((0, "cost"), 0, "001", "cost"),
    "replacing at a cost": ((0, "is_replace"), True, "001", "cost"),
    "is_replace as a number": ((0, "is_replace"), 0, "001", "is_replace"),
    "an unknown category": ((0, "category"), "Epic", "001", "category"),
    "a token with a deck id": ((0, "category"), "Token", "001", "category"),
    "a deck card with a token id": ((2, "category"), "Legendary", "T01", "category"),
    "a pattern that is an object": ((0, "pattern"), {}, "001", "pattern"),
    "a pattern without end": ((0, "pattern"), [[1, 0, "P"]] * 25, "001", "pattern"),
    "a cell of two": ((0, "pattern"), [[1, 0]], "001", "pattern[0]"),
    "a cell off the grid": ((0, "pattern"), [[3, 0, "P"]], "001", "pattern[0]"),
    "a cell on the card": ((0, "pattern"), [[0, 0, "P"]], "001", "pattern[0]"),
    "a cell twice": ((0, "pattern"), [[1, 0, "P"], [1, 0, "E"]], "001", "pattern[1]"),
    "a cell of another kind": ((0, "pattern"), [[1, 0, "W"]], "001", "pattern[0]"),
    "four rows": ((0, "grid"), EMPTY_GRID[:4], "001", "grid"),
    "a short row": ((0, "grid", 0), "....", "001", "grid[0]"),
    "a row of numbers": ((0, "grid", 0), 0, "001", "grid[0]"),
    "another letter": ((0, "grid", 0), "....Q", "001", "grid[0]"),
    "no W": ((0, "grid", 2), "...P.", "001", "grid"),
    "W elsewhere": ((0, "grid", 2), ".W.P.", "001", "grid"),
    "two Ws": ((0, "grid", 0), "W....", "001", "grid"),
    "a grid that is not the pattern": ((0, "grid", 2), "..WE.", "001", "grid"),
    "an unknown effect": ((1, "effect_ids"), ["aura_allies_+200"], "002", "effect_ids[0]"),
    "an effect twice": ((1, "effect_ids"), ["aura_allies_+2"] * 2, "002", "effect_ids[1]"),
    "an effect id that is a list": ((1, "effect_ids"), [[]], "002", "effect_ids[0]"),
    "another first effect": ((1, "effect_id"), None, "002", "effect_id"),
    "a token that is not in the file": (
        (1,),
        card("002", "Ogre", effect_ids=["on_play_add_moogle"], effect_id="on_play_add_moogle"),
        "002",
        "effect_ids",
    ),
    "replacing without its effect": ((1,), card("002", "Ogre", cost=0, is_replace=True), "002", "is_replace"),
    "its effect without replacing": (
        (1,),
        card("002", "Ogre", effect_ids=["replace_neutral"], effect_id="replace_neutral"),
        "002",
        "is_replace",
    ),
}

ADD = entry("on_play", "self", "add_to_hand")
AURA = entry("while_in_play", "allies_on_affected_tiles", "modify_power")
SCALE = entry("while_in_play", "self", "modify_power_scale")
SPAWN = entry("on_play", "owner_empty_tiles", "spawn_token")
THRESHOLD = entry("on_power_threshold", "allies_on_affected_tiles", "modify_power")
REPLACE = entry("on_play", "allies_on_affected_tiles", "replace_ally")
REGISTRY = {"a": ADD, "b": AURA, "c": SCALE, "d": SPAWN, "e": THRESHOLD, "f": REPLACE}
FIRST = ("operations", 0)

EFFECT_FAULTS: dict[str, tuple[tuple[Any, ...], Any, str, str]] = {
    "an entry that is a list": (("a",), [], "a", "-"),
    "an effect id with a blank": (("a b",), AURA, "'a b'", "-"),
    "an effect id without a letter": (("",), AURA, "''", "-"),
    "a missing trigger": (("b", "trigger"), DELETED, "b", "trigger"),
    "an unknown trigger": (("b", "trigger"), "on_sneeze", "b", "trigger"),
    "a trigger that is a list": (("b", "trigger"), ["on_play"], "b", "trigger"),
    "an unknown scope": (("b", "scope"), "everybody", "b", "scope"),
    "an unknown key": (("b", "priority"), 1, "b", "'priority'"),
    "operations as an object": (("b", "operations"), {}, "b", "operations"),
    "no operation": (("b", "operations"), [], "b", "operations"),
    "five operations": (("b", "operations"), AURA["operations"] * 5, "b", "operations"),
    "an operation that is text": (("b", *FIRST), "modify_power", "b.operations[0]", "-"),
    "an operation without type": (("b", *FIRST, "type"), DELETED, "b.operations[0]", "type"),
    "an unknown operation": (("b", *FIRST, "type"), "explode", "b.operations[0]", "type"),
    "an unsupported triple": (("b", "scope"), "self", "b.operations[0]", "type"),
    "a second operation that is unsupported": (
        ("b", "operations"),
        [*AURA["operations"], {"type": "destroy_cards"}],
        "b.operations[1]",
        "type",
    ),
    "a missing amount": (("b", *FIRST, "amount"), DELETED, "b.operations[0]", "amount"),
    "an amount of 0": (("b", *FIRST, "amount"), 0, "b.operations[0]", "amount"),
    "a huge amount": (("b", *FIRST, "amount"), 10**17, "b.operations[0]", "amount"),
    "an amount of text": (("b", *FIRST, "amount"), "2", "b.operations[0]", "amount"),
    "a field of another operation": (("b", *FIRST, "per"), "enhanced_all", "b.operations[0]", "'per'"),
    "an unknown per": (("c", *FIRST, "per"), "enhanced_cats", "c.operations[0]", "per"),
    "a per of another trigger": (("c", *FIRST, "per"), "played_ally", "c.operations[0]", "per"),
    "exclude_self as a number": (("c", *FIRST, "exclude_self"), 1, "c.operations[0]", "exclude_self"),
    "a card nobody has": (("a", *FIRST, "cards"), ["Nobody"], "a.operations[0]", "cards[0]"),
    "a card that is a number": (("a", *FIRST, "cards"), [1], "a.operations[0]", "cards[0]"),
    "no cards": (("a", *FIRST, "cards"), [], "a.operations[0]", "cards"),
    "a token nobody has": (("d", *FIRST, "tokens", "2"), "T99", "d.operations[0]", "tokens.2"),
    "a rank without token": (("d", *FIRST, "tokens", "3"), DELETED, "d.operations[0]", "3"),
    "a rank that does not exist": (("d", *FIRST, "tokens", "4"), "T01", "d.operations[0]", "'4'"),
    "tokens elsewhere": (("d", *FIRST, "apply_to"), "hand", "d.operations[0]", "apply_to"),
    "a threshold without value": (("e", "conditions", "threshold"), {"stat": "power"}, "e", "value"),
    "a threshold of another stat": (
        ("e", "conditions", "threshold", "stat"),
        "rank",
        "e",
        "conditions.threshold.stat",
    ),
    "first_time as a number": (("e", "conditions", "first_time"), 1, "e", "conditions.first_time"),
    "no threshold": (("e", "conditions"), {}, "e", "threshold"),
    "a threshold on another trigger": (("b", "conditions"), THRESHOLD["conditions"], "b", "'threshold'"),
    "conditions as a list": (("b", "conditions"), [], "b", "conditions"),
    "an unknown condition": (("b", "conditions"), {"weather": "rain"}, "b", "'weather'"),
    "neutral with a follow-up": (("f", *FIRST, "mode"), "neutral", "f.operations[0]", "'adjustment'"),
    "another adjustment": (("f", *FIRST, "adjustment"), "double", "f.operations[0]", "adjustment"),
}


def refusal(load, path):
    """The error of loading ``path``, which must come within the limit."""
    load_effects()
    started = time.process_time()
    with pytest.raises(InvalidDataError) as refused:
        load(path)
    assert time.process_time() - started < LIMIT_SECONDS
    return refused.value


def check(error, file, place, field):
    assert isinstance(error, QueensBloodError)
    assert (error.facts["file"], error.facts["place"], error.facts["field"]) == (file, place, field)
    assert error.facts["reason"]
    texts = [error.message(language) for language in LANGUAGES]
    assert len(set(texts)) == len(LANGUAGES)
    for text in texts:
        assert text.startswith(f"{file}: {place}: {field}: ")
        assert text.isprintable()
        assert len(text) < 400


def test_the_files_the_faults_are_put_into_are_sound(tmp_path):
    (tmp_path / "cards.json").write_text(json.dumps(CARDS), encoding="utf-8")
    (tmp_path / "effects.json").write_text(json.dumps(REGISTRY), encoding="utf-8")
    assert len(CardHydrator(tmp_path / "cards.json").cards) == len(CARDS)
    assert len(load_effects(tmp_path / "effects.json")) == len(REGISTRY)


@pytest.mark.parametrize("raw", BYTES.values(), ids=BYTES)
@pytest.mark.parametrize("load", [CardHydrator, load_effects])
def test_a_file_that_is_no_list_of_cards_and_no_registry_is_refused_as_a_whole(load, raw, tmp_path):
    path = tmp_path / "hostile.json"
    path.write_bytes(raw)
    check(refusal(load, path), "hostile.json", "-", "-")


@pytest.mark.parametrize(("path", "value", "place", "field"), CARD_FAULTS.values(), ids=CARD_FAULTS)
def test_a_broken_card_is_refused_with_its_place_and_field(path, value, place, field, tmp_path):
    file = tmp_path / "cards.json"
    file.write_text(changed(CARDS, path, value), encoding="utf-8")
    check(refusal(CardHydrator, file), "cards.json", place, field)


@pytest.mark.parametrize(("path", "value", "place", "field"), EFFECT_FAULTS.values(), ids=EFFECT_FAULTS)
def test_a_broken_effect_is_refused_with_its_place_and_field(path, value, place, field, tmp_path):
    file = tmp_path / "effects.json"
    file.write_text(changed(REGISTRY, path, value), encoding="utf-8")
    check(refusal(load_effects, file), "effects.json", place, field)


def test_an_empty_list_of_cards_is_refused(tmp_path):
    file = tmp_path / "cards.json"
    file.write_text("[]")
    check(refusal(CardHydrator, file), "cards.json", "-", "-")


def test_a_spawned_card_that_is_no_token_is_refused(tmp_path):
    registry = tmp_path / "effects.json"
    registry.write_text(changed({"spawn": SPAWN}, ("spawn", *FIRST, "tokens"), {"1": "001", "2": "001", "3": "001"}))
    effects = load_effects(registry)
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([card("001", "Imp", effect_ids=["spawn"], effect_id="spawn")]))
    check(refusal(lambda path: CardHydrator(path, effects), file), "cards.json", "001", "effect_ids")


def test_there_are_enough_hostile_files():
    assert 2 * len(BYTES) + len(CARD_FAULTS) + len(EFFECT_FAULTS) > 100


def test_what_is_wrong_with_the_json_is_said_in_italian_too(tmp_path):
    path = tmp_path / "cards.json"
    path.write_text('[{"id": 1, "id": 2}]')
    with pytest.raises(BrokenFileError) as refused:
        CardHydrator(path)
    assert refused.value.message().endswith("the key 'id' stands twice in one object")
    assert refused.value.message("it").endswith("la chiave 'id' compare due volte nello stesso oggetto")
