"""What any store must do as a whole: one moment copied, put back, exported and taken in, all or none.

A test class derives and gives the fixtures ``store``, open and empty, and ``place``, where it is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mazzo.decks.store import DeckStore, StoredDeck
from mazzo.errors import (
    DamagedStoreError,
    MissingInputError,
    OtherHistoryError,
    UnreadExportError,
    UnsoundCopyError,
)
from mazzo.folders import Folders
from mazzo.storage.export_lines import export_lines, exported_records
from mazzo.storage.files_out import Target
from mazzo.storage.store import EventStore
from mazzo.storage.whole import Extent, TakenIn, back_up, checked, restore, take_in
from mazzo.streams import DECKS, PROFILES, SCORES, SETTINGS
from solitario.application.profiles import Profiles
from solitario.infrastructure.kept_profiles import KeptProfiles
from solitario.infrastructure.kept_scores import KeptScores
from solitario.infrastructure.kept_settings import KeptSettings
from solitario.infrastructure.settings_file import StoredSettings
from support.score_samples import LOST, WON, record

MINE = StoredDeck(
    "Mine", ("001", "001", "007", "007", "008", "008", "005", *("013", "011") * 2, "004", "020", "098", "086")
)
WRITERS, BACKUPS = 8, 6
KILLS = int(os.environ.get("MAZZO_KILLS", "10"))


def fill(store, streams=3, events=4, first=0):
    for stream in range(streams):
        for number in range(first, first + events):
            store.add(f"game/{stream}", "move", f'{{"n":{number},"note":"perché {stream}"}}', None)


def content(store):
    return {stream: store.read(stream) for stream in store.streams()}


def content_of(place):
    with EventStore.open(place) as store:
        return content(store)


class WholeStoreContract:
    def test_the_lengths_of_streams_are_asked_at_once_and_those_that_have_not_begun_are_left_out(self, store):
        fill(store)
        store.add("game/1", "move", '{"n":4}', None)
        assert store.lengths(("game/0", "game/1", "game/nobody")) == {"game/0": 4, "game/1": 5}

    def test_a_sound_store_is_found_sound_and_nothing_is_changed(self, store, place):
        fill(store)
        found, before = checked(place), content(store)
        assert (found.extent, found.faults, found.format) == (Extent(3, 12), (), "0001")
        assert content(store) == before

    def test_a_copy_holds_everything_and_a_restored_one_is_everything(self, store, place, tmp_path):
        fill(store)
        before = content(store)
        copy = tmp_path / "copy.sqlite3"
        assert back_up(store, Target.at(copy)) == Extent(3, 12)
        assert list(content_of(copy).items()) == list(before.items())
        fill(store, events=2, first=4)
        store.add("game/9", "move", "{}", None)
        later = content(store)
        extent, kept = restore(store, copy, tmp_path / "journal.sqlite3")
        assert extent == Extent(3, 12)
        assert list(content(store).items()) == list(before.items())
        assert kept == tmp_path / "journal.before-restore-1.sqlite3"
        assert content_of(kept) == later
        assert checked(place).faults == ()
        assert store.add("game/1", "move", "{}", 4) == 5
        assert not list(tmp_path.glob(".*.tmp*"))

    def test_what_is_kept_beside_the_games_is_copied_restored_exported_and_taken_in(self, store, tmp_path):
        places = Folders(tmp_path / "config", tmp_path / "data", tmp_path / "state")
        decks, scores = DeckStore(store, DECKS), KeptScores(store, SCORES, places.scores)
        settings = KeptSettings(store, SETTINGS, places.settings)
        profiles = KeptProfiles(store, PROFILES, places.profiles)

        def everything():
            return decks.decks(), scores.records(), settings.load(), profiles.load()

        decks.add(MINE)
        scores.add(record(WON, 1))
        settings.save(StoredSettings(language="it"))
        profiles.save(Profiles().created("Anna"))
        before, copy = everything(), tmp_path / "copy.sqlite3"
        back_up(store, Target.at(copy))
        lines = export_lines(store)[1]
        scores.add(record(LOST, 2))
        profiles.change(lambda players: players.deleted("Anna"))
        restore(store, copy, tmp_path / "journal.sqlite3")
        assert everything() == before
        with EventStore.open(tmp_path / "other.sqlite3") as other:
            take_in(other, exported_records("file", lines))
            assert KeptScores(other, SCORES, places.scores).records() == before[1]
            assert content(other) == content(store)

    def test_restoring_into_nothing_keeps_no_empty_copy(self, store, tmp_path):
        with EventStore.open(tmp_path / "other.sqlite3") as other:
            fill(other)
        assert restore(store, tmp_path / "other.sqlite3", tmp_path / "journal.sqlite3") == (Extent(3, 12), None)

    def test_a_copy_that_is_not_sound_changes_nothing(self, store, tmp_path):
        fill(store)
        copy = tmp_path / "copy.sqlite3"
        back_up(store, Target.at(copy))
        raw, before = copy.read_bytes(), content(store)
        for name, damaged in (("changed", raw.replace(b'"n":2', b'"n":7', 1)), ("cut", raw[:9000]), ("empty", b"")):
            bad = tmp_path / f"{name}.sqlite3"
            bad.write_bytes(damaged)
            with pytest.raises(UnsoundCopyError, match="Nothing was changed"):
                restore(store, bad, tmp_path / "journal.sqlite3")
            assert bad.read_bytes() == damaged
        with pytest.raises(MissingInputError):
            restore(store, tmp_path / "nothing.sqlite3", tmp_path / "journal.sqlite3")
        assert content(store) == before

    def test_what_was_exported_is_taken_in_once(self, store, tmp_path):
        fill(store)
        extent, lines = export_lines(store)
        records = exported_records("file", lines)
        assert (extent, records) == (Extent(3, 12), content(store))
        assert take_in(store, records) == TakenIn(0, 0, 3, 0)
        with EventStore.open(tmp_path / "other.sqlite3") as other:
            assert take_in(other, records) == TakenIn(3, 0, 0, 12)
            assert list(content(other).items()) == list(content(store).items())
            fill(other, streams=1, events=2, first=4)
            assert take_in(store, exported_records("file", export_lines(other)[1])) == TakenIn(0, 1, 2, 2)
            assert content(other) == content(store)
        assert take_in(store, records) == TakenIn(0, 0, 3, 0)

    def test_a_record_that_went_another_way_refuses_the_whole_import(self, store, tmp_path):
        fill(store, streams=1, events=2)
        with EventStore.open(tmp_path / "other.sqlite3") as other:
            other.add("game/8", "move", "{}", None)
            fill(other, streams=1, events=1)
            other.add("game/0", "pass", "{}", None)
            records = exported_records("file", export_lines(other)[1])
        before = content(store)
        with pytest.raises(OtherHistoryError, match="record game/0 went another way here, from entry 2 on"):
            take_in(store, records)
        assert content(store) == before

    def test_a_broken_record_is_neither_copied_nor_exported(self, store, place, tmp_path):
        fill(store)
        self.break_entry("game/1", 2)
        assert [(fault.stream, fault.number) for fault in checked(place).faults] == [("game/1", 2)]
        with pytest.raises(DamagedStoreError, match="game/1"):
            back_up(store, Target.at(tmp_path / "copy.sqlite3"))
        with pytest.raises(DamagedStoreError, match="game/1"):
            export_lines(store)
        assert not list(tmp_path.glob("*copy*"))

    def test_copies_made_while_eight_write_are_moments_of_the_store(self, store, place, tmp_path):
        """Each writer adds to two streams in turn: in any moment the first is as long as the second or one more."""
        stop = threading.Event()

        def write(writer):
            with EventStore.open(place) as own:
                scores, number = KeptScores(own, SCORES, tmp_path / "none.json"), 0
                while not stop.is_set():
                    scores.add(record(WON, 1000 * writer + number))
                    for half in "ab":
                        own.add(f"game/{writer}/{half}", "move", f'{{"n":{number}}}', None)
                    number += 1

        copies = [tmp_path / f"copy-{number}.sqlite3" for number in range(BACKUPS)]
        with ThreadPoolExecutor(WRITERS) as pool:
            writing = [pool.submit(write, writer) for writer in range(WRITERS)]
            extents = []
            for copy in copies:
                while store.length(f"game/{WRITERS - 1}/a") <= len(extents):
                    assert not any(one.done() for one in writing)
                extents.append(back_up(store, Target.at(copy)))
            stop.set()
            for one in writing:
                one.result()
        final = content(store)
        assert extents == sorted(extents, key=lambda extent: extent.events)
        for copy, extent in zip(copies, extents, strict=True):
            found = content_of(copy)
            assert sum(map(len, found.values())) == extent.events > 0
            for stream, events in found.items():
                assert events == final[stream][: len(events)]
            for writer in range(WRITERS):
                halves = [len(found.get(f"game/{writer}/{half}", ())) for half in "ab"]
                assert halves[0] - halves[1] in (0, 1)


def killed(place, folder):
    """What kills in the midst of a restore and of an import left, each counted."""
    program = [sys.executable, Path(__file__).with_name("kill_whole.py"), str(place), str(folder), str(KILLS)]
    done = subprocess.run(program, text=True, capture_output=True, timeout=60 + 2 * KILLS, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def wrong_exports(lines):
    """Files that must be refused, each with the line that is named."""
    rows = lines.decode().splitlines()
    return {
        "empty": ("", 1),
        "no export": ("hello\n", 1),
        "another document": ('{"schema":1,"ok":true}\n', 1),
        "newer": ("\n".join(['{"schema":2,"streams":3,"events":12}', *rows[1:]]), 1),
        "a value changed": ("\n".join(rows).replace('"n":2', '"n":5', 1), 4),
        "a line missing": ("\n".join(rows[:5] + rows[6:]), 6),
        "lines exchanged": ("\n".join([*rows[:2], rows[3], rows[2], *rows[4:]]), 3),
        "the end missing": ("\n".join(rows[:-1]), 12),
        "half a line": ("\n".join(rows)[:-20], 13),
        "a line twice": ("\n".join([*rows, rows[-1]]), 14),
        "another name": ("\n".join(rows).replace("game/0", "game/x"), 2),
        "a name that is none": ("\n".join(rows).replace("game/0", "game 0"), 2),
        "a key twice": ("\n".join([rows[0], rows[1].replace('"number"', '"kind":"x","number"'), *rows[2:]]), 2),
        "a number as a text": ("\n".join(rows).replace('"number":1', '"number":"1"', 1), 2),
    }


def check_wrong_exports(store):
    fill(store)
    for name, (text, line) in wrong_exports(export_lines(store)[1]).items():
        with pytest.raises(UnreadExportError) as refused:
            exported_records("file", text.encode())
        assert (name, refused.value.facts["line"]) == (name, line)
        assert "Nothing was changed" in refused.value.message("en")
        assert "Nulla è stato cambiato" in refused.value.message("it")
