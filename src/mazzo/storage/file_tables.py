"""The tables of a journal in a file, asked through Python's own SQLite.

A server is asked through SQLAlchemy (``server_tables``), which takes half a second to import: a game in a file begins
without it. The statements are the same; every test of the store that runs on both says so.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mazzo.storage.events import EVENT_COLUMNS, Head, StoredEvent, genesis, next_after
from mazzo.storage.sqlite import connect

_HEAD = "SELECT length, head_hash FROM streams WHERE stream = ?"
_EVENTS_OF = f"SELECT {EVENT_COLUMNS} FROM events WHERE stream = ? ORDER BY number"
_NAMES = "SELECT stream FROM streams WHERE substr(stream, 1, ?) = ? ORDER BY opened"
_BEGIN = (
    "INSERT INTO streams (stream, opened, length, head_hash) SELECT ?, coalesce(max(opened), 0) + 1, ?, ? FROM streams"
)
_ADVANCE = "UPDATE streams SET length = ?, head_hash = ? WHERE stream = ?"
_ADD = f"INSERT INTO events ({EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"


class FileTables:
    """The tables of an existing file; any number of threads may ask, each with a connection of its own meanwhile."""

    def __init__(self, path: Path, busy_seconds: float) -> None:
        self._path = path
        self._busy_seconds = busy_seconds
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

    def add(self, stream: str, kind: str, text: str, known_length: int | None) -> int:
        """Write the next event of ``stream`` as the only writer, durable when this returns; its number."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            event = next_after(_head(connection, stream), stream, kind, text, known_length)
            if event.number == 1:
                connection.execute(_BEGIN, (stream, event.number, event.hash))
            else:
                connection.execute(_ADVANCE, (event.number, event.hash, stream))
            connection.execute(_ADD, event)
        return event.number

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
            return connect(self._path, self._busy_seconds)

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


def _head(connection: sqlite3.Connection, stream: str) -> Head:
    row = connection.execute(_HEAD, (stream,)).fetchone()
    return Head(0, genesis(stream)) if row is None else Head(*row)
