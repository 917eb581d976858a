"""The tables of a journal on a database server, asked through SQLAlchemy; imported only when there is one.

``events`` is the truth: whoever adds to it adds nothing else that matters. ``streams`` repeats the length and the last
hash of each stream, so that an append need not look for them and a lost tail is noticed. ``migrations`` creates both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Self

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    bindparam,
    create_engine,
    delete,
    func,
    insert,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from mazzo.errors import NewerStoreError, ServerAddressError, ServerDriverError, ServerError
from mazzo.storage.events import Head, NewEntry, StoredEvent, genesis, next_after
from mazzo.storage.migrating import HEAD, server_revision, upgrade

POSTGRESQL, DRIVER = "postgresql", "postgresql+psycopg"
CONNECT_SECONDS = 5

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
_LENGTHS = select(STREAMS.c.stream, STREAMS.c.length).where(STREAMS.c.stream.in_(bindparam("names", expanding=True)))
_LOCKED_HEAD = _HEAD.with_for_update()
_ONE_BEGINS = text("LOCK TABLE streams IN EXCLUSIVE MODE")
"""A stream that is not there yet has no row to lock: whoever begins one does so alone, and others may read."""
_EVENTS_OF = select(EVENTS).where(EVENTS.c.stream == bindparam("name")).order_by(EVENTS.c.number)
_HEADS = select(STREAMS).order_by(STREAMS.c.opened)
_NEXT_OPENED = select(func.coalesce(func.max(STREAMS.c.opened), 0) + 1)
_BEGIN = insert(STREAMS)
_ADVANCE = update(STREAMS).where(STREAMS.c.stream == bindparam("name"))
_ADD = insert(EVENTS)
_NAMES = (
    select(STREAMS.c.stream)
    .where(func.substr(STREAMS.c.stream, 1, bindparam("letters")) == bindparam("prefix"))
    .order_by(STREAMS.c.opened)
)


class ServerTables:
    """The tables of a database server; SQLAlchemy's pool lends a connection to each thread."""

    def __init__(self, engine: Engine) -> None:
        self.name = engine.url.render_as_string(hide_password=True)
        self._engine = engine
        self._one_moment = engine.execution_options(isolation_level="REPEATABLE READ")

    @classmethod
    def open(cls, url: str) -> Self:
        """The tables at ``url``, made or brought up to date as needed; NewerStoreError leaves them as they are."""
        tables, revision = cls.found(url)
        if revision != HEAD:
            tables.bring_up_to_date()
        return tables

    @classmethod
    def found(cls, url: str) -> tuple[Self, str | None]:
        """The tables at ``url`` as they are, and their format, None before they are made; or NewerStoreError."""
        tables = cls(_engine_for(url))
        try:
            with tables._spoken_errors():
                revision = server_revision(tables._engine)
            if revision is not None and revision > HEAD:
                raise NewerStoreError(file=tables.name, found=revision, known=HEAD)
        except BaseException:
            tables.close()
            raise
        return tables, revision

    def bring_up_to_date(self) -> None:
        """Make the tables, or turn them into those of today's format; the server is let go where that fails."""
        try:
            with self._spoken_errors():
                upgrade(self._engine)
        except BaseException:
            self.close()
            raise

    def names(self, prefix: str) -> list[str]:
        """The names of the streams that begin with ``prefix``, oldest stream first."""
        with self._spoken_errors(), self._engine.connect() as connection:
            return list(connection.execute(_NAMES, {"prefix": prefix, "letters": len(prefix)}).scalars())

    def read(self, stream: str) -> tuple[Head, list[StoredEvent]]:
        """The head of ``stream`` and its events in order, as they lie there."""
        with self._spoken_errors(), self._one_moment.connect() as connection:
            rows = connection.execute(_EVENTS_OF, {"name": stream})
            return _head(connection, stream), [StoredEvent._make(row) for row in rows]

    def length(self, stream: str) -> int:
        """How many events ``stream`` has; 0 before the first."""
        with self._spoken_errors(), self._engine.connect() as connection:
            return _head(connection, stream).length

    def lengths(self, streams: Collection[str]) -> dict[str, int]:
        """How many events each of the ``streams`` has that has begun."""
        with self._spoken_errors(), self._engine.connect() as connection:
            return {row.stream: row.length for row in connection.execute(_LENGTHS, {"names": list(streams)})}

    def add(self, stream: str, entries: Sequence[NewEntry], known_length: int | None) -> int:
        """Write the next events of ``stream``, whose head is locked meanwhile; the last one's number."""
        with self._spoken_errors(), self._engine.begin() as connection:
            events = next_after(_locked_head(connection, stream), stream, entries, known_length)
            ServerMoment(connection).write(events)
        return events[-1].number

    @contextmanager
    def one_moment(self) -> Iterator[ServerMoment]:
        """Everything as it is now, whatever is written meanwhile."""
        with self._spoken_errors(), self._one_moment.connect() as connection:
            yield ServerMoment(connection)

    @contextmanager
    def alone(self) -> Iterator[ServerMoment]:
        """Everything, to be changed by this writer only: all that is written inside counts, or nothing."""
        with self._spoken_errors(), self._engine.begin() as connection:
            connection.execute(_ONE_BEGINS)
            yield ServerMoment(connection)

    def close(self) -> None:
        """Let the server go."""
        self._engine.dispose()

    @contextmanager
    def _spoken_errors(self) -> Iterator[None]:
        """Say in words what the server, or the way to it, raises inside; nothing of the statement is in them."""
        try:
            yield
        except SQLAlchemyError as error:
            cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
            raise ServerError(server=self.name, detail=_first_line(cause)) from error


