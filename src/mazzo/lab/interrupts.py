"""An interrupt is answered once: whoever presses Ctrl-C twice, or leans on it, means it once."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import current_thread, main_thread
from types import FrameType

PAUSE = 1.0
"""Seconds without an interrupt after which the next one counts again: nobody must be unable to stop a run."""


@contextmanager
def answered_once() -> Iterator[None]:
    """Inside, interrupts in quick succession raise KeyboardInterrupt once, so that what the first one ends can end.

    A handler that somebody else has set stays as it is, before, inside and after.
    """
    is_ours = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_ours:
        yield
        return
    last = -inf

    def answer(_signal: int, _frame: FrameType | None) -> None:
        nonlocal last
        before, last = last, time.monotonic()
        if last - before > PAUSE:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, answer)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is answer:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def unheard() -> None:
    """From here to the end of the program interrupts do nothing: one was answered, and all that is left is to leave.

    Otherwise one that comes while the interpreter closes ends in a traceback and another exit code.
    """
    if current_thread() is main_thread():
        with put_off():  # of one that comes while the handler changes the interpreter would complain
            signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def put_off() -> Iterator[None]:
    """Inside, an interrupt waits, and processes that are started never see one: it is ours to answer."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows: there a worker ignores it as soon as it runs
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
