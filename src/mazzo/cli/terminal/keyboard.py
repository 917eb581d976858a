"""Keys that are pressed while the coach thinks: they end its thinking, and the next line begins with them.

A terminal hands lines over only when they are whole, so while the coach thinks it is told to hand over every key.
What was pressed is not shown until the prompt is there, which then begins with it. A reader that edits its line key by
key finds the keys at the terminal; one that asks for whole lines is given them as a beginning.
"""

from __future__ import annotations

import os
import re
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

import click

from mazzo.cli.terminal.audience import is_terminal

try:
    import termios
except ImportError:  # a system without terminals of this kind cannot be interrupted by a key
    termios = None  # type: ignore[assignment]

MOST_BYTES = 4096
END_OF_INPUT, RUB_OUT = "\x04", ("\x7f", "\b")
_SEQUENCE = re.compile(r"\x1b(\[[0-9;]*[A-Za-z~]|O[A-Z])?")
"""An arrow key or the like; nobody begins a command with one."""


class Reader(Protocol):
    """Whoever reads a line that may have been begun; EOFError when there are no more."""

    def __call__(self, prompt: str, begun: str = "") -> str:
        """The next line, ``begun`` included."""


class Keyboard:
    """The keys of a terminal, named by its file number; unless ``takes_keys`` they are left there for the reader."""

    def __init__(self, terminal: int, *, takes_keys: bool) -> None:
        self._terminal, self._takes_keys = terminal, takes_keys
        self._pressed = ""

    @staticmethod
    def is_there() -> bool:
        """Whether standard input is a terminal that hands over single keys."""
        return termios is not None and is_terminal(sys.stdin)  # type: ignore[redundant-expr]

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Inside, keys are handed over as they are pressed, and not shown."""
        usual = termios.tcgetattr(self._terminal)
        single = [*usual[:3], usual[3] & ~(termios.ICANON | termios.ECHO), *usual[4:]]
        # At once, without throwing away what was typed before.
        termios.tcsetattr(self._terminal, termios.TCSANOW, single)
        try:
            yield
            if self._takes_keys and self._is_readable():
                self._pressed += os.read(self._terminal, MOST_BYTES).decode(errors="replace")
        finally:
            with suppress(termios.error):  # of a window that is closed nothing can be put back
                termios.tcsetattr(self._terminal, termios.TCSANOW, usual)

    def is_pressed(self) -> bool:
        """Whether a key was pressed that no line has taken yet."""
        return bool(self._pressed) or self._is_readable()

    def _is_readable(self) -> bool:
        return bool(select.select([self._terminal], [], [], 0)[0])

    def line(self, read: Reader, prompt: str) -> str:
        """The next line: what was pressed, and what ``read`` adds to it."""
        whole, end, rest = _SEQUENCE.sub("", self._pressed).partition("\n")
        self._pressed = rest
        if END_OF_INPUT in whole:
            raise EOFError
        begun = edited(whole)
        if not end:
            return read(prompt, begun)
        click.echo(prompt + begun)
        return begun


def edited(keys: str) -> str:
    """What keys leave on a line: letters, less those that were rubbed out again."""
    letters: list[str] = []
    for key in keys:
        if key in RUB_OUT:
            del letters[-1:]
        elif key.isprintable():
            letters.append(key)
    return "".join(letters)
