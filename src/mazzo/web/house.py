"""What the rooms share: the store of all games, the decks, and who works for them; made once for a server."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeVar

from starlette.requests import Request

from mazzo.bootstrap import coach_session, deck_reader, opponents_decks, own_decks, shelf
from mazzo.coach.matches import Matches
from mazzo.coach.table import CoachTable
from mazzo.decks.reading import DeckReader
from mazzo.dialogue.coach import CoachSession
from mazzo.errors import StreamMovedError
from mazzo.play.games import Games
from mazzo.puzzles.shelf import PuzzleShelf
from mazzo.storage.owned import OwnedStore
from mazzo.storage.store import EventStore
from mazzo.web.jobs import LookAsked, Looked, as_entries
from mazzo.web.lab_runs import Lab
from mazzo.web.looking import Lookers
from mazzo.web.reviews import Reviews
from mazzo.web.seats import Seats
from mazzo.words.table import Words
from qb_engine.coaching import CoachingEngine

MOST_HOUSES = 500
"""So many accounts have what a page needs between two requests at hand; it can be made again."""
MOST_BEGINS = 5
MOST_LOOKED = 200
"""So many deep answers are remembered."""


Begun = TypeVar("Begun")


@dataclass(frozen=True, slots=True)
class House:
    """The stores behind the pages.

    Nothing about a visitor is kept here: every request reads what it needs. A deeper look is remembered for the moment
    of the match that it was made for, a review for its game.
    """

    store: EventStore
    lookers: Lookers
    seats: Seats
    reviews: Reviews
    lab: Lab
    _begins: Lock = field(default_factory=Lock)
    _looked: OrderedDict[str, Looked] = field(default_factory=OrderedDict)

    @property
    def matches(self) -> Matches:
        """The coached matches."""
        return Matches(self.store)

    @property
    def games(self) -> Games:
        """The games against the computer."""
        return Games(self.store)

    @property
    def puzzles(self) -> PuzzleShelf:
        """The puzzles, and which are solved."""
        return PuzzleShelf(self.store)

    @property
    def decks(self) -> DeckReader:
        """The decks that can be named."""
        return deck_reader(self.store)

    def begun(self, begin: Callable[[], Begun]) -> Begun:
        """What ``begin`` gives, which takes the next free number.

        Here one begins after the other; if another program took the number meanwhile, it is begun once more.
        """
        for _number in range(MOST_BEGINS):
            try:
                with self._begins:
                    return begin()
            except StreamMovedError:
                continue
        return begin()

    def table(self, number: int) -> CoachTable | None:
        """The coached match of this number, as it is now; None if there is none."""
        stream = self.matches.stream(number)
        return None if stream is None else self.seated(stream)

    def asked(self, number: int) -> LookAsked:
        """The match of this number for a deep look."""
        stream = self.matches.stream(number)
        entries = self.store.journal(stream).entries() if stream is not None else []
        enemy = None if stream is None else self.matches.enemy_of(stream)
        return LookAsked(as_entries(entries), enemy, own_decks(self.store).decks(), opponents_decks(self.store).decks())

    def looked(self, table: CoachTable) -> Looked | None:
        """What a deeper look found at this very moment of the match, if one was made lately."""
        return self._looked.get(repr(table.match.steps))

    def keep_looked(self, table: CoachTable, found: Looked) -> None:
        """Remember what a deeper look found, for whoever looks at the match again; the oldest goes."""
        self._looked[repr(table.match.steps)] = found
        while len(self._looked) > MOST_LOOKED:
            self._looked.popitem(last=False)

    def seated(self, stream: str) -> CoachTable:
        """The match of a stream with everything the coach needs."""
        game = self.matches.sample(stream)
        match = self.matches.match(stream) if game is None else game.match
        table = CoachTable(
            match, CoachingEngine(), shelf(self.store), game, game is not None, enemy=self.matches.enemy_of(stream)
        )
        return self.informed(table)

    def informed(self, table: CoachTable) -> CoachTable:
        """The table with what a deeper look found at this moment."""
        found = self.looked(table)
        if found is not None and found.advice is not None and table.match.phase == "your_play":
            table.keep_deep(found.advice)
        if found is not None and found.mulligan is not None and table.match.phase == "mulligan":
            table.keep_mulligan(found.mulligan)
        return table

    def conversation(self, stream: str, words: Words) -> CoachSession:
        """The match of a stream as a conversation: a line in, sentences out."""
        session = coach_session(self.store, words.voice)
        session.sit(stream)  # where the player sits, as the page draws the board
        self.informed(session.table)
        return session


class Houses:
    """The house of everybody, or of each account its own; workers and reviews are shared."""

    def __init__(self, store: EventStore, lookers: Lookers) -> None:
        self._store, self._lookers, self._lock = store, lookers, Lock()
        self._reviews, self._labs = Reviews(lookers), list[Lab]()
        self._known: OrderedDict[str, House] = OrderedDict()

    def of(self, account: str) -> House:
        """The house of an account; without one that of everybody."""
        with self._lock:
            found = self._known.get(account)
            if found is None:
                store = OwnedStore(self._store, account) if account else self._store
                lab = Lab(self._labs)
                self._labs.append(lab)
                found = self._known[account] = House(store, self._lookers, Seats(store), self._reviews, lab)
            self._known.move_to_end(account)
            while len(self._known) > MOST_HOUSES and not (gone := next(iter(self._known.values()))).lab.is_running:
                self._known.popitem(last=False)
                self._labs.remove(gone.lab)
            return found


def house_of(request: Request) -> House:
    """The house that this request came to: whoever is signed in has one's own."""
    houses: Houses = request.app.state.houses
    return houses.of(request.state.visitor.account)
