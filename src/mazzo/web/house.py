"""What the rooms share: the store of all games, the decks, and who looks deeper; made once for a server."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from starlette.requests import Request

from mazzo.bootstrap import deck_reader, shelf
from mazzo.coach.matches import Matches
from mazzo.coach.table import CoachTable
from mazzo.decks.reading import DeckReader
from mazzo.storage.store import EventStore
from mazzo.web.looking import SECONDS, Asked, Looked, Lookers
from mazzo.web.seats import Seats
from qb_engine.coaching import CoachingEngine

MOST_LOOKED = 200
"""So many deep answers are remembered."""


@dataclass(frozen=True, slots=True)
class House:
    """The stores behind the pages.

    Nothing about a visitor is kept here: every request reads what it needs. A deeper look is remembered for the moment
    of the match that it was made for.
    """

    store: EventStore
    lookers: Lookers
    seats: Seats
    _looked: OrderedDict[tuple[str, str], Looked] = field(default_factory=OrderedDict)

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

    def looked(self, table: CoachTable, language: str) -> Looked | None:
        """What a deeper look found at this very moment of the match, if one was made lately."""
        return self._looked.get((repr(table.match.steps), language))

    def keep_looked(self, table: CoachTable, language: str, found: Looked) -> None:
        """Remember what a deeper look found, for whoever looks at the match again; the oldest goes."""
        self._looked[repr(table.match.steps), language] = found
        while len(self._looked) > MOST_LOOKED:
            self._looked.popitem(last=False)

    def seated(self, stream: str) -> CoachTable:
        """The match of a stream with everything the coach needs."""
        game = self.matches.sample(stream)
        match = self.matches.match(stream) if game is None else game.match
        return CoachTable(match, CoachingEngine(), shelf(), game, game is not None)


def house_of(request: Request) -> House:
    """The house that this request came to."""
    house: House = request.app.state.house
    return house
