"""Single keys from a terminal, by the names the commands use."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

try:
    import termios
    import tty
except ImportError:  # a system without terminals of this kind plays by lines
    termios = None  # type: ignore[assignment]
    tty = None  # type: ignore[assignment]

ESCAPE_SECONDS = 0.05
"""Longer than any terminal takes for the rest of an arrow key, shorter than a person notices."""
NAMED = {"\r": "enter", "\n": "enter", " ": "space", "\x1b": "escape", "\x04": "q", "\x7f": "k"}
INTERRUPT = "\x03"
SEQUENCES = {
    "[A": "up",
    "[B": "down",
    "[C": "right",
    "[D": "left",
    "[H": "home",
    "[F": "end",
    "[1~": "home",
    "[4~": "end",
    "OA": "up",
    "OB": "down",
    "OC": "right",
    "OD": "left",
    "OH": "home",
    "OF": "end",
    "OP": "f1",
}


class KeyReader:
    """Reads keys one at a time; the terminal is put back as it was when the reader is left."""

    def __init__(self) -> None:
        self._file = sys.stdin.fileno()
        self._before: Any = None

    @staticmethod
    def is_possible() -> bool:
        """Whether this system has a terminal that can be read key by key."""
        return termios is not None

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._file)
        tty.setcbreak(self._file)
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        with suppress(termios.error):  # of a window that is closed nothing can be put back
            termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)

    def read(self, timeout: float) -> str | None:
        """The next key by name; None when none came in time."""
        if not self._has_input(timeout):
            return None
        first = self._character()
        if first == INTERRUPT:
            # A terminal that does not make a signal of it sends the key itself.
            raise KeyboardInterrupt
        return self._escaped() if first == "\x1b" else NAMED.get(first, first)

    def line(self, prompt: str, tick: Callable[[], object], every: float) -> str:
        """A line typed after ``prompt``, with the terminal as it usually is; ``tick`` is called while one types."""
        termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)
        sys.stdout.write(prompt)
        sys.stdout.flush()
        try:
            while not self._has_input(every):
                tick()
            return input()
        except EOFError:
            return ""
        finally:
            tty.setcbreak(self._file)

    def _has_input(self, timeout: float) -> bool:
        return bool(select.select([self._file], [], [], timeout)[0])

    def _character(self) -> str:
        """One character, of one to four bytes; the end of the input counts as leaving."""
        data = os.read(self._file, 1)
        if not data:
            return "q"
        while True:
            try:
                return data.decode()
            except UnicodeDecodeError:
                if len(data) == 4:
                    return "?"
                data += os.read(self._file, 1)

    def _escaped(self) -> str:
        """A named key from the characters after Escape; Escape itself when none follow at once."""
        sequence = ""
        while self._has_input(ESCAPE_SECONDS) and len(sequence) < 6:
            sequence += self._character()
            if sequence in SEQUENCES:
                return SEQUENCES[sequence]
        return "escape" if not sequence else "unknown"
