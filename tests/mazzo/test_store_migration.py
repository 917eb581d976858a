from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from mazzo.storage import store as store_module
from mazzo.storage.migrating import HEAD, backup_of, migrate, upgrade
from mazzo.storage.sqlite import engine_for
from mazzo.storage.store import EventStore

pytestmark = pytest.mark.slow

SHIPPED = Path(str(files("mazzo.storage") / "migrations"))
NEXT = """
from alembic import op
import sqlalchemy as sa
revision = "0002"
down_revision = "0001"


def upgrade():
    op.create_table("notes", sa.Column("text", sa.Text, primary_key=True))
    {then}
"""


@pytest.fixture
def path(tmp_path):
    place = tmp_path / "journal.sqlite3"
    with EventStore.open(place) as store:
        store.journal("game/1").append("deal", {"deal": 7})
    return place


def scripts_with_a_next_step(folder, then="pass"):
    shutil.copytree(SHIPPED, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "r0002_notes.py").write_text(NEXT.format(then=then))
    return folder


def revision(path):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]


def tables(path):
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def test_a_new_file_is_what_the_steps_make(path, tmp_path):
    stepwise = tmp_path / "stepwise.sqlite3"
    stepwise.touch()
    engine = engine_for(stepwise, 1.0)
    upgrade(engine)
    engine.dispose()
    assert schema(path) == schema(stepwise)


def schema(path):
    """Every table, index and trigger with the page it begins at, however its text is broken into lines."""
    with closing(sqlite3.connect(path)) as connection:
        numbers = [connection.execute(f"PRAGMA {name}").fetchone() for name in ("user_version", "page_size")]
        rows = connection.execute("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master").fetchall()
        return revision(path), numbers, [(*row[:4], "".join((row[4] or "").split())) for row in rows]


def test_the_format_we_write_is_the_last_step_that_ships():
    config = Config()
    config.set_main_option("script_location", str(SHIPPED))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_a_migration_keeps_the_events_and_a_copy_of_what_was(path, tmp_path):
    backup = migrate(path, 1.0, "0002", scripts_with_a_next_step(tmp_path / "100% scripts"))
    assert (revision(path), revision(backup)) == ("0002", "0001")
    assert backup.name == "journal.before-0002-1.sqlite3"
    assert "notes" in tables(path)
    assert "notes" not in tables(backup)
    with EventStore.open(backup) as store:
        assert store.journal("game/1").entries()[0].data == {"deal": 7}


def test_a_migration_that_fails_half_way_changes_nothing(path, tmp_path):
    scripts = scripts_with_a_next_step(tmp_path / "scripts", then="raise RuntimeError('half way')")
    with pytest.raises(RuntimeError, match="half way"):
        migrate(path, 1.0, "0002", scripts)
    assert revision(path) == "0001"
    assert "notes" not in tables(path)
    with EventStore.open(path) as store:
        assert store.salvaged is None
        assert store.journal("game/1").append("move", {}) == 2


def test_an_older_store_is_migrated_when_it_is_opened_and_only_then(path, tmp_path, monkeypatch):
    scripts = scripts_with_a_next_step(tmp_path / "scripts")
    migrated = []

    def migrate_to_next(place, busy_seconds):
        migrated.append(migrate(place, busy_seconds, "0002", scripts))

    monkeypatch.setattr(store_module, "HEAD", "0002")
    monkeypatch.setattr(store_module, "migrate", migrate_to_next)
    for _ in range(2):
        with EventStore.open(path) as store:
            assert len(store.journal("game/1").entries()) == 1
    assert [backup.name for backup in migrated] == ["journal.before-0002-1.sqlite3"]


def test_a_backup_holds_what_is_still_in_the_log(tmp_path):
    path = tmp_path / "journal.sqlite3"
    with EventStore.open(path) as store:
        store.journal("game/1").append("deal", {"deal": 7})
        first, second = (backup_of(path, "copy", 1.0) for _ in range(2))
        assert first != second
    with EventStore.open(second) as copy:
        assert copy.journal("game/1").entries()[0].data == {"deal": 7}


def test_a_store_in_a_file_is_made_written_and_read_without_sqlalchemy(tmp_path):
    code = (
        "import sys; from mazzo.storage.store import EventStore\n"
        f"with EventStore.open({str(tmp_path / 'journal.sqlite3')!r}) as store:\n"
        "    store.journal('game/1').append('deal', {'deal': 7})\n"
        "    assert store.streams() == ['game/1'] and store.journal('game/1').entries()\n"
        "assert not {'sqlalchemy', 'alembic'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
