"""What is said of the store of all games, and the lines it is exported as."""

from __future__ import annotations

from typing import Any

from mazzo.schemas.document import NUMBERS, Document, Part


class StoreFaultPart(Part):
    """What is wrong; with the record and the entry from which on it is, where it is one record."""

    stream: str | None
    number: int | None
    message: str


class CheckDocument(Document, tag=NUMBERS["db-check"]):
    """Everything that is kept, every chain walked. ``format`` is None before anything is kept, or when it is unread."""

    store: str
    format: str | None
    streams: int
    events: int
    faults: list[StoreFaultPart]


class CopyDocument(Document, tag=NUMBERS["db-copy"]):
    """A copy or an export that was written."""

    file: str
    streams: int
    events: int


class RestoreDocument(Document, tag=NUMBERS["db-restore"]):
    """What is kept now; ``before`` is the copy of what was there, None when nothing was."""

    file: str
    streams: int
    events: int
    before: str | None


class TakenInDocument(Document, tag=NUMBERS["db-import"]):
    """How many records began, went on and were there already, and how many entries were added."""

    file: str
    begun: int
    continued: int
    known: int
    events: int


class ExportHeader(Part, tag_field="schema", tag=NUMBERS["db-export-file"]):
    """The first line of an export: how many records and entries follow."""

    streams: int
    events: int


class ExportedEvent(Part):
    """Every other line: one entry; ``hash`` binds it to the entry before it."""

    stream: str
    number: int
    kind: str
    data: dict[str, Any]
    hash: str
