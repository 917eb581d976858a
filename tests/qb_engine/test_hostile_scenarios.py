"""Hostile scenarios, as text and as objects: each is refused within a tenth of a second, with place and reason."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from kernelkit.spoken import LANGUAGES
from kernelkit.strict_json import InvalidJsonError, loads
from qb_engine.errors import BrokenFileError, InvalidRulesetError, QueensBloodError
from qb_engine.records.scenario import run

LIMIT_SECONDS = 0.1
PILE = ["001", "007", "008", "010", "011"]

TEXTS: dict[str, tuple[str | bytes, str]] = {
    "an empty text": ("", "line 1"),
    "no JSON at all": ("Y 001@M1", "line 1"),
    "half an object": ('{"schema": 1', "line 1"),
    "a trailing comma": ('{"schema": 1,}', "line 1"),
    "two objects": ('{"schema": 1}{"schema": 1}', "line 1"),
    "a comment": ('{"schema": 1 /* one */}', "line 1"),
    "lists nested a hundred thousand deep": ('{"schema": 1, "moves": ' + "[" * 100_000, "nested deeper than 32"),
    "objects nested forty deep": ('{"a":' * 40 + "1" + "}" * 40, "nested deeper than 32"),
    "a number of a thousand digits": ('{"schema": ' + "9" * 1000 + "}", "18 digits"),
    "a negative number of a thousand digits": ('{"schema": -' + "9" * 1000 + "}", "18 digits"),
    "a number with a huge exponent": ('{"schema": 1e999}', "too large"),
    "NaN": ('{"schema": NaN}', "NaN"),
    "Infinity": ('{"schema": 1, "free_turns": Infinity}', "Infinity"),
    "minus Infinity": ('{"schema": -Infinity}', "Infinity"),
    "a key that stands twice": ('{"schema": 1, "moves": [], "moves": ["Y pass"]}', "'moves' stands twice"),
    "a tile that stands twice": ('{"schema": 1, "tiles": {"M1": "y1", "M1": "e3"}}', "'M1' stands twice"),
    "a NUL in the text": ('{"schema": 1, "moves": ["Y pass\0"]}', "NUL"),
    "bytes that are no UTF-8": (b'{"schema": 1, "first_player": "\xff"}', "UTF-8"),
    "another encoding": ('{"schema": 1}'.encode("utf-16"), "UTF-8"),
    "five million characters": ('{"schema": 1, "moves": "' + "x" * 5_000_000 + '"}', "at most"),
}

OBJECTS: dict[str, tuple[Any, list[str]]] = {
    "a list": ([], ["an object is needed"]),
    "a text": ("scenario", ["an object is needed"]),
    "a number": (1, ["an object is needed"]),
    "nothing": (None, ["an object is needed"]),
    "no schema": ({"moves": []}, ["schema", "missing"]),
    "an older schema": ({"schema": 0}, ["schema 0"]),
    "a newer schema": ({"schema": 2}, ["schema 2"]),
    "a schema that is true": ({"schema": True}, ["schema True"]),
    "a schema that is text": ({"schema": "1"}, ["schema '1'"]),
    "an unknown key": ({"schema": 1, "sead": 4}, ["'sead'", "no such key"]),
    "a key of a million letters": ({"schema": 1, "x" * 1_000_000: 1}, ["no such key"]),
    "a ruleset nobody knows": ({"schema": 1, "ruleset": "chess"}, ["'chess'"]),
    "a ruleset that is a number": ({"schema": 1, "ruleset": 7}, ["7"]),
    "a ruleset that is null": ({"schema": 1, "ruleset": None}, ["None"]),
    "a ruleset that is a list": ({"schema": 1, "ruleset": ["spec"]}, ["spec"]),
    "an unknown switch": ({"schema": 1, "ruleset": {"base": "spec", "gravity": True}}, ["'gravity'"]),
    "an unknown value of a switch": (
        {"schema": 1, "ruleset": {"base": "spec", "capture": "steal"}},
        ["capture", "steal"],
    ),
    "a switch that is a list": ({"schema": 1, "ruleset": {"base": "spec", "capture": ["keep"]}}, ["capture"]),
    "a contradictory mix": (
        {"schema": 1, "ruleset": {"base": "rebirth", "zero_power_destroys": False}},
        ["aura_can_destroy", "zero_power_destroys"],
    ),
    "more legends than standard cards": ({"schema": 1, "ruleset": {"max_copies": [1, 3]}}, ["max_copies"]),
    "a million copies": ({"schema": 1, "ruleset": {"max_copies": [1_000_000, 1]}}, ["max_copies"]),
    "a first player nobody knows": ({"schema": 1, "first_player": "X"}, ["first_player", "'X'"]),
    "a first player that is a number": ({"schema": 1, "first_player": 1}, ["first_player", "1"]),
    "both players first": ({"schema": 1, "first_player": ["Y", "E"]}, ["first_player"]),
    "free_turns that is text": ({"schema": 1, "free_turns": "false"}, ["free_turns", "'false'"]),
    "free_turns that is a number": ({"schema": 1, "free_turns": 0}, ["free_turns"]),
    "free_turns that is null": ({"schema": 1, "free_turns": None}, ["free_turns"]),
    "decks that are a list": ({"schema": 1, "decks": [PILE, PILE]}, ["decks"]),
    "a deck of a third side": ({"schema": 1, "decks": {"X": PILE}}, ["decks", "'X'"]),
    "a deck that is text": ({"schema": 1, "decks": {"Y": "001"}}, ["decks", "Y", "a list"]),
    "a draw pile of 14 cards": ({"schema": 1, "decks": {"Y": ["001"] * 14}}, ["decks", "Y", "14"]),
    "a draw pile of a million cards": ({"schema": 1, "decks": {"Y": ["001"] * 1_000_000}}, ["decks", "Y", "1000000"]),
    "a token in a draw pile": ({"schema": 1, "decks": {"E": ["001", "T05"]}}, ["decks", "E", "T05", "token"]),
    "a token in a draw pile by name": ({"schema": 1, "decks": {"E": ["Moogle"]}}, ["decks", "E", "T02", "token"]),
    "an unknown card in a draw pile": ({"schema": 1, "decks": {"Y": ["146"]}}, ["decks", "Y", "146"]),
    "a card that is a number": ({"schema": 1, "decks": {"Y": [1]}}, ["decks", "Y", "1"]),
    "a card that is null": ({"schema": 1, "hands": {"Y": [None]}}, ["hands", "Y", "None"]),
    "a card that is an object": ({"schema": 1, "hands": {"Y": [{"id": "001"}]}}, ["hands", "Y"]),
    "an empty card": ({"schema": 1, "hands": {"Y": [""]}}, ["hands", "Y"]),
    "a card of a million letters": ({"schema": 1, "hands": {"Y": ["x" * 1_000_000]}}, ["hands", "Y", "xxx"]),
    "a hand of 46 cards": ({"schema": 1, "hands": {"Y": ["001"] * 46}}, ["hands", "Y", "46"]),
    "hands that are a number": ({"schema": 1, "hands": 5}, ["hands", "5"]),
    "tiles that are a list": ({"schema": 1, "tiles": ["y1"]}, ["tiles"]),
    "a tile off the board": ({"schema": 1, "tiles": {"M6": "y1"}}, ["tiles", "'M6'"]),
    "a tile of a fourth lane": ({"schema": 1, "tiles": {"X1": "y1"}}, ["tiles", "'X1'"]),
    "a tile in small letters": ({"schema": 1, "tiles": {"m1": "y1"}}, ["tiles", "'m1'"]),
    "a tile of rank 4": ({"schema": 1, "tiles": {"M1": "y4"}}, ["tiles", "M1", "'y4'"]),
    "a tile of rank minus 1": ({"schema": 1, "tiles": {"M1": "y-1"}}, ["tiles", "M1"]),
    "neutral pawns": ({"schema": 1, "tiles": {"M1": "n2"}}, ["tiles", "M1", "'n2'"]),
    "a card of nobody": ({"schema": 1, "tiles": {"M1": "n0:001"}}, ["tiles", "M1"]),
    "an unknown card on a tile": ({"schema": 1, "tiles": {"M1": "y1:999"}}, ["tiles", "M1", "999"]),
    "a tile with an empty card": ({"schema": 1, "tiles": {"M1": "y1:"}}, ["tiles", "M1"]),
    "a tile that is a number": ({"schema": 1, "tiles": {"M1": 1}}, ["tiles", "M1", "1"]),
    "a tile that is null": ({"schema": 1, "tiles": {"M1": None}}, ["tiles", "M1", "None"]),
    "a rank in other digits": ({"schema": 1, "tiles": {"M1": "y\u0662"}}, ["tiles", "M1"]),
    "a hundred thousand tiles": ({"schema": 1, "tiles": {f"k{n}": "y1" for n in range(100_000)}}, ["tiles", "k0"]),
    "moves that are text": ({"schema": 1, "moves": "Y pass"}, ["moves", "a list"]),
    "moves that are null": ({"schema": 1, "moves": None}, ["moves", "None"]),
    "ten thousand moves": ({"schema": 1, "moves": ["Y pass"] * 10_000}, ["moves", "10000"]),
    "a move that is a number": ({"schema": 1, "moves": [1]}, ["moves", "[0]", "1"]),
    "a move that is a list": ({"schema": 1, "moves": [["Y", "001@M1"]]}, ["moves", "[0]"]),
    "a move without a side": ({"schema": 1, "moves": ["001@M1"]}, ["moves", "[0]", "001@M1"]),
    "a move of a third side": ({"schema": 1, "moves": ["X 001@M1"]}, ["moves", "[0]"]),
    "a move off the board": ({"schema": 1, "moves": ["Y 001@M6"]}, ["moves", "[0]", "001@M6"]),
    "a move to no tile": ({"schema": 1, "moves": ["Y pass", "Y 001"]}, ["moves", "[1]"]),
    "a move of an unknown card": ({"schema": 1, "moves": ["Y pass", "E 500@M5"]}, ["moves", "[1]", "500"]),
    "a move with a line break": ({"schema": 1, "moves": ["Y pass\n"]}, ["moves", "[0]"]),
    "a move in other letters": ({"schema": 1, "moves": ["Y 001@\u041c1"]}, ["moves", "[0]"]),
    "a move of a million letters": ({"schema": 1, "moves": ["Y " + "x" * 1_000_000 + "@M1"]}, ["moves", "[0]"]),
}


@pytest.fixture(autouse=True, scope="module")
def _warm() -> None:
    """The cards, the engine and the search for near names are read before a clock runs."""
    run({"schema": 1})
    with pytest.raises(BrokenFileError):
        run({"schema": 1, "moves": ["Y nobody@M1"]})


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_text_is_refused_with_the_place_and_the_reason(name: str) -> None:
    text, words = TEXTS[name]
    started = time.process_time()
    with pytest.raises(InvalidJsonError, match=words) as caught:
        run(loads(text))
    assert time.process_time() - started < LIMIT_SECONDS
    assert len(str(caught.value)) < 300
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", OBJECTS)
def test_a_hostile_object_is_refused_with_place_and_reason_in_both_languages(name: str) -> None:
    raw, words = OBJECTS[name]
    started = time.process_time()
    with pytest.raises((BrokenFileError, InvalidRulesetError)) as caught:
        run(raw)
    assert time.process_time() - started < LIMIT_SECONDS
    messages = [caught.value.message(language) for language in LANGUAGES]
    for message in messages:
        assert len(message) < 500
        assert message.isprintable()
    assert all(word in messages[0] for word in words), messages[0]
    assert messages[0] != messages[1]


@pytest.mark.parametrize("name", [name for name, (raw, _words) in OBJECTS.items() if len(str(raw)) < 10_000])
def test_the_same_object_as_text_is_refused_the_same_way(name: str) -> None:
    raw, _words = OBJECTS[name]
    with pytest.raises(QueensBloodError) as told:
        run(raw)
    with pytest.raises(QueensBloodError) as read:
        run(loads(json.dumps(raw)))
    assert str(read.value) == str(told.value)


def test_there_are_more_than_forty_of_them() -> None:
    assert len(TEXTS) + len(OBJECTS) >= 40


MOVES = {
    "a card on an enemy tile": (["Y 001@M5"], 0, "001@M5"),
    "a card on a neutral tile": (["Y 001@M3"], 0, "nobody"),
    "a card on a card": (["Y 001@M1", "E pass", "Y 007@M1"], 2, "Security Officer"),
    "a card that is too dear": (["Y 021@M1"], 0, "rank 2"),
    "a move out of turn": (["Y pass", "Y 001@M1"], 1, "the enemy must act first"),
    "a pass out of turn": (["E pass"], 0, "you must act first"),
    "a move after the end": (["Y pass", "E pass", "Y 001@M1"], 2, "the game is over"),
    "a pass after the end": (["Y pass", "E pass", "Y pass"], 2, "the game is over"),
}


@pytest.mark.parametrize("ruleset", ["spec", "rebirth"])
@pytest.mark.parametrize("name", MOVES)
def test_a_move_that_the_rules_refuse_is_an_answer_with_its_index_and_the_reason(name: str, ruleset: str) -> None:
    moves, index, words = MOVES[name]
    started = time.process_time()
    report = run({"schema": 1, "ruleset": ruleset, "moves": moves})
    assert time.process_time() - started < LIMIT_SECONDS
    assert set(report) == {"schema", "ok", "move_index", "error"}
    assert (report["ok"], report["move_index"]) == (False, index)
    assert words in report["error"]


@pytest.mark.parametrize("hands", [{"Y": ["007"], "E": []}, {"Y": [], "E": ["001"]}])
def test_a_card_that_is_not_in_the_hand_is_refused_by_name(hands: dict[str, list[str]]) -> None:
    report = run({"schema": 1, "hands": hands, "moves": ["Y 001@M1"]})
    assert (report["ok"], report["move_index"]) == (False, 0)
    assert "does not hold 001" in report["error"]


def test_as_many_moves_as_are_read_are_played_at_once() -> None:
    """Five hundred replacements of one card by another."""
    started = time.process_time()
    moves = ["Y 001@M1", *["Y 051@M1"] * 499]
    assert run({"schema": 1, "ruleset": "rebirth", "free_turns": True, "moves": moves})["ok"]
    assert time.process_time() - started < 2
