"""The tables of the journal and what is asked of them, for SQLAlchemy; imported only once a store is open.

``events`` is the truth: whoever adds to it adds nothing else that matters. ``streams`` repeats the length and the last
hash of each stream, so that an append need not look for them and a lost tail is noticed. ``migrations`` creates both.
"""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    bindparam,
    func,
    insert,
    select,
    update,
)

from mazzo.storage.events import StoredEvent, genesis

METADATA = MetaData()

STREAMS = Table(
    "streams",
    METADATA,
    Column("stream", Text, primary_key=True),
    Column("opened", Integer, nullable=False),
    Column("length", Integer, nullable=False),
    Column("head_hash", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

EVENTS = Table(
    "events",
    METADATA,
    Column("stream", Text, ForeignKey("streams.stream"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("previous_hash", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

_HEAD = select(STREAMS.c.length, STREAMS.c.head_hash).where(STREAMS.c.stream == bindparam("name"))
_LOCKED_HEAD = _HEAD.with_for_update()
_EVENTS_OF = select(EVENTS).where(EVENTS.c.stream == bindparam("name")).order_by(EVENTS.c.number)
_NEXT_OPENED = select(func.coalesce(func.max(STREAMS.c.opened), 0) + 1)
_BEGIN = insert(STREAMS)
_ADVANCE = update(STREAMS).where(STREAMS.c.stream == bindparam("name"))
_ADD = insert(EVENTS)
_NAMES = (
    select(STREAMS.c.stream)
    .where(func.substr(STREAMS.c.stream, 1, bindparam("letters")) == bindparam("prefix"))
    .order_by(STREAMS.c.opened)
)


def head(connection: Connection, stream: str, *, locked: bool = False) -> tuple[int, bytes]:
    """The length and the last hash of ``stream``, 0 and its genesis before the first event."""
    row = connection.execute(_LOCKED_HEAD if locked else _HEAD, {"name": stream}).one_or_none()
    return (0, genesis(stream)) if row is None else (row.length, row.head_hash)


def events_of(connection: Connection, stream: str) -> list[StoredEvent]:
    """The events of ``stream`` in order, as they lie there."""
    return [StoredEvent._make(row) for row in connection.execute(_EVENTS_OF, {"name": stream})]


def names(connection: Connection, prefix: str) -> list[str]:
    """The names of the streams that begin with ``prefix``, oldest stream first."""
    return list(connection.execute(_NAMES, {"prefix": prefix, "letters": len(prefix)}).scalars())


def insert_into(connection: Connection, event: StoredEvent) -> None:
    """Write ``event`` and move the head of its stream to it."""
    moved = {"length": event.number, "head_hash": event.hash}
    if event.number == 1:
        opened = connection.execute(_NEXT_OPENED).scalar_one()
        connection.execute(_BEGIN, {"stream": event.stream, "opened": opened, **moved})
    else:
        connection.execute(_ADVANCE, {"name": event.stream, **moved})
    connection.execute(_ADD, dict(zip(EVENTS.c.keys(), event, strict=True)))
