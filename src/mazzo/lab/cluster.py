"""The same batches on many machines, through dask.distributed: a scheduler, and workers that come and go.

A worker that is killed costs what it was at, which the scheduler gives to another; one that joins late gets its share.
Since every piece of work depends on its seed alone, and every machine must have the same engine, nothing of this shows
in the results.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any, TypeVar

from mazzo.lab.errors import (
    ClusterError,
    IdleClusterError,
    LostWorkerError,
    NoClusterError,
    OtherClusterError,
    SilentClusterError,
)
from mazzo.lab.identity import identity
from mazzo.lab.workers import AHEAD, Outcome, attempted

R = TypeVar("R")
S = TypeVar("S")
CONNECT_SECONDS = 10
"""So long a scheduler may take to answer, and then the first worker to be there."""
NOTHING = "-"
"""What is said of the engine of a machine without Mazzo."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of work as it travels: what is to be done, and by which engine."""

    function: Callable[[Any], Any]
    seed: Any
    engine: str


@dataclass(frozen=True, slots=True)
class Cluster:
    """The workers of the scheduler at ``address``, as in tcp://192.168.1.20:8786."""

    address: str

    def batches(
        self, function: Callable[[S], R], seeds: Sequence[S], *, frees_the_lock: bool = False
    ) -> Generator[R, None, None]:
        """Handed out a few ahead, so that workers that join find something to do."""
        del frees_the_lock  # a worker has as many threads as it was started with
        if not seeds:
            return
        client = self._connected()
        try:
            self._check(client)
            yield from self._in_order(client, function, seeds)
        finally:
            client.close(timeout=1)

    def _connected(self) -> Any:
        try:
            from distributed import Client
        except ImportError as error:
            raise NoClusterError from error
        for name in ("distributed", "distributed.client"):  # what goes wrong is said by our own errors
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            connect: Any = Client
            return connect(self.address, timeout=CONNECT_SECONDS, set_as_default=False)
        except OSError as error:  # a time limit is one too
            raise SilentClusterError(address=self.address, seconds=CONNECT_SECONDS) from error
        except ValueError as error:
            raise ClusterError(address=self.address, detail=_reason(error)) from error

    def _check(self, client: Any) -> None:
        """Refuse a scheduler with another engine before anything is played, and one to which no worker comes."""
        here = str(identity())
        try:
            there = client.run_on_scheduler(engine_there)
        except OSError as error:
            raise ClusterError(address=self.address, detail=_reason(error)) from error
        except (ImportError, AttributeError):
            there = NOTHING
        if there != here:
            raise OtherClusterError(who=self.address, there=there, here=here)
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except OSError as error:
            raise IdleClusterError(address=self.address) from error

    def _in_order(self, client: Any, function: Callable[[S], R], seeds: Sequence[S]) -> Generator[R, None, None]:
        asked: deque[Any] = deque()
        engine = str(identity())
        for number in range(len(seeds)):
            room = AHEAD * max(1, sum(client.nthreads().values())) if not asked or number % AHEAD == 0 else 0
            while len(asked) < room and number + len(asked) < len(seeds):
                piece = Piece(function, seeds[number + len(asked)], engine)
                asked.append(client.submit(done, piece, pure=False))
            yield self._result(asked.popleft(), number)

    def _result(self, future: Any, number: int) -> Any:
        from distributed import KilledWorker

        try:
            outcome = future.result()
        except KilledWorker as error:
            raise LostWorkerError(times=AHEAD) from error
        except (OSError, CancelledError) as error:
            raise ClusterError(address=self.address, detail=_reason(error)) from error
        if isinstance(outcome, str):
            raise OtherClusterError(who=self.address, there=outcome, here=str(identity()))
        return outcome.unwrapped(number)


def engine_there() -> str:
    """The engine of the machine that runs this."""
    return str(identity())


def done(piece: Piece) -> Outcome[Any] | str:
    """What becomes of a piece of work on a worker; the engine that is there when that is not the one that was meant."""
    there = engine_there()
    return attempted(piece.function, piece.seed) if there == piece.engine else there


def _reason(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:200]
