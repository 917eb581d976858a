"""What happens to a store when the disk, a bit or a version misbehaves."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
import time
from contextlib import closing

import pytest

from kernelkit import durable
from mazzo.cli.exits import exit_code
from mazzo.errors import (
    DamagedStoreError,
    ForeignStoreError,
    NewerStoreError,
    StorageError,
    StoreBusyError,
    StoreWriteError,
)
from mazzo.storage import migrating, salvage
from mazzo.storage.events import genesis, next_event
from mazzo.storage.store import EventStore
from support.full_disk import largest_file
from support.store_campaigns import content

pytestmark = pytest.mark.slow

FLIPS = int(os.environ.get("MAZZO_FLIPS", "500"))


def fill(path, streams=3, events=12):
    """A closed store with a few streams; what each of them holds."""
    with EventStore.open(path) as store:
        for stream in range(streams):
            journal = store.journal(f"game/{stream}")
            for number in range(events):
                journal.append("move", {"number": number, "note": f"stream {stream} " * (number % 7)})
        return content(store)


def is_prefix(found, before):
    return all(entries == before[stream][: len(entries)] for stream, entries in found.items())


def test_a_disk_that_is_full_at_any_write_is_said_and_everything_before_stands(tmp_path):
    """The log grows by frames of 24 + 4096 bytes after 32; the disk ends at, in and between them, one after another."""
    frame = 24 + 4096
    failures = 0
    for limit in sorted({32 + number * frame + extra for number in range(12) for extra in (-8, 0, 24, 2000)}):
        path = tmp_path / f"full-{limit}" / "journal.sqlite3"
        before = fill(path, streams=1, events=2)
        with EventStore.open(path) as store:
            journal, written = store.journal("game/0"), list(before["game/0"])
            with largest_file(max(limit, path.stat().st_size)):
                for number in range(4):
                    try:
                        journal.append("more", {"number": number})
                    except StoreWriteError:
                        failures += 1
                        break
                    written = journal.entries()
            assert store.journal("game/0").entries() == written
            assert store.journal("game/0").append("after", {}) == len(written) + 1
        with EventStore.open(path) as store:
            assert store.salvaged is None
            assert [entry.kind for entry in store.journal("game/0").entries()][-1] == "after"
    assert failures > 5


def test_a_disk_too_full_for_a_new_store_is_said_and_leaves_no_half_store(tmp_path):
    path = tmp_path / "journal.sqlite3"
    for limit in range(0, 24_000, 1500):
        with largest_file(limit), pytest.raises(StorageError):
            EventStore.open(path)
        assert not path.exists() or migrating.is_complete(path)
    with EventStore.open(path) as store:
        assert (store.streams(), store.salvaged) == ([], None)


def flipped(source, target, chance):
    """A copy of ``source`` with one bit turned."""
    raw = bytearray(source.read_bytes())
    bit = chance.randrange(len(raw) * 8)
    raw[bit // 8] ^= 1 << bit % 8
    target.write_bytes(raw)
    return bit


def test_no_flipped_bit_in_the_file_is_silent(tmp_path):
    source = tmp_path / "source" / "journal.sqlite3"
    before = fill(source)
    chance, salvaged, refused = random.Random(1), 0, 0
    for flip in range(FLIPS):
        folder = tmp_path / f"flip-{flip}"
        folder.mkdir()
        path = folder / "journal.sqlite3"
        bit = flipped(source, path, chance)
        damaged = path.read_bytes()
        try:
            store = EventStore.open(path)
        except (NewerStoreError, ForeignStoreError):
            assert path.read_bytes() == damaged
            refused += 1
            continue
        with store:
            found = content(store)
            if store.salvaged is None:
                assert found == before, f"bit {bit} changed the content in silence"
            else:
                salvaged += 1
                assert is_prefix(found, before), f"bit {bit}: salvaged what was never written"
                assert (store.salvaged.moved_to / "journal.sqlite3").read_bytes() == damaged
                assert store.salvaged.events_kept == sum(map(len, found.values()))
        shutil.rmtree(folder)
    assert salvaged > FLIPS / 10
    assert refused < FLIPS / 50


def crashed_copy(path, folder):
    """A copy of an open store with its log, as a crash would leave it."""
    folder.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(path.with_name(path.name + ending), folder / (path.name + ending))
    return folder / path.name


def test_no_flipped_bit_in_the_log_of_a_crash_is_silent_but_in_the_very_last_write(tmp_path):
    """The last write may have been cut off by the crash itself, before anybody was told that it was saved."""
    chance, faults = random.Random(2), 0
    with EventStore.open(tmp_path / "journal.sqlite3") as source:
        journal = source.journal("game/0")
        for number in range(30):
            journal.append("move", {"number": number})
        before = content(source)
        for flip in range(FLIPS // 5):
            path = crashed_copy(source.path, tmp_path / f"flip-{flip}")
            log = path.with_name(path.name + "-wal")
            flipped(log, log, chance)
            with EventStore.open(path) as store:
                found = content(store)
                faults += store.salvaged is not None
                assert is_prefix(found, before)
                lost = 30 - len(found.get("game/0", []))
                assert lost <= 1 or store.salvaged is not None, f"{lost} entries were lost in silence"
    assert faults > FLIPS / 10


def test_a_broken_entry_ends_its_own_stream_and_no_other(tmp_path):
    path = tmp_path / "journal.sqlite3"
    before = fill(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER events_refuse_update")
        connection.execute("UPDATE events SET data = '{}' WHERE stream = 'game/1' AND number = 8")
    with EventStore.open(path) as store:
        assert {stream: len(entries) for stream, entries in content(store).items()} == {
            "game/0": 12,
            "game/1": 7,
            "game/2": 12,
        }
        assert is_prefix(content(store), before)
        told = store.salvaged
        assert store.journal("game/1").append("move", {}) == 8
    assert (told.streams_kept, told.events_kept, told.cut, told.lost) == (3, 31, ("game/1",), 5)
    assert told.message("en") == (
        "The file of saved games is damaged: record game/1 is not what was written, from entry 8 on. "
        "3 saved games were kept, with 31 actions. 1 game lost its end, 5 actions are missing. "
        "The damaged file was put aside as journal.damaged-1."
    )
    assert told.message("it") == (
        "Il file delle partite salvate è danneggiato: il diario game/1 non è quello che fu scritto, dalla voce 8 in "
        "poi. 3 partite salvate sono state recuperate, con 31 azioni. 1 partita ha perso la fine, mancano 5 azioni. "
        "Il file danneggiato è stato messo da parte come journal.damaged-1."
    )
    with EventStore.open(path) as store:
        assert store.salvaged is None


@pytest.mark.parametrize("raw", [b"", b"not a database, but long enough to look for a header" * 4, bytes(8192)])
def test_a_file_that_is_no_database_is_put_aside_and_a_new_store_begins(tmp_path, raw):
    path = tmp_path / "journal.sqlite3"
    path.write_bytes(raw)
    with EventStore.open(path) as store:
        assert store.streams() == []
        assert (store.salvaged.moved_to / "journal.sqlite3").read_bytes() == raw
        assert "No saved game could be read." in store.salvaged.message("en")
        assert "Non si è potuta leggere nessuna partita salvata." in store.salvaged.message("it")
    assert EventStore.open(path).salvaged is None


@pytest.mark.parametrize("place", [0, 17, 20, 56, 100, 1500, 3000])
def test_damage_in_the_first_page_costs_no_event(tmp_path, place):
    """The first page holds the header and the names of the tables, but no events."""
    path = tmp_path / "journal.sqlite3"
    before = fill(path)
    raw = bytearray(path.read_bytes())
    raw[place : place + 400] = bytes(byte ^ 0x5A for byte in raw[place : place + 400])
    path.write_bytes(raw)
    with EventStore.open(path) as store:
        assert store.salvaged is None or store.salvaged.events_kept == 36
        assert content(store) == before


def test_each_damaged_file_gets_a_folder_of_its_own(tmp_path):
    path = tmp_path / "journal.sqlite3"
    (tmp_path / "journal.damaged-mine").mkdir()
    folders = []
    for _ in range(3):
        path.write_bytes(b"damaged")
        with EventStore.open(path) as store:
            folders.append(store.salvaged.moved_to.name)
    assert folders == ["journal.damaged-1", "journal.damaged-2", "journal.damaged-3"]


class PowerCut(BaseException):
    """The machine stops here: nothing after this line happens, no handler runs."""


def test_a_crash_at_any_step_of_a_salvage_loses_nothing_that_was_sound(tmp_path, monkeypatch):
    source = tmp_path / "source" / "journal.sqlite3"
    before = fill(source)
    with closing(sqlite3.connect(source)) as connection, connection:
        connection.execute("DROP TRIGGER events_refuse_delete")
        connection.execute("DELETE FROM events WHERE stream = 'game/2' AND number = 12")
    steps = 0
    while True:
        path = tmp_path / f"cut-{steps}" / "journal.sqlite3"
        path.parent.mkdir()
        shutil.copy(source, path)
        finished = _salvage_cut_after(steps, path, monkeypatch)
        with EventStore.open(path) as store:
            kept = content(store)
        assert is_prefix(kept, before)
        assert [len(entries) for entries in kept.values()] == [12, 12, 11]
        assert list(path.parent.glob("journal.damaged-*/journal.sqlite3"))
        if finished:
            break
        steps += 1
    assert steps >= 4


def _salvage_cut_after(steps, path, monkeypatch):
    """Open the damaged store and cut the power at rename number ``steps``; whether it came to its end before."""
    left = [steps]

    def rename(source, target):
        if left[0] == 0:
            raise PowerCut
        left[0] -= 1
        durable.sync_folder(target.parent)
        source.replace(target)

    with monkeypatch.context() as patch:
        patch.setattr(salvage, "rename_durably", rename)
        patch.setattr(migrating, "rename_durably", rename)
        try:
            EventStore.open(path).close()
        except PowerCut:
            return False
    return True


def test_a_store_of_a_newer_version_is_refused_and_not_touched(tmp_path):
    path = tmp_path / "journal.sqlite3"
    fill(path, streams=1)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0907'")
        connection.execute("PRAGMA user_version = 907")
    before = path.read_bytes()
    with pytest.raises(NewerStoreError, match="newer Mazzo, format 0907; this one knows") as caught:
        EventStore.open(path)
    assert path.read_bytes() == before
    assert exit_code(caught.value) == 65


def test_the_database_of_another_program_is_refused_and_not_touched(tmp_path):
    path = tmp_path / "journal.sqlite3"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(ForeignStoreError, match="not a Mazzo journal"):
        EventStore.open(path)
    assert path.read_bytes() == before


def test_damage_that_comes_while_a_store_is_open_is_noticed_when_the_stream_is_read(tmp_path):
    path = tmp_path / "journal.sqlite3"
    fill(path)
    with EventStore.open(path) as store:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("DROP TRIGGER events_refuse_update")
            connection.execute("UPDATE events SET kind = 'other' WHERE stream = 'game/1' AND number = 3")
        with pytest.raises(DamagedStoreError, match="record game/1 is not what was written, from entry 3 on"):
            store.journal("game/1").entries()
        assert len(store.journal("game/0").entries()) == 12


def test_an_entry_that_a_stranger_chained_but_nobody_can_read_is_said(tmp_path):
    path = tmp_path / "journal.sqlite3"
    EventStore.open(path).close()
    forged = next_event("game/9", 1, genesis("game/9"), "move", '{"x": NaN}')
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO streams VALUES ('game/9', 1, 1, ?)", (forged.hash,))
        connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", forged)
    with EventStore.open(path) as store, pytest.raises(DamagedStoreError, match="game/9"):
        store.journal("game/9").entries()


def test_beyond_the_limit_the_newest_streams_are_checked_and_the_ends_of_all(tmp_path):
    path = tmp_path / "journal.sqlite3"
    fill(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER events_refuse_update")
        connection.execute("UPDATE events SET kind = 'other' WHERE stream = 'game/0' AND number = 3")
    with EventStore.open(path, checked=24) as store:
        assert store.salvaged is None
        with pytest.raises(DamagedStoreError):
            store.journal("game/0").entries()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE streams SET head_hash = x'00' WHERE stream = 'game/0'")
    with EventStore.open(path, checked=24) as store:
        assert store.salvaged.cut == ("game/0",)


def test_nothing_stored_can_be_changed_or_deleted(tmp_path):
    path = tmp_path / "journal.sqlite3"
    fill(path)
    with closing(sqlite3.connect(path)) as connection:
        for change in ("UPDATE events SET kind = 'x'", "DELETE FROM events"):
            with pytest.raises(sqlite3.IntegrityError, match="only ever added"):
                connection.execute(change)


def test_every_bit_of_the_format_number_can_flip_and_no_game_is_lost(tmp_path):
    source = tmp_path / "source" / "journal.sqlite3"
    before = fill(source, streams=2, events=3)
    raw = source.read_bytes()
    (place,) = [at for at in range(len(raw)) if raw[at : at + 6] == b"\x02\x150001"]
    for bit in range(32):
        path = tmp_path / f"flip-{bit}" / "journal.sqlite3"
        path.parent.mkdir()
        damaged = bytearray(raw)
        damaged[place + 2 + bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        with EventStore.open(path) as store:
            assert store.salvaged is not None
            assert content(store) == before


@pytest.mark.parametrize("bit", range(8))
def test_a_page_that_is_of_another_kind_now_costs_none_of_its_events(tmp_path, bit):
    """Found by the campaign of flipped bits: the root of the events holds some of them itself."""
    path = tmp_path / "journal.sqlite3"
    before = fill(path, streams=6, events=30)
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
    raw = bytearray(path.read_bytes())
    raw[(root - 1) * 4096] ^= 1 << bit
    path.write_bytes(raw)
    with EventStore.open(path) as store:
        assert content(store) == before


def test_a_rule_that_somebody_put_into_the_file_is_not_followed(tmp_path):
    path = tmp_path / "journal.sqlite3"
    before = fill(path, streams=1, events=3)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TRIGGER mine AFTER INSERT ON events BEGIN UPDATE streams SET length = 0; END")
    with EventStore.open(path) as store:
        assert "rules that no Mazzo has written" in store.salvaged.message("en")
        assert content(store) == before
        assert store.journal("game/0").append("move", {}) == 4


def test_the_files_of_a_store_are_for_its_user_alone(tmp_path):
    path = tmp_path / "data" / "journal.sqlite3"
    mask = os.umask(0)
    try:
        fill(path, streams=1)
        path.chmod(0o666)
        with EventStore.open(path) as store:
            store.journal("game/0").append("move", {})
            files = [file for file in path.parent.iterdir() if file.is_file()]
            assert len(files) >= 3
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_what_was_put_aside_is_read_again_when_something_is_missing(tmp_path):
    path = tmp_path / "journal.sqlite3"
    before = fill(path)
    first = bytearray(path.read_bytes())
    first[first.index(b"stream 2 stream 2")] ^= 1
    path.write_bytes(first)
    with EventStore.open(path) as store:
        assert store.salvaged is not None
        kept = content(store)
    path.write_bytes(b"nothing is left")
    with EventStore.open(path) as store:
        assert content(store) == kept
    assert is_prefix(kept, before)


def test_a_store_that_was_put_aside_while_open_takes_no_more_entries(tmp_path):
    path = tmp_path / "journal.sqlite3"
    fill(path, streams=1)
    with EventStore.open(path) as store:
        store.journal("game/0").append("move", {})
        path.rename(tmp_path / "elsewhere.sqlite3")
        with pytest.raises(StoreWriteError, match="moved away while it was open"):
            store.journal("game/0").append("move", {})


def test_a_store_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreWriteError, match="could not be written: the disk refused"):
        EventStore.open(tmp_path / "file" / "journal.sqlite3")


def test_a_store_that_somebody_else_is_making_is_busy(tmp_path):
    path = tmp_path / "journal.sqlite3"
    with durable.exclusive(path), pytest.raises(StoreBusyError):
        EventStore.open(path, busy_seconds=0.05)
    assert not path.exists()


def test_an_open_and_a_hundred_appends_feel_instant(tmp_path):
    """Generous bounds for a busy machine; measured figures are in docs/storage.md."""
    path = tmp_path / "journal.sqlite3"
    fill(path, streams=10, events=30)
    started = time.perf_counter()
    with EventStore.open(path) as store:
        opened = time.perf_counter()
        journal = store.journal("game/0")
        for number in range(100):
            journal.append("move", {"number": number})
        appended = time.perf_counter()
    assert opened - started < 1
    assert (appended - opened) / 100 < 0.05
