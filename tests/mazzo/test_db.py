"""``mazzo db``: the store as a whole in a file, by its use cases and by the command."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner

from mazzo.cli import main
from mazzo.folders import folders, made_folder_of
from mazzo.storage.migrating import refusing_rule
from mazzo.storage.store import EventStore
from mazzo.storage.whole import checked
from support.full_disk import largest_file
from support.whole_store_contract import WholeStoreContract, check_wrong_exports, content, content_of, fill, killed

pytestmark = pytest.mark.slow


class TestWholeFile(WholeStoreContract):
    @pytest.fixture
    def place(self, tmp_path):
        return tmp_path / "journal.sqlite3"

    @pytest.fixture
    def store(self, place):
        self.place = place
        with EventStore.open(place) as store:
            yield store

    def break_entry(self, stream, number):
        with closing(sqlite3.connect(self.place)) as connection, connection:
            connection.execute("DROP TRIGGER events_refuse_update")
            connection.execute("UPDATE events SET data = '{}' WHERE stream = ? AND number = ?", (stream, number))
            connection.execute(refusing_rule("UPDATE"))


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    with EventStore.open(made_folder_of(folders().journal)) as store:
        fill(store)
    return tmp_path


def run(*arguments, language="en"):
    return CliRunner().invoke(main, ["db", *arguments, "--lang", language])


def test_an_export_that_was_changed_is_refused_with_its_line(kept_store):
    check_wrong_exports(kept_store)


def test_spaces_and_the_order_of_keys_may_change_on_the_way(home):
    assert run("export", "lines").exit_code == 0
    before = content_of(folders().journal)
    rows = [json.loads(line) for line in (home / "lines.jsonl").read_text(encoding="utf-8").splitlines()]
    turned = "\r\n\r\n".join(json.dumps(dict(reversed(row.items())), indent=None) for row in rows)
    (home / "turned.jsonl").write_text(turned, encoding="utf-8")
    shutil.rmtree(home / "home")
    assert "12 entries were added. Records that are new: 3" in run("import", "turned.jsonl").stdout
    assert content_of(folders().journal) == before


def test_a_check_changes_no_byte_of_file_or_log(home):
    with EventStore.open(folders().journal) as store:
        store.add("game/0", "move", "{}", None)
        shutil.copytree(home / "home", home / "crashed")
    path = home / "crashed" / "data" / "journal.sqlite3"
    files = [path, path.with_name("journal.sqlite3-wal")]
    before = [file.read_bytes() for file in files]
    assert checked(path).extent.events == 13
    assert [file.read_bytes() for file in files] == before


def test_a_damaged_file_is_told_and_left_as_it_is(home):
    path = folders().journal
    damaged = path.read_bytes().replace(b'"n":2', b'"n":7', 2)
    path.write_bytes(damaged)
    told = run("check")
    assert (told.exit_code, path.read_bytes()) == (1, damaged)
    assert told.stdout.count("journal.sqlite3 is damaged: record game/") == 2
    assert "non è quello che fu scritto" in run("check", language="it").stdout
    assert not list(path.parent.glob("*damaged*"))


def test_a_copy_can_be_checked_and_nothing_kept_yet_is_no_fault(home):
    assert run("backup", "copy").exit_code == 0
    assert run("check", "copy.sqlite3").stdout == (
        "copy.sqlite3 is sound: 3 records with 12 entries, every one as it was written.\n"
    )
    shutil.rmtree(home / "home")
    assert run("check").stdout == "journal.sqlite3: nothing is kept yet.\n"
    assert not (home / "home").exists()
    assert run("check", "nobody").exit_code == 66


def test_a_file_that_is_there_is_never_written_over(home):
    for name in ("copy.sqlite3", "lines.jsonl"):
        (home / name).write_text("mine", encoding="utf-8")
    assert [run("backup", "copy").exit_code, run("export", "lines").exit_code] == [1, 1]
    assert {(home / name).read_text(encoding="utf-8") for name in ("copy.sqlite3", "lines.jsonl")} == {"mine"}


def test_a_restore_says_where_what_was_there_lies(home):
    run("backup", "copy")
    told = run("restore", "copy.sqlite3", language="it")
    assert told.exit_code == 0
    assert "copy.sqlite3 è al suo posto: 3 diari con 12 voci." in told.stdout
    assert str(folders().journal.with_name("journal.before-restore-1.sqlite3")) in told.stdout


def test_a_foreign_database_and_a_newer_copy_are_refused_and_nothing_changes(home):
    before = content_of(folders().journal)
    with closing(sqlite3.connect(home / "foreign.sqlite3")) as connection, connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    run("backup", "newer")
    with closing(sqlite3.connect(home / "newer.sqlite3")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0009'")
        connection.execute("PRAGMA user_version=9")
    for name in ("foreign", "newer"):
        assert run("restore", f"{name}.sqlite3").exit_code == 65
        assert run("check", f"{name}.sqlite3").exit_code == 65
    assert content_of(folders().journal) == before


def test_what_a_restore_replaced_does_not_come_back_by_a_salvage(home):
    path = folders().journal
    run("backup", "copy")
    with EventStore.open(path) as store:
        fill(store, events=3, first=4)
    assert run("restore", "copy.sqlite3").exit_code == 0
    raw = bytearray(path.read_bytes())
    raw[:100] = bytes(100)
    path.write_bytes(raw)
    with EventStore.open(path) as store:
        assert store.salvaged.events_kept == 12
        assert content(store) == content_of(home / "copy.sqlite3")


@pytest.mark.parametrize("command", ["backup", "restore", "import", "export"])
def test_a_disk_that_ends_anywhere_leaves_the_old_store_and_no_half_file(home, command):
    """Every size of the largest file from nothing up to what the command needs, in steps of less than a page."""
    path = folders().journal
    run("backup", "copy")
    run("export", "lines")
    with EventStore.open(path) as store:
        fill(store, streams=9, events=4, first=4)
    if command == "import":
        path.rename(home / "full.sqlite3")
        with EventStore.open(path):
            pass
    old, ends = content_of(path), []
    new = content_of(home / "copy.sqlite3") if command in ("restore", "import") else old
    given = {"restore": "copy.sqlite3", "import": "lines.jsonl"}.get(command, "written")
    for limit in range(0, 200_000, 7_000):
        with largest_file(limit):
            done = run(command, given)
        ends.append(done.exit_code)
        assert done.exit_code in (0, 74), done.output
        assert content_of(path) == (new if done.exit_code == 0 else old)
        assert not list(home.rglob("*.tmp*"))
        assert done.exit_code == 0 or not list(home.glob("written*"))
        if done.exit_code == 0:
            break
    assert ends[-1] == 0
    assert 74 in ends


def test_a_restore_or_import_that_is_killed_leaves_the_old_or_the_new_and_never_half(tmp_path):
    for outcomes in killed(str(tmp_path / "journal.sqlite3"), tmp_path).values():
        assert outcomes["half"] == 0
        assert outcomes["old"] > 0
