"""The end of a command whose output is full or closed: a sentence, or none where nobody listens, and its exit code."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

import click

from mazzo.cli.exits import IO_ERROR


def end_without_output(error: OSError, chosen: str | None) -> None:
    """End in words of the language that was ``chosen`` if ``error`` is that of an output; nothing for any other.

    A reader who has left, as ``head`` does, needs no word; the exit code is the same, since not everything was said.
    """
    if not _is_of_output(error):
        return
    if not isinstance(error, BrokenPipeError):
        from mazzo.cli.terminal.audience import language_of
        from mazzo.errors import StandardOutputError

        spoken = StandardOutputError(detail=error.strerror or str(error))
        with suppress(OSError):
            click.echo(spoken.message(language_of(chosen)), err=True)
    for stream in (sys.stdout, sys.stderr):
        _let_go(stream)
    sys.exit(IO_ERROR)


def _is_of_output(error: OSError) -> bool:
    """Whether ``error`` was raised by what every command speaks with; a stream does not say so itself."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code is click.echo.__code__


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
