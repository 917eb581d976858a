"""Deep looks in processes of their own, so that the server's loop never computes and a crash costs one look.

    page asks ──► a free worker? ──► search until the time is over ──► the moves with their chances
                       └─ too many wait: busy, come again

A worker that dies is replaced, and its look made once more. Under load every look gets less time, and says so.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from queue import Empty, Queue
from threading import Lock
from typing import Any

from kernelkit.journal import MemoryEntry, MemoryJournal
from mazzo.bootstrap import shelf
from mazzo.coach.deep_look import DeepCoach
from mazzo.coach.look import Look
from mazzo.coach.table import CoachTable
from mazzo.web.views.moves import AnswerView, answer_view
from mazzo.words.table import Words
from qb_engine.coaching import CoachingEngine
from qb_engine.live_match import LiveMatch
from qb_engine.words.voice import Voice

SECONDS = 2.0
"""What a look takes when nobody else asks."""
LEAST_SECONDS = 0.25
GRACE_SECONDS = 20.0
"""So much longer a worker may take before it counts as lost: the first look of all loads the engine, or compiles it."""
WAITING_EACH = 4
"""So many looks may wait for one worker; any more are told to come again."""


class BusyError(Exception):
    """Too many looks wait already."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A match to look at, as its journal has it, in whose language, and for how long."""

    entries: tuple[tuple[int, str, dict[str, Any]], ...]
    language: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look found; ``seconds`` is the time it was given."""

    answer: AnswerView
    seconds: float


class Worker:
    """One process that looks."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=work, args=(there,), name="mazzo deep look", daemon=True)
        self._process.start()
        there.close()

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    def look(self, asked: Asked) -> Looked | None:
        """What it finds, None when there was nothing to find; EOFError when the process is lost."""
        try:
            self._here.send(asked)
            if not self._here.poll(asked.seconds + GRACE_SECONDS):
                raise EOFError
            found: Looked | None = self._here.recv()
        except (BrokenPipeError, ConnectionResetError) as error:
            raise EOFError from error
        return found

    def stop(self) -> None:
        """End the process."""
        self._here.close()
        self._process.terminate()
        self._process.join()


class Lookers:
    """A few workers, and a queue with an end."""

    def __init__(self, workers: int) -> None:
        self._count = workers
        self._free: Queue[Worker] = Queue()
        self._lock, self._waiting, self._is_closed = Lock(), 0, False
        for _number in range(workers):
            self._free.put(Worker())

    def look(self, asked: Asked) -> Looked | None:
        """The look of the next free worker, shorter when others wait; BusyError when too many do."""
        with self._counted() as waiting:
            shorter = max(LEAST_SECONDS, asked.seconds * self._count / max(self._count, waiting))
            asked = replace(asked, seconds=shorter)
            worker = self._free.get()
            try:
                found = worker.look(asked)
            except EOFError:
                worker.stop()
                worker = Worker()
                found = worker.look(asked)
            finally:
                self._free.put(worker)
        return found

    @contextmanager
    def _counted(self) -> Iterator[int]:
        """Be one of those who wait."""
        with self._lock:
            if self._is_closed or self._waiting >= self._count * (1 + WAITING_EACH):
                raise BusyError
            self._waiting += 1
            waiting = self._waiting
        try:
            yield waiting
        finally:
            with self._lock:
                self._waiting -= 1

    def close(self) -> None:
        """End every process; looks under way are waited for."""
        with self._lock:
            self._is_closed = True
        until = time.monotonic() + SECONDS
        for _number in range(self._count):
            try:
                self._free.get(timeout=max(0.1, until - time.monotonic())).stop()
            except Empty:
                break


def work(pipe: Connection) -> None:
    """Answer looks until the other end is closed."""
    coach = DeepCoach(Look(seconds=SECONDS))
    coach.rules.fetch()
    while True:
        try:
            asked: Asked = pipe.recv()
        except (EOFError, OSError):
            break
        pipe.send(looked(asked, coach))
    coach.close()


def looked(asked: Asked, coach: DeepCoach) -> Looked | None:
    """Look at the match; None where it is not your move, or nothing was found."""
    match = LiveMatch(MemoryJournal(MemoryEntry(*entry) for entry in asked.entries))
    if match.phase != "your_play":
        return None
    table = CoachTable(match, CoachingEngine(), shelf())
    coach.asked = Look(seconds=asked.seconds)
    coach.look(table)
    advice = table.deep_advice()
    answer = None if advice is None else answer_view(advice, Words(Voice(asked.language, aloud=True)))
    return None if answer is None else Looked(answer, asked.seconds)
