"""What an event is, its one text, and the hash that binds it to the event before it.

    genesis(stream) ──► hash 1 ──► hash 2 ──► ...        hash n = sha256(hash n-1, number, kind, text)

A changed, missing or exchanged event breaks the chain at its place; everything before it is proved sound.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from kernelkit import strict_json
from kernelkit.spoken import sentence
from mazzo.errors import InvalidEventError, StreamMovedError

STREAM_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./:-]{0,199}")
KIND_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_./:-]{0,63}")


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One event of a stream: its number from 1, what kind it is, and its facts."""

    number: int
    kind: str
    data: dict[str, Any]


class StoredEvent(NamedTuple):
    """One event as it lies in the file, in the order of its columns, with the two hashes that place it in its chain."""

    stream: str
    number: int
    kind: str
    text: str
    previous_hash: bytes
    hash: bytes

    def entry(self) -> JournalEntry:
        """The event as its reader sees it."""
        return JournalEntry(self.number, self.kind, strict_json.loads(self.text))


EVENT_COLUMNS = "stream, number, kind, data, previous_hash, hash"
"""Of the table, in the order of ``StoredEvent``."""


class NewEntry(NamedTuple):
    """What should become an event: its kind, and its facts as their one text."""

    kind: str
    text: str


class Head(NamedTuple):
    """Where a stream ends: how many events it has and the hash of the last, 0 and its genesis before the first."""

    length: int
    hash: bytes


def genesis(stream: str) -> bytes:
    """The hash before the first event; it holds the name, so that a chain cannot pass for another's."""
    return sha256(b"mazzo journal 1\n" + stream.encode()).digest()


def event_hash(previous_hash: bytes, number: int, kind: str, text: str) -> bytes:
    """The hash of one event after ``previous_hash``; number and kind hold no line break, so the parts are distinct."""
    return sha256(b"%b%d\n%b\n%b" % (previous_hash, number, kind.encode(), text.encode())).digest()


def next_event(stream: str, number: int, previous_hash: bytes, kind: str, text: str) -> StoredEvent:
    """The event that follows ``previous_hash`` as number ``number`` of ``stream``."""
    return StoredEvent(stream, number, kind, text, previous_hash, event_hash(previous_hash, number, kind, text))


def next_after(head: Head, stream: str, entries: Sequence[NewEntry], known_length: int | None) -> list[StoredEvent]:
    """The events behind ``head``; StreamMovedError when their writer last saw the stream at another length."""
    if known_length is not None and known_length != head.length:
        raise StreamMovedError(stream=stream, known=known_length, found=head.length)
    events: list[StoredEvent] = []
    for number, entry in enumerate(entries, start=head.length + 1):
        events.append(next_event(stream, number, events[-1].hash if events else head.hash, *entry))
    return events


def is_sound(event: StoredEvent, number: int, previous_hash: bytes) -> bool:
    """Whether ``event`` is what was written as ``number`` after ``previous_hash``."""
    texts: tuple[object, object] = (event.kind, event.text)  # a damaged file may hold anything
    if not all(isinstance(text, str) for text in texts):
        return False
    if event.number != number or event.previous_hash != previous_hash:
        return False
    return event.hash == event_hash(previous_hash, number, event.kind, event.text)


def sound_prefix(stream: str, candidates: Iterable[StoredEvent]) -> list[StoredEvent]:
    """The events of ``stream`` from its first up to the last before the chain breaks, chosen from ``candidates``.

    These come in any order, several for one number, and may be anything: only one fits behind the event before it.
    """
    by_number: dict[int, list[StoredEvent]] = {}
    for event in candidates:
        by_number.setdefault(event.number, []).append(event)
    kept: list[StoredEvent] = []
    previous = genesis(stream)
    while True:
        number = len(kept) + 1
        following = next((event for event in by_number.get(number, ()) if is_sound(event, number, previous)), None)
        if following is None:
            return kept
        kept.append(following)
        previous = following.hash


def event_text(stream: str, kind: str, data: Mapping[str, Any]) -> str:
    """``data`` as its one JSON text, keys sorted; InvalidEventError for what would not be read back the same."""
    check_names(stream, kind)
    try:
        text = json.dumps(_plain(data), sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        strict_json.loads(text.encode())
    except (TypeError, ValueError, RecursionError) as error:
        raise _refused(stream, kind, sentence("it is not plain JSON: {detail}"), detail=str(error)) from error
    return text


def check_names(stream: str, kind: str = "any") -> None:
    """InvalidEventError for a name that is not one short word of plain letters, digits and marks."""
    if not STREAM_NAME.fullmatch(stream) or not KIND_NAME.fullmatch(kind):
        raise _refused(stream, kind, sentence("names are letters, digits and _ . / : -"))


def _refused(stream: str, kind: str, reason: str, **facts: Any) -> InvalidEventError:
    return InvalidEventError(stream=repr(stream)[:80], kind=repr(kind)[:80], reason=reason, **facts)


def _plain(value: Any) -> Any:
    """``value`` with mappings as objects and tuples as lists; TypeError for what JSON would silently change."""
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"the key {key!r} is not a text")
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"{value!r} is not plain")
