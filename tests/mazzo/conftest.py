"""What tests of the table share: a store each, a browser for each module, and in one process one web table for all.

A test that ends a server, or that looks at a table where nobody has been yet, starts one of its own.
"""

from __future__ import annotations

import pytest

from mazzo.storage.store import EventStore
from support.web_server import web_server


@pytest.fixture
def kept_store(tmp_path):
    """A store on disk, which notices when two windows write the same game."""
    with EventStore.open(tmp_path / "journal.sqlite3") as store:
        yield store


@pytest.fixture(scope="session")
def web_home(tmp_path_factory):
    """Where the shared web table keeps what is played at it."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def server(web_home):
    """A web table that has been played at, with games, decks and players that are not the test's own."""
    with web_server(web_home) as started:
        yield started


@pytest.fixture(scope="module")
def browser():
    """A real browser; each test opens a window with nothing remembered in it. Until it ends no asyncio can run."""
    from support.web_browser import chromium

    with chromium() as started:
        yield started
