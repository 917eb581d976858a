"""Who does the work: processes and threads of this machine, or a cluster. The result is the same, to the last bit.

``batches(function, seeds)`` is all that a run needs: the results of a function for each of the seeds, in their order.
A seed is whatever says which piece of work it is; the function can be pickled, as can its results.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from mazzo.lab.workers import in_order, in_threads

R = TypeVar("R")
S = TypeVar("S")


class Crew(Protocol):
    """Somebody who does pieces of work."""

    def batches(
        self, function: Callable[[S], R], seeds: Sequence[S], *, frees_the_lock: bool = False
    ) -> Generator[R, None, None]:
        """``function`` of each of ``seeds``, in their order; a LabError when it cannot be had.

        ``frees_the_lock`` says that the function runs in the kernel, without Python's lock.
        """


@dataclass(frozen=True, slots=True)
class Here:
    """So many workers of this machine; one is this process itself."""

    workers: int = 1

    def batches(
        self, function: Callable[[S], R], seeds: Sequence[S], *, frees_the_lock: bool = False
    ) -> Generator[R, None, None]:
        """By threads where the lock is given away, which start at once; else by processes."""
        return (in_threads if frees_the_lock else in_order)(function, seeds, self.workers)


ALONE = Here()
