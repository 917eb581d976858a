"""The one loop that talks to a terminal: what is said, what follows by itself, then the next line.

    Reply ──► shown ──► more? go on, shown ──► line read ──► handled ──► Reply

What is shown is words for a person, or one JSON object for each line.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from shutil import get_terminal_size
from typing import Protocol

import click

from mazzo.cli.exits import INTERRUPTED
from mazzo.cli.streams import unchecked
from mazzo.cli.terminal.audience import is_terminal
from mazzo.cli.terminal.readers import Lines
from mazzo.dialogue.conversation import Reply
from mazzo.words.wrapping import wrapped


class Talk(Protocol):
    """Whoever can be talked to; ``dialogue.conversation`` says what each part is."""

    @property
    def prompt_line(self) -> str:
        """What stands before the cursor."""

    @property
    def is_done(self) -> bool:
        """Whether the person has left."""

    @property
    def is_slow(self) -> bool:
        """Whether what follows by itself keeps a person waiting."""

    def handle(self, line: str) -> Reply:
        """Take one line."""

    def get_ready(self) -> None:
        """Begin to fetch what ``go_on`` needs."""

    def go_on(self) -> Reply:
        """What follows by itself."""

    def kept(self) -> list[str]:
        """What to say to whoever leaves."""


class Output(Protocol):
    """Where replies go."""

    asks: bool
    """Whether the prompt is shown."""

    def show(self, reply: Reply, line: str | None) -> None:
        """Show a reply to ``line``, or to nothing that was typed."""

    def end(self, kept: list[str], *, is_interrupted: bool) -> None:
        """The end by somebody who did not say goodbye."""


class SpokenOutput:
    """Words for a person: ``wraps`` breaks lines at the width of the screen, which somebody who listens does not need.

    On a screen that ``redraws`` an answer that is refined is written over.
    """

    asks = True

    def __init__(self, *, wraps: bool = True, redraws: bool = False) -> None:
        self._wraps, self._redraws = wraps and is_terminal(sys.stdout), redraws
        self._rows: list[int] = []

    def show(self, reply: Reply, line: str | None) -> None:
        """Print what is said, on a screen in lines of its width."""
        del line
        lines, instead = reply.lines, reply.instead
        if instead is not None and self._redraws and len(self._rows) >= instead.count:
            up = sum(self._rows[-instead.count :])
            click.echo(f"\x1b[{up}F\x1b[J", file=unchecked(), nl=False, color=True)
            lines = instead.lines
        fitting = [wrapped(each, get_terminal_size().columns) if self._wraps else [each] for each in lines]
        self._rows = list(map(len, fitting)) or self._rows
        for rows in fitting:
            show(rows)

    def end(self, kept: list[str], *, is_interrupted: bool) -> None:
        """How to go on with what was left."""
        if is_interrupted:
            click.echo()
        show(kept)


class DataOutput:
    """One JSON object for each reply; ``joined`` puts what follows by itself into the object of what it follows."""

    asks = False

    def __init__(self, document: Callable[[int, str | None, Reply], str], *, joined: bool) -> None:
        self._document, self._joined = document, joined
        self._number = 0
        self._held: tuple[Reply, str | None] | None = None

    def show(self, reply: Reply, line: str | None) -> None:
        """Print the object, or hold it back until what follows is there."""
        if self._held is not None:
            first, line = self._held
            reply, self._held = replace(first, lines=[*first.lines, *reply.lines], more=reply.more), None
        if self._joined and reply.more and not reply.done:
            self._held = reply, line
            return
        click.echo(self._document(self._number, line, reply))
        self._number += 1

    def end(self, kept: list[str], *, is_interrupted: bool) -> None:
        """Data ends with its last object."""


def show(lines: Iterable[str]) -> None:
    """Print what is said."""
    for line in lines:
        click.echo(line)


def converse(
    talk: Talk,
    opening: Reply,
    read: Lines,
    output: Output | None = None,
    *,
    listening: Callable[[], AbstractContextManager[None]] = nullcontext,
    slow: str = "",
) -> int:
    """Talk until the person leaves or the lines end, whatever is being said or done; the exit code.

    ``listening`` surrounds what follows by itself, so that a key can end it; ``slow`` is said to whoever waits long.
    """
    shown = output or SpokenOutput()
    code = 0
    try:
        _converse(talk, opening, read, shown, listening, slow)
    except KeyboardInterrupt:
        code = INTERRUPTED
    if not talk.is_done:
        shown.end(talk.kept(), is_interrupted=code == INTERRUPTED)
    return code


def _converse(
    talk: Talk,
    reply: Reply,
    read: Lines,
    output: Output,
    listening: Callable[[], AbstractContextManager[None]],
    slow: str,
) -> None:
    line: str | None = None
    while True:
        output.show(reply, line)
        if reply.done:
            return
        talk.get_ready()
        while reply.more:
            if slow and talk.is_slow and is_terminal(sys.stdin) and is_terminal(sys.stderr):
                click.echo(slow, err=True)
            with listening():
                reply = talk.go_on()
            output.show(reply, None)
        try:
            line = read(talk.prompt_line if output.asks else "")
        except EOFError:
            return
        reply = talk.handle(line)
