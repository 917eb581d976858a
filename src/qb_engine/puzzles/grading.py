"""How hard a puzzle is: how many dead ends tempt whoever looks one move ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qb_engine.moves import Move
from qb_engine.puzzles.solver import Line, Node

GRADES = (1, 3, 6, 10)
"""Up to so many tempting dead ends is grade 1, 2, 3 and 4; more are grade 5."""


@dataclass(frozen=True, slots=True)
class Grade:
    """``tempting`` dead ends lie beside the winning line and look no worse at once, of ``dead_ends`` in all."""

    dead_ends: int
    tempting: int

    @property
    def number(self) -> int:
        """1 for a puzzle in which hardly anything tempts, to 5."""
        return 1 + sum(self.tempting > most for most in GRADES)


def grade(root: Node) -> Grade | None:
    """The grade of a puzzle with exactly one winning line; None for any other."""
    if root.ways != 1:
        return None
    beside = list(_dead_ends(root, next(root.lines())))
    return Grade(len(beside), sum(after.margin >= right.margin for _move, after, right in beside))


def _dead_ends(root: Node, line: Line) -> Iterator[tuple[Move, Node, Node]]:
    """The wrong moves along the line: each with what it leads to, and what the right one leads to."""
    node = root
    for right in line:
        for move, after in node.moves.items():
            if after.is_dead:
                yield move, after, node.moves[right]
        node = node.moves[right]
