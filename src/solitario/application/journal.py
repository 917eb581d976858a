"""Where a game writes every action as it happens; whoever stores it implements this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol


class Entry(Protocol):
    """One stored action: its number from 1, its kind, its facts as plain JSON values."""

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


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    """An entry of a journal that is kept in memory."""

    number: int
    kind: str
    data: Mapping[str, Any]


class MemoryJournal:
    """A journal for games that need not outlive the program: scripts, trials, tests."""

    def __init__(self, entries: Iterable[MemoryEntry] = ()) -> None:
        self._entries = list(entries)

    def append(self, kind: str, data: Mapping[str, Any]) -> int:
        """The number of the new entry."""
        self._entries.append(MemoryEntry(len(self._entries) + 1, kind, dict(data)))
        return len(self._entries)

    def entries(self) -> list[MemoryEntry]:
        """Every entry in order."""
        return list(self._entries)
