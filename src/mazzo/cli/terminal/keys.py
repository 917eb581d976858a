"""Single keys from a terminal, by the names the commands use; one twin for POSIX, one for Windows.

What was typed before the reader began is not thrown away: it is read like anything else.
"""

from __future__ import annotations

import os
import select
import sys
import time
from contextlib import suppress
from types import TracebackType
from typing import Any, Protocol, Self

try:
    import termios
    import tty
except ImportError:  # a system without terminals of this kind
    termios = None  # type: ignore[assignment]
    tty = None  # type: ignore[assignment]

try:
    import msvcrt
except ImportError:  # anywhere but on Windows
    msvcrt = None  # type: ignore[assignment]

ESCAPE_SECONDS = 0.05
"""Longer than any terminal takes for the rest of an arrow key, shorter than a person notices."""
POLL_SECONDS = 0.02
"""How often Windows is asked for a key, which cannot be waited for there."""
NAMED = {
    "\r": "enter",
    "\n": "enter",
    " ": "space",
    "\t": "tab",
    "\x1b": "escape",
    "\x04": "end_of_input",
    "\x7f": "backspace",
    "\b": "backspace",
}
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
    "[3~": "delete",
    "OA": "up",
    "OB": "down",
    "OC": "right",
    "OD": "left",
    "OH": "home",
    "OF": "end",
    "OP": "f1",
}
WINDOWS_CODES = {
    "H": "up", "P": "down", "M": "right", "K": "left", "G": "home", "O": "end", "S": "delete", ";": "f1",
}  # fmt: skip
"""What follows the mark of a key without a letter, on Windows."""


class Keys(Protocol):
    """Keys one at a time; the terminal is put back as it was when the reader is left."""

    def __enter__(self) -> Self:
        """Begin to hand over single keys."""

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Put the terminal back."""

    def read(self, timeout: float) -> str | None:
        """The next key by name; None when none came in time."""


class KeyReader:
    """Keys of a POSIX terminal."""

    def __init__(self) -> None:
        self._file = sys.stdin.fileno()
        self._before: Any = None

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._file)
        # At once: the usual way throws away what was typed while the program started.
        tty.setcbreak(self._file, termios.TCSANOW)
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

    def _has_input(self, timeout: float) -> bool:
        return bool(select.select([self._file], [], [], timeout)[0])

    def _character(self) -> str:
        """One character, of one to four bytes; a terminal that is gone is the end of the input."""
        data = os.read(self._file, 1)
        if not data:
            return "\x04"
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


class WindowsKeys:
    """Keys of a Windows console, which is asked again and again."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Nothing was changed, so nothing is put back."""

    def read(self, timeout: float) -> str | None:
        """The next key by name; None when none came in time."""
        console: Any = msvcrt
        end = time.monotonic() + timeout
        while not console.kbhit():
            if time.monotonic() >= end:
                return None
            time.sleep(POLL_SECONDS)
        first = console.getwch()
        if first == INTERRUPT:
            raise KeyboardInterrupt
        if first in ("\x00", "\xe0"):
            return WINDOWS_CODES.get(console.getwch(), "unknown")
        return "end_of_input" if first == "\x1a" else NAMED.get(first, first)


def key_reader() -> Keys | None:
    """The reader of keys of this terminal; None where keys cannot be read one by one."""
    if sys.stdin is None or not sys.stdin.isatty():
        return None
    if termios is not None:
        return KeyReader()
    return WindowsKeys() if msvcrt is not None else None
