"""A puzzle that somebody tries: cards are laid one after the other and taken back, and a try says where it leads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kernelkit.spoken import sentence
from mazzo.errors import MazzoError
from qb_engine.chronicle.chronicle import Chronicle
from qb_engine.chronicle.events import Event
from qb_engine.game_state import GameState
from qb_engine.moves import Move
from qb_engine.notation.game_position import read_position
from qb_engine.puzzles.collection import ShippedPuzzle
from qb_engine.puzzles.grading import Grade, grade
from qb_engine.puzzles.making import puzzle_text
from qb_engine.puzzles.solver import Node, laid, puzzle_start, solve


class NothingLaidError(MazzoError):
    """No card was laid that could be taken back."""

    template = sentence("no card has been laid yet")


class TryOverError(MazzoError):
    """The try has ended, so nothing more is laid."""

    template = sentence("this try is over")
    remedy = sentence("Type back for your last card, or restart")


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that was laid, and what followed from it."""

    move: Move
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Dead:
    """A try that does not win: its points, the move from which on nothing won, and what was still there after it.

    ``wrong`` is None where the puzzle cannot be won at all.
    """

    points: tuple[int, int]
    wrong: Move | None
    number: int
    best: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Hint:
    """The next right move, or how many cards have to be taken back first; None where nothing ever wins."""

    move: Move | None
    take_back: int


class PuzzleDesk:
    """A puzzle and the try that is being made; ``shipped`` says which of those that come with the game it is."""

    def __init__(self, start: GameState, shipped: ShippedPuzzle | None = None) -> None:
        self._states = [puzzle_start(start)]
        self.moves: list[Move] = []
        self.shipped, self.tries = shipped, 1
        self._is_stopped = False

    @classmethod
    def of(cls, shipped: ShippedPuzzle) -> PuzzleDesk:
        """A puzzle that comes with the game."""
        return cls(read_position(shipped.text), shipped)

    @property
    def state(self) -> GameState:
        """The board and your hand as they are now."""
        return self._states[-1]

    @property
    def text(self) -> str:
        """The puzzle in one line, to be shared."""
        return puzzle_text(self._states[0])

    @cached_property
    def root(self) -> Node:
        """The puzzle, looked through to its end; LargePuzzleError when there is too much of it."""
        return solve(self._states[0])

    @property
    def grade(self) -> Grade | None:
        """How hard it is; None unless there is exactly one winning line."""
        return self.shipped.grade if self.shipped else grade(self.root)

    @property
    def is_won(self) -> bool:
        """Whether you lead."""
        return self.state.score().margin > 0

    @property
    def is_over(self) -> bool:
        """Whether this try has ended: won, stopped, or without a card that can be laid."""
        return self.is_won or self._is_stopped or not self.state.legal_moves("Y")

    def lay(self, move: Move) -> Laid:
        """Lay a card; the error of the rules when it cannot be."""
        if self.is_over:
            raise TryOverError
        after = laid(self.state, move)
        events = Chronicle(self.state.clone()).play_free("Y", move)
        self._states.append(after)
        self.moves.append(move)
        return Laid(move, events)

    def stop(self) -> None:
        """End the try as it stands."""
        if self.is_over:
            raise TryOverError
        self._is_stopped = True

    def take_back(self) -> Move:
        """Take the last card back; a try that is over goes on."""
        if not self.moves:
            raise NothingLaidError
        self._go_on()
        self._states.pop()
        return self.moves.pop()

    def restart(self) -> None:
        """Take every card back."""
        self._go_on()
        del self._states[1:]
        self.moves.clear()

    def _go_on(self) -> None:
        self.tries += self.is_over and not self.is_won
        self._is_stopped = False

    def dead_end(self) -> Dead | None:
        """Where this try leads if it cannot win any more; None while it can."""
        nodes = self._nodes()
        if not nodes[-1].is_dead:
            return None
        number = next(at for at, node in enumerate(nodes) if node.is_dead)
        wrong = self.moves[number - 1] if number else None
        score = self.state.score()
        return Dead((score.total_you, score.total_enemy), wrong, number, nodes[number].best)

    def hint(self) -> Hint:
        """What to do next."""
        nodes = self._nodes()
        living = [at for at, node in enumerate(nodes) if not node.is_dead]
        if not living:
            return Hint(None, 0)
        node = nodes[living[-1]]
        right = next((move for move, after in node.moves.items() if not after.is_dead), None)
        return Hint(right, len(self.moves) - living[-1])

    def _nodes(self) -> list[Node]:
        """The puzzle's nodes along this try, the beginning first."""
        nodes = [self.root]
        for move in self.moves:
            nodes.append(nodes[-1].moves[move])
        return nodes
