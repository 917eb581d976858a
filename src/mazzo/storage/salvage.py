"""Keeping what is sound of a damaged store: the damaged file is put aside whole, a new one gets every valid prefix.

    1  read what can be read, also from files that were put aside before; keep each chain up to its break
    2  build the new store under ``.salvaged``, complete and on the disk
    3  move the damaged file, then its log, into a folder of their own; nothing is deleted
    4  give the new store its name

A crash before 3 begins leaves the damaged file, and the next opening starts over. A crash after leaves no file but a
complete ``.salvaged``, and the next opening finishes (``finish_salvage``).
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile, rmtree
from tempfile import TemporaryDirectory
from typing import Any

from kernelkit.durable import rename_durably, sync_folder
from kernelkit.files import PRIVATE_FOLDER
from kernelkit.spoken import catalogue, sentence
from mazzo.storage.checking import FRAME_HEADER_BYTES, LOG_HEADER_BYTES, Fault
from mazzo.storage.events import EVENT_COLUMNS, StoredEvent, sound_prefix
from mazzo.storage.migrating import building, create_store, is_complete
from mazzo.storage.pages import PAGE_BYTES, events_in_pages
from mazzo.storage.sqlite import READ_ERRORS, SALVAGED, SIDE_FILES, connect, side_file
from mazzo.streams import DECKS, NAMES, OPPONENTS, PROFILES, SCORES, SETTINGS

COPIES = ".salvage-"
MOST_ORIGINALS = 3
"""So many of the files that were put aside are read again, the newest first."""
INTERRUPTED = Fault(sentence("keeping what is sound of it was interrupted, and is finished now"))

SAID = {
    DECKS: sentence("Decks"),
    OPPONENTS: sentence("Lists of opponents"),
    NAMES: sentence("Names of cards"),
    SETTINGS: sentence("Choices of Solitario"),
    PROFILES: sentence("Players of Solitario"),
    SCORES: sentence("Scores of Solitario"),
}
"""What is said of the streams that are no games."""


@dataclass(frozen=True, slots=True)
class Salvage:
    """What became of a damaged store: why, where it is now, and what was kept.

    ``cut`` names the games that lost their end; ``lost`` is how many events are known to be missing from them.
    ``changes_lost`` has the same for what is kept beside the games, stream by stream. ``had_games`` is False where
    the store held no game, as far as is known.
    """

    fault: Fault
    moved_to: Path
    streams_kept: int
    events_kept: int
    cut: tuple[str, ...]
    lost: int
    changes_lost: tuple[tuple[str, int], ...] = ()
    had_games: bool = True

    def message(self, language: str) -> str:
        """The whole story in a few sentences."""
        words = catalogue("mazzo", language)
        parts = [
            words.gettext("The file of saved games is damaged: {fault}.").format(fault=self.fault.message(language)),
            *([self._kept(language)] if self.had_games else []),
        ]
        if self.cut:
            shorter = words.ngettext("{count} game lost its end", "{count} games lost their end", len(self.cut))
            missing = words.ngettext("{count} action is missing", "{count} actions are missing", self.lost)
            parts.append(f"{shorter.format(count=len(self.cut))}, {missing.format(count=self.lost)}.")
        for stream, count in self.changes_lost:
            missing = words.ngettext(
                "{what}: the last {count} change is missing.", "{what}: the last {count} changes are missing.", count
            )
            parts.append(missing.format(what=words.gettext(SAID[stream]), count=count))
        parts.append(words.gettext("The damaged file was put aside as {folder}.").format(folder=self.moved_to.name))
        return " ".join(parts)

    def _kept(self, language: str) -> str:
        words = catalogue("mazzo", language)
        if not self.streams_kept:
            return words.gettext("No saved game could be read.")
        kept = words.ngettext("{count} saved game was kept", "{count} saved games were kept", self.streams_kept)
        with_events = words.ngettext("with {count} action", "with {count} actions", self.events_kept)
        return f"{kept.format(count=self.streams_kept)}, {with_events.format(count=self.events_kept)}."


def salvage(path: Path, fault: Fault) -> Salvage:
    """Replace the damaged store at ``path`` by one with everything sound in it; the caller holds its lock."""
    _clear_leftovers(path)
    lengths, kept = _sound(path)
    _build(_salvaged(path), kept)
    moved_to = _put_aside(path)
    rename_durably(_salvaged(path), path)
    return _told(fault, moved_to, lengths, kept)


def _told(fault: Fault, moved_to: Path, lengths: dict[str, int], kept: Kept) -> Salvage:
    cut = {stream: length - len(kept.get(stream, ())) for stream, length in lengths.items()}
    cut = {stream: missing for stream, missing in sorted(cut.items()) if missing > 0}
    beside = tuple((stream, cut.pop(stream)) for stream in SAID if stream in cut)
    games = {stream: events for stream, events in kept.items() if stream not in SAID}
    had_games = bool(games) or not kept or any(stream not in SAID for stream in lengths)
    events_kept = sum(map(len, games.values()))
    return Salvage(fault, moved_to, len(games), events_kept, tuple(cut), sum(cut.values()), beside, had_games)


def finish_salvage(path: Path) -> Salvage | None:
    """Finish a salvage that a crash interrupted between its third and fourth step; else do nothing.

    A new store that is not sound, whatever became of it, is made again from the file that was put aside.
    """
    aside = _aside_folders(path)
    if path.exists() or not _salvaged(path).exists() or not aside:
        return None
    folder = aside[-1]
    _move_side_files(path, folder)
    lengths, kept = _sound(path)
    if not is_complete(_salvaged(path)):
        _build(_salvaged(path), kept)
    rename_durably(_salvaged(path), path)
    return _told(INTERRUPTED, folder, lengths, kept)


def _sound(path: Path) -> tuple[dict[str, int], Kept]:
    """The lengths the streams should have, and the sound beginning of each, the longest that any file gives.

    What a salvage has put aside is read again: whatever is missing now may have been readable then.
    """
    originals = [folder / path.name for folder in _aside_folders(path)[: -MOST_ORIGINALS - 1 : -1]]
    wanted: dict[str, int] = {}
    kept: Kept = {}
    for source in (path, *originals):
        if not source.exists():
            continue
        lengths, found = _everything_readable(source)
        wanted = wanted or lengths
        for stream, candidates in found.items():
            prefix = sound_prefix(stream, candidates)
            if len(prefix) > len(kept.get(stream, ())):
                kept[stream] = prefix
    return wanted, kept


def _salvaged(path: Path) -> Path:
    return side_file(path, SALVAGED)


def _aside_folders(path: Path) -> list[Path]:
    """The folders of damaged files, oldest first; what somebody else named almost the same is none."""
    found = path.parent.glob(f"{path.stem}.damaged-*")
    named = (folder for folder in found if folder.name.rsplit("-", 1)[1].isdecimal())
    return sorted((folder for folder in named if folder.is_dir() and not folder.is_symlink()), key=_aside_number)


def _aside_number(folder: Path) -> int:
    return int(folder.name.rsplit("-", 1)[1])


def _put_aside(path: Path) -> Path:
    """Move the damaged file and its log into a new folder beside it; the folder."""
    before = _aside_folders(path)
    number = _aside_number(before[-1]) + 1 if before else 1
    while os.path.lexists(folder := path.parent / f"{path.stem}.damaged-{number}"):
        number += 1
    folder.mkdir(PRIVATE_FOLDER)
    sync_folder(path.parent)
    rename_durably(path, folder / path.name)
    _move_side_files(path, folder)
    return folder


def _move_side_files(path: Path, folder: Path) -> None:
    """Move the log after its database: left behind, SQLite would play it into the new one."""
    for ending in SIDE_FILES:
        left = side_file(path, ending)
        if left.exists():
            rename_durably(left, folder / left.name)


def _clear_leftovers(path: Path) -> None:
    """Take away the copies that a crash in the middle of a salvage left; each was made from a file that is there."""
    for leftover in path.parent.glob(f"{COPIES}*"):
        rmtree(leftover, ignore_errors=True)


def _build(salvaged: Path, kept: Kept) -> None:
    """Put a new store with these events at ``salvaged``, complete and on the disk."""
    salvaged.unlink(missing_ok=True)
    unfinished = salvaged.with_name(salvaged.name + ".tmp")
    with building(unfinished) as connection:
        for opened, (stream, events) in enumerate(kept.items(), start=1):
            head = (stream, opened, len(events), events[-1].hash)
            connection.execute("INSERT INTO streams (stream, opened, length, head_hash) VALUES (?, ?, ?, ?)", head)
            connection.executemany(f"INSERT INTO events ({EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", events)
    rename_durably(unfinished, salvaged)


Found = dict[str, list[StoredEvent]]
"""What some way of reading gave for each stream, in any order, also twice, also wrong."""
Kept = dict[str, list[StoredEvent]]
"""The sound beginning of each stream, in order."""


def _everything_readable(path: Path) -> tuple[dict[str, int], Found]:
    """The lengths the streams should have and every event that can be read, from a copy that may be repaired."""
    with TemporaryDirectory(dir=path.parent, prefix=COPIES) as name:
        copy = Path(name) / path.name
        for ending in ("", *SIDE_FILES[:1]):
            if side_file(path, ending).is_file():
                copyfile(side_file(path, ending), side_file(copy, ending))
        lengths, found = _read(copy)
        if not found and copy.stat().st_size > PAGE_BYTES:
            _replace_first_page(copy)
            lengths, found = _read(copy)
    for ending, skipped in (("", 0), (SIDE_FILES[0], LOG_HEADER_BYTES)):
        for event in events_in_pages(side_file(path, ending), skipped, FRAME_HEADER_BYTES if ending else 0):
            found.setdefault(event.stream, []).append(event)
    return lengths, found


def _read(path: Path) -> tuple[dict[str, int], Found]:
    """Everything that some way of reading gives: forwards, backwards, stream by stream."""
    lengths: dict[str, int] = {}
    found: Found = {}
    with suppress(*READ_ERRORS), closing(connect(path, busy_seconds=1.0)) as connection:
        connection.text_factory = _text  # a damaged text must not hide the rows behind it; its hash will not fit
        rows = _rows(connection, "SELECT stream, length FROM streams ORDER BY opened")
        lengths = {stream: length for stream, length in rows if isinstance(stream, str) and isinstance(length, int)}
        for order in ("", " DESC"):
            query = f"SELECT {EVENT_COLUMNS} FROM events ORDER BY stream{order}, number{order}"
            _gather(found, _rows(connection, query))
        for stream in lengths:
            query = f"SELECT {EVENT_COLUMNS} FROM events WHERE stream=? ORDER BY number"
            _gather(found, _rows(connection, query, stream))
    # In the order in which the streams were begun, as far as that is known.
    return lengths, {stream: found[stream] for stream in (*lengths, *found) if stream in found}


def _rows(connection: sqlite3.Connection, query: str, *values: str) -> list[tuple[Any, ...]]:
    """The rows of ``query`` up to the first that cannot be read."""
    rows: list[tuple[Any, ...]] = []
    with suppress(*READ_ERRORS):
        for row in connection.execute(query, values):
            rows.append(row)  # noqa: PERF402 - what was read before the error must be kept
    return rows


def _text(raw: bytes) -> str:
    return raw.decode(errors="replace")


def _gather(found: Found, rows: list[tuple[Any, ...]]) -> None:
    for row in rows:
        stream, number = row[:2]
        if isinstance(stream, str) and isinstance(number, int):
            found.setdefault(stream, []).append(StoredEvent._make(row))


PAGE_COUNT_AT, FREE_PAGES_AT, CHANGES_AT, COUNT_VALID_FOR_AT = 28, 32, 24, 92
"""Places in the header of a database (SQLite's file format, "The Database Header")."""


def _replace_first_page(path: Path) -> None:
    """Give the copy at ``path`` the first page of a new store, which holds the header and the names of the tables.

    Our tables lie at the same pages in every store of a format; where they do not, nothing is read that passes for an
    event, because every event must fit its chain.
    """
    fresh = path.with_name("fresh.sqlite3")
    create_store(fresh)
    content, page = bytearray(path.read_bytes()), bytearray(fresh.read_bytes()[:PAGE_BYTES])
    page[PAGE_COUNT_AT : PAGE_COUNT_AT + 4] = (len(content) // PAGE_BYTES).to_bytes(4, "big")
    page[FREE_PAGES_AT : FREE_PAGES_AT + 8] = bytes(8)
    page[COUNT_VALID_FOR_AT : COUNT_VALID_FOR_AT + 4] = page[CHANGES_AT : CHANGES_AT + 4]
    content[:PAGE_BYTES] = page
    path.write_bytes(content)