class ServerMoment:
    """All streams of a server within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def heads(self) -> list[tuple[str, Head]]:
        """Every stream with where it ends, in the order in which they were begun."""
        return [(row.stream, Head(row.length, row.head_hash)) for row in self._connection.execute(_HEADS)]

    def events(self, stream: str) -> Iterable[StoredEvent]:
        """The events of ``stream`` in order, as they lie there."""
        return map(StoredEvent._make, self._connection.execute(_EVENTS_OF, {"name": stream}))

    def write(self, events: Sequence[StoredEvent]) -> None:
        """Put the next events of one stream behind those it has."""
        first, last = events[0], events[-1]
        moved = {"length": last.number, "head_hash": last.hash}
        if first.number == 1:
            opened = self._connection.execute(_NEXT_OPENED).scalar_one()
            self._connection.execute(_BEGIN, {"stream": last.stream, "opened": opened, **moved})
        else:
            self._connection.execute(_ADVANCE, {"name": last.stream, **moved})
        self._connection.execute(_ADD, [dict(zip(EVENTS.c.keys(), event, strict=True)) for event in events])

    def clear(self) -> None:
        """Take everything away."""
        self._connection.execute(delete(EVENTS))
        self._connection.execute(delete(STREAMS))


def _engine_for(url: str) -> Engine:
    """SQLAlchemy's engine for ``url``; a connection that the server has closed meanwhile is noticed and replaced."""
    try:
        address = make_url(url)
        if address.drivername != POSTGRESQL:
            raise ServerAddressError(scheme=address.drivername)
        waits = {"connect_timeout": CONNECT_SECONDS}
        return create_engine(address.set(drivername=DRIVER), pool_pre_ping=True, connect_args=waits)
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise ServerAddressError(scheme=url.partition("://")[0]) from error
    except ModuleNotFoundError as error:
        raise ServerDriverError(missing=str(error.name)) from error


def _head(connection: Connection, stream: str, *, locked: bool = False) -> Head:
    row = connection.execute(_LOCKED_HEAD if locked else _HEAD, {"name": stream}).one_or_none()
    return Head(0, genesis(stream)) if row is None else Head(row.length, row.head_hash)


def _locked_head(connection: Connection, stream: str) -> Head:
    """The head of ``stream`` that nobody else moves until this transaction ends.

    Whether there is one is asked without a lock: two that hold one and both want the table would wait for each other.
    """
    if not _head(connection, stream).length:
        connection.execute(_ONE_BEGINS)
    return _head(connection, stream, locked=True)


def _first_line(error: BaseException) -> str:
    """What the server said, without the hints and the statement that follow."""
    return str(error).strip().partition("\n")[0]
