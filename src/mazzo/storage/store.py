"""The store of all games: open it, list its streams, append to one, read one back."""

from __future__ import annotations

import errno
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

from kernelkit.durable import FileBusyError, exclusive
from kernelkit.files import PRIVATE_FILE, RefusedFileError, check_plain, close_to_others, detail_of
from kernelkit.spoken import sentence
from kernelkit.strict_json import InvalidJsonError
from mazzo.errors import (
    DamagedStoreError,
    ForeignStoreError,
    NewerStoreError,
    SpecialStoreError,
    StoreBusyError,
    StoreWriteError,
)
from mazzo.storage.checking import (
    BROKEN_CHAIN,
    CHECKED_ON_OPEN,
    CUT_LOG,
    STRUCTURE,
    UNREADABLE,
    Fault,
    cut_log,
    find_fault,
    stream_fault,
)
from mazzo.storage.events import Head, JournalEntry, StoredEvent, check_names, event_text
from mazzo.storage.file_tables import FileTables
from mazzo.storage.migrating import FIRST, HEAD, create_store, migrate
from mazzo.storage.sqlite import (
    APPLICATION_ID,
    READ_ERRORS,
    SALVAGED,
    SIDE_FILES,
    connect,
    is_damage,
    side_file,
    spoken_errors,
)

if TYPE_CHECKING:
    from mazzo.storage.salvage import Salvage

BUSY_SECONDS = 30.0
"""So long a write waits for others: a crowd of writers is slow, and none of them must be sent away."""


FORMAT = re.compile(r"[0-9]{4}", re.ASCII)
UNREPEATED = 0
"""What the header of a file says that was made before the number of its format was repeated there."""


class Tables(Protocol):
    """The two tables of a store, in a file or on a server; each call is one transaction."""

    def names(self, prefix: str) -> list[str]:
        """The names of the streams that begin with ``prefix``, oldest stream first."""

    def read(self, stream: str) -> tuple[Head, list[StoredEvent]]:
        """The head of ``stream`` and its events in order, as they lie there."""

    def length(self, stream: str) -> int:
        """How many events ``stream`` has."""

    def add(self, stream: str, kind: str, text: str, known_length: int | None) -> int:
        """Write the next event of ``stream``, durable when this returns; its number."""

    def close(self) -> None:
        """Let the file or the server go."""


class EventStore:
    """All streams of one file or database server. ``salvaged`` says what was kept when the file was damaged."""

    def __init__(self, tables: Tables, name: str, path: Path | None = None, salvaged: Salvage | None = None) -> None:
        self.name = name
        self.path = path
        self.salvaged = salvaged
        self._tables = tables
        self._identity = _identity(path)

    @classmethod
    def open(cls, place: Path | str, busy_seconds: float = BUSY_SECONDS, checked: int = CHECKED_ON_OPEN) -> Self:
        """The store at ``place``, a file or the URL of a database server.

        A file is created, checked, salvaged or migrated as needed; a server looks after itself and is only migrated.
        StoreBusyError, NewerStoreError, ForeignStoreError and StoreWriteError leave the file as it is.
        """
        if isinstance(place, str) and "://" in place:
            return cls._open_server(place)
        path = Path(place)
        with spoken_errors(path.name):
            salvaged = _prepare(path, busy_seconds, checked)
        return cls(FileTables(path, busy_seconds), path.name, path, salvaged)

    @classmethod
    def _open_server(cls, url: str) -> Self:
        from mazzo.storage.server_tables import ServerTables

        tables = ServerTables.open(url)
        return cls(tables, tables.name)

    def journal(self, stream: str) -> SqlJournal:
        """The journal of ``stream``, which begins to exist with its first entry."""
        return SqlJournal(self, stream)

    def streams(self, prefix: str = "") -> list[str]:
        """The names that begin with ``prefix``, in the order in which the streams were begun."""
        with spoken_errors(self.name):
            return self._tables.names(prefix)

    def length(self, stream: str) -> int:
        """How many events ``stream`` has; 0 before the first."""
        with spoken_errors(self.name):
            return self._tables.length(stream)

    def close(self) -> None:
        """Let the file go; the store is not used any more."""
        self._tables.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, stream: str, kind: str, text: str, known_length: int | None) -> int:
        """Append one event, durable when this returns; its number. ``known_length`` is what the writer last saw."""
        self._check_in_place()
        with spoken_errors(self.name):
            return self._tables.add(stream, kind, text, known_length)

    def read(self, stream: str) -> list[StoredEvent]:
        """The events of ``stream``, its chain checked; DamagedStoreError when it is broken."""
        with spoken_errors(self.name):
            head, events = self._tables.read(stream)
        fault = stream_fault(stream, events, head)
        if fault is not None:
            raise DamagedStoreError(file=self.name, reason=fault.reason, stream=fault.stream, number=fault.number)
        return events

    def _check_in_place(self) -> None:
        """Refuse to write into a file that another process has put aside: nobody would find the event there."""
        if self._identity != _identity(self.path):
            raise StoreWriteError(file=self.name, reason=sentence("it was moved away while it was open"))


