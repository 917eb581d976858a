"""A command at a pseudo-terminal, for tests of what only a terminal shows."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

MAZZO = Path(sys.executable).with_name("mazzo")
LEFT_OUT = ("NO_COLOR", "MAZZO_SCREEN_READER", "DISPLAY", "WAYLAND_DISPLAY")
"""What the developer's own terminal may have set: a screen reader, or a screen on which a browser would open."""
PATIENCE = 30
"""Seconds after which a command that does not answer has failed."""


class Terminal:
    """A command at a pseudo-terminal: keys in, what the screen was sent out."""

    def __init__(
        self, home: Path, *arguments: str, stderr: IO[str] | None = None, script: Sequence[object] = (), **changed: str
    ) -> None:
        """Run ``mazzo`` with ``arguments``, or the ``script`` that runs it in a way of its own."""
        self._side, other = pty.openpty()
        usual = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
        self.process = subprocess.Popen(
            [sys.executable, *(map(str, script) if script else ("-m", "mazzo")), *arguments],
            stdin=other,
            stdout=other,
            stderr=stderr or other,
            env={**usual, "MAZZO_HOME": str(home), "TERM": "xterm", "LC_ALL": "C.UTF-8", **changed},
            start_new_session=True,
        )
        os.close(other)
        self.said = ""

    def wait_for(self, text: str) -> None:
        """Read on until ``text`` was said."""
        end = time.monotonic() + PATIENCE
        while text not in self.said and time.monotonic() < end and self.read_on():
            pass
        assert text in self.said, self.said[-2000:]

    def read_on(self) -> bool:
        """Read what has come meanwhile, waiting a moment for it; False when the command has ended."""
        if select.select([self._side], [], [], 0.1)[0]:
            try:
                self.said += os.read(self._side, 4096).decode(errors="replace")
            except OSError:
                self.process.wait()
                return False
        return True

    def type(self, keys: str) -> None:
        os.write(self._side, keys.encode())

    def exit_code(self) -> int:
        code = self.process.wait(PATIENCE)
        os.close(self._side)
        return code
