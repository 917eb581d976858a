from __future__ import annotations

import pytest

from kernelkit.journal import MemoryStore
from support.journal_contract import DurableContract, JournalContract, ReopenedStore


class TestJournalOnDisk(DurableContract):
    @pytest.fixture
    def store(self, tmp_path):
        with ReopenedStore.open(tmp_path / "journal.sqlite3") as store:
            yield store


class TestJournalInMemory(JournalContract):
    @pytest.fixture
    def store(self):
        return MemoryStore()
