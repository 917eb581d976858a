"""Bringing a store to today's format. Alembic is imported only when there is something to do."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING

from kernelkit.durable import free_name, rename_durably
from mazzo.storage.sqlite import APPLICATION_ID, IMMEDIATE, SIDE_FILES, connect, engine_for, side_file

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

HEAD = "0001"
"""The format this version writes. Formats are four digits and count up, so that an old version knows a newer file."""


def create_store(path: Path) -> None:
    """Put an empty store at ``path``, whole or not at all: it is built under another name first."""
    unfinished = path.with_name(f".{path.name}.new")
    for leftover in (unfinished, *(side_file(unfinished, ending) for ending in SIDE_FILES)):
        leftover.unlink(missing_ok=True)
    with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute("PRAGMA journal_mode=WAL")
    engine = engine_for(unfinished, busy_seconds=5.0)
    try:
        upgrade(engine)
    finally:
        engine.dispose()
    sync_file(unfinished)
    rename_durably(unfinished, path)


def upgrade(engine: Engine, target: str = HEAD, scripts: Path | None = None) -> None:
    """Run the steps up to ``target`` in one transaction: all of them count, or none."""
    with engine.execution_options(**{IMMEDIATE: True}).begin() as connection:
        if scripts is not None:
            _run_steps(connection, target, scripts)
        else:
            with as_file(files("mazzo.storage") / "migrations") as shipped:
                _run_steps(connection, target, shipped)


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
    with closing(connect(path, busy_seconds, mode="ro")) as source, closing(sqlite3.connect(unfinished)) as copy:
        source.backup(copy)
    sync_file(unfinished)
    rename_durably(unfinished, backup)
    return backup


def sync_file(path: Path) -> None:
    """Force the content of ``path`` to the disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
