"""Finding damage: the database's own quick check, the chains of the events, and the log of a crash.

A flipped bit shows in one of three places. In the structure: the quick check reads every page. In an event: its chain
breaks. In the write-ahead log a crash left behind: SQLite drops everything after the flip, or after a cut, without a
word, so the log is counted, and compared with what its writer last noted in the shared memory beside it.
"""

from __future__ import annotations

import sqlite3
import struct
import sys
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from kernelkit.files import TooLargeError, read_plain
from kernelkit.spoken import catalogue, sentence
from mazzo.storage.events import EVENT_COLUMNS, StoredEvent, genesis, is_sound
from mazzo.storage.sqlite import side_file

RULES = frozenset({"events_refuse_update", "events_refuse_delete"})
"""What our tables do by themselves; anything else in a file would act on what is written into it."""
CHECKED_ON_OPEN = 20_000
"""So many events are checked when a store is opened, the newest streams first; older ones whenever they are read."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a store: a sentence key, and the stream and the entry it speaks of."""

    reason: str
    stream: str = ""
    number: int = 0

    def message(self, language: str) -> str:
        """The fault in words."""
        return catalogue("mazzo", language).gettext(self.reason).format(stream=self.stream, number=self.number)


STRUCTURE = Fault(sentence("the structure of the database is broken"))
UNREADABLE = Fault(sentence("it is not readable as a database"))
LOG = Fault(sentence("the log of the last writes is broken"))
CUT_LOG = Fault(sentence("the log of the last writes is cut short, and the last actions are missing"))
STRANGER = Fault(sentence("it holds rules that no Mazzo has written"))
DIFFERENT_STREAMS = Fault(sentence("the list of records does not match the records"))
BROKEN_CHAIN = sentence("record {stream} is not what was written, from entry {number} on")


def find_fault(path: Path, connection: sqlite3.Connection, most_events: int = CHECKED_ON_OPEN) -> Fault | None:
    """The first fault of the store, or None; sqlite3.Error when it cannot be read at all."""
    if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        return STRUCTURE
    rules = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')")
    if not {name for (name,) in rules} <= RULES:
        return STRANGER
    return _log_fault(path) or _chain_fault(connection, most_events)


def _chain_fault(connection: sqlite3.Connection, most_events: int) -> Fault | None:
    """The first broken chain, within one reading transaction, so that a writer elsewhere does not look like damage."""
    connection.execute("BEGIN")
    try:
        heads: dict[str, tuple[int, bytes]] = {}
        newest_first: list[str] = []
        for stream, length, head_hash in connection.execute(
            "SELECT stream, length, head_hash FROM streams ORDER BY opened DESC"
        ):
            if not (isinstance(stream, str) and isinstance(length, int) and isinstance(head_hash, bytes)):
                return DIFFERENT_STREAMS
            if stream in heads:
                return DIFFERENT_STREAMS
            heads[stream] = (length, head_hash)
            newest_first.append(stream)
        if sum(length for length, _ in heads.values()) <= most_events:
            return _every_chain_fault(connection, heads)
        return _newest_chain_fault(connection, heads, newest_first, most_events)
    finally:
        connection.execute("ROLLBACK")


def _every_chain_fault(connection: sqlite3.Connection, heads: dict[str, tuple[int, bytes]]) -> Fault | None:
    rows = connection.execute(f"SELECT {EVENT_COLUMNS} FROM events ORDER BY stream, number")
    seen = set()
    for stream, events in groupby(map(StoredEvent._make, rows), key=lambda event: event.stream):
        if stream not in heads or stream in seen:
            return DIFFERENT_STREAMS
        seen.add(stream)
        fault = stream_fault(stream, events, heads[stream])
        if fault is not None:
            return fault
    return None if len(seen) == len(heads) else DIFFERENT_STREAMS


def _newest_chain_fault(
    connection: sqlite3.Connection, heads: dict[str, tuple[int, bytes]], newest_first: list[str], most_events: int
) -> Fault | None:
    """Walk the chains of the newest streams and look only at the last link of the others."""
    left = most_events
    for stream in newest_first:
        length, head_hash = heads[stream]
        if length <= left:
            left -= length
            rows = connection.execute(f"SELECT {EVENT_COLUMNS} FROM events WHERE stream=? ORDER BY number", (stream,))
            fault = stream_fault(stream, map(StoredEvent._make, rows), (length, head_hash))
        else:
            last = connection.execute("SELECT hash FROM events WHERE stream=? AND number=?", (stream, length))
            fault = None if last.fetchone() == (head_hash,) else Fault(BROKEN_CHAIN, stream, length)
        if fault is not None:
            return fault
    return None


