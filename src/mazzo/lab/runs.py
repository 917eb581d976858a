"""A long run of numbered parts, and the four ways in which it ends; whatever was done before stands."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Literal, TypeVar

from mazzo.lab.errors import LabError
from mazzo.lab.interrupts import answered_once
from mazzo.lab.workers import in_order

R = TypeVar("R")
How = Literal["complete", "decided", "interrupted", "broken"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended: all was done, it was decided earlier, somebody interrupted it, or something broke it."""

    how: How
    trouble: LabError | None = None


COMPLETE = Ending("complete")


def gather(work: Callable[[int], R], count: int, workers: int, take: Callable[[R], bool]) -> Ending:
    """Hand every result, in order, to ``take`` until it says that this is enough."""
    with answered_once():
        # The workers are dismissed inside the try: an interrupt that waited for that is one like any other.
        try:
            with closing(in_order(work, count, workers)) as results:
                for result in results:
                    if take(result):
                        return Ending("decided")
        except KeyboardInterrupt:
            return Ending("interrupted")
        except LabError as error:
            return Ending("broken", error)
        return COMPLETE
