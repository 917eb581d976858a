"""The journal on PostgreSQL: the contract of any journal on disk, and what only a server can do to it."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from mazzo import bootstrap
from mazzo.errors import (
    DamagedStoreError,
    NewerStoreError,
    ServerAddressError,
    ServerError,
    StreamMovedError,
)
from mazzo.storage.store import EventStore
from mazzo.storage.whole import checked
from mazzo.words.remedies import told
from support import postgres_server
from support.journal_contract import DurableContract, ReopenedStore
from support.kept_contract import KeptContract
from support.web_server import web_server
from support.whole_store_contract import WholeStoreContract, killed

pytestmark = pytest.mark.slow

WRITERS, EACH = 8, 25


@pytest.fixture(scope="module")
def server():
    with postgres_server.running() as server:
        yield server


@pytest.fixture(scope="module")
def numbers():
    return count(1)


@pytest.fixture
def database(server, numbers):
    return f"table{next(numbers)}"


@pytest.fixture
def url(server, database):
    return server.make(database)


class TestJournalOnAServer(DurableContract):
    @pytest.fixture
    def store(self, url):
        with ReopenedStore.open(url) as store:
            yield store


class TestKeptOnAServer(KeptContract):
    @pytest.fixture
    def store(self, url):
        with EventStore.open(url) as store:
            yield store

    @pytest.fixture
    def other(self, url):
        with EventStore.open(url) as other:
            yield other


class TestWholeServer(WholeStoreContract):
    @pytest.fixture
    def place(self, url):
        return url

    @pytest.fixture
    def store(self, server, database, url):
        self.break_entry = lambda stream, number: server.ask(
            database,
            f"UPDATE events SET data = '{{}}' WHERE stream = '{stream}' AND number = {number}",  # noqa: S608 - of a test
        )
        with EventStore.open(url) as store:
            yield store


def test_a_check_of_an_empty_database_makes_no_table(server, database, url):
    assert checked(url).format is None
    assert server.ask(database, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == "0"


def test_writers_at_once_lose_nothing_and_every_chain_is_whole(url):
    def write(writer):
        with EventStore.open(url) as store:
            for number in range(EACH):
                store.add("shared", "note", f'{{"n":{number},"writer":{writer}}}', None)

    EventStore.open(url).close()
    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write, range(WRITERS)))
    with EventStore.open(url) as store:
        found = [(entry.data["writer"], entry.data["n"]) for entry in store.journal("shared").entries()]
    assert sorted(found) == [(writer, number) for writer in range(WRITERS) for number in range(EACH)]


def test_a_reader_beside_a_writer_always_sees_a_whole_stream(url):
    with EventStore.open(url) as store, ThreadPoolExecutor(1) as pool:
        store.journal("game").append("deal", {})
        writing = pool.submit(lambda: [store.add("game", "move", "{}", None) for _ in range(200)])
        seen = [0]
        while not writing.done():
            seen.append(len(store.journal("game").entries()))
        assert seen == sorted(seen)
        assert len(store.journal("game").entries()) == 201


def test_whoever_begins_a_stream_second_is_told(url):
    with EventStore.open(url) as one, EventStore.open(url) as two:
        here, there = one.journal("coach/1"), two.journal("coach/1")
        assert here.entries() == there.entries() == []
        here.append("begun", {})
        with pytest.raises(StreamMovedError, match="from 0 to 1"):
            there.append("begun", {})


def test_what_was_acknowledged_outlives_a_crash_of_the_server(server, url):
    with EventStore.open(url) as store:
        journal = store.journal("game")
        for number in range(1, 21):
            assert journal.append("move", {"n": number}) == number
        server.stop("immediate")
        with pytest.raises(ServerError, match="does not answer"):
            journal.append("move", {"n": 21})
        server.start()
        assert [entry.data["n"] for entry in store.journal("game").entries()] == list(range(1, 21))
        assert store.journal("game").append("move", {"n": 21}) == 21


def test_a_changed_event_is_noticed(server, database, url):
    with EventStore.open(url) as store:
        for number in range(3):
            store.journal("game").append("move", {"n": number})
        server.ask(database, "UPDATE events SET data = '{}' WHERE number = 2")
        with pytest.raises(DamagedStoreError, match="game"):
            store.journal("game").entries()


def test_a_newer_format_is_left_alone(server, database, url):
    with EventStore.open(url) as store:
        store.journal("game").append("move", {})
    server.ask(database, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerStoreError, match="format 9999"):
        EventStore.open(url)


def test_a_server_that_is_not_there_is_a_sentence_with_a_remedy(server):
    with pytest.raises(ServerError) as refused:
        EventStore.open(server.url("nowhere"))
    assert told(refused.value, "en").endswith("Start it, or correct MAZZO_DATABASE_URL")
    assert "nowhere" in told(refused.value, "it")


@pytest.mark.parametrize("url", ["mysql://host/games", "no database://x", "://"])
def test_an_address_of_another_kind_is_refused(url):
    with pytest.raises(ServerAddressError):
        EventStore.open(url)


def test_the_games_of_a_table_are_kept_where_the_environment_says(url, monkeypatch, tmp_path):
    monkeypatch.setenv(bootstrap.DATABASE_URL, url)
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))
    with bootstrap.kept_store() as store:
        store.journal("coach/1").append("begun", {})
    with EventStore.open(url) as again:
        assert again.streams("coach/") == ["coach/1"]
    assert not list(tmp_path.rglob("journal.sqlite3"))


def test_a_match_begun_at_one_web_server_goes_on_at_another(url, tmp_path):
    homes = [tmp_path / "one", tmp_path / "two"]
    with (
        web_server(homes[0], MAZZO_DATABASE_URL=url) as one,
        web_server(homes[1], MAZZO_DATABASE_URL=url) as two,
    ):
        match = one.post("/coach/new", {"kind": "sample"}).place
        page = one.post(f"{match}/mulligan", {}, HX_Request="true").text
        for server in (two, one, two, one):
            move = re.search(r'name="move" value="([^"]+)"', page)[1]
            page = server.post(f"{match}/play", {"move": move}, HX_Request="true").text
        assert one.get(match).text == two.get(match).text
    assert not list(tmp_path.rglob("journal.sqlite3"))


def test_a_restore_or_import_that_is_killed_leaves_the_old_or_the_new_and_never_half(url, tmp_path):
    for outcomes in killed(url, tmp_path).values():
        assert outcomes["half"] == 0
        assert outcomes["old"] > 0
