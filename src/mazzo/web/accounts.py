"""People of a shared table: invited by whoever runs it, with a password of their own that is kept as an argon2 hash.

    mazzo accounts invite NAME ──► a code, for a week ──► the person chooses a password with it ──► signs in

Nobody but the person ever knows the password; whoever forgot it is invited again under the same name.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

from kernelkit.journal import Store
from kernelkit.spoken import sentence
from mazzo.errors import MazzoError
from mazzo.web.sessions import DAY, mark_of

if TYPE_CHECKING:
    from argon2 import PasswordHasher

STREAM = "web/accounts"
INVITED_DAYS = 7
SHORTEST_PASSWORD, LONGEST_PASSWORD, LONGEST_NAME = 10, 200, 40
AT_ONCE = BoundedSemaphore(2)
"""A hash takes 64 MB on purpose: so many are made at once."""


class AccountNameError(MazzoError):
    """A name that cannot be one."""

    template = sentence("a name has from 1 to {most} letters, digits, spaces or - _ .")


class NoAccountError(MazzoError):
    """Nobody is called so."""

    template = sentence("no account is called {name!r}")
    remedy = sentence("Type mazzo accounts list: it names them all")


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody: ``password`` is a hash, empty before one was chosen; ``invitation`` the hash of a code."""

    id: str
    name: str
    password: str = ""
    invitation: str = ""
    invited_until: float = 0.0
    is_open: bool = True


class Accounts:
    """Everybody of a store."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store, self._now = store, now

    def every(self) -> list[Account]:
        """All accounts that are open, by name."""
        return sorted((one for one in self._read().values() if one.is_open), key=lambda one: one.name.casefold())

    def is_open(self, account_id: str) -> bool:
        """Whether there is such an account."""
        found = self._read().get(account_id)
        return found is not None and found.is_open

    def named(self, name: str) -> Account | None:
        """The open account called so."""
        wanted = " ".join(name.split()).casefold()
        return next((one for one in self.every() if one.name.casefold() == wanted), None)

    def invite(self, name: str) -> str:
        """A code by which a password can be chosen under this name, new or known; AccountNameError for no name."""
        known, plain = self.named(name), " ".join(name.split())
        if not 0 < len(plain) <= LONGEST_NAME or not all(sign.isalnum() or sign in " -_." for sign in plain):
            raise AccountNameError(most=LONGEST_NAME)
        code = f"{secrets.randbelow(10**12):012}"
        facts = {
            "id": secrets.token_hex(6) if known is None else known.id,
            "name": plain if known is None else known.name,
            "code": mark_of(code),
            "until": self._now() + INVITED_DAYS * DAY,
        }
        self._store.journal(STREAM).append("invited", facts)
        return code

    def join(self, name: str, code: str, password: str) -> Account | None:
        """The account, with this password from now on; None where name and code are no invitation."""
        digits = "".join(sign for sign in code if sign.isascii() and sign.isdigit())
        found = self.named(name)
        if found is None or not found.invitation or found.invited_until < self._now():
            return None
        if not secrets.compare_digest(mark_of(digits), found.invitation):
            return None
        with AT_ONCE:
            hashed = _hasher().hash(password)
        self._store.journal(STREAM).append("joined", {"id": found.id, "password": hashed})
        return found

    def signed_in(self, name: str, password: str) -> Account | None:
        """The account of a name and its password; None where they do not belong together."""
        found = self.named(name)
        kept = found.password if found is not None and found.password else _of_nobody()
        with AT_ONCE:
            return found if _belongs(password, kept) else None

    def close(self, name: str) -> Account:
        """End an account; its games are kept. NoAccountError where there is none."""
        found = self.named(name)
        if found is None:
            raise NoAccountError(name=name[:LONGEST_NAME])
        self._store.journal(STREAM).append("closed", {"id": found.id})
        return found

    def _read(self) -> dict[str, Account]:
        known: dict[str, Account] = {}
        for entry in self._store.journal(STREAM).entries():
            facts = entry.data
            before = known.get(facts["id"]) or Account(facts["id"], facts.get("name", ""))
            if entry.kind == "invited":
                before = replace(before, invitation=facts["code"], invited_until=facts["until"])
            elif entry.kind == "joined":
                before = replace(before, password=facts["password"], invitation="")
            else:
                before = replace(before, is_open=False)
            known[before.id] = before
        return known


@cache
def _hasher() -> PasswordHasher:
    """Imported when the first password is: a table without accounts needs none of it."""
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def _of_nobody() -> str:
    """Compared with where there is no such name, so that nobody learns by the time it takes which names there are."""
    return _hasher().hash(secrets.token_hex(16))


def _belongs(password: str, kept: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return _hasher().verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False
