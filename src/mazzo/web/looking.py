"""Long work in processes of its own, so that the server's loop never computes and a crash costs one job.

    page asks ──► a free worker? ──► the job, which tells how far it is ──► what it found
                       └─ too many wait: busy, come again

A worker that dies is replaced, and its job done once more. Under load every look gets less time, and says so. What
nobody waits for any more leaves the queue, and is told to stop where it is under way.
"""

from __future__ import annotations

import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from threading import Condition
from typing import Any, Protocol, TypeVar

from mazzo.coach.deep_look import DeepCoach
from mazzo.coach.look import Look

SECONDS = 2.0
"""What a look takes when nobody else asks."""
LEAST_SECONDS = 0.25
FIRST_SECONDS = 0.15
"""What a look takes whose answer is shown while a longer one is still on its way."""
GRACE_SECONDS = 20.0
"""So much longer a worker may be silent before it counts as lost: the first job loads the engine, or compiles it."""
LISTEN_SECONDS = 0.05
"""How often it is asked whether somebody still waits."""
WAITING_EACH = 4
"""So many jobs may wait for one worker; any more are told to come again."""

Tell = Callable[[int, int], None]
"""Hears how many parts of how many are done."""
IsWanted = Callable[[], bool]
"""Whether somebody still waits for a job."""
Found = TypeVar("Found", covariant=True)


class BusyError(Exception):
    """Too many jobs wait already."""


class UnwantedError(Exception):
    """Nobody waits for the job any more."""


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


@dataclass(frozen=True, slots=True)
class _Stop:
    """What a worker hears when nobody waits for its job any more."""


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

    def do(self, job: Job[Found], tell: Tell, is_wanted: IsWanted) -> Found:
        """What the job finds; EOFError when the process is lost, the job's own error where it raised one."""
        try:
            self._here.send(job)
            while isinstance(said := self._heard(job, is_wanted), _Progress):
                tell(said.done, said.of)
        except (BrokenPipeError, ConnectionResetError) as error:
            raise EOFError from error
        if isinstance(said, Exception):
            raise said
        found: Found = said
        return found

    def _heard(self, job: Job[Found], is_wanted: IsWanted) -> Any:
        """The next word of the process, which is told once when its job is not wanted any more."""
        until, is_told = time.monotonic() + job.seconds + GRACE_SECONDS, False
        while not self._here.poll(LISTEN_SECONDS):
            if time.monotonic() > until:
                raise EOFError
            if not is_told and not is_wanted():
                self._here.send(_Stop())
                is_told = True
        return self._here.recv()

    def stop(self) -> None:
        """End the process."""
        self._here.close()
        self._process.terminate()
        self._process.join()


def _silent(_done: int, _of: int) -> None:
    return


def _always() -> bool:
    return True


class Lookers:
    """A few workers, and a queue with an end."""

    def __init__(self, workers: int) -> None:
        self.count, self.done, self.replaced = workers, 0, 0
        self._free = [Worker() for _number in range(workers)]
        self._line: deque[object] = deque()
        self._turn, self._waiting, self._is_closed = Condition(), 0, False

    @property
    def waiting(self) -> int:
        """How many jobs are under way or wait."""
        return self._waiting

    @property
    def is_full(self) -> bool:
        """Whether the next job would be sent away."""
        return self._is_closed or self._waiting >= self.count * (1 + WAITING_EACH)

    def do(self, job: Job[Found], tell: Tell = _silent, is_wanted: IsWanted = _always) -> Found:
        """What the next free worker finds; a look gets less time when others wait.

        BusyError when too many do, UnwantedError when nobody waits for it before a worker is free.
        """
        with self._counted() as waiting:
            job = self._shared(job, waiting)
            worker = self._next_free(is_wanted)
            try:
                found = worker.do(job, tell, is_wanted)
            except EOFError:
                worker.stop()
                worker = Worker()
                self.replaced += 1
                found = worker.do(job, tell, is_wanted)
            finally:
                with self._turn:
                    self._free.append(worker)
                    self.done += 1
                    self._turn.notify_all()
        return found

    def _next_free(self, is_wanted: IsWanted) -> Worker:
        """A free worker, first come, first served."""
        place = object()
        with self._turn:
            self._line.append(place)
            try:
                while not self._free or self._line[0] is not place:
                    if not is_wanted():
                        raise UnwantedError
                    self._turn.wait(LISTEN_SECONDS)
                return self._free.pop()
            finally:
                self._line.remove(place)
                self._turn.notify_all()

    def _shared(self, job: Job[Found], waiting: int) -> Job[Found]:
        """The job with its share of the time, where its time can be shared."""
        if not getattr(job, "is_shared", False):
            return job
        shorter = min(job.seconds, max(LEAST_SECONDS, job.seconds * self.count / max(self.count, waiting)))
        asked: Any = job
        shared: Job[Found] = replace(asked, seconds=shorter)
        return shared

    @contextmanager
    def _counted(self) -> Iterator[int]:
        """Be one of those who wait."""
        with self._turn:
            if self.is_full:
                raise BusyError
            self._waiting += 1
            waiting = self._waiting
        try:
            yield waiting
        finally:
            with self._turn:
                self._waiting -= 1

    def close(self) -> None:
        """End every process; jobs under way are waited for, a little."""
        with self._turn:
            self._is_closed = True
            self._turn.wait_for(lambda: len(self._free) == self.count, timeout=SECONDS)
            for worker in self._free:
                worker.stop()


def work(pipe: Connection) -> None:
    """Do jobs until the other end is closed; what a job raises is sent back."""
    coach = DeepCoach(Look(seconds=SECONDS), is_cancelled=pipe.poll)
    coach.rules.fetch()

    def tell(done: int, of: int) -> None:
        pipe.send(_Progress(done, of))

    while True:
        try:
            job: Job[Any] | _Stop = pipe.recv()
        except (EOFError, OSError):
            break
        if isinstance(job, _Stop):  # it came when the job was done
            continue
        try:
            pipe.send(job.run(coach, tell))
        except Exception as error:  # whoever asked is told
            pipe.send(error)
    coach.close()
