"""Matches from the console, entered as their players would: no line refused, no question, two lines a round."""

from __future__ import annotations

import pytest

from kernelkit.journal import MemoryStore
from mazzo.coach.matches import Matches
from mazzo.dialogue.clauses import read_clauses, read_tile
from mazzo.dialogue.coach import CoachSession
from mazzo.storage.typed_files import TypedFiles
from qb_engine.moves import tile_place
from qb_engine.words.voice import Voice
from support.typed_matches import matches, opening, rounds

pytestmark = pytest.mark.slow

RECORDED = matches()


def seated(*lines: str, language: str = "en") -> CoachSession:
    session = CoachSession(Matches(MemoryStore()), Voice(language), files=TypedFiles())
    session.open(new=True)
    for line in lines:
        reply = session.handle(line)
        assert reply.ok, (line, reply.lines)
    return session


@pytest.mark.parametrize("match", RECORDED, ids=lambda match: match["match"])
def test_a_match_is_entered_in_two_short_lines_a_round(match):
    session = seated(*opening(match))
    for lines in rounds(match):
        for line in lines:
            reply = session.handle(line)
            assert reply.ok, (line, reply.lines)
            assert not session.is_asking, (line, reply.lines)
        assert len(lines) <= 2
        assert sum(len(line) + 1 for line in lines) <= 25
    moves = [step.data["move"] for step in session.table.match.steps if "move" in step.data]
    assert moves == [step[2:] for step in match["steps"] if "@" in step]


@pytest.mark.parametrize("form", ["plain", "compiled"])
def test_every_tile_read_off_the_console_agrees_with_what_was_typed_at_the_coach(form, monkeypatch):
    """Whatever the player typed to put the earlier coach right is so already."""
    if form == "compiled":
        monkeypatch.delenv("MAZZO_PLAIN")
    (match,) = [match for match in RECORDED if "looks" in match]
    session, read = seated(*opening(match)), 0
    for made, step in enumerate(match["steps"], 1):
        kind, _, what = step.partition(" ")
        move = what.replace("@", " ").lower()
        reply = session.handle(f"d {what}" if kind == "draw" else f"e {move}" if kind == "E" else move)
        assert reply.ok, (step, reply.lines)
        for name, seen in match["looks"].get(made, {}).items():
            tile = session.table.match.state.game.board.tile(*tile_place(name))
            shown = f"{tile.card_owner}:{tile.card_id}" if tile.card_id else f"{tile.owner}{tile.rank}"
            assert shown == seen or (seen.endswith("?") and shown[0] == seen[0]), (step, name)
            read += 1
        if made in match["typed"]:
            reply = session.handle(match["typed"][made])
            assert reply.ok, reply.lines
            assert not session.is_asking, (match["typed"][made], reply.lines)
    assert read == sum(len(seen["tiles"]) for seen in match["seen"])
    assert session.table.match.phase == "over"


HAND = "crawler, queen bee, archdragon, mu, elphadunk"
SPOKEN = [
    ("red plays GW mid5", "008@M5"),
    ("place crw bot1", "019@B1"),
    ("red plays capparwire at mid4, I draw AD", "026@M4"),
    ("I play mu mid-1", "009@M1"),
    ("red plays ogre top-5. I draw zu", "021@T5"),
]


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_lines_of_a_player_are_understood_as_they_were_typed(language):
    session = seated("", HAND, "", "enemy" if language == "en" else "nemico", "keep", language=language)
    said = []
    for line, move in SPOKEN:
        reply = session.handle(line)
        assert reply.ok, reply.lines
        if session.is_asking:  # AD may be Adjudicator while the deck is not known
            reply = session.handle("archdragon")
            session.handle("no")
        if session.table.match.phase == "your_draw":
            session.handle("queen bee")
        said += [step.data["move"] for step in session.table.match.steps if step.data.get("move") == move]
    assert said == [move for _line, move in SPOKEN]


