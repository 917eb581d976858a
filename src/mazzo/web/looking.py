"""Long work in processes of its own, so that the server's loop never computes and a crash costs one job.

    page asks ──► a free worker? ──► the job, which tells how far it is ──► what it found
                       └─ too many wait: busy, come again

A worker that dies is replaced, and its job done once more. Under load every look gets less time, and says so.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from queue import Empty, Queue
from threading import Lock
from typing import Any, Protocol, TypeVar

from mazzo.coach.deep_look import DeepCoach
from mazzo.coach.look import Look

SECONDS = 2.0
"""What a look takes when nobody else asks."""
LEAST_SECONDS = 0.25
GRACE_SECONDS = 20.0
"""So much longer a worker may be silent before it counts as lost: the first job loads the engine, or compiles it."""
WAITING_EACH = 4
"""So many jobs may wait for one worker; any more are told to come again."""

Tell = Callable[[int, int], None]
"""Hears how many parts of how many are done."""
Found = TypeVar("Found", covariant=True)


class BusyError(Exception):
    """Too many jobs wait already."""


class Job(Protocol[Found]):
    """Something to be worked out elsewhere; it travels to the worker, and what it finds travels back."""

    @property
    def seconds(self) -> float:
        """How long it may take between two words."""

    def run(self, coach: DeepCoach, tell: Tell) -> Found:
        """Work it out."""


@dataclass(frozen=True, slots=True)
class _Progress:
    done: int
    of: int


class Worker:
    """One process that works."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=work, args=(there,), name="mazzo worker", daemon=True)
        self._process.start()
        there.close()

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    def do(self, job: Job[Found], tell: Tell) -> Found:
        """What the job finds; EOFError when the process is lost, the job's own error where it raised one."""
        try:
            self._here.send(job)
            while True:
                if not self._here.poll(job.seconds + GRACE_SECONDS):
                    raise EOFError
                said = self._here.recv()
                if not isinstance(said, _Progress):
                    break
                tell(said.done, said.of)
        except (BrokenPipeError, ConnectionResetError) as error:
            raise EOFError from error
        if isinstance(said, Exception):
            raise said
        found: Found = said
        return found

    def stop(self) -> None:
        """End the process."""
        self._here.close()
        self._process.terminate()
        self._process.join()


def _silent(_done: int, _of: int) -> None:
    return


class Lookers:
    """A few workers, and a queue with an end."""

    def __init__(self, workers: int) -> None:
        self.count, self.done, self.replaced = workers, 0, 0
        self._free: Queue[Worker] = Queue()
        self._lock, self._waiting, self._is_closed = Lock(), 0, False
        for _number in range(workers):
            self._free.put(Worker())

    @property
    def waiting(self) -> int:
        """How many jobs are under way or wait."""
        return self._waiting

    @property
    def is_full(self) -> bool:
        """Whether the next job would be sent away."""
        return self._is_closed or self._waiting >= self.count * (1 + WAITING_EACH)

    def do(self, job: Job[Found], tell: Tell = _silent) -> Found:
        """What the next free worker finds; a look gets less time when others wait. BusyError when too many do."""
        with self._counted() as waiting:
            job = self._shared(job, waiting)
            worker = self._free.get()
            try:
                found = worker.do(job, tell)
            except EOFError:
                worker.stop()
                worker = Worker()
                self.replaced += 1
                found = worker.do(job, tell)
            finally:
                self._free.put(worker)
                self.done += 1
        return found

    def _shared(self, job: Job[Found], waiting: int) -> Job[Found]:
        """The job with its share of the time, where its time can be shared."""
        if not getattr(job, "is_shared", False):
            return job
        shorter = max(LEAST_SECONDS, job.seconds * self.count / max(self.count, waiting))
        asked: Any = job
        shared: Job[Found] = replace(asked, seconds=shorter)
        return shared

    @contextmanager
    def _counted(self) -> Iterator[int]:
        """Be one of those who wait."""
        with self._lock:
            if self.is_full:
                raise BusyError
            self._waiting += 1
            waiting = self._waiting
        try:
            yield waiting
        finally:
            with self._lock:
                self._waiting -= 1

    def close(self) -> None:
        """End every process; jobs under way are waited for."""
        with self._lock:
            self._is_closed = True
        until = time.monotonic() + SECONDS
        for _number in range(self.count):
            try:
                self._free.get(timeout=max(0.1, until - time.monotonic())).stop()
            except Empty:
                break


def work(pipe: Connection) -> None:
    """Do jobs until the other end is closed; what a job raises is sent back."""
    coach = DeepCoach(Look(seconds=SECONDS))
    coach.rules.fetch()

    def tell(done: int, of: int) -> None:
        pipe.send(_Progress(done, of))

    while True:
        try:
            job: Job[Any] = pipe.recv()
        except (EOFError, OSError):
            break
        try:
            pipe.send(job.run(coach, tell))
        except Exception as error:  # whoever asked is told
            pipe.send(error)
    coach.close()
