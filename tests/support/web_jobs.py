"""Jobs for the workers of a web table that do what real ones only do by accident."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Falls:
    """Kills its worker so many times, each noted in a file, then finds the number of its process."""

    note: Path
    times: int
    seconds: float = 5.0

    def run(self, _coach, _tell):
        fallen = len(self.note.read_text()) if self.note.exists() else 0
        if fallen < self.times:
            self.note.write_text("x" * (fallen + 1))
            os.kill(os.getpid(), signal.SIGKILL)
        return os.getpid()


@dataclass(frozen=True)
class Waits:
    """Goes on until a file is there."""

    until: Path
    seconds: float = 5.0

    def run(self, _coach, _tell):
        while not self.until.exists():
            time.sleep(0.02)
        return "done"


@dataclass(frozen=True)
class Obeys:
    """Goes on until somebody says that nobody waits, or so many seconds."""

    seconds: float = 5.0

    def run(self, coach, _tell):
        until = time.monotonic() + self.seconds
        while time.monotonic() < until:
            if coach.is_stopped():
                return "stopped"
            time.sleep(0.01)
        return "done"
