"""Every way to win a position in which the enemy does not move.

You lay cards of your hand one after the other, draw nothing, and may stop at any moment; the puzzle is won as soon as
you lead. A winning line is the cards laid until then, in their order: none is longer than it must be.

    node ──move──► node ──move──► node that leads
                     └───move──► node from which nothing wins: a dead end
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kernelkit.spoken import sentence
from qb_engine.errors import IllegalActionError, QueensBloodError, Refusal, ResolutionError
from qb_engine.game_state import GameState
from qb_engine.moves import Move
from qb_engine.simulation import Simulation

MOST_NODES = 200_000
"""Positions that are looked at before a puzzle is called too large: some seconds in the compiled form."""

Line = tuple[Move, ...]


class PuzzleError(QueensBloodError):
    """A position that is no puzzle."""


class LargePuzzleError(PuzzleError):
    """There are too many ways to lay the cards."""

    template = sentence("there are more than {limit} ways to lay these cards: fewer cards are needed")


class NoHandPuzzleError(PuzzleError):
    """Nothing can be laid."""

    template = sentence("a puzzle needs the cards that you hold, such as Y=023,015 in its line")


@dataclass(slots=True)
class Node:
    """A position of the puzzle: the points, what each move leads to, and what can be reached from here at best.

    ``moves`` is empty where you lead, since the puzzle is won there, and where no card can be laid.
    """

    points: tuple[int, int]
    moves: dict[Move, Node] = field(default_factory=dict)
    ways: int = 0
    best: tuple[int, int] = (0, 0)

    @property
    def margin(self) -> int:
        """Your points minus the enemy's."""
        return self.points[0] - self.points[1]

    @property
    def is_won(self) -> bool:
        """Whether you lead."""
        return self.margin > 0

    @property
    def is_dead(self) -> bool:
        """Whether nothing wins from here."""
        return self.ways == 0

    def lines(self) -> Iterator[Line]:
        """Every winning line from here, in the order of their moves."""
        if self.is_won:
            yield ()
        for move, after in self.moves.items():
            if after.ways:
                yield from ((move, *rest) for rest in after.lines())


def solve(state: GameState, *, most_nodes: int = MOST_NODES) -> Node:
    """The puzzle at ``state``, looked through to its end; LargePuzzleError when there is too much of it."""
    return _Solver(most_nodes).node(puzzle_start(state))


def puzzle_start(state: GameState) -> GameState:
    """The puzzle of a position: your hand and the board count, nothing is drawn; NoHandPuzzleError without a hand."""
    if not state.hand("Y").card_ids:
        raise NoHandPuzzleError
    start = state.clone()
    start.write_deck("Y", ())
    return start


def laid(state: GameState, move: Move) -> GameState:
    """The position after ``move`` from your hand; the enemy does not answer. IllegalMoveError if it cannot be laid."""
    place = state.hand("Y").index_of(move.card_id)
    if place is None:
        size = len(state.hand("Y"))
        raise IllegalActionError(Refusal.CARD_NOT_HELD, str(move), needed=move.card_id, there=size)
    return Simulation(state).after_free("Y", move, place)


class _Solver:
    """Looks through a puzzle once: positions that are reached in several orders are one node."""

    def __init__(self, most_nodes: int) -> None:
        self._most, self._known = most_nodes, dict[int, Node]()

    def node(self, state: GameState) -> Node:
        key = state.state_hash
        known = self._known.get(key)
        if known is not None:
            return known
        if len(self._known) == self._most:
            raise LargePuzzleError(limit=self._most)
        score = state.score()
        node = self._known[key] = Node((score.total_you, score.total_enemy))
        if node.is_won:
            node.ways = 1
        else:
            self._look_on_into(node, state)
        ends = [node.points, *(after.best for after in node.moves.values())]
        node.best = max(ends, key=lambda points: (points[0] - points[1], points[0]))
        return node

    def _look_on_into(self, node: Node, state: GameState) -> None:
        for move in state.legal_moves("Y"):
            try:
                after = laid(state, move)
            except ResolutionError:
                continue  # a play that never comes to rest is refused as a whole
            node.moves[move] = self.node(after)
        node.ways = sum(after.ways for after in node.moves.values())
