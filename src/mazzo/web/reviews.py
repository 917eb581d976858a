"""Reviews that were made or are being made: each once, by a worker, while the page says how far it is."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Lock, Thread

from kernelkit.spoken import SpokenError
from mazzo.web.jobs import ReviewAsked
from mazzo.web.looking import BusyError, Lookers
from qb_engine.records import GameFile, qbn_text
from qb_engine.review.report import Review

MOST_REVIEWS = 60
LOG = logging.getLogger("mazzo.web")


@dataclass(slots=True)
class Reviewing:
    """The review of a game, under way or made: ``done`` of ``of`` moves; ``error`` says why there is none."""

    game: GameFile
    begun: float = field(default_factory=time.monotonic)
    done: int = 0
    of: int = 0
    review: Review | None = None
    error: SpokenError | None = None
    is_busy: bool = False

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.review is not None or self.error is not None or self.is_busy

    @property
    def seconds_left(self) -> int | None:
        """About how long it still takes; None before the first move is done."""
        if not self.done:
            return None
        return round((time.monotonic() - self.begun) / self.done * (self.of - self.done))


def key_of(game: GameFile) -> str:
    """What the review of a game is known by."""
    return sha256(qbn_text(game).encode()).hexdigest()


class Reviews:
    """Every review of this server by its game, the oldest forgotten."""

    def __init__(self, lookers: Lookers) -> None:
        self._lookers, self._lock = lookers, Lock()
        self._made: OrderedDict[str, Reviewing] = OrderedDict()

    def of(self, game: GameFile) -> Reviewing:
        """The review of a game; one that nobody has asked for begins now."""
        key = key_of(game)
        with self._lock:
            found = self._made.get(key)
            if found is not None and not found.is_busy:
                return found
            found = self._made[key] = Reviewing(game)
            while len(self._made) > MOST_REVIEWS:
                self._made.popitem(last=False)
        Thread(target=self._make, args=(found, game), name="mazzo review", daemon=True).start()
        return found

    def found(self, key: str) -> Reviewing | None:
        """The review of this key; None where nobody has asked for it, or it was forgotten."""
        with self._lock:
            return self._made.get(key)

    def _make(self, one: Reviewing, game: GameFile) -> None:
        def tell(done: int, of: int) -> None:
            one.done, one.of = done, of

        try:
            one.review = self._lookers.do(ReviewAsked(game), tell)
        except SpokenError as error:
            one.error = error
        except (BusyError, EOFError):
            one.is_busy = True
        except Exception:
            one.is_busy = True
            LOG.exception("a review ended")
