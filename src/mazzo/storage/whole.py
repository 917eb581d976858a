"""Everything in a store at once: checked without a change, copied while others write, put back all or none.

    check    read-only; every page and every chain
    backup   one moment of the store ──► built under another name, read back ──► a file of its own
    restore  the copy is checked ──► one transaction: what is there is copied, taken away, and the copy written
    import   one transaction: each record goes on where it ended here, or everything is refused

A crash at any arrow leaves what was there before. A copy is an SQLite file whatever the store is.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from kernelkit.durable import free_name, rename_durably
from kernelkit.spoken import sentence
from mazzo.errors import DamagedStoreError, OtherHistoryError, UnsoundCopyError
from mazzo.storage.checking import BROKEN_CHAIN, CUT_LOG, Fault, cut_log, stream_fault
from mazzo.storage.events import Head, StoredEvent
from mazzo.storage.file_tables import FileMoment, FileTables
from mazzo.storage.files_in import existing
from mazzo.storage.files_out import Target, refusing
from mazzo.storage.migrating import MOST_EVENTS, building
from mazzo.storage.sqlite import ALONE, SIDE_FILES, side_file, spoken_errors
from mazzo.storage.store import BUSY_SECONDS, EventStore, Moment, check_files, inspect_file

NOTHING_THERE = Fault(sentence("nothing is kept in it"))


@dataclass(frozen=True, slots=True)
class Extent:
    """How much there is: records, and entries in all of them."""

    streams: int = 0
    events: int = 0

    def with_stream(self, length: int) -> Extent:
        """One record of so many entries more."""
        return Extent(self.streams + 1, self.events + length)


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found; ``format`` is None before anything is kept, and for a file whose tables cannot be read."""

    store: str
    format: str | None = None
    extent: Extent = Extent()
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class TakenIn:
    """How many records began, went on and were there already, and how many entries were added."""

    begun: int
    continued: int
    known: int
    events: int


def checked(place: Path | str) -> Checked:
    """Everything at ``place``, a file or the URL of a server, looked at and left as it is."""
    if isinstance(place, Path):
        return _checked_file(place)
    from mazzo.storage.server_tables import ServerTables

    tables, revision = ServerTables.found(place)
    with closing(tables):
        if revision is None:
            return Checked(tables.name)
        with tables.one_moment() as moment:
            return _walked(tables.name, revision, moment)


def _checked_file(path: Path) -> Checked:
    check_files(path)
    if not path.exists():
        return Checked(path.name)
    with spoken_errors(path.name):
        found = CUT_LOG if cut_log(path) else inspect_file(path, BUSY_SECONDS, MOST_EVENTS, _reading_mode(path))
        if isinstance(found, Fault) and found.reason != BROKEN_CHAIN:
            return Checked(path.name, faults=(found,))
        with _read_only(path) as tables, tables.one_moment() as moment:
            return _walked(path.name, None if isinstance(found, Fault) else found, moment)


def _walked(name: str, revision: str | None, moment: Moment) -> Checked:
    """How much there is, and every record whose chain is broken."""
    extent, faults = Extent(), []
    for stream, head in moment.heads():
        extent = extent.with_stream(head.length)
        fault = stream_fault(stream, moment.events(stream), head)
        if fault is not None:
            faults.append(fault)
    return Checked(name, revision, extent, tuple(faults))


def back_up(store: EventStore, target: Target) -> Extent:
    """Put a copy of this moment of ``store`` at ``target``, whole and on the disk; how much is in it."""
    with refusing(target.name), store.one_moment() as moment:
        return _copied(store.name, moment, target.path)


def _copied(name: str, moment: Moment, target: Path) -> Extent:
    """Build the copy under another name; sqlite3's complaints about it are the disk's."""
    unfinished, extent = target.with_name(f".{target.name}.tmp"), Extent()
    try:
        with building(unfinished) as connection:
            copy = FileMoment(connection)
            for events in sound_records(name, moment):
                copy.write(events)
                extent = extent.with_stream(len(events))
        rename_durably(unfinished, target)
    except BaseException as error:
        for left in (unfinished, *(side_file(unfinished, ending) for ending in (*SIDE_FILES, "-journal"))):
            with suppress(OSError):
                left.unlink()
        if isinstance(error, sqlite3.Error):
            raise OSError(errno.EIO, str(error)) from error
        raise
    return extent


def sound_records(name: str, moment: Moment) -> Iterator[list[StoredEvent]]:
    """The entries of one record after the other, each chain checked; DamagedStoreError for the first broken one."""
    with spoken_errors(name):
        heads = moment.heads()
    for stream, head in heads:
        events = _sound(name, stream, head, moment)
        if events:
            yield events


def _sound(name: str, stream: str, head: Head, moment: Moment) -> list[StoredEvent]:
    with spoken_errors(name):
        events = list(moment.events(stream))
    fault = stream_fault(stream, events, head)
    if fault is not None:
        raise DamagedStoreError(file=name, reason=fault.reason, stream=fault.stream, number=fault.number)
    return events


def restore(store: EventStore, file: Path, beside: Path) -> tuple[Extent, Path | None]:
    """Put the copy in ``file`` in the place of everything in ``store``; how much there is now.

    What was there is copied first, beside ``beside``, within the same transaction: nothing is written in between. That
    copy is the second answer, None when there was nothing. MissingInputError, UnsoundCopyError and an error of writing
    leave the store as it was.
    """
    found = _checked_file(existing(file))
    if found.faults or not found.extent.streams:
        fault = found.faults[0] if found.faults else NOTHING_THERE
        raise UnsoundCopyError(file=file.name, reason=fault.reason, stream=fault.stream, number=fault.number)
    before, extent = free_name(beside, "before-restore"), Extent()
    with _read_only(file) as copy, store.alone() as writing, copy.one_moment() as moment:
        kept = bool(writing.heads())
        if kept:
            with refusing(str(before)):
                _copied(store.name, writing, before)
        writing.clear()
        for events in sound_records(file.name, moment):
            writing.write(events)
            extent = extent.with_stream(len(events))
    return extent, before if kept else None


def take_in(store: EventStore, records: Mapping[str, list[StoredEvent]]) -> TakenIn:
    """Add to ``store`` what it has not of these sound records; OtherHistoryError when one of them differs there."""
    begun = continued = known = added = 0
    with store.alone() as writing:
        heads = dict(writing.heads())
        for stream, events in records.items():
            there = _sound(store.name, stream, heads[stream], writing) if stream in heads else []
            pairs = zip(there, events, strict=False)
            differs = next((here.number for here, new in pairs if here.hash != new.hash), None)
            if differs is not None:
                raise OtherHistoryError(stream=stream, number=differs)
            more = events[len(there) :]
            if more:
                writing.write(more)
            begun += not there
            continued += bool(there and more)
            known += not more
            added += len(more)
    return TakenIn(begun, continued, known, added)


def _reading_mode(path: Path) -> str:
    """A file without a log is read as it lies there, so that it may be on a disk that nobody can write."""
    return "ro" if side_file(path, SIDE_FILES[0]).exists() else ALONE


def _read_only(path: Path) -> closing[FileTables]:
    return closing(FileTables(path, BUSY_SECONDS, _reading_mode(path)))
