"""Pieces of work in other processes: results come back in the order of their seeds, whoever was quicker.

Each worker is watched by itself: one that is killed loses only what it was at, which another does again. One that is
stopped says nothing any more: every worker gives a sign each second, and one that has given none for long is ended.
Since every piece of work depends on its seed alone, nothing of this shows in the results.

Work that runs in the kernel gives Python's lock away, so that threads of this process do: they have nothing to load.
"""

from __future__ import annotations

import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Event, Lock, Thread
from typing import Any, Generic, TypeVar

from mazzo.lab.errors import BrokenGameError, LostWorkerError
from mazzo.lab.interrupts import put_off

R = TypeVar("R")
S = TypeVar("S")
MOST_DEATHS = 3
"""So often the same work may end its worker; then the work is to blame, or the machine."""
SIGN_SECONDS = 1.0
"""So often a worker gives a sign of life, whatever it is at."""
SILENCE_SECONDS = 30.0
"""So long a worker may say nothing."""
START_SECONDS = 180.0
"""So long it may take to start, on a machine that is busy."""
SIGN = None
"""What is sent as a sign: anything but an outcome."""
AHEAD = 4
"""So many pieces a worker may be ahead of the slowest: what is thrown away at an early stop stays little."""


def in_order(work: Callable[[S], R], seeds: Sequence[S], workers: int = 1) -> Generator[R, None, None]:
    """The results of ``work`` for each of ``seeds``, in their order; one worker is this process itself.

    BrokenGameError when the work raises, LostWorkerError when it keeps ending its worker. Close the iterator to end
    the workers early.
    """
    if workers <= 1 or len(seeds) <= 1:
        for number, seed in enumerate(seeds):
            yield attempted(work, seed).unwrapped(number)
        return
    crew = _Crew(work, seeds, min(workers, len(seeds)))
    try:
        yield from crew.results()
    finally:
        crew.dismiss()


def in_threads(work: Callable[[S], R], seeds: Sequence[S], workers: int = 1) -> Generator[R, None, None]:
    """The same by threads of this process: for work that gives Python's lock away."""
    if workers <= 1 or len(seeds) <= 1:
        yield from in_order(work, seeds)
        return
    pool, asked = ThreadPoolExecutor(workers), deque[Future[Outcome[R]]]()
    try:
        for number in range(len(seeds)):
            while len(asked) < AHEAD * workers and number + len(asked) < len(seeds):
                asked.append(pool.submit(attempted, work, seeds[number + len(asked)]))
            yield asked.popleft().result().unwrapped(number)
    finally:
        with put_off():
            pool.shutdown(cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[R]):
    """What became of one piece of work: a value, or why there is none."""

    value: R | None
    trouble: str = ""

    def unwrapped(self, number: int) -> Any:
        """The value; BrokenGameError with the place of the work, counted from 0, when there is none."""
        if self.trouble:
            raise BrokenGameError(number=number + 1, detail=self.trouble)
        return self.value


def attempted(work: Callable[[S], R], seed: S) -> Outcome[R]:
    """What becomes of one piece of work."""
    try:
        return Outcome(work(seed))
    except Exception as error:  # whatever it is, it is told with its number, and what was done before stands
        return Outcome(None, "".join(traceback.format_exception_only(error)).strip())


