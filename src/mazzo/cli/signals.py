"""A command that is asked to end from outside ends as by Ctrl-C: the terminal is put back, what was done is kept.

``kill`` sends SIGTERM; a window that is closed, or a connection that breaks, sends SIGHUP, on Windows SIGBREAK. Each
ends with its own code.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
FIRST_CODE = 128
"""A shell says so of a program that a signal has ended, with the signal's number added."""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Inside, the first of these signals raises KeyboardInterrupt; whatever comes of that, the exit code is its own.

    A signal that is ignored, as ``nohup`` wants it, or that somebody else answers stays as it is.
    """
    ours = [number for number in ENDING if _is_ours(number)]
    received: list[int] = []

    def end(number: int, _frame: FrameType | None) -> None:
        received.append(number)
        if len(received) == 1:  # while that is answered, another says nothing new
            raise KeyboardInterrupt

    for number in ours:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)
        if received:
            raise SystemExit(FIRST_CODE + received[0])


def _is_ours(number: int) -> bool:
    return current_thread() is main_thread() and signal.getsignal(number) is signal.SIG_DFL


@contextmanager
def ended_at_once() -> Iterator[None]:
    """Inside, Ctrl-C and the same signals end the program where it stands: for a server that keeps nothing.

    It reads in a thread that nobody can call back before the next line comes.
    """

    def end(number: int, _frame: FrameType | None) -> None:
        os._exit(FIRST_CODE + number)

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)}
    answered = [number for number, handler in before.items() if handler is not signal.SIG_IGN]
    for number in answered if current_thread() is main_thread() else ():
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in answered if current_thread() is main_thread() else ():
            signal.signal(number, before[number])
