"""A puzzle as data: the position, how hard it is, and the lines that win where somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from mazzo.puzzles.desk import Dead, PuzzleDesk
from mazzo.schemas.board import Lane, Tile, lanes, scores, tiles
from mazzo.schemas.document import NUMBERS, Document, Part
from qb_engine.moves import Side
from qb_engine.notation.game_position import position_id
from qb_engine.puzzles.collection import ShippedPuzzle
from qb_engine.puzzles.grading import Grade

MOST_LINES = 1_000
"""Winning lines that are written; ``winning_lines`` counts them all."""


class PuzzleGrade(Part):
    """The grade from 1 to 5, and the dead ends beside the winning line, of which some tempt."""

    grade: int
    dead_ends: int
    tempting: int


class PuzzleSolution(Part):
    """How many lines win, the first of them as moves, and the points that can be reached at best."""

    winning_lines: int
    lines: list[list[str]]
    best: dict[Side, int]


class PuzzleDocument(Document, tag=NUMBERS["puzzle"]):
    """A puzzle: ``number`` is its place among those that ship, ``solution`` is there when it was asked for."""

    number: int | None
    position: str
    position_id: str
    rules: str
    tiles: dict[str, Tile]
    lanes: list[Lane]
    scores: dict[Side, int]
    hand: list[str]
    legal_moves: list[str]
    grade: PuzzleGrade | None
    solution: PuzzleSolution | None


class PuzzleEntry(Part):
    """A puzzle within a list."""

    number: int
    position: str
    cards: int
    grade: PuzzleGrade
    is_solved: bool


class PuzzleListDocument(Document, tag=NUMBERS["puzzle-list"]):
    """Puzzles that come with the game, and which of all of them is the day's."""

    daily: int
    puzzles: list[PuzzleEntry]


class DeadEndPart(Part):
    """A try that wins no more: its points, from which card on (counted from 1), and what was still there after it.

    ``wrong`` is None, and its number 0, where the puzzle cannot be won at all.
    """

    scores: dict[Side, int]
    wrong: str | None
    wrong_number: int
    best: dict[Side, int]


class PuzzleTryDocument(Document, tag=NUMBERS["puzzle-try"]):
    """A puzzle after the cards of a try; ``ok`` is whether it is won."""

    number: int | None
    position: str
    moves: list[str]
    is_over: bool
    tiles: dict[str, Tile]
    lanes: list[Lane]
    scores: dict[Side, int]
    hand: list[str]
    legal_moves: list[str]
    dead_end: DeadEndPart | None
    said: list[str]


def puzzle_list_document(puzzles: Iterable[tuple[ShippedPuzzle, bool]], daily: int) -> PuzzleListDocument:
    """The document of some puzzles, each with whether it is solved."""
    return PuzzleListDocument(
        daily=daily,
        puzzles=[
            PuzzleEntry(
                number=one.number, position=one.text, cards=one.cards, grade=_grade(one.grade), is_solved=is_solved
            )
            for one, is_solved in puzzles
        ],
    )


def puzzle_try_document(desk: PuzzleDesk, said: list[str]) -> PuzzleTryDocument:
    """The document of the try that is on the desk, and what was said of its last card."""
    state, score, dead = desk.state, desk.state.score(), desk.dead_end()
    return PuzzleTryDocument(
        ok=desk.is_won,
        number=desk.shipped.number if desk.shipped else None,
        position=desk.text,
        moves=[str(move) for move in desk.moves],
        is_over=desk.is_over,
        tiles=tiles(state),
        lanes=lanes(score),
        scores=scores(score),
        hand=list(state.hand("Y")),
        legal_moves=[] if desk.is_over else sorted(map(str, state.legal_moves("Y"))),
        dead_end=None if dead is None else _dead_end(dead),
        said=said,
    )


def _dead_end(dead: Dead) -> DeadEndPart:
    return DeadEndPart(
        scores={"Y": dead.points[0], "E": dead.points[1]},
        wrong=None if dead.wrong is None else str(dead.wrong),
        wrong_number=dead.number,
        best={"Y": dead.best[0], "E": dead.best[1]},
    )


def puzzle_document(desk: PuzzleDesk, *, is_solved: bool) -> PuzzleDocument:
    """The document of a puzzle as it lies; with its solution if ``is_solved``."""
    state, score, found = desk.state, desk.state.score(), desk.grade
    return PuzzleDocument(
        number=desk.shipped.number if desk.shipped else None,
        position=desk.text,
        position_id=position_id(desk.text),
        rules=state.ruleset.name,
        tiles=tiles(state),
        lanes=lanes(score),
        scores=scores(score),
        hand=list(state.hand("Y")),
        legal_moves=sorted(map(str, state.legal_moves("Y"))),
        grade=None if found is None else _grade(found),
        solution=_solution(desk) if is_solved else None,
    )


def _grade(found: Grade) -> PuzzleGrade:
    return PuzzleGrade(grade=found.number, dead_ends=found.dead_ends, tempting=found.tempting)


def _solution(desk: PuzzleDesk) -> PuzzleSolution:
    root = desk.root
    written = [[str(move) for move in line] for line in islice(root.lines(), MOST_LINES)]
    return PuzzleSolution(winning_lines=root.ways, lines=written, best={"Y": root.best[0], "E": root.best[1]})
