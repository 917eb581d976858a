"""A value that is kept as its changes: one stream of a journal, summed up whenever the value is asked for.

    value     entries of the stream ──► summed ──► the value
    change    the value ──► what should change ──► appended, all of it or nothing
                 ▲                                    │
                 └── somebody else came first: look again

Two who change at once lose nothing: the second decides anew, on what the first left. What a file held before there was
a stream becomes the beginning of the stream, in the same write as the first change; until then the file is the value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from kernelkit.journal import MovedError, Store

T = TypeVar("T")
TAKEN_OVER = "taken_over"
"""The kind of the entry that says which file a stream began with; it changes nothing by itself."""
MOST_TRIES = 1000
"""Whoever comes second so often meets a store that never stands still."""


class Change(NamedTuple):
    """One entry of the stream, or one to be."""

    kind: str
    data: Mapping[str, Any]


class KeptValue(Generic[T]):
    """The value of ``stream``; ``before`` gives what a file held until now, and raises where it cannot be read."""

    def __init__(
        self,
        store: Store,
        stream: str,
        summed: Callable[[Iterable[Change]], T],
        before: Callable[[], Sequence[Change]] = tuple,
    ) -> None:
        self._store, self._stream = store, stream
        self._summed, self._before = summed, before

    def value(self) -> T:
        """What all changes so far make."""
        return self._summed(self._changes() or self._before())

    def change(self, decide: Callable[[T], Sequence[Change]]) -> T:
        """Keep what ``decide`` wants changed, durable when this returns; the value then.

        It is asked again when somebody else changed the value meanwhile. Where it wants nothing, nothing is written.
        """
        for _attempt in range(MOST_TRIES):
            journal = self._store.journal(self._stream)
            found = [Change(entry.kind, entry.data) for entry in journal.entries()]
            begun = () if found else tuple(self._before())
            changes = decide(self._summed([*found, *begun]))
            try:
                if changes:
                    journal.extend([*begun, *changes])
            except MovedError:
                continue
            return self._summed([*found, *begun, *changes])
        raise MovedError(self._stream)

    def take_over(self) -> bool:
        """Begin the stream with what the file holds; False where it has begun, or there is nothing."""
        journal = self._store.journal(self._stream)
        begun = () if list(journal.entries()) else self._before()
        try:
            if begun:
                journal.extend(begun)
        except MovedError:
            return False
        return bool(begun)

    def _changes(self) -> list[Change]:
        return [Change(entry.kind, entry.data) for entry in self._store.journal(self._stream).entries()]
