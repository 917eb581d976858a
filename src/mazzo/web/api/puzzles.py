"""Puzzles for programs: listed, the day's, one by its number, and tries."""

from __future__ import annotations

from datetime import date

from msgspec import UNSET

from mazzo.dialogue.typed_puzzle import typed_puzzle
from mazzo.puzzles.desk import Laid, PuzzleDesk
from mazzo.schemas.puzzle import (
    PuzzleDocument,
    PuzzleListDocument,
    PuzzleTryDocument,
    puzzle_document,
    puzzle_list_document,
    puzzle_try_document,
)
from mazzo.web.api.asked import Numbered, PositionTry, PuzzlesAsked, PuzzleTry
from mazzo.web.api.operation import STEPS, Call, Nothing, Operation
from mazzo.words.puzzle import dead_lines, laid_lines, won_line
from qb_engine.moves import Move
from qb_engine.puzzles.collection import daily_puzzle, shipped_puzzles


def listed(call: Call, _place: Nothing, asked: PuzzlesAsked) -> PuzzleListDocument:
    """The puzzles that come with the game, of this grade and size if one is asked for."""
    shelf = call.house.puzzles
    fitting = [
        (one, shelf.is_known(one))
        for one in shipped_puzzles()
        if asked.grade in (UNSET, one.grade.number) and asked.cards in (UNSET, one.cards)
    ]
    return puzzle_list_document(fitting, daily_puzzle(date.today()).number)


def daily(call: Call, _place: Nothing, _asked: Nothing) -> PuzzleDocument:
    """The puzzle of the day."""
    return puzzle_document(call.house.puzzles.daily(date.today()), is_solved=False)


def one(call: Call, place: Numbered, _asked: Nothing) -> PuzzleDocument:
    """A puzzle without its solution."""
    return puzzle_document(call.house.puzzles.numbered(place.number), is_solved=False)


def solution(call: Call, place: Numbered, _asked: Nothing) -> PuzzleDocument:
    """A puzzle with its solution."""
    return puzzle_document(call.house.puzzles.numbered(place.number), is_solved=True)


def tried(call: Call, place: Numbered, asked: PuzzleTry) -> PuzzleTryDocument:
    """A try at a puzzle that comes with the game."""
    return _tried(call, call.house.puzzles.numbered(place.number), asked.moves)


def tried_elsewhere(call: Call, _place: Nothing, asked: PositionTry) -> PuzzleTryDocument:
    """A try at a puzzle that is a position of its own."""
    return _tried(call, PuzzleDesk(typed_puzzle(asked.position)), asked.moves)


def _tried(call: Call, desk: PuzzleDesk, moves: tuple[str, ...]) -> PuzzleTryDocument:
    """The try laid card by card; one that wins is noted."""
    last = [desk.lay(Move.parse(move)) for move in moves][-1:]
    if desk.is_won:
        call.house.puzzles.note_solved(desk)
    return puzzle_try_document(desk, _said(call, desk, last))


def _said(call: Call, desk: PuzzleDesk, last: list[Laid]) -> list[str]:
    """What the last card did, and where the try stands."""
    said = [line for laid in last for line in laid_lines(laid, desk, call.words)]
    dead = desk.dead_end()
    if desk.is_won:
        said.append(won_line(desk, call.words))
    elif dead is not None:
        said += dead_lines(dead, call.words, is_over=desk.is_over)
    return [line for line in said if line.strip()]


OPERATIONS = (
    Operation("GET", "/puzzles", listed, {200: PuzzleListDocument}, takes=PuzzlesAsked),
    Operation("GET", "/puzzles/daily", daily, {200: PuzzleDocument}),
    Operation("GET", "/puzzles/{number}", one, {200: PuzzleDocument}, place=Numbered),
    Operation("GET", "/puzzles/{number}/solution", solution, {200: PuzzleDocument}, place=Numbered),
    Operation(
        "POST", "/puzzles/{number}/try", tried, {200: PuzzleTryDocument}, place=Numbered, takes=PuzzleTry, may=STEPS
    ),
    Operation("POST", "/puzzles/try", tried_elsewhere, {200: PuzzleTryDocument}, takes=PositionTry, may=STEPS),
)
