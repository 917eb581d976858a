"""A coach that is killed in the middle of a match goes on with the last entry that was answered."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from mazzo.cli.coach_matches import Matches
from mazzo.storage.store import EventStore

KILLS = 5


def coached(home: Path, lines: list[str]) -> str:
    """Type lines, wait until the last one was answered, and kill the coach; what it said."""
    environment = {**os.environ, "MAZZO_HOME": str(home), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "mazzo", "coach", "--lang", "en"]
    if not (home / "data").exists():
        command.append("--sample")
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True, encoding="utf-8"
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        said = read_to_prompt(process.stdout)
        for line in lines:
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            said += read_to_prompt(process.stdout)
        process.send_signal(signal.SIGKILL)
    return said


def read_to_prompt(stream) -> str:
    said = ""
    for line in stream:
        said += line
        if line.rstrip().endswith(">"):
            break
    return said


def test_a_killed_coach_is_resumed_to_the_last_entry(tmp_path):
    coached(tmp_path, ["mull"])
    for _kill in range(KILLS):
        with EventStore.open(tmp_path / "data" / "journal.sqlite3") as store:
            matches = Matches(store)
            stream = matches.unfinished()
            assert stream is not None
            before = len(matches.match(stream).steps)
        said = coached(tmp_path, ["p 1"])
        assert "Going on with match 1" in said
        with EventStore.open(tmp_path / "data" / "journal.sqlite3") as store:
            assert len(Matches(store).match(stream).steps) > before
