"""How far long work is: plain lines now and then, with the time that is left; a compilation by itself."""

from __future__ import annotations

import time
from collections.abc import Callable

import click

from kernelkit.spoken import catalogue
from mazzo.cli.streams import unchecked
from mazzo.cli.terminal.audience import sees_progress
from mazzo.words.progress import GAMES_LEFT

FIRST_AFTER = 2.0
EVERY = 10.0
"""Seconds until the first line and between lines: a screen reader reads each of them."""


class Progress:
    """Says how far it is when it is time to; the clock and where it is said are handed in."""

    def __init__(self, language: str, clock: Callable[[], float], say: Callable[[str], None]) -> None:
        self._language, self._clock, self._say = language, clock, say
        self._begun = clock()
        self._next = self._begun + FIRST_AFTER
        self._skipped = 0

    def skip(self, done: int) -> None:
        """So much was done before, and took no time now."""
        self._skipped = done

    def tell(self, done: int, of: int, key: str = GAMES_LEFT) -> None:
        """Say with the sentence ``key`` that ``done`` parts of so many are done, unless that was said a moment ago."""
        now = self._clock()
        if now < self._next or done <= self._skipped or done >= of:
            return
        self._next = now + EVERY
        left = duration((now - self._begun) * (of - done) / (done - self._skipped))
        self._say(catalogue("mazzo", self._language).gettext(key).format(done=done, of=of, left=left))


def progress_for(language: str, *, silent: bool) -> Progress:
    """Progress on standard error, or none at all."""

    def say(line: str) -> None:
        if not silent:
            click.echo(line, err=True)

    return Progress(language, time.monotonic, say)


def duration(seconds: float) -> str:
    """Seconds as ``40 s``, ``3 min 20 s`` or ``2 h 05 min``."""
    whole = max(1, round(seconds))
    minutes, rest = divmod(whole, 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60:02d} min"
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


def warm_up(language: str) -> None:
    """Compile the rules, with one line of progress when that takes time; nothing where they cannot be compiled."""
    from mazzo import engines
    from mazzo.words.progress import COMPILED, COMPILING, COMPILING_NOW
    from mazzo.words.remedies import told as told_error

    def complain() -> None:
        trouble = engines.cache_trouble()
        if trouble is not None:
            click.echo(told_error(trouble, language), err=True)

    def told(key: str, **facts: int) -> str:
        return catalogue("mazzo", language).gettext(key).format(**facts)

    def tell(done: int, of: int) -> None:
        if is_seen:
            click.echo(f"\r{told(COMPILING_NOW, done=done, of=of)}", nl=False, file=unchecked(err=True))

    complain()
    if not engines.needs_warming():
        return
    # A line that is written over and over is for eyes only.
    begun, is_seen = time.monotonic(), sees_progress()
    if not is_seen:
        click.echo(told(COMPILING), err=True)
    engines.warm_up(tell)
    complain()
    said = told(COMPILED, seconds=round(time.monotonic() - begun))
    click.echo(f"\r{said}" if is_seen else said, file=unchecked(err=True))


def warm_up_solver(language: str) -> None:
    """Compile the solver of Solitario, and say so since that takes time; nothing where it cannot be compiled."""
    from mazzo import engines
    from mazzo.words.progress import COMPILING_SOLVER
    from solitario.solver import program

    if program.needs_warming() and not engines.numba_trouble():
        click.echo(catalogue("mazzo", language).gettext(COMPILING_SOLVER), err=True)
        program.warm_up()
