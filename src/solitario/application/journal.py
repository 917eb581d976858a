"""A journal that is kept in memory; ``kernelkit.journal`` says what any journal promises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


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
