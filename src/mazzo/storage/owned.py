"""The part of a store that belongs to one account: every question and every entry names it.

A stream of an account is called ``u/ACCOUNT/`` and then as it is called at a table of one's own. The name is put before
every question right above the tables, whatever asked it: there is no check that a new question could forget.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager

from mazzo.storage.events import Head, NewEntry, StoredEvent
from mazzo.storage.store import EventStore, Moment, Tables, Writing


class OwnedTables:
    """The tables as one account sees them."""

    def __init__(self, whole: Tables, prefix: str) -> None:
        self._whole, self._prefix = whole, prefix

    def names(self, prefix: str) -> list[str]:
        """The account's streams that begin with ``prefix``, by their own names."""
        return [name.removeprefix(self._prefix) for name in self._whole.names(self._prefix + prefix)]

    def read(self, stream: str) -> tuple[Head, list[StoredEvent]]:
        """The head of the account's ``stream`` and its events."""
        return self._whole.read(self._prefix + stream)

    def length(self, stream: str) -> int:
        """How many events the account's ``stream`` has."""
        return self._whole.length(self._prefix + stream)

    def lengths(self, streams: Collection[str]) -> dict[str, int]:
        """How many events each of the account's ``streams`` has."""
        found = self._whole.lengths([self._prefix + stream for stream in streams])
        return {name.removeprefix(self._prefix): length for name, length in found.items()}

    def add(self, stream: str, entries: Sequence[NewEntry], known_length: int | None) -> int:
        """Write the next events of the account's ``stream``."""
        return self._whole.add(self._prefix + stream, entries, known_length)

    def one_moment(self) -> AbstractContextManager[Moment]:
        """Not from here: it would show what belongs to others."""
        raise PermissionError(self._prefix)

    def alone(self) -> AbstractContextManager[Writing]:
        """Not from here: it would change what belongs to others."""
        raise PermissionError(self._prefix)

    def close(self) -> None:
        """The store of all stays open."""


class OwnedStore(EventStore):
    """One account's streams in a store of many."""

    def __init__(self, whole: EventStore, account: str) -> None:
        self._prefix = f"u/{account}/"
        super().__init__(OwnedTables(whole.tables, self._prefix), whole.name, whole.path, whole.salvaged)

    def full_name(self, stream: str) -> str:
        """What the stream is called in the store of all."""
        return self._prefix + stream
