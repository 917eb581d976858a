"""The manners of SQLite: how a file is opened, which of its errors is which of ours, where its parts lie.

Writers begin with BEGIN IMMEDIATE, so that nobody is refused half-way; a commit returns when the disk has it
(synchronous FULL in the write-ahead log).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kernelkit.spoken import sentence
from mazzo.errors import DamagedStoreError, StorageError, StoreBusyError, StoreWriteError

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

APPLICATION_ID = 0x4D617A7A
""""Mazz" in the header of our files."""

SIDE_FILES = ("-wal", "-shm")
"""What lies beside a database while it is open, or after a crash; the first holds acknowledged writes."""

SALVAGED = ".salvaged"
"""What the name of a store ends in that is about to replace a damaged one."""

READ_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged file may raise; the second when SQLite complains in words it read from the file."""

IMMEDIATE = "mazzo_immediate"
ALONE = "ro&immutable=1"
"""A mode of opening: the file as it lies there, whatever a log beside it says."""


def connect(path: Path, busy_seconds: float, mode: str = "rw") -> sqlite3.Connection:
    """A plain connection to an existing file; ``mode`` is ``rw``, ``ro`` or ALONE, none creates one."""
    address = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(address, uri=True, timeout=busy_seconds, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA trusted_schema=OFF")  # a file may hold anything, also functions in its tables
        connection.execute("PRAGMA cell_size_check=ON")
    except READ_ERRORS:
        connection.close()
        raise
    return connection


def engine_for(path: Path, busy_seconds: float) -> Engine:
    """SQLAlchemy's engine for an existing file; a connection with the option ``IMMEDIATE`` begins as a writer."""
    from sqlalchemy import QueuePool, create_engine, event

    engine = create_engine("sqlite://", creator=lambda: connect(path, busy_seconds), poolclass=QueuePool)
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    immediate = connection.get_execution_options().get(IMMEDIATE, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def side_file(path: Path, ending: str) -> Path:
    """The file beside ``path`` that SQLite names with ``ending``."""
    return path.with_name(path.name + ending)


def is_damage(error: Exception) -> bool:
    """Whether ``error`` says that the content of the file is wrong, and not that it is busy or cannot be reached."""
    return not isinstance(error, sqlite3.Error) or _primary_code(error) not in _OUTSIDE


@contextmanager
def spoken_errors(file: str) -> Iterator[None]:
    """Turn what SQLite raises inside into the StorageError that says it in words."""
    try:
        yield
    except READ_ERRORS as error:
        raise spoken_error(error, file) from error


@contextmanager
def bare_errors() -> Iterator[None]:
    """Give SQLite's own error where SQLAlchemy has put one into an error of its own."""
    from sqlalchemy.exc import DBAPIError

    try:
        yield
    except DBAPIError as error:
        if not isinstance(error.orig, sqlite3.Error):
            raise
        raise error.orig from error


def spoken_error(error: Exception, file: str) -> StorageError:
    """The StorageError for ``error`` on ``file``."""
    code = _primary_code(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusyError(file=file)
    if code == sqlite3.SQLITE_FULL:
        return StoreWriteError(file=file, reason=sentence("the disk is full"))
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        closed = sentence("its folder cannot be written, {detail}; open it, or choose another with MAZZO_HOME")
        return StoreWriteError(file=file, reason=closed, detail=str(error))
    if code in _OUTSIDE:
        return StoreWriteError(file=file, reason=sentence("the disk refused: {detail}"), detail=str(error))
    return DamagedStoreError(file=file, reason=sentence("the database says: {detail}"), detail=str(error))


_OUTSIDE = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_INTERRUPT,
    }
)


def _primary_code(error: Exception) -> int:
    """SQLite's own number for the error, without the detail in its upper bits; 0 when Python itself raised it."""
    code: Any = getattr(error, "sqlite_errorcode", 0)
    return int(code or 0) & 0xFF
