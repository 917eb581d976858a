"""Several processes at one store: they wait for each other, and nothing is lost."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from mazzo.cli.exits import exit_code
from mazzo.errors import StoreBusyError
from mazzo.storage.store import EventStore
from support.store_campaigns import fill

pytestmark = pytest.mark.slow


def test_a_writer_waits_for_another_and_says_when_it_waited_too_long(tmp_path):
    path = tmp_path / "journal.sqlite3"
    fill(path, games=1, moves=12)
    with EventStore.open(path, busy_seconds=0.05) as store, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusyError, match="in use by another program") as caught:
            store.journal("game/0").append("move", {})
        assert exit_code(caught.value) == 75
        assert len(store.journal("game/0").entries()) == 12
        other.rollback()
        assert store.journal("game/0").append("move", {}) == 13


WRITER = """
import sys
from mazzo.storage.store import EventStore
with EventStore.open(sys.argv[1]) as store:
    for number in range(40):
        store.journal("shared/1").append("step", {"by": sys.argv[2], "number": number})
        store.journal("own/" + sys.argv[2]).append("step", {"number": number})
"""


def test_two_processes_at_once_lose_nothing(tmp_path):
    path = tmp_path / "journal.sqlite3"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), name]) for name in ("a", "b")]
    assert [writer.wait() for writer in writers] == [0, 0]
    with EventStore.open(path) as store:
        assert store.salvaged is None
        shared = store.journal("shared/1").entries()
        assert [entry.number for entry in shared] == list(range(1, 81))
        for name in ("a", "b"):
            assert [entry.data["number"] for entry in shared if entry.data["by"] == name] == list(range(40))
            assert len(store.journal(f"own/{name}").entries()) == 40


CROWD = """
import os, sys, time
from mazzo.storage.store import EventStore
for writer in range(8):
    if os.fork() == 0:
        code = 1
        try:
            with EventStore.open(sys.argv[1]) as store:
                slowest = 0
                for number in range(20):
                    begun = time.monotonic()
                    store.journal("shared/1").append("step", {"by": writer, "number": number})
                    slowest = max(slowest, time.monotonic() - begun)
            print(slowest)
            code = 0
        finally:
            sys.stdout.flush()
            os._exit(code)
sys.exit(max(os.waitstatus_to_exitcode(os.wait()[1]) for _writer in range(8)))
"""


def test_eight_writers_at_once_wait_for_each_other_and_none_is_sent_away(tmp_path):
    path = tmp_path / "journal.sqlite3"
    crowd = subprocess.run([sys.executable, "-c", CROWD, str(path)], capture_output=True, text=True, check=False)
    assert (crowd.returncode, crowd.stderr) == (0, "")
    assert len(crowd.stdout.split()) == 8
    with EventStore.open(path) as store:
        assert store.salvaged is None
        shared = store.journal("shared/1").entries()
        assert len(shared) == 8 * 20
        for writer in range(8):
            assert [entry.data["number"] for entry in shared if entry.data["by"] == writer] == list(range(20))