@pytest.mark.parametrize(
    ("line", "clauses"),
    [
        ("amph b4 lev", [(None, "amph", "B4"), (None, "lev", None)]),
        ("e sec t5; d crab", [("enemy", "sec", "T5"), ("draw", "crab", None)]),
        ("rosso gioca ogre alto 5 e pesco zu", [("enemy", "ogre", "T5"), ("draw", "zu", None)]),
        ("gioco mu centro 1", [("you", "mu", "M1")]),
        ("red dragon m5", [(None, "red dragon", "M5")]),
        ("crimson mare mk. ii m3", [(None, "crimson mare mk. ii", "M3")]),
        ("regina plays amphidex on the bottom 4", [("enemy", "amphidex", "B4")]),
        ("crab, b1", [(None, "crab", "B1")]),
    ],
)
def test_a_line_is_read_clause_by_clause(line, clauses):
    read = read_clauses(line)
    places = [None if one.place is None else f"{'TMB'[one.place[0]]}{one.place[1] + 1}" for one in read]
    assert [(one.who, one.name, place) for one, place in zip(read, places, strict=True)] == clauses


@pytest.mark.parametrize("text", ["mid5", "mid-5", "M5", "middle 5", "centro 5", "mezzo 5", "C5"])
def test_a_lane_is_called_in_either_language(text):
    assert read_tile(text) == "M5"


def test_a_name_that_nobody_knows_is_asked_and_remembered():
    session = seated("", HAND, "", "enemy", "keep")
    assert not session.handle("lupo m5").ok
    assert session.is_asking
    assert "Grasslands Wolf (008) on M5" in "\n".join(session.handle("grasslands wolf").lines)
    assert "from now on" in session.handle("yes").lines[0]
    session.handle("undo")
    assert "Grasslands Wolf (008) on M5" in "\n".join(session.handle("lupo m5").lines)


def test_a_deck_comes_line_by_line_with_counts_and_one_wrong_name_keeps_the_rest():
    session = seated("2 security officer", "levrikon x2", "2 grasslands wolf, 2 elphadunk")
    assert not session.handle("2 crystalline crab, qqqqq").ok
    session.handle("queen bee")
    session.handle("no")
    assert "11 of 15" in session.prompt
    session.handle("zu, mu, titan, cloud")
    assert session.setup is not None
    assert len(session.setup.setup.deck) == 15


def test_a_question_about_a_card_is_answered_by_number_or_by_name():
    for answer in ("1", "j-unit"):
        session = seated("2 security officer, ju", answer)
        assert "3 of 15" in session.prompt


def test_undo_takes_a_whole_line_back_and_redo_makes_it_again():
    session = seated("", HAND, "", "enemy", "keep", "gw m5", "queen t1")
    session.handle("ogre t5 titan")
    steps = list(session.table.match.steps)
    reply = session.handle("u")
    assert [step.kind for step in session.table.match.steps[-2:]] == ["enemy_play", "play"]
    assert "Ogre (021) on T5" in " ".join(reply.lines)
    assert "Titan" in " ".join(reply.lines)
    session.handle("redo")
    assert [step.data for step in session.table.match.steps] == [step.data for step in steps]
    session.handle("sync hand mu, zu")
    session.handle("yes")
    session.handle("u")
    assert len(session.table.match.steps) == len(steps)
    session.handle("u")
    session.handle("u")
    assert session.table.match.phase == "your_play"
    session.handle("u")
    assert session.table.match.phase == "enemy_play"
    assert not session.handle("u").ok or session.table.match.phase == "mulligan"


def test_a_draw_after_the_enemys_move_is_refused_with_its_reason_where_no_draw_is_due():
    session = seated("", "security officer, levrikon, grasslands wolf, zu, mandragora", "-", "enemy", "keep")
    for line in ("gw m5 zu", "gw m5 crab", "pass zu"):
        reply = session.handle(line)
        assert not reply.ok
        (said,) = reply.lines
        assert said.startswith("You draw no card this turn")
        assert "sync" not in said
    assert session.table.match.phase == "enemy_play"


def test_a_pass_after_a_tile_is_another_step():
    session = seated(
        "", "security officer, levrikon, grasslands wolf, zu, mandragora", "-", "enemy", "keep", "gw m5 pass"
    )
    assert [step.kind for step in session.table.match.steps[-2:]] == ["enemy_play", "pass"]
