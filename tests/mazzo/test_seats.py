"""Whoever sits on the right sees, hears and types the columns of the console; the match itself is the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from kernelkit.journal import MemoryStore
from mazzo.cli import main
from mazzo.coach.matches import Matches
from mazzo.dialogue.coach import CoachSession
from mazzo.storage.typed_files import TypedFiles
from mazzo.words.table import tiles_turned
from qb_engine.records import read_game, verify_sealed
from qb_engine.words.voice import Voice

SCRIPT = Path(__file__).parent.parent / "qb_engine" / "scripts" / "known_decks.txt"
PLACE = re.compile(r"\b((?:top|mid|bot|middle|bottom|alto|centro|basso)(?: |-))([1-5])\b", re.IGNORECASE)
DRAWN = re.compile(r"(?:TOP|MID|BOT)?  +(?:[YE][1-3]|\.|1)")


class Player:
    """Somebody at the coach on one side of the table."""

    def __init__(self, seat, voice: Voice, matches: Matches | None = None, *, new: bool = True) -> None:
        self.session = CoachSession(matches or Matches(MemoryStore()), voice, files=TypedFiles())
        self.session.seat_asked = seat
        self.opening = self.session.open(new=new).lines

    def says(self, *lines: str) -> list[str]:
        for line in lines:
            said = self.session.handle(line).lines
        return said


def turned(text: str) -> str:
    """A line as the other seat has it: its tiles, or a row of the board from right to left."""
    if DRAWN.match(text):
        head, *cells = re.split(r"  +", text)
        return "|".join([head, *(cells if cells == list("12345") else cells[::-1])])
    return tiles_turned(PLACE.sub(lambda found: f"{found[1]}{6 - int(found[2])}", text))


def shown(text: str) -> str:
    return "|".join(re.split(r"  +", text)) if DRAWN.match(text) else text


def lines_of(script: Path) -> list[str]:
    lines = [line for line in script.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [line for line in lines if line not in ("copy game", "quit", "legal", "threats")]


@pytest.mark.slow
@pytest.mark.parametrize("voice", [Voice("en"), Voice("it", aloud=True)], ids=["read", "heard"])
def test_a_match_and_its_mirror_image_from_the_right_get_the_same_advice_mirrored(voice):
    left, right = Player(None, voice), Player("right", voice)
    for line in lines_of(SCRIPT):
        there, here = left.says(line), right.says(turned(line))
        assert sorted(map(turned, there)) == sorted(map(shown, here)), line
        assert left.session.prompt.replace("b1", "b5") == right.session.prompt
        tables = left.session.table, right.session.table
        assert tables[0].match.steps == tables[1].match.steps
        if tables[0].match.phase == "your_play":
            advice = [[(one.move, one.merit, one.forecast.replies) for one in table.advice().moves] for table in tables]
            assert advice[0] == advice[1]


START = ("vanguard", "levrikon, elphadunk, archdragon, grasslands wolf, elphadunk", "reapers", "you", "keep")


def test_the_home_column_on_the_right_is_5_and_tiles_are_typed_as_they_are_seen():
    person = Player("right", Voice())
    assert person.opening[1] == "You sit on the right: your first column is 5. To change: side left"
    board = person.says(*START)
    assert "TOP  E1  .  .  .  Y1" in board
    assert "3. You: Levrikon (007) on B5." in person.says("lev b5")
    assert person.session.table.match.steps[-1].data == {"move": "007@B1"}
    assert person.says("tile b5") == ["B5: yours, Levrikon (007), power 2, rank 1."]
    assert person.says("col 1")[0] == "T1: the enemy's, rank 1, no card."


def test_a_refusal_names_the_tiles_of_the_seat_and_what_was_typed_stays():
    person = Player("right", Voice())
    person.says(*START)
    refused, where, *_hint = person.says("elph m5")
    assert refused == "Elphadunk on MID 5 refused: the card needs rank 2 and the tile has rank 1."
    assert where == "No tile takes Elphadunk (011) now."
    assert person.says("lev") == ["Levrikon (007) needs a tile. Type, for example: lev t5."]
    assert person.says("sync board t5 y2", "yes")[0] == "3. Tiles set: T5."
    assert list(person.session.table.match.steps[-1].data["tiles"]) == ["T1"]


def test_the_seat_is_changed_at_any_time_and_kept_for_the_match_and_the_next_one():
    matches = Matches(MemoryStore())
    person = Player(None, Voice(), matches)
    assert "You sit on the right" in person.says("side right")[0]
    person.says(*START, "lev b5")
    again = Player(None, Voice(), matches, new=False)
    assert again.opening[1].startswith("You sit on the right")
    assert again.says("side left")[0] == "You sit on the left: your first column is 1."
    assert again.says("tile b1")[0].startswith("B1: yours, Levrikon")
    assert again.session.handle("side").ok is False
    assert Player(None, Voice(), matches).session.words.voice.seat == "left"


def test_a_saved_match_remembers_the_seat_and_is_otherwise_the_same(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for seat, tile in (("left", "b1"), ("right", "b5")):
        Player(seat, Voice()).says(*START, f"lev {tile}", f"save {seat}")
    files = [(tmp_path / f"{seat}.qbn").read_bytes() for seat in ("left", "right")]
    left, right = (verify_sealed(read_game(content)).game for content in files)
    assert (left.seat, right.seat) == ("left", "right")
    assert left == right.seated("left")
    person = Player(None, Voice())
    assert person.says("load right.qbn")[0].startswith("You sit on the right")
    assert person.says("tile b5")[0].startswith("B5: yours, Levrikon")


@pytest.mark.slow
def test_a_game_against_the_computer_is_the_same_from_both_sides(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))
    answers = []
    for side, tiles in (("left", ("t1", "m1")), ("right", ("t5", "m5"))):
        script = tmp_path / f"{side}.txt"
        script.write_text("keep\n" + "".join(f"1 {tile}\n" for tile in tiles) + "board\nquit\n", encoding="utf-8")
        options = [
            "play",
            "--seed",
            "3",
            "--first",
            "you",
            "--level",
            "greedy",
            "--side",
            side,
            "--script",
            str(script),
        ]
        run = CliRunner().invoke(main, [*options, "--lang", "en"])
        assert run.exit_code == 0, run.output
        answers.append([line for line in run.output.splitlines() if not line.startswith("You sit on")])
    left, right = answers
    assert [turned(line) for line in left] == [shown(line) for line in right]
