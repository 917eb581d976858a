"""Where a game writes what happens as it happens; whoever stores it implements this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
