"""The tables of a journal in a file, asked through Python's own SQLite.

A server is asked through SQLAlchemy (``server_tables``), which takes half a second to import: a game in a file begins
without it. The statements are the same; every test of the store that runs on both says so.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from mazzo.storage.events import EVENT_COLUMNS, Head, NewEntry, StoredEvent, genesis, next_after
from mazzo.storage.migrating import refusing_rule
from mazzo.storage.sqlite import connect

_HEAD = "SELECT length, head_hash FROM streams WHERE stream = ?"
_LENGTHS = "SELECT stream, length FROM streams WHERE stream IN ({marks})"
_EVENTS_OF = f"SELECT {EVENT_COLUMNS} FROM events WHERE stream = ? ORDER BY number"
_HEADS = "SELECT stream, length, head_hash FROM streams ORDER BY opened"
_NAMES = "SELECT stream FROM streams WHERE substr(stream, 1, ?) = ? ORDER BY opened"
_BEGIN = (
    "INSERT INTO streams (stream, opened, length, head_hash) SELECT ?, coalesce(max(opened), 0) + 1, ?, ? FROM streams"
)
_ADVANCE = "UPDATE streams SET length = ?, head_hash = ? WHERE stream = ?"
_ADD = f"INSERT INTO events ({EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"


class FileTables:
    """The tables of an existing file; any number of threads may ask, each with a connection of its own meanwhile."""

    def __init__(self, path: Path, busy_seconds: float, mode: str = "rw") -> None:
        self._path = path
        self._busy_seconds = busy_seconds
        self._mode = mode
        self._idle: deque[sqlite3.Connection] = deque()
        self._is_closed = False

    def names(self, prefix: str) -> list[str]:
        """The names of the streams that begin with ``prefix``, oldest stream first."""
        with self._transaction("BEGIN") as connection:
            return [name for (name,) in connection.execute(_NAMES, (len(prefix), prefix))]

    def read(self, stream: str) -> tuple[Head, list[StoredEvent]]:
        """The head of ``stream`` and its events in order, as they lie there."""
        with self._transaction("BEGIN") as connection:
            return _head(connection, stream), [*map(StoredEvent._make, connection.execute(_EVENTS_OF, (stream,)))]

    def length(self, stream: str) -> int:
        """How many events ``stream`` has; 0 before the first."""
        with self._transaction("BEGIN") as connection:
            return _head(connection, stream).length

    def lengths(self, streams: Collection[str]) -> dict[str, int]:
        """How many events each of the ``streams`` has that has begun."""
        marks = ", ".join("?" * len(streams))
        with self._transaction("BEGIN") as connection:
            return dict(connection.execute(_LENGTHS.format(marks=marks), tuple(streams)).fetchall())

    def add(self, stream: str, entries: Sequence[NewEntry], known_length: int | None) -> int:
        """Write the next events of ``stream`` as the only writer, durable when this returns; the last one's number."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            events = next_after(_head(connection, stream), stream, entries, known_length)
            FileMoment(connection).write(events)
        return events[-1].number

    @contextmanager
    def one_moment(self) -> Iterator[FileMoment]:
        """Everything as it is now, whatever is written meanwhile."""
        with self._transaction("BEGIN") as connection:
            yield FileMoment(connection)

    @contextmanager
    def alone(self) -> Iterator[FileMoment]:
        """Everything, to be changed by this writer only: all that is written inside counts, or nothing."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield FileMoment(connection)

    def close(self) -> None:
        """Let the file go; a connection in use is closed when its thread has its answer."""
        self._is_closed = True
        while self._idle:
            self._idle.pop().close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        """A connection inside a transaction, which counts whole or not at all."""
        connection = self._taken()
        try:
            connection.execute(begin)
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            self._rolled_back(connection)
            raise
        self._given_back(connection)

    def _taken(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return connect(self._path, self._busy_seconds, self._mode)

    def _given_back(self, connection: sqlite3.Connection) -> None:
        if self._is_closed:
            connection.close()
        else:
            self._idle.append(connection)

    def _rolled_back(self, connection: sqlite3.Connection) -> None:
        """Undo what was begun; a connection that cannot even do that is closed."""
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            connection.close()
        else:
            self._given_back(connection)


class FileMoment:
    """All streams of a file within one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def heads(self) -> list[tuple[str, Head]]:
        """Every stream with where it ends, in the order in which they were begun."""
        return [(stream, Head(length, last)) for stream, length, last in self._connection.execute(_HEADS)]

    def events(self, stream: str) -> Iterable[StoredEvent]:
        """The events of ``stream`` in order, as they lie there."""
        return map(StoredEvent._make, self._connection.execute(_EVENTS_OF, (stream,)))

    def write(self, events: Sequence[StoredEvent]) -> None:
        """Put the next events of one stream behind those it has."""
        first, last = events[0], events[-1]
        if first.number == 1:
            self._connection.execute(_BEGIN, (last.stream, last.number, last.hash))
        else:
            self._connection.execute(_ADVANCE, (last.number, last.hash, last.stream))
        self._connection.executemany(_ADD, events)

    def clear(self) -> None:
        """Take everything away; overwritten too, so that no salvage brings back what was replaced."""
        self._connection.execute("PRAGMA secure_delete=ON")
        self._connection.execute("DROP TRIGGER IF EXISTS events_refuse_delete")
        self._connection.execute("DELETE FROM events")
        self._connection.execute("DELETE FROM streams")
        self._connection.execute(refusing_rule("DELETE"))


def _head(connection: sqlite3.Connection, stream: str) -> Head:
    row = connection.execute(_HEAD, (stream,)).fetchone()
    return Head(0, genesis(stream)) if row is None else Head(*row)
