"""The store of all games: open it, list its streams, append to one, read one back."""

from __future__ import annotations

import errno
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
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
from mazzo.storage.events import Head, JournalEntry, NewEntry, StoredEvent, check_names, event_text
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


class Moment(Protocol):
    """All streams of a store within one transaction."""

    def heads(self) -> list[tuple[str, Head]]:
        """Every stream with where it ends, in the order in which they were begun."""

    def events(self, stream: str) -> Iterable[StoredEvent]:
        """The events of ``stream`` in order, as they lie there."""


class Writing(Moment, Protocol):
    """The same for the only writer."""

    def write(self, events: Sequence[StoredEvent]) -> None:
        """Put the next events of one stream, at least one, behind those it has."""

    def clear(self) -> None:
        """Take everything away."""


class Tables(Protocol):
    """The two tables of a store, in a file or on a server; each call is one transaction."""

    def names(self, prefix: str) -> list[str]:
        """The names of the streams that begin with ``prefix``, oldest stream first."""

    def read(self, stream: str) -> tuple[Head, list[StoredEvent]]:
        """The head of ``stream`` and its events in order, as they lie there."""

    def length(self, stream: str) -> int:
        """How many events ``stream`` has."""

    def lengths(self, streams: Collection[str]) -> dict[str, int]:
        """How many events each of the ``streams`` has that has begun."""

    def add(self, stream: str, entries: Sequence[NewEntry], known_length: int | None) -> int:
        """Write the next events of ``stream``, at least one, durable when this returns; the last one's number."""

    def one_moment(self) -> AbstractContextManager[Moment]:
        """Everything as it is now, whatever is written meanwhile."""

    def alone(self) -> AbstractContextManager[Writing]:
        """Everything, to be changed by this writer only: all that is written inside counts, or nothing."""

    def close(self) -> None:
        """Let the file or the server go."""


class EventStore:
    """All streams of one file or database server. ``salvaged`` says what was kept when the file was damaged.

    ``taken_over`` names the files of earlier versions whose content is in it since it was opened.
    """

    def __init__(self, tables: Tables, name: str, path: Path | None = None, salvaged: Salvage | None = None) -> None:
        self.name = name
        self.path = path
        self.salvaged = salvaged
        self.taken_over: tuple[str, ...] = ()
        self.tables = tables
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
            return self.tables.names(prefix)

    def length(self, stream: str) -> int:
        """How many events ``stream`` has; 0 before the first."""
        with spoken_errors(self.name):
            return self.tables.length(stream)

    def full_name(self, stream: str) -> str:
        """What ``stream`` is called in the store of all; the same, unless only a part of it is seen from here."""
        return stream

    def lengths(self, streams: Collection[str]) -> dict[str, int]:
        """How many events each of the ``streams`` has that has begun, asked at once."""
        with spoken_errors(self.name):
            return self.tables.lengths(streams)

    def close(self) -> None:
        """Let the file go; the store is not used any more."""
        self.tables.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, stream: str, kind: str, text: str, known_length: int | None) -> int:
        """Append one event, durable when this returns; its number. ``known_length`` is what the writer last saw."""
        return self.add_all(stream, [NewEntry(kind, text)], known_length)

    def add_all(self, stream: str, entries: Sequence[NewEntry], known_length: int | None) -> int:
        """Append at least one event, all or none, durable when this returns; the number of the last."""
        self._check_in_place()
        with spoken_errors(self.name):
            return self.tables.add(stream, entries, known_length)

    def read(self, stream: str) -> list[StoredEvent]:
        """The events of ``stream``, its chain checked; DamagedStoreError when it is broken."""
        with spoken_errors(self.name):
            head, events = self.tables.read(stream)
        fault = stream_fault(self.full_name(stream), events, head)
        if fault is not None:
            raise DamagedStoreError(file=self.name, reason=fault.reason, stream=fault.stream, number=fault.number)
        return events

    def one_moment(self) -> AbstractContextManager[Moment]:
        """Everything as it is now; the streams are not checked, and errors of the database come as they are."""
        return self.tables.one_moment()

    @contextmanager
    def alone(self) -> Iterator[Writing]:
        """Everything, to be changed by this writer only: all that is written inside counts, or nothing."""
        self._check_in_place()
        with spoken_errors(self.name), self.tables.alone() as writing:
            yield writing

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
        return self.extend([(kind, data)])

    def extend(self, entries: Sequence[tuple[str, Mapping[str, Any]]]) -> int:
        """Add at least one event, all or none, durable when this returns; the number of the last.

        StreamMovedError when the stream has grown since this journal last read or wrote it.
        """
        texts = [NewEntry(kind, event_text(self._stream, kind, data)) for kind, data in entries]
        self._length = self._store.add_all(self._stream, texts, self._length)
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
        check_files(path)
        finished = None
        if not path.exists():
            with exclusive(path, busy_seconds):
                finished = _finished_salvage(path)
                if not path.exists():
                    create_store(path)
        close_to_others(path, PRIVATE_FILE)
        seen, is_cut = _identity(path), cut_log(path)
        found = CUT_LOG if is_cut else inspect_file(path, busy_seconds, checked)
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


def check_files(path: Path) -> None:
    """SpecialStoreError when a pipe, a device or a link stands where a file of the store should be."""
    for file in (path, *(side_file(path, ending) for ending in (*SIDE_FILES, SALVAGED))):
        try:
            check_plain(file)
        except (RefusedFileError, IsADirectoryError) as error:
            raise SpecialStoreError(file=file.name, detail=detail_of(error)) from error


def _put_right(path: Path, busy_seconds: float, checked: int, *, is_cut: bool) -> Salvage | None:
    """Salvage or migrate, with the lock held and after looking again: another process may have done it."""
    found = CUT_LOG if is_cut else inspect_file(path, busy_seconds, checked)
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


def inspect_file(path: Path, busy_seconds: float, checked: int, mode: str = "ro") -> str | Fault:
    """The format of a sound file, or its fault.

    Read-only: a writer that leaves would clear the log away, and with it what a fault in the log can be seen by.
    """
    try:
        with closing(connect(path, busy_seconds, mode)) as connection:
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
