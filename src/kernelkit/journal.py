"""Where a game writes what happens as it happens; whoever stores it implements this. In memory it is done here."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Entry(Protocol):
    """One stored entry: its number from 1, its kind, its facts as plain JSON values."""

    @property
    def number(self) -> int:
        """The entry's place, from 1."""

    @property
    def kind(self) -> str:
        """What happened."""

    @property
    def data(self) -> Mapping[str, Any]:
        """The facts."""


class Journal(Protocol):
    """An append-only record of one game."""

    def append(self, kind: str, data: Mapping[str, Any]) -> int:
        """The number of the new entry, durable by the time it is given back."""

    def entries(self) -> Iterable[Entry]:
        """Every entry in order."""


class MovedError(Exception):
    """Somebody else has continued a stream since it was last read here."""


class Ledger(Journal, Protocol):
    """A journal to which several entries are added at once."""

    def extend(self, entries: Sequence[tuple[str, Mapping[str, Any]]]) -> int:
        """Add entries, each a kind with its facts, all or none; the number of the last.

        MovedError when the stream has grown since it was last read here.
        """


class Store(Protocol):
    """Where streams are kept, one journal each."""

    def journal(self, stream: str) -> Ledger:
        """The journal of a stream, which begins to exist with its first entry."""

    def streams(self, prefix: str = "") -> list[str]:
        """The names that begin with ``prefix``, in the order in which the streams were begun."""


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    """An entry of a journal that is kept in memory."""

    number: int
    kind: str
    data: Mapping[str, Any]


class MemoryJournal:
    """A journal for what need not outlive the program: scripts, trials, tests."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries = [MemoryEntry(entry.number, entry.kind, entry.data) for entry in entries]
        self._seen: int | None = None

    def beside(self) -> MemoryJournal:
        """The same entries in another window."""
        window = MemoryJournal()
        window._entries = self._entries
        return window

    def append(self, kind: str, data: Mapping[str, Any]) -> int:
        """The number of the new entry; what is kept is what a file would give back."""
        self._entries.append(MemoryEntry(len(self._entries) + 1, kind, _copied(data)))
        return len(self._entries)

    def extend(self, entries: Sequence[tuple[str, Mapping[str, Any]]]) -> int:
        """Add entries, all or none; the number of the last. MovedError when another window has since added some."""
        if self._seen not in (None, len(self._entries)):
            raise MovedError
        copied = [(kind, _copied(data)) for kind, data in entries]
        for kind, data in copied:
            self.append(kind, data)
        self._seen = len(self._entries)
        return self._seen

    def entries(self) -> list[MemoryEntry]:
        """Every entry in order, as copies that may be changed."""
        self._seen = len(self._entries)
        return [MemoryEntry(entry.number, entry.kind, _copied(entry.data)) for entry in self._entries]


def _copied(data: Mapping[str, Any]) -> Any:
    return json.loads(json.dumps(dict(data), allow_nan=False))


class MemoryStore:
    """A store in memory: a script must never touch the game that is on the table."""

    def __init__(self) -> None:
        self._journals: dict[str, MemoryJournal] = {}

    def journal(self, stream: str) -> MemoryJournal:
        """The journal of a stream."""
        return self._journals.setdefault(stream, MemoryJournal()).beside()

    def streams(self, prefix: str = "") -> list[str]:
        """The names that begin with ``prefix`` and have entries, in the order in which they were asked for first."""
        return [name for name, journal in self._journals.items() if name.startswith(prefix) and journal.entries()]
