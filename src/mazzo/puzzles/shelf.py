"""Which puzzle comes next: those that ship and are not solved yet, the day's, or a new one; and what was solved."""

from __future__ import annotations

from datetime import date
from itertools import islice

from kernelkit.journal import Store
from kernelkit.spoken import sentence
from mazzo.errors import MazzoError
from mazzo.puzzles.desk import PuzzleDesk
from qb_engine.notation.game_position import read_position
from qb_engine.puzzles.collection import ShippedPuzzle, daily_puzzle, shipped_puzzles
from qb_engine.puzzles.making import made_puzzles

SOLVED = "qb/puzzles"


class NoSuchPuzzleError(MazzoError):
    """The number is beyond the last puzzle, or nothing has that grade and size."""

    template = sentence("there is no such puzzle: they are numbered from 1 to {count}, with 2 to 4 cards, grade 1 to 5")


class PuzzleShelf:
    """The puzzles that ship, and in ``store`` those that this player has solved."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._solved = {str(entry.data["puzzle"]) for entry in store.journal(SOLVED).entries()}

    @property
    def solved_count(self) -> int:
        """How many of those that ship are solved."""
        return sum(one.text in self._solved for one in shipped_puzzles())

    def is_solved(self, desk: PuzzleDesk) -> bool:
        """Whether this player has solved the puzzle before."""
        return desk.text in self._solved

    def note_solved(self, desk: PuzzleDesk) -> None:
        """Remember that the puzzle is solved."""
        if desk.text not in self._solved:
            journal = self._store.journal(SOLVED)
            list(journal.entries())
            journal.append("solved", {"puzzle": desk.text})
            self._solved.add(desk.text)

    def numbered(self, number: int) -> PuzzleDesk:
        """The puzzle of this number; NoSuchPuzzleError beyond the last."""
        if not 1 <= number <= len(shipped_puzzles()):
            raise NoSuchPuzzleError(count=len(shipped_puzzles()))
        return PuzzleDesk.of(shipped_puzzles()[number - 1])

    def next(self, after: int = 0, grade: int | None = None, cards: int | None = None) -> PuzzleDesk:
        """The next puzzle after a number that is not solved yet, of this grade and size if one is asked for.

        When all are solved, simply the next.
        """
        fitting = [one for one in shipped_puzzles() if grade in (None, one.grade.number) and cards in (None, one.cards)]
        if not fitting:
            raise NoSuchPuzzleError(count=len(shipped_puzzles()))
        in_turn = sorted(fitting, key=lambda one: (one.number <= after, one.number))
        return PuzzleDesk.of(next((one for one in in_turn if not self.is_known(one)), in_turn[0]))

    def is_known(self, one: ShippedPuzzle) -> bool:
        """Whether one that ships is solved, without a look at its board."""
        return one.text in self._solved

    def daily(self, day: date) -> PuzzleDesk:
        """The puzzle of a day."""
        return PuzzleDesk.of(daily_puzzle(day))


def new_puzzle(seed: int, cards: int) -> PuzzleDesk:
    """A puzzle that nobody has seen; the same seed and size make the same."""
    made = next(iter(islice(made_puzzles(seed, cards), 1)))
    return PuzzleDesk(read_position(made.text))
