"""The store when the disk lies, in every run a little; ``MAZZO_CAMPAIGNS=large`` runs the sizes of docs/testing.md."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.small_disk import in_own_namespace
from support.store_campaigns import CAMPAIGNS

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).parents[1] / "support" / "store_campaigns.py"
SIZES = {
    "page-copies": (12, 2000),
    "bit-flips": (12, 5000),
    "cut-logs": (8, 1000),
    "failures-from-call": (100, 1000),
    "special-files": (24, 60),
    "small-disks-playing": (10, 200),
    "small-disks-salvaging": (10, 200),
    "full-from-statement": (4, 200),
}
"""In every run, and on demand."""


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_nothing_that_is_still_there_is_lost_and_nothing_hangs(name, record_property):
    size = SIZES[name][os.environ.get("MAZZO_CAMPAIGNS") == "large"]
    command = (SCRIPT, name, size, 1)
    if CAMPAIGNS[name][1]:
        run = in_own_namespace(*command)
    else:
        run = subprocess.run(
            [sys.executable, *map(str, command)], capture_output=True, text=True, timeout=7200, check=False
        )
    assert run.stdout, run.stderr
    report = json.loads(run.stdout)
    record_property("report", report)
    assert report["failures"] == 0, run.stderr
    assert report["size"] > 0
