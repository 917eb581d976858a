"""A puzzle as data: the position, how hard it is, and the lines that win where somebody asks for them."""

from __future__ import annotations

from itertools import islice

from mazzo.puzzles.desk import PuzzleDesk
from mazzo.schemas.board import Lane, Tile, lanes, scores, tiles
from mazzo.schemas.document import NUMBERS, Document, Part
from qb_engine.moves import Side
from qb_engine.notation.game_position import position_id
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
