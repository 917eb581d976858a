"""Players of Solitario at their tables: what a page needs between two requests, beside what the journal holds.

    request ──► the seat of this game ──► has the journal grown elsewhere? then the game is read again
                      └─ cursor, held cards, an open question, the clock, the last sentences

The journal is the truth: a seat that is lost with the server costs a cursor and a question, never a move. A page that
is looked at says so every few seconds; time in which nobody looked is no time of play.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

from kernelkit.spoken import LANGUAGES
from mazzo.bootstrap import solitario_games
from mazzo.errors import StorageError, StreamMovedError
from mazzo.hosts.solitario import STREAM_PREFIX, KeptGames, monotonic_ms
from mazzo.hosts.steady_clock import LONGEST_STEP_MS, SteadyClock
from mazzo.storage.store import EventStore
from mazzo.words.solitario import not_written
from solitario.application.controller import GameplayController
from solitario.application.cursor import Cursor
from solitario.application.engine import GameEngine
from solitario.application.messages import Message, alert
from solitario.domain.moves import Place
from solitario.domain.scoring_service import EndReason
from solitario.domain.settings import GameSettings

GAME = re.compile(r"[0-9a-f]{32}", re.ASCII)
LOCKS = 64
MOST_SEATS = 200
"""So many tables are remembered; the one that was not looked at for longest goes."""
UNWATCHED_STEP_MS = 300_000
"""The longest thought that counts as play at a page without scripts, which never says that it is looked at."""
Doing = Callable[[GameplayController], list[Message]]


@dataclass(slots=True)
class WebSeat:
    """One game as its pages see it; ``told`` is what was said last, ``went_on`` that somebody played elsewhere."""

    games: KeptGames
    clock: SteadyClock
    controller: GameplayController
    told: list[Message] = field(default_factory=list)
    went_on: bool = False

    @property
    def engine(self) -> GameEngine:
        """The game on the table."""
        return self.controller.engine

    @property
    def game_id(self) -> str:
        """The id of the game on the table: another one after it was dealt again."""
        return self.games.id_of(self.engine)

    def look_at(self, at: str) -> None:
        """Put the cursor where the page has it: a place, and in a pile the stop on it."""
        place, _, stop = at.partition(":")
        cursor = Cursor(Place.parse(place), int(stop)) if stop else Cursor.on(Place.parse(place), self.engine.table)
        self.controller.seat.cursor = cursor.kept_on(self.engine.table)

    def do(self, doing: Doing) -> list[Message]:
        """What is said to an action; one that cannot be written down has not happened, and that is said."""
        self.engine.clock.go("away")
        try:
            self.told = doing(self.controller) or self.told
        except StorageError as error:
            if isinstance(error, StreamMovedError):
                raise
            self.told = [alert("trouble", **{each: not_written(error, each) for each in LANGUAGES})]
        return self.told

    def beat(self, *, is_away: bool) -> list[Message]:
        """The page is still looked at, or no longer; what there is to say although nobody asked."""
        self.clock.expect(LONGEST_STEP_MS)
        if is_away:
            self.engine.clock.stop("away")
            self.engine.save_clock()
            return []
        self.engine.clock.go("away")
        said = self.controller.idle()
        self.told = said or self.told
        return said


class Seats:
    """The seats of a server, by the id of their game; whoever sits at one has it alone."""

    def __init__(self, store: EventStore) -> None:
        self._store, self._lock = store, Lock()
        self._locks = [Lock() for _number in range(LOCKS)]
        self._seats: OrderedDict[str, tuple[WebSeat, int]] = OrderedDict()

    def games(self, clock: Callable[[], int] = monotonic_ms) -> KeptGames:
        """The kept games, for a question that needs no seat."""
        return solitario_games(self._store, clock)[0]

    @contextmanager
    def at(self, game_id: str) -> Iterator[WebSeat | None]:
        """The seat at this game, as the journal has it now; None for no such game. Afterwards it is remembered."""
        if not GAME.fullmatch(game_id):
            yield None
            return
        with self._locks[int(game_id[:8], 16) % LOCKS]:
            seat = self._found(game_id)
            try:
                yield seat
            except StreamMovedError:
                # Somebody wrote while this seat was used: it is not what the journal holds, and is read anew next time.
                with self._lock:
                    self._seats.pop(game_id, None)
                raise
            if seat is not None:
                self._keep(seat)

    def _found(self, game_id: str) -> WebSeat | None:
        with self._lock:
            found, known = self._seats.get(game_id, (None, 0))
        if found is not None and known == self._store.length(STREAM_PREFIX + game_id):
            found.went_on = False
            return found
        seat = self._opened(game_id)
        if seat is not None and found is not None:
            seat.told, seat.went_on = found.told, True
        return seat

    def _opened(self, game_id: str) -> WebSeat | None:
        clock = SteadyClock(monotonic_ms, UNWATCHED_STEP_MS)
        games, told = solitario_games(self._store, clock)
        engine = games.opened(game_id)
        if engine is None:
            return None
        stored, more = games.stored()
        controller = GameplayController(games, engine, stored.preferences, "keys")
        return WebSeat(games, clock, controller, [*told, *more, *controller.greeting(is_resumed=engine.move_count > 0)])

    def _keep(self, seat: WebSeat) -> None:
        game_id = seat.game_id
        length = self._store.length(STREAM_PREFIX + game_id)
        with self._lock:
            self._seats[game_id] = (seat, length)
            self._seats.move_to_end(game_id)
            while len(self._seats) > MOST_SEATS:
                self._seats.popitem(last=False)

    def deal(self, settings: GameSettings, number: int | None, *, gives_up: bool) -> str:
        """Begin another game; its id. The one that has no end is kept for later, or given up with its score."""
        games = self.games()
        running, _told = games.unfinished()
        if running is not None and (gives_up or not running.scorer.log):
            games.give_up(running, EndReason.ABANDON_NEW_GAME)
        return games.id_of(games.start(settings, number))