def _serve(connection: Connection, work: Callable[[Any], Any]) -> None:
    """A worker's life: seeds in, outcomes out, until nobody is at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is answered by whoever started this
    speaking, is_left = Lock(), Event()
    Thread(target=_give_signs, args=(connection, speaking, is_left), daemon=True).start()
    try:
        while True:
            outcome = attempted(work, connection.recv())
            with speaking:
                connection.send(outcome)
    except (EOFError, ConnectionError):
        is_left.set()


def _give_signs(connection: Connection, speaking: Lock, is_left: Event) -> None:
    """Say every second that this process runs; a stopped one does not."""
    while not is_left.wait(SIGN_SECONDS):
        try:
            with speaking:
                connection.send(SIGN)
        except OSError:  # nobody is at the other end any more
            return


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    connection: Connection
    number: int | None = None
    """What it is at."""
    silent_for: float = 0.0
    """Seconds in which we listened and it said nothing."""
    has_started: bool = False

    @property
    def is_lost(self) -> bool:
        """Whether it has been silent for too long."""
        return self.silent_for > (SILENCE_SECONDS if self.has_started else START_SECONDS)


class _Crew:
    """The workers of one run, and what is to be done."""

    def __init__(self, work: Callable[[Any], Any], seeds: Sequence[Any], size: int) -> None:
        self._work, self._seeds = work, seeds
        self._todo = list(range(len(seeds)))[::-1]
        self._done: dict[int, Outcome[Any]] = {}
        self._deaths: dict[int, int] = {}
        # A fresh interpreter: a copy of this one would share its locks and its compiled code's threads.
        self._context = get_context("spawn")
        self._size = size
        self._workers: list[_Worker] = []

    def _hire(self) -> None:
        """Start workers until the crew is complete."""
        resource_tracker.ensure_running()  # the first process would start it, and that lets interrupts in again
        with put_off():
            while len(self._workers) < self._size:
                ours, theirs = self._context.Pipe()
                process = self._context.Process(target=_serve, args=(theirs, self._work), daemon=True)
                process.start()
                theirs.close()
                self._workers.append(_Worker(process, ours))

    def results(self) -> Iterator[Any]:
        """Everything, in order."""
        self._hire()
        for number in range(len(self._seeds)):
            while number not in self._done:
                self._hand_out(number)
                self._collect()
            yield self._done.pop(number).unwrapped(number)

    def _hand_out(self, waiting_for: int) -> None:
        """Give every idle worker the next seed, unless that is too far ahead."""
        last = waiting_for + AHEAD * len(self._workers)
        for worker in self._workers:
            if worker.number is None and self._todo and self._todo[-1] <= last:
                number = self._todo.pop()
                try:
                    worker.connection.send(self._seeds[number])
                except OSError:
                    self._todo.append(number)  # it is gone; collecting will find that out
                else:
                    worker.number = number

    def _collect(self) -> None:
        """Wait until somebody has an outcome, or is gone, or has been silent for too long."""
        by_connection = {worker.connection: worker for worker in self._workers}
        begun = time.monotonic()
        heard = wait(list(by_connection), timeout=SIGN_SECONDS)
        # If it was us who slept, that is no silence of theirs.
        listened = min(time.monotonic() - begun, 2 * SIGN_SECONDS)
        for worker in self._workers:
            worker.silent_for += listened
        for ready in heard:
            worker = by_connection[ready]  # type: ignore[index]  # wait gives back what it was given
            worker.silent_for, worker.has_started = 0.0, True
            try:
                outcome = worker.connection.recv()
            except (EOFError, OSError):
                self._replace(worker)
                continue
            if outcome is not SIGN and worker.number is not None:
                self._done[worker.number], worker.number = outcome, None
        for lost in [worker for worker in self._workers if worker.is_lost]:
            self._replace(lost)

    def _replace(self, lost: _Worker) -> None:
        """Another worker takes the place of one that is gone, and its work is done again."""
        number = lost.number
        if number is not None:
            self._deaths[number] = self._deaths.get(number, 0) + 1
            self._todo.append(number)
            self._todo.sort(reverse=True)
            if self._deaths[number] >= MOST_DEATHS:
                raise LostWorkerError(times=MOST_DEATHS)
        self._workers.remove(lost)
        _ended(lost)
        self._hire()

    def dismiss(self) -> None:
        """End every worker now, whatever it is at; an interrupt waits until all have ended."""
        with put_off():
            for worker in self._workers:
                _ended(worker)
            self._workers.clear()


def _ended(worker: _Worker) -> None:
    worker.connection.close()
    worker.process.kill()
    worker.process.join()
    worker.process.close()
