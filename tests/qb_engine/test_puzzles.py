"""Puzzles: every winning line is found, and every puzzle that ships has exactly one."""

from __future__ import annotations

import json
import os
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

import pytest

from qb_engine.errors import IllegalActionError
from qb_engine.moves import Move
from qb_engine.notation.game_position import parse_position, position_text, read_position
from qb_engine.puzzles.collection import daily_puzzle, shipped_puzzles
from qb_engine.puzzles.grading import Grade, grade
from qb_engine.puzzles.making import checked_puzzle, made_puzzles, puzzle_text
from qb_engine.puzzles.solver import LargePuzzleError, NoHandPuzzleError, laid, solve
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH
from support.puzzle_boards import exhaustive_lines, random_puzzle

FACTS = Path(__file__).parent / "facts"
STUD = json.loads((FACTS / "three_card_stud.json").read_text(encoding="utf-8"))
BOARDS = int(os.environ.get("MAZZO_PUZZLE_BOARDS", "60"))
"""Boards that gate every change; ``mazzo lab campaign puzzles`` looks at more."""


@pytest.fixture(scope="module")
def compiled() -> RulesEngine:
    return RulesEngine(REBIRTH, compiled=True)


def test_the_known_puzzle_has_the_one_line_that_its_players_found() -> None:
    root = solve(read_position(STUD["position"]))
    assert [[str(move) for move in line] for line in root.lines()] == [STUD["solution"]]
    assert root.ways == 1
    assert list(root.best) == STUD["final"]


def test_the_solver_finds_what_going_through_every_order_finds(compiled: RulesEngine) -> None:
    found = 0
    for seed in range(BOARDS):
        state = random_puzzle(seed, compiled)
        root = solve(state)
        assert sorted(root.lines()) == sorted(exhaustive_lines(state)), seed
        assert root.ways == len(list(root.lines()))
        found += root.ways > 0 and not root.is_won
    assert found


def test_both_forms_solve_alike(compiled: RulesEngine) -> None:
    text = position_text(random_puzzle(3, compiled))
    assert list(solve(read_position(text)).lines()) == list(solve(read_position(text, compiled)).lines())


def test_a_position_in_which_you_lead_is_won_without_a_card() -> None:
    assert list(solve(read_position("qb1 rebirth T1=y1:001 Y=007")).lines()) == [()]


def test_a_puzzle_that_cannot_be_won_says_what_is_best() -> None:
    root = solve(read_position("qb1 rebirth M1=y1 M5=e1:086 Y=001"))
    assert root.is_dead
    assert list(root.lines()) == []
    assert root.best == (0, 3)


def test_nothing_is_drawn() -> None:
    root = solve(read_position("qb1 rebirth M1=y1 M5=e1:086 Y=001|015,015"))
    assert {move.card_id for move in root.moves} == {"001"}
    assert not next(iter(root.moves.values())).moves


def test_a_puzzle_needs_a_hand_and_an_end() -> None:
    with pytest.raises(NoHandPuzzleError):
        solve(read_position("qb1 rebirth M1=y1 M5=e1:086"))
    with pytest.raises(LargePuzzleError):
        solve(read_position("qb1 rebirth opening B5=e3:086 Y=001,002,003,004,005"), most_nodes=20)


def test_only_cards_that_are_held_are_laid() -> None:
    with pytest.raises(IllegalActionError):
        laid(read_position("qb1 rebirth opening Y=001"), Move("002", 0, 0))


def test_a_dead_end_tempts_when_it_looks_no_worse_at_once() -> None:
    found = grade(solve(read_position(STUD["position"])))
    assert found is not None
    assert found.tempting <= found.dead_ends
    assert [Grade(20, tempting).number for tempting in (0, 1, 2, 3, 4, 6, 7, 10, 11)] == [1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert grade(solve(read_position("qb1 rebirth T1=y1 M1=y1 B1=y1 Y=001"))) is None


# Those that are made, and those that ship.


def test_a_seed_makes_the_same_puzzles_with_one_line_that_needs_every_card() -> None:
    def few() -> list[str]:
        return [one.text for one in islice(made_puzzles(5, 2), 2)]

    assert few() == few()
    for text in few():
        found = checked_puzzle(parse_position(text))
        assert found is not None
        assert len(found.line) >= 2
        assert found.text == text


def test_every_puzzle_that_ships_has_exactly_one_line_and_its_grade(compiled: RulesEngine) -> None:
    for one in shipped_puzzles():
        found = checked_puzzle(parse_position(one.text, compiled))
        assert found is not None, one
        assert (found.text, found.grade) == (one.text, one.grade), one
        held = sorted(one.text.rpartition("Y=")[2].split(","))
        assert held == sorted(move.card_id for move in found.line if not move.card_id.startswith("T")), one


def test_two_hundred_different_puzzles_ship_easiest_first() -> None:
    puzzles = shipped_puzzles()
    assert len({one.text for one in puzzles}) == len(puzzles) == 200
    assert [one.number for one in puzzles] == list(range(1, 201))
    grades = [one.grade.number for one in puzzles]
    assert grades == sorted(grades)
    assert set(grades) == {1, 2, 3, 4, 5}


def test_the_puzzle_of_the_day_is_decided_by_the_date_and_each_comes_before_one_comes_again() -> None:
    count = len(shipped_puzzles())
    first = date.fromordinal(3_700 * count)
    days = [daily_puzzle(first + timedelta(days=day)).number for day in range(count)]
    assert sorted(days) == list(range(1, count + 1))
    assert daily_puzzle(first) == daily_puzzle(first)
    assert days[:5] != [daily_puzzle(first + timedelta(days=count + day)).number for day in range(5)]


def test_the_line_of_a_puzzle_forgets_whose_turn_it_was() -> None:
    later = read_position("qb1 rebirth E7 passes=1 T1=y1 M5=e1:008 Y=023 E=001|002")
    assert puzzle_text(later) == "qb1 rebirth Y1 T1=y1 M5=e1:008 Y=023"
