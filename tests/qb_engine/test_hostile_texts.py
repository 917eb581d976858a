"""Hostile positions, actions, deck codes, game files and JSON: refused at once, with a place and a reason, by name."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from kernelkit.spoken import LANGUAGES
from qb_engine.card_hydrator import shipped
from qb_engine.cards.deck_code import deck_code, parse_deck_code
from qb_engine.errors import BrokenFileError, InvalidNotationError
from qb_engine.notation.actions import parse_action, read_action
from qb_engine.notation.fingerprints import short_hash
from qb_engine.notation.game_position import parse_position, read_position
from qb_engine.records import from_json, load_json, parse_qbn, qbn_text, read_game, to_json
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH, SPEC
from support.hostile_files import HOSTILE
from support.qb_records import mirrored_match, sample_games

LIMIT_SECONDS = 0.1
BIDI = "\u202e"
OPENING = "qb1 rebirth Y1 opening"
GAME = mirrored_match()
TEXT = qbn_text(GAME)
DEALT = qbn_text(sample_games()["dealt, rebirth"])
CODE = deck_code(f"{number:03d}" for number in range(1, 16))

POSITIONS = {
    "nothing": "",
    "blanks": " " * 3000,
    "too long": OPENING + " " * 4000,
    "a megabyte of one word": "x" * 1_000_000,
    "a megabyte of words": "M1=y1 " * 200_000,
    "a newer version": "qb2 rebirth Y1 opening",
    "a version of many digits": "qb" + "9" * 3000,
    "no version": "rebirth Y1 opening",
    "no rules": "qb1",
    "rules nobody knows": "qb1 reborn Y1 opening",
    "rules that contradict themselves": "qb1 spec+aura_can_destroy=true Y1 opening",
    "copies that are a truth value": "qb1 spec+max_copies=true Y1 opening",
    "copies in superscript": "qb1 spec+max_copies=²/² Y1 opening",
    "copies of many digits": f"qb1 spec+max_copies={'9' * 2000}/1 Y1 opening",
    "a thousand switches": "qb1 spec" + "+capture=keep" * 250,
    "a switch without a value": "qb1 spec+capture Y1 opening",
    "NUL": "qb1 rebirth Y1 open\0ing",
    "a line break": OPENING + "\n",
    "a tab": "qb1\trebirth Y1 opening",
    "digits of another script": "qb1 rebirth Y١ opening",
    "a letter that folds to s": "qb1 rebirth Y1 M1=y1:001.ſ+1",
    "turned text": OPENING + BIDI,
    "turn nought": "qb1 rebirth Y0 opening",
    "turn two hundred": "qb1 rebirth Y200 opening",
    "two turns": "qb1 rebirth Y1 Y2 opening",
    "a tile off the board": "qb1 rebirth Y1 M6=y1",
    "a tile twice": "qb1 rebirth Y1 M1=y1 M1=y2",
    "rank four": "qb1 rebirth Y1 M1=y4",
    "pawns of nobody": "qb1 rebirth Y1 M1=n2",
    "an unknown card": "qb1 rebirth Y1 M1=y1:999",
    "a card of nobody": "qb1 rebirth Y1 M1=n0:001",
    "a power of many digits": "qb1 rebirth Y1 M1=y1:001+" + "9" * 1000,
    "flags beyond all abilities": "qb1 rebirth Y1 M1=y1:001.f16384",
    "an attribute nobody has": "qb1 rebirth Y1 M1=y1:001.z1",
    "an attribute twice": "qb1 rebirth Y1 M1=y1:001.s+1.s+2",
    "an empty attribute": "qb1 rebirth Y1 M1=y1:001.",
    "five hundred attributes": "qb1 rebirth Y1 M1=y1:001" + ".s+1" * 500,
    "pawn events where pawns stay": "qb1 rebirth Y1 M1=y1:001.p",
    "a first board where pawns stay": "qb1 rebirth Y1 opening first=opening",
    "ground where nobody asks": "qb1 spec Y1 M1=y1:001.ly2",
    "pawns nowhere": "qb1 spec Y1 M1=y1:001.px2",
    "pawns twice on a tile": "qb1 spec Y1 M1=y1:001.pT1T1",
    "a play order with a hole": "qb1 spec Y1 M1=y1:001.n3 M2=y1:001.n1",
    "a play order with a pair": "qb1 spec Y1 M1=y1:001.n1 M2=y1:001.n1",
    "spawned by nobody": "qb1 rebirth Y1 M1=y1:T13.b999/1",
    "a first board of a thousand tiles": "qb1 spec Y1 M1=y2 first=" + "T1y1," * 700,
    "a hand of fifty": "qb1 rebirth Y1 opening Y=" + ",".join(["001"] * 50),
    "a pile of sixteen": "qb1 rebirth Y1 opening Y=?|" + ",".join(["001"] * 16),
    "a token in the pile": "qb1 rebirth Y1 opening Y=001|T01",
    "an empty hand unsaid": "qb1 rebirth Y1 opening Y=",
    "two piles": "qb1 rebirth Y1 opening Y=001|002|003",
    "a hand of nobody": "qb1 rebirth Y1 opening N=001",
    "three passes": "qb1 rebirth Y1 passes=3 opening",
    "two passes and no end": "qb1 rebirth Y1 passes=2 opening",
    "an end without a reason": "qb1 rebirth Y1 over opening",
    "negative turns": "qb1 rebirth Y1 begun=-1,0 opening",
    "a word nobody knows": "qb1 rebirth Y1 opening cheat",
    "braces": "qb1 rebirth Y1 {there} {0}",
}
CODES = {
    "nothing": "",
    "a newer version": "2" + CODE[1:],
    "a look-alike": CODE.replace("0", "O"),
    "one symbol more": CODE + "0",
    "one symbol less": CODE[:-1],
    "a wrong symbol": CODE[:-1] + "5",
    "two exchanged": CODE[:-2] + CODE[-1] + CODE[-2],
    "a megabyte": CODE * 50_000,
    "a megabyte of dashes": "1" + "-" * 1_000_000,
    "digits of another script": "١" * 18,
    "wide letters": "１" + CODE[1:],
    "NUL": CODE[:5] + "\0" + CODE[6:],
    "turned text": BIDI + CODE,
}
ACTIONS = {
    "nothing": "",
    "a megabyte": "020@M2" * 200_000,
    "a tile off the board": "020@M6",
    "an unknown card": "999@M2",
    "a mulligan of nobody": "mull",
    "a mulligan of the sixtieth card": "mull 60",
    "a mulligan of many digits": "mull " + "9" * 100,
    "NUL": "pass\0",
    "a line break": "020@M2\n",
    "digits of another script": "٠٢٠@M2",
    "turned text": "020@" + BIDI + "M2",
    "a name of blanks": " " * 100 + "@M2",
}


def resealed(text: str) -> str:
    """The text with the seal that fits, so that only its meaning can be refused."""
    content = text[: text.rindex("seal ")]
    return f"{content}seal {short_hash(content)}\n"


def changed(old: str, new: str, text: str = TEXT) -> str:
    assert old in text
    return resealed(text.replace(old, new, 1))


FILES = {
    "nothing": "",
    "a line break": "\n",
    "a newer version": changed("qbn 1", "qbn 2"),
    "a version of many digits": changed("qbn 1", "qbn " + "9" * 5000),
    "a megabyte": "qbn 1\n" + "#" * 1_000_000,
    "a hundred thousand lines": "qbn 1\n" + "\n" * 100_000,
    "ten thousand comments": changed("# The enemy", "# x\n" * 10_000 + "# The enemy"),
    "cut off": TEXT[: len(TEXT) // 2],
    "no seal": TEXT[: TEXT.rindex("seal ")],
    "no last line break": TEXT.rstrip("\n"),
    "something after the seal": TEXT + "# more\n",
    "Windows line ends": TEXT.replace("\n", "\r\n"),
    "a byte order mark": "\ufeff" + TEXT,
    "NUL in a comment": changed("a slip", "a\0slip"),
    "turned text in a comment": changed("a slip", BIDI + "pils a"),
    "a terminal command in a comment": changed("a slip", "\x1b[2Ja slip"),
    "a lone surrogate": TEXT.replace("a slip", "\ud800"),
    "a long comment": changed("a slip", "x" * 500),
    "another seal": TEXT.replace("# The", "# A"),
    "another order of tags": changed("rules rebirth\ndata", "data rebirth\nrules"),
    "a tag twice": changed("first E\n", "first E\nfirst E\n"),
    "a deck of fourteen": changed("deck Y 001,", "deck Y "),
    "a deck of a thousand": changed("deck Y 001,", "deck Y " + "001," * 1000),
    "three equal cards": changed("deck Y 001,002,003", "deck Y 001,001,001"),
    "a token in a deck": changed("deck Y 001", "deck Y T01"),
    "a hand that is not in the deck": changed("hand Y 001", "hand Y 020"),
    "a seed and no deck": changed("hand Y 001,002,003,004,007\n", "hand Y 001,002,003,004,007\nseed 1\n"),
    "a seed of many digits": changed("seed 5", "seed " + "9" * 5000, DEALT),
    "a negative seed": changed("seed 5", "seed -5", DEALT),
    "a seed with a nought before it": changed("seed 5", "seed 05", DEALT),
    "an event number left out": changed("\n2 Y", "\n3 Y"),
    "an event of many digits": changed("\n2 Y", "\n" + "2" * 4000 + " Y"),
    "an event of nobody": changed("\n2 Y", "\n2 N"),
    "an unmarked sync": changed("9! Y hand", "9 Y hand"),
    "a sync to a broken position": changed("position qb1 rebirth Y7", "position qb1 rebirth Y0"),
    "a sync to a newer position": changed("position qb1", "position qb2"),
    "a result of many digits": changed("result *", "result Y " + "9" * 5000 + ":0 two_passes"),
    "a result for no reason": changed("result *", "result Y 1:0 boredom"),
    "a final hash with look-alikes": changed("final ", "final O"),
    "the JSON twin's text": json.dumps(to_json(GAME)),
}


def twin(path: tuple[Any, ...], value: Any) -> str:
    """The JSON of the game with the value at ``path`` replaced."""
    data: Any = to_json(GAME)
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return json.dumps(data)


JSONS: dict[str, str | bytes] = {
    **{f"a file that is {name}": raw for name, raw in HOSTILE.items()},
    "a newer schema": twin(("schema",), 2),
    "a schema that is true": twin(("schema",), True),
    "rules that are a number": twin(("rules",), 7),
    "rules nobody knows": twin(("rules",), "reborn"),
    "no first player and no start": twin(("first_player",), None),
    "a first player and a start": twin(("start",), OPENING),
    "a deck of numbers": twin(("decks", "Y"), [1] * 15),
    "a deck of fourteen": twin(("decks", "Y"), ["001"] * 14),
    "a third deck": twin(("decks", "N"), None),
    "a seed that is a number": twin(("seed",), 5),
    "a seed of many digits": twin(("seed",), "9" * 5000),
    "entries that are an object": twin(("entries",), {}),
    "too many entries": twin(("entries",), [{"comment": "x"}] * 1001),
    "an entry that is a text": twin(("entries", 0), "1 Y pass"),
    "an entry of two kinds": twin(("entries", 1), {"comment": "x", "action": "pass"}),
    "an entry of no kind": twin(("entries", 1), {}),
    "an action of nobody": twin(("entries", 1, "side"), "N"),
    "an action that is none": twin(("entries", 1, "action"), "jump"),
    "an override that is a number": twin(("entries", 1, "override"), 0),
    "an unmarked sync": twin(("entries", 10, "override"), False),
    "a comment of two lines": twin(("entries", 0, "comment"), "x\n1 Y pass"),
    "a comment with a lone surrogate": twin(("entries", 0, "comment"), "\ud800"),
    "a comment that is empty": twin(("entries", 0, "comment"), ""),
    "a sync to no position": twin(("entries", 14, "position"), "qb1 rebirth M9"),
    "a result of half a point": twin(("result",), {"winner": "Y", "total_you": 0.5, "total_enemy": 0, "reason": "x"}),
    "a final hash of lists": twin(("final",), [[]]),
    "another seal": twin(("seal",), "0" * 12),
    "a key more": twin(("cheat",), True),
}


@pytest.fixture(autouse=True, scope="module")
def _warm() -> None:
    """Cards and engines are made once, by whoever comes first: that is not the time of a refusal."""
    shipped()
    for ruleset in (SPEC, REBIRTH):
        engine_for(ruleset)
    shipped().nearest("warm")


def refuse_quickly(reader: Callable[[Any], object], text: Any, error: type[Exception]) -> Any:
    started = time.process_time()
    with pytest.raises(error) as refused:
        reader(text)
    seconds = time.process_time() - started
    assert seconds < LIMIT_SECONDS, f"refused after {seconds:.3f} s"
    for language in LANGUAGES:
        message = refused.value.message(language)  # type: ignore[attr-defined]
        assert len(message) < 1500
        assert message.isprintable()
    return refused.value


def has_place_and_reason(error: InvalidNotationError) -> bool:
    return error.facts["line"] >= 1 and error.facts["column"] >= 1 and bool(error.reason("it"))


@pytest.mark.parametrize("name", POSITIONS)
def test_hostile_positions_are_refused_with_column_and_reason(name: str) -> None:
    assert has_place_and_reason(refuse_quickly(parse_position, POSITIONS[name], InvalidNotationError))


@pytest.mark.parametrize("name", POSITIONS)
def test_the_forgiving_reader_refuses_them_too(name: str) -> None:
    assert has_place_and_reason(refuse_quickly(read_position, POSITIONS[name], InvalidNotationError))


@pytest.mark.parametrize("name", CODES)
def test_hostile_deck_codes_are_refused_with_column_and_reason(name: str) -> None:
    assert has_place_and_reason(refuse_quickly(parse_deck_code, CODES[name], InvalidNotationError))


@pytest.mark.parametrize("reader", [parse_action, read_action])
@pytest.mark.parametrize("name", ACTIONS)
def test_hostile_actions_are_refused_with_column_and_reason(name: str, reader: Callable[[str], object]) -> None:
    assert has_place_and_reason(refuse_quickly(reader, ACTIONS[name], InvalidNotationError))


@pytest.mark.parametrize("name", FILES)
def test_hostile_game_files_are_refused_with_line_column_and_reason(name: str) -> None:
    assert has_place_and_reason(refuse_quickly(parse_qbn, FILES[name], InvalidNotationError))


@pytest.mark.parametrize("name", JSONS)
def test_hostile_json_is_refused_with_place_and_reason(name: str) -> None:
    error = refuse_quickly(lambda raw: from_json(load_json(raw)), JSONS[name], BrokenFileError)
    assert error.facts["file"] == "game"
    assert error.facts["reason"]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes_are_refused_whatever_they_look_like(name: str) -> None:
    refuse_quickly(read_game, HOSTILE[name], (InvalidNotationError, BrokenFileError))  # type: ignore[arg-type]
