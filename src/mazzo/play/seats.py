"""On which side of the console's table a player sits: for each match or game, and what was said last for the next."""

from __future__ import annotations

from kernelkit.journal import Store
from qb_engine.moves import Seat

SEATS = "qb/seats"


class Seats:
    """The seats in a store; of several words about a match the last counts."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, stream: str) -> Seat:
        """Where the player sits in the match of ``stream``: on the left unless something else was said."""
        return self._kept().get(stream, "left")

    def last(self) -> Seat:
        """Where the player sat in the match that was spoken of last."""
        return next(reversed(self._kept().values()), "left")

    def sit(self, stream: str, seat: Seat) -> None:
        """Remember the seat of a match; the next ones begin there."""
        journal = self._store.journal(SEATS)
        list(journal.entries())
        journal.append("sits", {"match": stream, "seat": seat})

    def _kept(self) -> dict[str, Seat]:
        seats: dict[str, Seat] = {}
        for entry in self._store.journal(SEATS).entries():
            seats.pop(entry.data["match"], None)
            seats[entry.data["match"]] = entry.data["seat"]
        return seats
