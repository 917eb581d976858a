"""A coached match that begins with any board."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from kernelkit.journal import MemoryStore
from mazzo.cli import main
from mazzo.coach.errors import NoHandError, NoMoveError
from mazzo.coach.matches import Matches
from mazzo.coach.position import steps_from
from mazzo.dialogue.coach import CoachSession
from mazzo.storage.typed_files import TypedFiles
from qb_engine.match.files import game_of, steps_of
from qb_engine.match.state import replayed
from qb_engine.notation.game_position import position_text, read_position
from qb_engine.words.voice import Voice

WON = (
    "qb1 rebirth Y15 passes=1 T1=y3 T2=y1:020 T3=y1:007 T4=e1:128 T5=e1:001 M1=y2:098 M2=y2:013 M3=y1:008 M4=e2:031 "
    "M5=e3:031 B1=y1:013 B2=y1:008 B3=y1 B4=e1:001 B5=e1:129 Y=001,004,011,005,001"
)
EARLY = "qb1 rebirth E2 T1=y1 T5=e1 M1=y2:020 M2=y1 M5=e1 B1=y1 B5=e1 Y=001,007,013,008"


def coached(text, *lines, options=()):
    typed = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(main, ["coach", "--position", text, "--lang", "en", "--plain", *options], input=typed)


@pytest.mark.parametrize("text", [WON, EARLY])
def test_the_match_stands_as_the_position_says(text):
    there, given = replayed(steps_from(text)).game, read_position(text)
    assert [str(tile) for tile in there.board.tiles] == [str(tile) for tile in given.board.tiles]
    assert (there.turn, there.side_to_act) == (given.turn, given.side_to_act)
    assert list(there.record.turns_begun) == list(given.record.turns_begun)
    assert there.record.passes == given.record.passes
    assert there.hand("Y").card_ids == given.hand("Y").card_ids
    assert there.score() == given.score()


def test_advice_on_it_is_there_at_once_and_the_match_goes_on():
    session = CoachSession(Matches(MemoryStore()), Voice(), files=TypedFiles())
    said = "\n".join(session.open(steps=steps_from(WON)).lines)
    assert "Turn 15" in said
    assert "wins now, 17 to 9" in said
    assert "You win 17 to 9." in "\n".join(session.handle("pass").lines)


def test_undo_ends_at_the_position():
    session = CoachSession(Matches(MemoryStore()), Voice(), files=TypedFiles())
    session.open(steps=steps_from(WON))
    session.handle("pass")
    assert session.handle("undo").ok
    before = position_text(session.table.match.state.game)
    assert not session.handle("undo").ok
    assert position_text(session.table.match.state.game) == before


def test_the_enemys_hand_is_as_the_turns_give_it():
    state = replayed(steps_from(EARLY))
    assert state.phase == "enemy_play"
    assert (state.enemy_hand_count, state.enemy_deck_count) == (5, 10)


def test_a_saved_match_that_began_so_is_resumed_where_it_stood():
    steps = steps_from(WON)
    again = replayed(tuple(steps_of(game_of(steps))))
    assert position_text(again.game) == position_text(replayed(steps).game)


def test_without_your_hand_or_after_the_end_there_is_nothing_to_begin_with():
    bare = WON.rsplit(" ", 1)[0]
    with pytest.raises(NoHandError):
        steps_from(bare)
    assert steps_from(bare, "001,004")[0].data["hand"] == ["001", "004"]
    with pytest.raises(NoMoveError):
        steps_from(WON.replace("passes=1", "passes=2 over"))


def test_the_command_begins_with_it_and_refuses_what_contradicts_it(monkeypatch, tmp_path):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))
    begun = coached(WON, "pass", "quit", options=("--quick",))
    assert begun.exit_code == 0
    assert "You win 17 to 9." in begun.stdout
    assert coached("nonsense").exit_code != 0
    assert coached(WON, options=("--deck", "starter")).exit_code == 2
    assert coached(WON, options=("--sample",)).exit_code == 2
