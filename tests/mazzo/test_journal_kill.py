from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("MAZZO_KILLS", "50"))
SEED = int(os.environ.get("MAZZO_KILL_SEED", "1"))


def test_kill_9_at_any_moment_loses_nothing_acknowledged_and_corrupts_nothing(tmp_path):
    script = Path(__file__).with_name("kill_writer.py")
    command = [sys.executable, str(script), str(tmp_path), str(KILLS), str(SEED)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    report = json.loads(run.stdout)
    assert (report["size"], report["failures"]) == (KILLS, [])
