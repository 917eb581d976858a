"""Kill -9 of the web table and of its workers during writes; ``MAZZO_WEB_KILLS`` kills more often."""

from __future__ import annotations

import os

import pytest

from support.web_kills import report

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("MAZZO_WEB_KILLS", "3"))
SEED = int(os.environ.get("MAZZO_KILL_SEED", "1"))


def test_kill_9_of_the_server_and_of_workers_loses_nothing_acknowledged():
    found = report(KILLS, SEED)
    assert found["failures"] == []
    assert found["written"] > 3
