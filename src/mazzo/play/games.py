"""The games against the computer in the journal: two streams each, one with the terms, one with the match."""

from __future__ import annotations

import re

from kernelkit.journal import Journal, Store
from mazzo.play.errors import UnknownGameError
from mazzo.play.seats import Seats
from mazzo.play.table_game import TableGame
from mazzo.play.terms import Terms

PREFIX = "qb/play/"
_TERMS = re.compile(rf"{PREFIX}([0-9]{{4,}})/terms")


class Games:
    """Every game of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.seats = Seats(store)

    def begin(self, terms: Terms) -> TableGame:
        """A new game; its terms are written first, so that a game without a first card can still begin."""
        number = max(self._numbers(), default=0) + 1
        notes = self._notes(number)
        list(notes.entries())
        notes.append("terms", terms.as_data())
        return self._game(number, terms)

    def numbered(self, number: int) -> TableGame:
        """The game with this number; UnknownGameError when there is none."""
        return self._game(number, self.terms(number))

    def finished(self, most: int) -> list[TableGame]:
        """The last games that are over, the latest first."""
        return [game for game in self.last(most) if game.phase == "over"]

    def last(self, most: int) -> list[TableGame]:
        """The last games, the latest first."""
        return [self.numbered(number) for number in sorted(self._numbers(), reverse=True)[:most]]

    def terms(self, number: int) -> Terms:
        """The terms of the game with this number; UnknownGameError when there is none."""
        entries = list(self._notes(number).entries())
        if not entries:
            raise UnknownGameError(number=number)
        return Terms.of_data(entries[0].data)

    def unfinished(self) -> int | None:
        """The number of the last game, if it goes on."""
        number = max(self._numbers(), default=None)
        if number is None or any(entry.kind == "closed" for entry in self._notes(number).entries()):
            return None
        return number

    def stream(self, number: int) -> str:
        """The stream of the match of the game with this number."""
        return f"{PREFIX}{number:04}/match"

    def _game(self, number: int, terms: Terms) -> TableGame:
        return TableGame(number, terms, self._notes(number), self._store.journal(self.stream(number)))

    def _notes(self, number: int) -> Journal:
        return self._store.journal(f"{PREFIX}{number:04}/terms")

    def _numbers(self) -> list[int]:
        found = (_TERMS.fullmatch(stream) for stream in self._store.streams(PREFIX))
        return [int(match[1]) for match in found if match]
