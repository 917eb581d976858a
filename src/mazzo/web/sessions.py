"""Who was let in: a random number in a cookie of the browser, and in the store only its hash.

What is kept can be read by whoever reads the store, and lets nobody in: a hash is no cookie. Two servers on one store
let in the same devices, and one that is sent away at one of them is sent away at both.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock

from starlette.requests import Request
from starlette.responses import Response

from mazzo.storage.store import EventStore

STREAM = "web/sessions"
COOKIE = "mazzo_session"
DAY = 24 * 3600
DEVICE_DAYS, ACCOUNT_DAYS = 365, 30
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Session:
    """One browser that was let in: the hash of its number, whose it is (nobody's at a table for all), until when."""

    mark: str
    who: str
    called: str
    begun: float
    until: float


class Sessions:
    """All sessions of a store, read again whenever the store has more of them."""

    def __init__(self, store: EventStore, now: Callable[[], float] = time.time) -> None:
        self._store, self._now, self._lock = store, now, Lock()
        self._length, self._known = 0, dict[str, Session]()

    def begin(self, called: str, days: int, who: str = "") -> str:
        """Let a browser in; its number, which is kept nowhere else."""
        token, at = secrets.token_urlsafe(32), self._now()
        facts = {
            "mark": mark_of(token),
            "who": who,
            "called": called[:LONGEST_NAME],
            "at": at,
            "until": at + days * DAY,
        }
        self._store.journal(STREAM).append("begun", facts)
        return token

    def found(self, token: str) -> Session | None:
        """The session of a number; None for one that nobody was given, that has run out or was ended."""
        session = self._read().get(mark_of(token))
        return session if session is not None and session.until > self._now() else None

    def of(self, who: str) -> list[Session]:
        """The sessions of somebody that have not run out, the last one first."""
        found = [one for one in self._read().values() if one.who == who and one.until > self._now()]
        return sorted(found, key=lambda one: -one.begun)

    def end(self, mark: str) -> None:
        """Send a browser away; one that is not there is none."""
        if mark in self._read():
            self._store.journal(STREAM).append("ended", {"mark": mark})

    def _read(self) -> dict[str, Session]:
        with self._lock:
            if self._store.length(STREAM) != self._length:
                entries = list(self._store.journal(STREAM).entries())
                known: dict[str, Session] = {}
                for entry in entries:
                    facts = entry.data
                    if entry.kind == "begun":
                        known[facts["mark"]] = Session(
                            facts["mark"], facts["who"], facts["called"], facts["at"], facts["until"]
                        )
                    else:
                        known.pop(facts["mark"], None)
                self._length, self._known = len(entries), known
            return self._known


def mark_of(token: str) -> str:
    """The hash of a number; it is random and long, so that a plain hash is enough."""
    return sha256(token.encode()).hexdigest()


def give_cookie(request: Request, answer: Response, token: str, days: int) -> Response:
    """Put the number into the browser, where no script reads it and no other site sends it."""
    answer.set_cookie(
        COOKIE,
        token,
        max_age=days * DAY,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return answer


SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")
BROWSERS = (("Firefox", "Firefox"), ("Edg", "Edge"), ("OPR", "Opera"), ("Chrome", "Chrome"), ("Safari", "Safari"))


def browser_name(agent: str) -> str:
    """What a browser calls itself, in two words that people know."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for name in SYSTEMS if name in agent), "")
    return ", ".join(part for part in (browser, system) if part)
