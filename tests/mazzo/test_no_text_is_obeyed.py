"""Whatever a file, a name or a line holds: no control character and no direction mark leaves a command."""

from __future__ import annotations

import json
import unicodedata

import pytest
from click.testing import CliRunner

from mazzo.cli import main
from mazzo.folders import folders
from qb_engine.records import qbn_text, to_json
from qb_engine.ruleset import REBIRTH
from solitario.application.score_records import GameRecord
from solitario.infrastructure.score_fields import record_fields
from support.qb_records import dealt_game
from support.score_samples import WON

HOSTILE = "a\x1b[2J\x07\x9b31m\x7f\u202e\u2066\u200f\x85b"
LINES = HOSTILE + "\nYou have won.\r\u2028You have lost."
DIRECTIONS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")


def obeyed(text):
    """What in ``text`` a terminal or a page would obey."""
    return {
        character
        for character in text
        if (unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") and character != "\n")
        or unicodedata.bidirectional(character) in DIRECTIONS
        or character in "\u200e\u200f\u061c"
    }


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return folders({"MAZZO_HOME": str(tmp_path / "home")})


def check(*arguments, typed=None):
    """Run a command and look at every character it says."""
    for language in ("en", "it"):
        answer = CliRunner().invoke(main, [*map(str, arguments), "--lang", language], input=typed)
        if answer.exception is not None and not isinstance(answer.exception, SystemExit):
            raise answer.exception
        said = answer.stdout + answer.stderr
        assert said, arguments
        assert obeyed(said) == set(), (arguments, said)
        assert "\nYou have won." not in said, (arguments, said)


def leaves(value, path=()):
    """The place of every text and every key in a JSON value."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield (*path, ("key", key))
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value[:2]):
            yield from leaves(item, (*path, number))
    elif isinstance(value, str):
        yield path


def with_hostile(value, place, text):
    """A copy of a JSON value with ``text`` at ``place``."""
    changed = json.loads(json.dumps(value))
    inner = changed
    for step in place[:-1]:
        inner = inner[step]
    last = place[-1]
    if isinstance(last, tuple):
        inner[text] = inner.pop(last[1])
    else:
        inner[last] = text
    return changed


def variants(value):
    for place in leaves(value):
        for text in (HOSTILE, LINES):
            yield json.dumps(with_hostile(value, place, text), ensure_ascii=False)


SCORES = {"version": "2.0.0", "scores": [record_fields(GameRecord(WON, "guest", "2026-01-01T10:00:00", 1, "x"))]}
PROFILES = {"version": 1, "default": "p1", "next_number": 2, "profiles": [{"id": "p1", "name": "Ada"}]}
SETTINGS = {"version": 1, "language": "en", "game": {"deck_type": "french"}, "preferences": {"verbosity": "normal"}}
DECKS = {"schema": 1, "decks": [{"name": "mine", "cards": ["001"] * 15}]}
CONFIG = {"version": "2.0.0", "draw_unit": "action", "event_points": {"hint_used": -1}}


def put(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.mark.slow
def test_scores_that_are_imported_or_kept_say_nothing_but_text(home, tmp_path):
    for text in variants(SCORES):
        put(tmp_path / "other.json", text)
        check("solitario", "import", tmp_path / "other.json")
        put(home.scores, text)
        for command in ("stats", "scores"):
            check("solitario", command)


def test_profiles_settings_and_figures_say_nothing_but_text(home, tmp_path):
    for text in variants(PROFILES):
        put(home.profiles, text)
        check("solitario", "profile", "list")
    home.profiles.unlink()
    for text in variants(SETTINGS):
        put(home.settings, text)
        check("solitario", "settings")
    home.settings.unlink()
    put(tmp_path / "script", "draw\n")
    for text in variants(CONFIG):
        put(tmp_path / "figures.json", text)
        check("solitario", "play", "--script", tmp_path / "script", "--scoring-config", tmp_path / "figures.json")


def test_decks_say_nothing_but_text(home, tmp_path):
    for text in variants(DECKS):
        put(home.decks, text)
        check("deck", "list")
        put(home.opponents, text)
        check("deck", "list")
    home.decks.unlink()
    home.opponents.unlink()
    for text in (HOSTILE, LINES):
        check("deck", "add", text, text)
        check("deck", "show", text)
        put(tmp_path / "deck.txt", text)
        check("lab", "match", "random", "random", "--games", "2", "--deck-a", tmp_path / "deck.txt")
        check("lab", "match", text, text, "--games", "2")


def test_games_and_positions_say_nothing_but_text(home, tmp_path):
    game = dealt_game(REBIRTH, 5)
    twins = list(variants(to_json(game)))
    lines = qbn_text(game).splitlines()
    texts = ["\n".join([*lines[:at], LINES + lines[at], *lines[at + 1 :]]) for at in range(0, len(lines), 4)]
    for text in [*twins[:24], *texts[:12]]:
        put(tmp_path / "game.qbn", text)
        for command in (("qb", "verify"), ("qb", "evidence"), ("qb", "scenario"), ("review", "--quick")):
            check(*command, tmp_path / "game.qbn")
    for text in (HOSTILE, LINES, f"qb1 rebirth Y1 {HOSTILE}", f"{HOSTILE} rebirth Y1 opening"):
        check("qb", "position", text)
        check("qb", "card", text)
        check("qb", "perft", text, "1")
        check("coach", "advise", text)


@pytest.mark.parametrize("command", [("coach", "--new"), ("play", "--level", "random"), ("solitario", "play")])
@pytest.mark.parametrize("data", [(), ("--json",)])
def test_lines_of_scripts_are_shown_and_not_obeyed(home, tmp_path, command, data):
    put(tmp_path / "script", f"{HOSTILE}\n\0\nsave {HOSTILE}\nload {HOSTILE}\n{HOSTILE * 20}\n")
    check(*command, "--script", tmp_path / "script", *data)


def test_names_of_files_are_shown_and_not_obeyed(home, tmp_path):
    name = tmp_path / LINES.replace("\0", "")
    commands = (
        ("qb", "verify"),
        ("qb", "scenario"),
        ("qb", "evidence"),
        ("review",),
        ("solitario", "import"),
        ("solitario", "score"),
        ("solitario", "play", "--script"),
        ("coach", "--new", "--script"),
        ("play", "--script"),
    )
    for content in (None, "{}", "\x00"):
        if content is not None:
            name.write_text(content)
        for command in commands:
            check(*command, name)


@pytest.mark.parametrize("option", ["--nothing", "--lang", "--profile"])
def test_what_is_typed_wrongly_is_shown_and_not_obeyed(home, option):
    answer = CliRunner().invoke(main, ["solitario", "stats", option, LINES])
    assert obeyed(answer.stdout + answer.stderr) == set()
