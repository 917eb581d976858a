"""Events read from single pages of a file, where its trees lead nowhere any more.

A page of an index tree holds its rows itself (SQLite's file format, "B-tree Pages"); whatever became of the pages above
it, they can be read; and a row that its page does not lead to any more is known by how rows of events begin. Nothing
here is believed: every event must fit its chain.

    page  ──► kind 10 (leaf) or 2 (inner) ──► places of its cells ──► length ──► lengths of the columns ──► values
                                                                        └─► what does not fit goes on in other pages
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from mazzo.storage.events import StoredEvent

PAGE_BYTES = 4096
FILE_HEADER_BYTES = 100
INNER, LEAF = 2, 10
KINDS = (str, int, str, str, bytes, bytes)
"""Of the columns of an event."""
TWO_HASHES = bytes([12 + 2 * 32] * 2)
"""How the header of a row names two columns of 32 bytes."""
HEADERS = range(7, 13)
"""How long the header of an event may be, itself included."""
MOST_PAYLOAD = 8 * 1024 * 1024
"""Twice the longest text that is kept."""
_LARGEST_LOCAL = (PAGE_BYTES - 12) * 64 // 255 - 23
_SMALLEST_LOCAL = (PAGE_BYTES - 12) * 32 // 255 - 23


def events_in_pages(path: Path, skipped: int, before_each: int) -> Iterator[StoredEvent]:
    """What looks like an event in any page of the file, which has ``skipped`` bytes first and some before each page."""
    if not path.is_file():
        return
    with path.open("rb") as file:
        pages = _Pages(file, skipped, before_each)
        for number in range(pages.count):
            yield from _events_of(pages, number)


class _Pages:
    """The pages of an open file, counted from 0."""

    def __init__(self, file: BinaryIO, skipped: int, before_each: int) -> None:
        self._file, self._skipped, self._before_each = file, skipped, before_each
        self.count = max(0, file.seek(0, 2) - skipped) // (before_each + PAGE_BYTES)
        self.is_numbered = not before_each
        """Whether pages lie in the order of their numbers, so that one that is named can be found."""

    def page(self, number: int) -> bytes:
        """The page of this number."""
        self._file.seek(self._skipped + number * (self._before_each + PAGE_BYTES) + self._before_each)
        return self._file.read(PAGE_BYTES)


def _events_of(pages: _Pages, number: int) -> Iterator[StoredEvent]:
    page = pages.page(number)
    yield from _loose_events(page)
    start = FILE_HEADER_BYTES if number == 0 and pages.is_numbered else 0
    kind = page[start]
    if kind not in (INNER, LEAF):
        return
    cells = int.from_bytes(page[start + 3 : start + 5], "big")
    first = start + (12 if kind == INNER else 8)
    for place in range(first, min(first + 2 * cells, PAGE_BYTES - 1), 2):
        event = _event_at(pages, page, int.from_bytes(page[place : place + 2], "big") + (4 if kind == INNER else 0))
        if event is not None:
            yield event


def _loose_events(page: bytes) -> Iterator[StoredEvent]:
    """What begins like an event anywhere in the page: its two hashes are named last among the columns."""
    end = page.find(TWO_HASHES)
    while end >= 0:
        end += len(TWO_HASHES)
        for length in HEADERS:
            start = end - length
            if start >= 0 and page[start] == length:
                try:
                    event = _event(page[start:])
                except (IndexError, UnicodeDecodeError):
                    continue
                if event is not None:
                    yield event
        end = page.find(TWO_HASHES, end - 1)


def _event_at(pages: _Pages, page: bytes, place: int) -> StoredEvent | None:
    """The event in the cell at ``place``; None when there is none."""
    try:
        length, place = _varint(page, place)
        payload = _payload(pages, page, place, length)
        return None if payload is None else _event(payload)
    except (IndexError, UnicodeDecodeError):
        return None


def _payload(pages: _Pages, page: bytes, place: int, length: int) -> bytes | None:
    """The row of ``length`` bytes that begins at ``place``, with what lies in other pages."""
    if length > MOST_PAYLOAD:
        return None
    if length <= _LARGEST_LOCAL:
        return page[place : place + length]
    local = _SMALLEST_LOCAL + (length - _SMALLEST_LOCAL) % (PAGE_BYTES - 4)
    local = local if local <= _LARGEST_LOCAL else _SMALLEST_LOCAL
    payload = page[place : place + local]
    following = int.from_bytes(page[place + local : place + local + 4], "big")
    while len(payload) < length:
        if not pages.is_numbered or not 0 < following <= pages.count:
            return None
        more = pages.page(following - 1)
        following = int.from_bytes(more[:4], "big")
        payload += more[4 : 4 + length - len(payload)]
    return payload


def _event(payload: bytes) -> StoredEvent | None:
    """The row as an event; None when its columns are not those of one."""
    header_bytes, place = _varint(payload, 0)
    kinds = []
    while place < header_bytes:
        kind, place = _varint(payload, place)
        kinds.append(kind)
    if len(kinds) != len(KINDS) or place != header_bytes:
        return None
    values: list[object] = []
    for kind in kinds:
        size = _size(kind)
        values.append(_value(kind, payload[place : place + size]))
        place += size
    fits = all(isinstance(value, kind) for value, kind in zip(values, KINDS, strict=True))
    return StoredEvent._make(values) if fits else None


def _size(kind: int) -> int:
    return (kind - 12) // 2 if kind >= 12 else (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]


def _value(kind: int, raw: bytes) -> object:
    if kind >= 12:
        return raw.decode() if kind % 2 else raw
    return kind - 8 if kind in (8, 9) else int.from_bytes(raw, "big", signed=True)


def _varint(raw: bytes, place: int) -> tuple[int, int]:
    """The number at ``place`` in seven bits a byte, and where it ends; IndexError beyond the end."""
    number = 0
    for byte in range(9):
        part = raw[place + byte]
        if byte == 8:
            return number << 8 | part, place + 9
        number = number << 7 | part & 0x7F
        if part < 0x80:
            return number, place + byte + 1
    raise IndexError(place)