class SqlJournal:
    """One stream of a store, for one writer: it notices when somebody else has continued the stream."""

    def __init__(self, store: EventStore, stream: str) -> None:
        check_names(stream)
        self._store = store
        self._stream = stream
        self._length: int | None = None

    def append(self, kind: str, data: Mapping[str, Any]) -> int:
        """Add an event, durable when this returns; its number.

        StreamMovedError when the stream has grown since this journal last read or wrote it.
        """
        text = event_text(self._stream, kind, data)
        self._length = self._store.add(self._stream, kind, text, self._length)
        return self._length

    def entries(self) -> list[JournalEntry]:
        """All entries in order, none for a stream that has not begun."""
        events = self._store.read(self._stream)
        self._length = len(events)
        return [self._entry(event) for event in events]

    def _entry(self, event: StoredEvent) -> JournalEntry:
        """The event as its reader sees it; DamagedStoreError when a stranger wrote something unreadable."""
        try:
            return event.entry()
        except InvalidJsonError as error:
            raise DamagedStoreError(
                file=self._store.name, reason=BROKEN_CHAIN, stream=event.stream, number=event.number
            ) from error


def _identity(path: Path | None) -> tuple[int, int] | None:
    """Which file lies at ``path`` right now, whatever its name; None for a server or a name nothing bears."""
    if path is None or not path.exists():
        return None
    status = path.stat()
    return status.st_dev, status.st_ino


def _prepare(path: Path, busy_seconds: float, checked: int) -> Salvage | None:
    """Make ``path`` a sound store of today's format; what was kept when it had to be salvaged."""
    try:
        _check_files(path)
        finished = None
        if not path.exists():
            with exclusive(path, busy_seconds):
                finished = _finished_salvage(path)
                if not path.exists():
                    create_store(path)
        close_to_others(path, PRIVATE_FILE)
        seen, is_cut = _identity(path), cut_log(path)
        found = CUT_LOG if is_cut else _inspect(path, busy_seconds, checked)
        if found == HEAD:
            return finished
        with exclusive(path, busy_seconds):
            # A cut shows only before the file is opened; it is still there if the file is the same.
            return _put_right(path, busy_seconds, checked, is_cut=is_cut and seen == _identity(path)) or finished
    except FileBusyError as error:
        raise StoreBusyError(file=path.name) from error
    except OSError as error:
        raise _unwritable(path, error) from error


def _finished_salvage(path: Path) -> Salvage | None:
    """What a crash has left to do; almost always nothing, and then nothing is imported."""
    if not side_file(path, SALVAGED).exists():
        return None
    from mazzo.storage.salvage import finish_salvage

    return finish_salvage(path)


def _check_files(path: Path) -> None:
    """SpecialStoreError when a pipe, a device or a link stands where a file of the store should be."""
    for file in (path, *(side_file(path, ending) for ending in (*SIDE_FILES, SALVAGED))):
        try:
            check_plain(file)
        except (RefusedFileError, IsADirectoryError) as error:
            raise SpecialStoreError(file=file.name, detail=detail_of(error)) from error


def _put_right(path: Path, busy_seconds: float, checked: int, *, is_cut: bool) -> Salvage | None:
    """Salvage or migrate, with the lock held and after looking again: another process may have done it."""
    found = CUT_LOG if is_cut else _inspect(path, busy_seconds, checked)
    salvaged = None
    if isinstance(found, Fault):
        from mazzo.storage.salvage import salvage

        salvaged = salvage(path, found)
    elif found != HEAD:
        migrate(path, busy_seconds)
    return salvaged


def _unwritable(path: Path, error: OSError) -> StoreWriteError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return StoreWriteError(file=path.name, reason=sentence("the disk is full"))
    return StoreWriteError(file=path.name, reason=sentence("the disk refused: {detail}"), detail=detail_of(error))


def _inspect(path: Path, busy_seconds: float, checked: int) -> str | Fault:
    """The format of a sound file, or its fault.

    Read-only: a writer that leaves would clear the log away, and with it what a fault in the log can be seen by.
    """
    try:
        with closing(connect(path, busy_seconds, mode="ro")) as connection:
            revision = _revision(path.name, connection)
            if isinstance(revision, Fault):
                return revision
            return find_fault(path, connection, checked) or revision
    except READ_ERRORS as error:
        if is_damage(error):
            return UNREADABLE
        raise


def _revision(name: str, connection: sqlite3.Connection) -> str | Fault:
    """The format number in the file; a Fault when it has none, NewerStoreError and ForeignStoreError as they say."""
    tables = {table for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    if tables and application_id != APPLICATION_ID and not {"events", "streams"} <= tables:
        raise ForeignStoreError(file=name)
    if "alembic_version" not in tables:
        return STRUCTURE
    rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    if len(rows) != 1 or not (isinstance(rows[0][0], str) and FORMAT.fullmatch(rows[0][0])):
        return STRUCTURE
    revision: str = rows[0][0]
    (repeated,) = connection.execute("PRAGMA user_version").fetchone()
    if FIRST <= revision <= HEAD and repeated in (UNREPEATED, int(revision)):
        return revision
    if revision > HEAD and repeated == int(revision):
        raise NewerStoreError(file=name, found=revision, known=HEAD)
    return STRUCTURE
