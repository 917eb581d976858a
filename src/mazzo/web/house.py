"""What the rooms share: the store of all games, the decks, and who looks deeper; made once for a server."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from mazzo.bootstrap import deck_reader, shelf
from mazzo.coach.matches import Matches
from mazzo.coach.table import CoachTable
from mazzo.decks.reading import DeckReader
from mazzo.storage.store import EventStore
from mazzo.web.looking import SECONDS, Asked, Lookers
from qb_engine.coaching import CoachingEngine


@dataclass(frozen=True, slots=True)
class House:
    """The stores behind the pages. Nothing about a visitor is kept here: every request reads what it needs."""

    store: EventStore
    lookers: Lookers

    @property
    def matches(self) -> Matches:
        """The coached matches."""
        return Matches(self.store)

    @property
    def decks(self) -> DeckReader:
        """The decks that can be named."""
        return deck_reader()

    def table(self, number: int) -> CoachTable | None:
        """The coached match of this number, as it is now; None if there is none."""
        stream = self.matches.stream(number)
        return None if stream is None else self.seated(stream)

    def asked(self, number: int, language: str) -> Asked:
        """The match of this number for a deep look."""
        stream = self.matches.stream(number)
        entries = self.store.journal(stream).entries() if stream is not None else []
        return Asked(tuple((one.number, one.kind, dict(one.data)) for one in entries), language, SECONDS)

    def seated(self, stream: str) -> CoachTable:
        """The match of a stream with everything the coach needs."""
        game = self.matches.sample(stream)
        match = self.matches.match(stream) if game is None else game.match
        return CoachTable(match, CoachingEngine(), shelf(), game, game is not None)


def house_of(request: Request) -> House:
    """The house that this request came to."""
    house: House = request.app.state.house
    return house
