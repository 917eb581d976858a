"""Puzzles at the table: tries, dead ends that say where they lead, hints, sharing, and boards that people type."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from kernelkit.journal import MemoryStore
from mazzo.cli import main
from mazzo.dialogue.puzzle import PuzzleSession
from mazzo.dialogue.puzzle_verbs import PUZZLE
from mazzo.dialogue.typed_puzzle import DoubtfulCardError, UnreadPuzzleError, typed_puzzle
from mazzo.puzzles.desk import NothingLaidError, PuzzleDesk, TryOverError
from mazzo.puzzles.shelf import NoSuchPuzzleError, PuzzleShelf, new_puzzle
from qb_engine.moves import Move
from qb_engine.notation.game_position import read_position
from qb_engine.puzzles.collection import daily_puzzle, shipped_puzzles
from qb_engine.puzzles.making import puzzle_text
from qb_engine.words.voice import Voice

STUD = json.loads((Path(__file__).parent.parent / "qb_engine" / "facts" / "three_card_stud.json").read_text("utf-8"))
DAY = date(2026, 11, 18)


def stud() -> PuzzleDesk:
    return PuzzleDesk(read_position(STUD["position"]))


def session(voice: Voice | None = None, desk: PuzzleDesk | None = None) -> PuzzleSession:
    return PuzzleSession(PuzzleShelf(MemoryStore()), voice or Voice(), desk or stud(), lambda: DAY)


def said(talk: PuzzleSession, line: str) -> str:
    return "\n".join(talk.handle(line).lines)


def test_the_right_cards_in_the_right_order_solve_it() -> None:
    talk = session()
    for line in ("fleetwing b3", "1 t1"):
        assert talk.handle(line).ok
    assert "Solved at the first try: 5 to 4." in said(talk, "quetz m2")
    assert talk.desk.is_won


def test_a_wrong_try_says_what_it_leads_to_and_where_it_went_wrong() -> None:
    talk = session()
    heard = said(talk, "fleetwing t1")
    assert "it ends 3 to 6, and you do not lead" in heard
    assert "After Fleetwing on T1, card 1 of this try, nothing wins: at best 3 to 6." in heard
    assert not talk.handle("1 b3").ok
    assert "Fleetwing is in your hand again." in said(talk, "back")
    for line in ("fleetwing b3", "zu t1", "quetz m2"):
        last = said(talk, line)
    assert "Solved, 5 to 4, at try 2." in last


def test_a_hint_says_the_card_then_the_tile_then_what_to_take_back() -> None:
    talk = session()
    assert said(talk, "hint") == "Lay Fleetwing next. Ask again for the tile."
    assert said(talk, "hint") == "Lay Fleetwing on B3."
    said(talk, "fleetwing t1")
    assert said(talk, "hint") == "Nothing wins from here: take 1 card back."


def test_check_says_whether_it_can_still_be_won() -> None:
    talk = session()
    assert said(talk, "check") == "From here it can still be won."
    assert "could still be won" in said(talk, "pass")
    said(talk, "restart")
    said(talk, "fleetwing t1")
    assert "nothing wins" in said(talk, "check")


def test_the_hand_is_told_alone() -> None:
    talk = session(Voice(aloud=True))
    assert said(talk, "hand").splitlines()[0].startswith("1. Fleetwing")
    assert talk.handle("mano").ok


def test_the_solution_names_every_line_that_wins() -> None:
    assert said(session(), "solution").startswith("The one line that wins: Fleetwing on B3, then Zu on T1")
    many = PuzzleDesk(read_position("qb1 rebirth T1=y1 M1=y1 B5=e1 Y=001"))
    assert said(session(desk=many), "solution").splitlines()[0] == "2 lines win:"
    none = PuzzleDesk(read_position("qb1 rebirth M1=y1 M5=e1:086 Y=001"))
    assert said(session(desk=none), "solution") == "No line wins: at best 0 to 3."


def test_a_shared_line_is_the_same_puzzle() -> None:
    shared = said(session(), "share").splitlines()[-1]
    assert puzzle_text(typed_puzzle(shared)) == shared
    assert list(PuzzleDesk(typed_puzzle(shared)).root.lines()) == list(stud().root.lines())


@pytest.mark.parametrize(
    "text",
    [
        "T1 Y1, B3 Y1, T5 E1 security officer, M5 E1 grasslands wolf, B5 E2 elphadunk | fleetwing, zu, quetzalcoatl",
        "top 1 y1; bot-3 y1; t5 e1 001; mid5 e1 008; b5 e2 011 hand 023, 015, 014",
        "alto 1 y1, basso 3 y1, a5 e1 001, c5 e1 008, b5 e2 011 mano: 023 015 014",
    ],
)
def test_any_board_can_be_typed(text: str) -> None:
    assert puzzle_text(typed_puzzle(text)) == stud().text


def test_a_power_that_is_typed_is_the_power_that_lies_there() -> None:
    state = typed_puzzle("m1 y1, m5 e1 zu 5 | crawler")
    assert state.board.tile(1, 4).power == 5
    assert state.score().total_enemy == 5


def test_a_board_that_cannot_be_read_is_refused_with_its_clause() -> None:
    with pytest.raises(UnreadPuzzleError, match="t9 y1"):
        typed_puzzle("t9 y1 | zu")
    with pytest.raises(DoubtfulCardError):
        typed_puzzle("m1 y1, m5 e1 ca | zu")


def test_a_try_that_is_over_takes_no_card_and_an_empty_one_gives_none_back() -> None:
    desk = stud()
    with pytest.raises(NothingLaidError):
        desk.take_back()
    desk.stop()
    with pytest.raises(TryOverError):
        desk.lay(Move("023", 2, 2))
    with pytest.raises(TryOverError):
        desk.stop()


def test_solved_puzzles_are_kept_and_the_next_is_one_that_is_not() -> None:
    store = MemoryStore()
    shelf = PuzzleShelf(store)
    first = shelf.next()
    assert first.shipped == shipped_puzzles()[0]
    shelf.note_solved(first)
    again = PuzzleShelf(store)
    assert again.is_solved(first)
    assert again.solved_count == 1
    assert again.next().shipped == shipped_puzzles()[1]
    assert again.next(after=200).shipped == shipped_puzzles()[1]
    hard = again.next(grade=5, cards=4).shipped
    assert hard is not None
    assert (hard.grade.number, hard.cards) == (5, 4)
    with pytest.raises(NoSuchPuzzleError):
        again.numbered(201)
    with pytest.raises(NoSuchPuzzleError):
        again.next(cards=5)


def test_a_new_puzzle_has_one_line_and_so_many_cards() -> None:
    desk = new_puzzle(1, 2)
    assert desk.root.ways == 1
    assert len(desk.state.hand("Y")) == 2
    assert desk.grade is not None


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("aloud", [False, True])
def test_every_command_answers_at_every_moment(language: str, aloud: bool) -> None:
    lines = [verb.word_in(language) for verb in PUZZLE.all if verb.name not in ("play", "quit", "enter")]
    lines += [
        "explain t5",
        "card zu",
        "next 3",
        "enter m1 y1, m5 e1 zu | crab",
        "enter nonsense",
        "",
        "nonsense",
        "9 m1",
    ]
    for before in ([], ["1 b3"], ["1 t1"], ["1 b3", "1 t1", "1 m2"]):
        for line in lines:
            talk = session(Voice(language, aloud))
            talk.begin()
            for entered in before:
                talk.handle(entered)
            reply = talk.handle(line)
            assert reply.lines, (before, line)
            assert all(isinstance(one, str) and "{" not in one for one in reply.lines)
            assert talk.prompt_line
    assert talk.handle("quit").done


def test_by_ear_a_move_is_told_in_few_words() -> None:
    talk = session(Voice("en", aloud=True))
    opening = talk.begin().lines
    assert all(line.endswith((".", ":")) for line in opening)
    assert len(said(talk, "1 b3").split()) <= 40


# The command.


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["puzzle", "--lang", "en", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_puzzle_of_the_day_is_that_of_its_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))
    found = json.loads(run("--date", DAY.isoformat(), "--json"))
    assert found["position"] == daily_puzzle(DAY).text
    assert found["solution"] is None
    script = tmp_path / "lines.txt"
    script.write_text("solution\nquit\n", encoding="utf-8")
    assert run("--date", DAY.isoformat(), "--script", str(script)).startswith("The puzzle of the day")


def test_solving_from_outside_prints_every_line() -> None:
    assert "Fleetwing on B3" in run(STUD["position"], "--solve")
    found = json.loads(run(STUD["position"], "--solve", "--json"))
    assert found["solution"]["lines"] == [STUD["solution"]]
    assert found["solution"]["winning_lines"] == 1


def test_a_wrong_puzzle_is_refused_in_words() -> None:
    result = CliRunner().invoke(main, ["puzzle", "--lang", "en", "qb1 rebirth opening", "--solve"])
    assert result.exit_code == 65
    assert "a puzzle needs the cards that you hold" in result.output
    assert CliRunner().invoke(main, ["puzzle", "--lang", "en", "999", "--solve"]).exit_code == 66
