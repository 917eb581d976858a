"""Where a system has no POSIX, Mazzo starts and Solitario is played and kept all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

STARTER = Path(__file__).parent.parent / "support" / "without_posix.py"

pytestmark = pytest.mark.slow


@pytest.fixture
def mazzo(tmp_path):
    def run(*arguments, typed=""):
        environment = {**os.environ, "MAZZO_HOME": str(tmp_path), "MAZZO_PLAIN": "1"}
        command = [sys.executable, str(STARTER), *arguments]
        done = subprocess.run(command, input=typed, capture_output=True, text=True, env=environment, check=False)
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
        return done.stdout

    return run


def test_solitario_is_played_kept_and_gone_on_with(mazzo):
    said = mazzo("solitario", "--lang", "en", "--deal", "1", typed="draw\nset draw 1\nprofile new Ada\ndraw\nquit\n")
    assert said.count("Drawn: ") == 2
    gone_on = mazzo("solitario", "--lang", "en", typed="undo\nquit\n")
    assert "Deal 1 goes on" in gone_on
    assert "Draw undone" in gone_on
    assert "Ada" in mazzo("solitario", "profile", "list")


@pytest.mark.parametrize(
    "arguments",
    [["solitario", "scores"], ["solitario", "settings"], ["solitario", "solve", "--nodes", "50"], ["deck", "list"]],
    ids=" ".join,
)
def test_what_is_kept_can_be_asked_for(mazzo, arguments):
    assert mazzo(*arguments)


def test_games_of_the_lab_are_kept(mazzo, tmp_path):
    kept = tmp_path / "run.jsonl"
    mazzo("lab", "match", "random", "random", "--games", "2", "--workers", "1", "--quiet", "--out", str(kept))
    assert kept.read_text()
