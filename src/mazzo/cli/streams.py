"""What a command says, on its way out: nothing in it is obeyed, and where it cannot go the command ends in words.

Everything is said through two streams, which write out whatever a terminal would obey (``kernelkit.plain_text``), text
of files and names of files included. Only what is drawn on purpose goes by them, to ``unchecked``.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import Any, TextIO

import click

from kernelkit.plain_text import plain_text
from mazzo.cli.exits import IO_ERROR


class PlainStream:
    """A stream of text that passes on text alone; in all else it is the stream behind it."""

    def __init__(self, stream: TextIO) -> None:
        self.unchecked = stream

    def write(self, text: str) -> int:
        """Pass ``text`` on with everything written out that a terminal would obey."""
        self.unchecked.write(plain_text(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Pass each of ``lines`` on."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unchecked, name)


@contextmanager
def plain_streams() -> Iterator[None]:
    """Inside, whatever is said is plain text."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_plain(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _plain(stream: Any) -> Any:
    """``stream`` behind a PlainStream; None, and one that is behind one already, as it is."""
    if stream is None or isinstance(stream, PlainStream):
        return stream
    if isinstance(stream, TextIOWrapper) and codecs.lookup(stream.encoding).name == "ascii":
        # Click would find a way around a stream that can say so little, and around this one with it.
        stream.reconfigure(encoding="utf-8", errors="replace")
    return PlainStream(stream)


def unchecked(*, err: bool = False) -> TextIO | None:
    """The stream behind the plain one, for what is drawn on purpose."""
    stream = sys.stderr if err else sys.stdout
    return stream.unchecked if isinstance(stream, PlainStream) else stream


def end_without_output(error: OSError, chosen: str | None) -> None:
    """End in words of the language that was ``chosen`` if ``error`` is that of an output; nothing for any other.

    A reader who has left, as ``head`` does, needs no word; the exit code is the same, since not everything was said.
    """
    if not _is_of_output(error):
        return
    if not isinstance(error, BrokenPipeError):
        from kernelkit.files import detail_of
        from mazzo.cli.terminal.audience import language_of
        from mazzo.errors import StandardOutputError
        from mazzo.words.remedies import told

        spoken = StandardOutputError(detail=detail_of(error))
        with suppress(OSError):
            click.echo(told(spoken, language_of(chosen)), err=True)
    for stream in (sys.stdout, sys.stderr):
        _let_go(stream)
    sys.exit(IO_ERROR)


def _is_of_output(error: OSError) -> bool:
    """Whether ``error`` was raised by what every command speaks with; a stream does not say so itself."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code in (click.echo.__code__, PlainStream.write.__code__)


def _let_go(stream: TextIO | None) -> None:
    """Let what still waits in ``stream`` go nowhere: Python would write it at its own end, and complain there."""
    if stream is None:
        return
    try:
        stream.flush()
    except OSError:
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
