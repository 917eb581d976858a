"""A code that lets one device of the network in: shown where the server runs, typed where the table is wanted."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from threading import Lock

from mazzo.web.sessions import DEVICE_DAYS, Sessions
from mazzo.web.tries import Allowance

DIGITS = 8
TRIES_EACH, TRY_SECONDS = 5, 12.0
"""A device has five tries, and one more every twelve seconds."""
TRIES_OF_A_CODE = 50
"""After so many wrong ones, by whomever, the code is another one."""
Told = Callable[[str, str | None], None]
"""Hears the code that counts now, and the device that the last one has let in, if it was used."""


class TooManyTriesError(Exception):
    """Somebody guesses."""


class Pairing:
    """The code of this moment; it counts once."""

    def __init__(self, sessions: Sessions, told: Told) -> None:
        self._sessions, self._told, self._lock = sessions, told, Lock()
        self._tries = Allowance(TRIES_EACH, TRY_SECONDS)
        self._wrong, self._code = 0, _fresh()

    @property
    def code(self) -> str:
        """The code that lets the next device in."""
        return self._code

    def pair(self, typed: str, visitor: str, called: str) -> str | None:
        """The number of the new device's session; None for a wrong code, TooManyTriesError for one too many."""
        if not self._tries.take(visitor):
            raise TooManyTriesError
        digits = "".join(sign for sign in typed if sign.isascii() and sign.isdigit())
        with self._lock:
            is_right = secrets.compare_digest(digits, self._code)
            self._wrong = 0 if is_right else self._wrong + 1
            if not is_right and self._wrong < TRIES_OF_A_CODE:
                return None
            self._wrong, self._code = 0, _fresh()
        token = self._sessions.begin(called, DEVICE_DAYS) if is_right else None
        self._told(self._code, called if is_right else None)
        return token


def _fresh() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def in_groups(code: str) -> str:
    """The code as it is read and typed: four digits, then four."""
    return f"{code[:4]} {code[4:]}"