def stream_fault(stream: Any, events: Any, head: tuple[int, bytes]) -> Fault | None:
    """Where the chain of ``stream`` breaks, or ends before or after its ``head``; None when it is sound."""
    if not isinstance(stream, str):
        return DIFFERENT_STREAMS
    number, previous = 0, genesis(stream)
    for event in events:
        if not is_sound(event, number + 1, previous):
            return Fault(BROKEN_CHAIN, stream, number + 1)
        number, previous = number + 1, event.hash
    return None if (number, previous) == head else Fault(BROKEN_CHAIN, stream, number + 1)


LOG_HEADER = struct.Struct(">8xI4x8s")
FRAME_HEADER = struct.Struct(">4xI8s")
LOG_HEADER_BYTES, FRAME_HEADER_BYTES = 32, 24
FRAMES_IN_USE_OFFSET = 16
"""Where the shared memory of a log says how many frames count (SQLite's file format, "WAL-Index Header")."""
INDEX_HEADER_BYTES, INDEX_BYTES, FRAMES_DONE_OFFSET = 48, 136, 96
"""The header stands there twice; behind it is noted how many frames are in the database itself already."""
MOST_LOG_BYTES = 256 * 1024 * 1024


def cut_log(path: Path) -> bool:
    """Whether the log is shorter than its writer has noted; to be asked before SQLite opens the file and notes anew.

    A writer notes a frame after it is on the disk, so that a power cut never leaves the log the shorter one.
    """
    log_path, index_path = side_file(path, "-wal"), side_file(path, "-shm")
    try:
        index = _index(index_path)
        first, second = index[:INDEX_HEADER_BYTES], index[INDEX_HEADER_BYTES : 2 * INDEX_HEADER_BYTES]
        if len(index) < INDEX_BYTES or first != second:
            return False  # somebody is writing it, or nobody ever did
        noted, done = (
            int.from_bytes(index[place : place + 4], sys.byteorder)
            for place in (FRAMES_IN_USE_OFFSET, FRAMES_DONE_OFFSET)
        )
        page_bytes = int.from_bytes(index[14:16], sys.byteorder)
        log_bytes = log_path.stat().st_size if log_path.exists() else 0
        # Whoever closes the store takes the shared memory away first, and begins a log anew with a new note.
        is_same = _index(index_path)[:INDEX_HEADER_BYTES] == first
    except FileNotFoundError:
        return False
    return is_same and noted > done and log_bytes < LOG_HEADER_BYTES + noted * (FRAME_HEADER_BYTES + page_bytes)


def _index(path: Path) -> bytes:
    with path.open("rb") as index:
        return index.read(INDEX_BYTES)


def _log_fault(path: Path) -> Fault | None:
    """A fault when the log holds whole commits behind the last frame that SQLite accepted.

    One commit too many is what a power cut in the middle of a write leaves, and nobody was told that it was saved.
    Two cannot be: each commit was on the disk before the next began, so the first of them was readable once.
    """
    log_path, index_path = side_file(path, "-wal"), side_file(path, "-shm")
    if not log_path.exists() or not index_path.exists():
        return None
    try:
        log = read_plain(log_path, MOST_LOG_BYTES)
    except TooLargeError:
        return None
    with index_path.open("rb") as index:
        index.seek(FRAMES_IN_USE_OFFSET)
        frames_in_use = int.from_bytes(index.read(4), sys.byteorder)
    with log_path.open("rb") as again:
        if again.read(LOG_HEADER_BYTES) != log[:LOG_HEADER_BYTES]:
            return None  # another process began the log anew meanwhile, so it can read it
    return LOG if _commits_behind(log, frames_in_use) > 1 else None


def _commits_behind(log: bytes, frames_in_use: int) -> int:
    """How many commits lie in ``log`` behind the frames in use and before the last frame of the same generation."""
    if len(log) < LOG_HEADER_BYTES:
        return 0
    page_bytes, generation = LOG_HEADER.unpack_from(log)
    step = FRAME_HEADER_BYTES + page_bytes
    commits = counted = 0
    for place in range(LOG_HEADER_BYTES + frames_in_use * step, len(log) - step + 1, step):
        pages_after_commit, frame_generation = FRAME_HEADER.unpack_from(log, place)
        commits += pages_after_commit != 0
        if frame_generation == generation:
            counted = commits
    return counted
