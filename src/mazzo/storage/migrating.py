"""Making a store, and bringing one to today's format. Alembic is imported only when there is something to do.

    built under another name ──► closed, with nothing left in a log ──► read back and checked ──► renamed

A disk that fills at any arrow leaves what was there before: SQLite says nothing when the last write of a file that is
being closed fails, so only what was read back gets its name.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING

from kernelkit.durable import free_name, rename_durably
from kernelkit.files import PRIVATE_FILE
from mazzo.storage.checking import find_fault
from mazzo.storage.sqlite import (
    ALONE,
    APPLICATION_ID,
    IMMEDIATE,
    READ_ERRORS,
    SIDE_FILES,
    bare_errors,
    connect,
    engine_for,
    side_file,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

FIRST, HEAD = "0001", "0001"
"""The first format and the one this version writes. They are four digits and count up: a newer file is known as one."""
MOST_EVENTS = 2**62


def refusing_rule(action: str) -> str:
    """The statement that makes the table of events refuse ``action``."""
    return (
        f"CREATE TRIGGER events_refuse_{action.lower()} BEFORE {action} ON events "
        "BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END"
    )


NEW_FILE = (
    "BEGIN IMMEDIATE",
    """CREATE TABLE alembic_version (
        version_num VARCHAR(32) NOT NULL,
        CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
    )""",
    """CREATE TABLE streams (
        stream TEXT NOT NULL,
        opened INTEGER NOT NULL,
        length INTEGER NOT NULL,
        head_hash BLOB NOT NULL,
        PRIMARY KEY (stream)
    ) WITHOUT ROWID""",
    """CREATE TABLE events (
        stream TEXT NOT NULL,
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL,
        previous_hash BLOB NOT NULL,
        hash BLOB NOT NULL,
        PRIMARY KEY (stream, number),
        FOREIGN KEY(stream) REFERENCES streams (stream)
    ) WITHOUT ROWID""",
    *map(refusing_rule, ("UPDATE", "DELETE")),
    f"INSERT INTO alembic_version (version_num) VALUES ('{HEAD}')",
    f"PRAGMA user_version={int(HEAD)}",
    "COMMIT",
)
"""What the steps of ``migrations`` leave in a new file, at the same pages: a new one is made without Alembic."""


def create_store(path: Path) -> None:
    """Put an empty store at ``path``, whole or not at all: it is built under another name first."""
    unfinished = path.with_name(f".{path.name}.new")
    with building(unfinished):
        pass
    rename_durably(unfinished, path)


@contextmanager
def building(unfinished: Path) -> Iterator[sqlite3.Connection]:
    """Inside, an empty store at ``unfinished`` can be written; after it the file is complete, checked and on the disk.

    No write-ahead log is used until the end: what is in the file is all there is.
    """
    for leftover in (unfinished, *(side_file(unfinished, ending) for ending in (*SIDE_FILES, "-journal"))):
        leftover.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
    with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        for statement in NEW_FILE:
            connection.execute(statement)
    with closing(connect(unfinished, busy_seconds=5.0)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        written = _counts(connection)
        connection.execute("COMMIT")
        if connection.execute("PRAGMA journal_mode=WAL").fetchone() != ("wal",):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
    sync_file(unfinished)
    _check_complete(unfinished, written)


def _counts(connection: sqlite3.Connection) -> tuple[int, int]:
    """How many streams and events there are."""
    (streams,) = connection.execute("SELECT count(*) FROM streams").fetchone()
    (events,) = connection.execute("SELECT count(*) FROM events").fetchone()
    return streams, events


def _check_complete(unfinished: Path, written: tuple[int, int]) -> None:
    """OSError unless the file alone, without any log, is a sound store with so many streams and events."""
    try:
        with closing(connect(unfinished, busy_seconds=5.0, mode=ALONE)) as connection:
            is_complete = _counts(connection) == written and find_fault(unfinished, connection, MOST_EVENTS) is None
    except READ_ERRORS as error:
        raise OSError(errno.EIO, os.strerror(errno.EIO)) from error
    if not is_complete:
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def is_complete(path: Path) -> bool:
    """Whether the file at ``path``, without any log, is a sound store."""
    try:
        with closing(connect(path, busy_seconds=5.0, mode=ALONE)) as connection:
            return find_fault(path, connection, MOST_EVENTS) is None
    except READ_ERRORS:
        return False


def upgrade(engine: Engine, target: str = HEAD, scripts: Path | None = None) -> None:
    """Run the steps up to ``target`` in one transaction: all of them count, or none."""
    with bare_errors(), engine.execution_options(**{IMMEDIATE: True}).begin() as connection:
        if scripts is not None:
            _run_steps(connection, target, scripts)
        else:
            with as_file(files("mazzo.storage") / "migrations") as shipped:
                _run_steps(connection, target, shipped)
        if connection.dialect.name == "sqlite":
            # Said a second time, in the header: one flipped bit makes no newer format.
            connection.exec_driver_sql(f"PRAGMA user_version={int(target)}")


def _run_steps(connection: Connection, target: str, scripts: Path) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    command.upgrade(config, target)


def server_revision(engine: Engine) -> str | None:
    """The format of the tables on a database server; None when there are none."""
    from sqlalchemy import inspect, text

    if not inspect(engine).has_table("alembic_version"):
        return None
    with engine.connect() as connection:
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


def migrate(path: Path, busy_seconds: float, target: str = HEAD, scripts: Path | None = None) -> Path:
    """Bring the store at ``path`` up to ``target``; the durable copy made before is the answer."""
    backup = backup_of(path, f"before-{target}", busy_seconds)
    engine = engine_for(path, busy_seconds)
    try:
        upgrade(engine, target, scripts)
    finally:
        engine.dispose()
    return backup


def backup_of(path: Path, word: str, busy_seconds: float) -> Path:
    """A durable copy of the store beside it, named with ``word``, with everything its log holds."""
    backup = free_name(path, word)
    unfinished = backup.with_name(f".{backup.name}.tmp")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
    with closing(connect(path, busy_seconds, mode="ro")) as source, closing(sqlite3.connect(unfinished)) as copy:
        source.backup(copy)
        written = _counts(copy)
    sync_file(unfinished)
    _check_complete(unfinished, written)
    rename_durably(unfinished, backup)
    return backup


def sync_file(path: Path) -> None:
    """Force the content of ``path`` to the disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
