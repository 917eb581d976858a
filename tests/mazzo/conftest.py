"""What tests of the table share."""

from __future__ import annotations

import pytest

from mazzo.storage.store import EventStore


@pytest.fixture
def kept_store(tmp_path):
    """A store on disk, which notices when two windows write the same game."""
    with EventStore.open(tmp_path / "journal.sqlite3") as store:
        yield store
