"""A store as lines of JSON, for other programs and other machines, and back again.

    {"schema":1,"streams":2,"events":31}
    {"stream":"coach/1","number":1,"kind":"begun","data":{...},"hash":"5c1f..."}

Each line carries its hash, so that a changed, missing or exchanged line is noticed when they are taken in; the first
says how many follow, so that a cut file is too. Spaces and the order of keys may change on the way, values may not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kernelkit import strict_json
from kernelkit.spoken import sentence
from mazzo.errors import InvalidEventError, UnreadExportError
from mazzo.storage.events import StoredEvent, event_text, genesis, next_event
from mazzo.storage.store import EventStore
from mazzo.storage.whole import Extent, sound_records

SCHEMA = 1
MOST_BYTES = 1 << 30
"""Of an export that is taken in."""
MOST_LINE_BYTES = strict_json.MAX_BYTES + 1024
HEADER_KEYS = {"schema": int, "streams": int, "events": int}
EVENT_KEYS = {"stream": str, "number": int, "kind": str, "data": dict, "hash": str}

NO_EXPORT = sentence("this is no export of Mazzo's store")
NEWER_EXPORT = sentence("it was exported by a newer Mazzo, schema {found}; this one knows {known}")
NO_ENTRY = sentence("this is no entry of a record")
CHANGED_ENTRY = sentence("entry {number} of record {stream} is not what was exported, or one before it is missing")
CUT_EXPORT = sentence("it ends with {found} of {wanted} entries")
LONGER_EXPORT = sentence("it goes on after {wanted} entries")


def export_lines(store: EventStore) -> tuple[Extent, bytes]:
    """How much there is in this moment of ``store``, and all of it as lines."""
    extent, lines = Extent(), list[str]()
    with store.one_moment() as moment:
        for events in sound_records(store.name, moment):
            extent = extent.with_stream(len(events))
            lines += map(_line, events)
    header = json.dumps({"schema": SCHEMA, "streams": extent.streams, "events": extent.events}, separators=(",", ":"))
    return extent, "".join(f"{line}\n" for line in (header, *lines)).encode()


def _line(event: StoredEvent) -> str:
    """One entry; its data is JSON already and stands there letter by letter."""
    stream, kind = json.dumps(event.stream), json.dumps(event.kind)
    return (
        f'{{"stream":{stream},"number":{event.number},"kind":{kind},"data":{event.text},"hash":"{event.hash.hex()}"}}'
    )


def exported_records(file: str, raw: bytes) -> dict[str, list[StoredEvent]]:
    """The records in the lines of an export, each chain proved; UnreadExportError names the first wrong line."""
    lines = _lines(raw)
    first = next(lines, (1, b""))
    header = _read(file, *first, HEADER_KEYS, NO_EXPORT)
    if header["schema"] != SCHEMA:
        reason = NEWER_EXPORT if header["schema"] > SCHEMA else NO_EXPORT
        raise UnreadExportError(file=file, line=1, reason=reason, found=header["schema"], known=SCHEMA)
    records: dict[str, list[StoredEvent]] = {}
    read, number = 0, 1
    for number, line in lines:
        if read == header["events"]:
            raise UnreadExportError(file=file, line=number, reason=LONGER_EXPORT, wanted=read)
        event = _event(file, number, _read(file, number, line, EVENT_KEYS, NO_ENTRY), records)
        records.setdefault(event.stream, []).append(event)
        read += 1
    if (read, len(records)) != (header["events"], header["streams"]):
        raise UnreadExportError(file=file, line=number, reason=CUT_EXPORT, found=read, wanted=header["events"])
    return records


def _lines(raw: bytes) -> Iterator[tuple[int, bytes]]:
    """Every line that is not empty, with its number."""
    start, number = 0, 0
    while start < len(raw):
        end = raw.find(b"\n", start)
        end = len(raw) if end < 0 else end
        number += 1
        line = raw[start:end].strip()
        if line:
            yield number, line
        start = end + 1


def _read(file: str, number: int, line: bytes, keys: Mapping[str, type], refusal: str) -> dict[str, Any]:
    """The object in ``line``, with exactly these keys and kinds of values."""
    try:
        found = strict_json.loads(line, MOST_LINE_BYTES, strict_json.MAX_DEPTH + 1)
    except strict_json.InvalidJsonError as error:
        raise UnreadExportError(file=file, line=number, reason=refusal) from error
    if not isinstance(found, dict) or found.keys() != keys.keys():
        raise UnreadExportError(file=file, line=number, reason=refusal)
    if not all(type(found[key]) is kind for key, kind in keys.items()):
        raise UnreadExportError(file=file, line=number, reason=refusal)
    return found


def _event(file: str, line: int, found: dict[str, Any], records: dict[str, list[StoredEvent]]) -> StoredEvent:
    """The entry, when it is the next of its record and its hash says so."""
    stream, kind = found["stream"], found["kind"]
    before = records.get(stream, [])
    try:
        text = event_text(stream, kind, found["data"])
    except InvalidEventError as error:
        raise UnreadExportError(file=file, line=line, reason=NO_ENTRY) from error
    event = next_event(stream, len(before) + 1, before[-1].hash if before else genesis(stream), kind, text)
    if (found["number"], found["hash"]) != (event.number, event.hash.hex()):
        raise UnreadExportError(file=file, line=line, reason=CHANGED_ENTRY, number=found["number"], stream=stream)
    return event
