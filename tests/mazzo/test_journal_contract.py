from __future__ import annotations

import pytest

from kernelkit.journal import MemoryStore
from mazzo.storage.store import EventStore
from support.journal_contract import DurableContract, JournalContract


class ReopenedStore(EventStore):
    """The store on disk with the restart that the contract asks for."""

    again = None

    def closed_and_opened(self):
        self.close()
        self.again = ReopenedStore.open(self.path)
        return self.again

    def close(self):
        super().close()
        if self.again is not None:
            self.again.close()


class TestJournalOnDisk(DurableContract):
    @pytest.fixture
    def store(self, tmp_path):
        with ReopenedStore.open(tmp_path / "journal.sqlite3") as store:
            yield store


class TestJournalInMemory(JournalContract):
    @pytest.fixture
    def store(self):
        return MemoryStore()
