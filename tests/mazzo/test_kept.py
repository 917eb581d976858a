"""What is kept from game to game, in memory and in a file; ``test_journal_on_a_server`` has the same on PostgreSQL."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from kernelkit.journal import MemoryStore
from mazzo.decks.store import DeckStore, StoredDeck
from mazzo.errors import StoreWriteError
from mazzo.storage.store import EventStore
from mazzo.streams import DECKS, SCORES
from solitario.infrastructure.kept_scores import KeptScores
from support.full_disk import largest_file
from support.kept_contract import MINE, KeptContract
from support.score_samples import WON, record


class TestKeptInMemory(KeptContract):
    @pytest.fixture
    def store(self):
        return MemoryStore()

    @pytest.fixture
    def other(self, store):
        return store


class TestKeptInAFile(KeptContract):
    @pytest.fixture
    def store(self, tmp_path):
        with EventStore.open(tmp_path / "journal.sqlite3") as store:
            yield store

    @pytest.fixture
    def other(self, store):
        with EventStore.open(store.path) as other:
            yield other


def test_salvage_says_what_was_lost_beside_the_games(tmp_path):
    path = tmp_path / "journal.sqlite3"
    with EventStore.open(path) as store:
        decks = DeckStore(store, DECKS)
        for name in ("first", "second", "third"):
            decks.add(StoredDeck(name, MINE))
        KeptScores(store, SCORES, tmp_path / "none.json").add(record(WON, 1))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER events_refuse_update")
        connection.execute("UPDATE events SET data = '{}' WHERE stream = ? AND number = 2", (DECKS,))
    with EventStore.open(path) as store:
        assert store.salvaged is not None
        told = store.salvaged.message("en")
        assert "Decks: the last 2 changes are missing." in told
        assert "game" not in told.removeprefix("The file of saved games is damaged")
        assert "Mazzi: mancano le ultime 2 modifiche." in store.salvaged.message("it")
        assert [deck.name for deck in DeckStore(store, DECKS).decks()] == ["first"]
        assert len(KeptScores(store, SCORES, tmp_path / "none.json").records()) == 1


def test_a_disk_that_ends_at_any_write_leaves_what_was_kept_and_a_take_over_whole_or_not_begun(tmp_path):
    path, file = tmp_path / "journal.sqlite3", tmp_path / "scores.json"
    old = KeptScores(MemoryStore(), SCORES, tmp_path / "none.json")
    old.add_all([record(WON, number) for number in range(1, 21)])
    file.write_bytes(old.as_file()[1])
    with EventStore.open(path) as store:
        DeckStore(store, DECKS).add(StoredDeck("first", MINE))
    refused = 0
    for limit in range(0, 400_000, 3_000):
        with EventStore.open(path) as store:
            scores = KeptScores(store, SCORES, file)
            try:
                with largest_file(limit):
                    scores.add(record(WON, 21))
            except StoreWriteError:
                refused += 1
                assert store.length(SCORES) == 0
                assert len(scores.records()) == 20
                continue
        break
    assert refused > 0
    with EventStore.open(path) as store:
        assert len(KeptScores(store, SCORES, tmp_path / "none.json").records()) == 21
        assert [deck.name for deck in DeckStore(store, DECKS).decks()] == ["first"]
