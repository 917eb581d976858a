"""The clock of a real game in a real terminal that is killed or whose window is closed: at most ten seconds are lost.

The game is played by a clock that a file moves on; ``SOLITARIO_WINDOWS`` kills and closes more often.
"""

from __future__ import annotations

import os
import random
import re
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from mazzo.folders import folders
from support.pseudo_terminal import PATIENCE, Terminal

pytestmark = pytest.mark.slow

SUPPORT = Path(__file__).parents[1] / "support"
WINDOWS = int(os.environ.get("SOLITARIO_WINDOWS", "3"))
MOST_LOST_SECONDS = 10
GOES_ON = re.compile(r"goes on after (?:(\d+) hours?)?\D*?(?:(\d+) minutes?)?\D*?(?:(\d+) seconds?)?,")


class Window:
    """A game in a terminal of its own, whose clock stands where the test says."""

    def __init__(self, home, seconds):
        self._home, self._clock = home, home / "clock"
        home.mkdir(exist_ok=True)
        self.set_clock(seconds)
        script = [SUPPORT / "file_clock.py", self._clock]
        listening = {"MAZZO_SCREEN_READER": "1", "COLUMNS": "200"}
        self.terminal = Terminal(home, "solitario", "--lang", "en", script=script, **listening)

    def set_clock(self, seconds):
        self._clock.with_suffix(".new").write_text(str(seconds * 1000))
        self._clock.with_suffix(".new").replace(self._clock)

    def clocks(self):
        """How often the time was written down so far."""
        with closing(sqlite3.connect(folders({"MAZZO_HOME": str(self._home)}).journal)) as journal:
            return journal.execute("SELECT count(*) FROM events WHERE kind = 'clock'").fetchone()[0]

    def play(self, before, seconds):
        """Let the clock go on; what is ten seconds or more is written at the next quiet moment."""
        written = self.clocks()
        self.set_clock(before + seconds)
        end = time.monotonic() + PATIENCE
        while seconds >= MOST_LOST_SECONDS and self.clocks() == written and time.monotonic() < end:
            time.sleep(0.02)

    def said_seconds(self):
        """How long the game was played when it went on."""
        hours, minutes, seconds = (int(part or 0) for part in GOES_ON.search(self.terminal.said).groups())
        return 3600 * hours + 60 * minutes + seconds

    def end(self, number):
        self.terminal.process.send_signal(number)
        self.terminal.exit_code()


@pytest.fixture(autouse=True)
def heard_signals():
    """A program begun by one that ignores closed windows, as ``nohup`` does, would ignore them too."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP], ids=["killed", "closed"])
def test_a_game_that_dies_loses_at_most_ten_seconds(tmp_path, number):
    chance, clock, played = random.Random(WINDOWS), 1000, 0
    most_lost = MOST_LOST_SECONDS if number == signal.SIGKILL else 0
    for attempt in range(WINDOWS + 1):
        window = Window(tmp_path / "home", clock)
        window.terminal.wait_for("in words.")
        if attempt:
            assert 0 <= played - window.said_seconds() <= most_lost
            played = window.said_seconds()
        for seconds in (chance.randrange(10, 60), chance.randrange(10)):
            window.play(clock, seconds)
            clock, played = clock + seconds, played + seconds
        window.end(number)
