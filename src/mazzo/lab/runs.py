"""A long run of pieces of work, and the four ways in which it ends; whatever was done before stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Literal, TypeVar

from mazzo.lab.crews import Crew
from mazzo.lab.errors import LabError
from mazzo.lab.interrupts import answered_once

R = TypeVar("R")
S = TypeVar("S")
How = Literal["complete", "decided", "interrupted", "broken"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended: all was done, it was decided earlier, somebody interrupted it, or something broke it."""

    how: How
    trouble: LabError | None = None


COMPLETE = Ending("complete")


def gather(
    work: Callable[[S], R],
    seeds: Sequence[S],
    crew: Crew,
    take: Callable[[R], bool],
    *,
    frees_the_lock: bool = False,
) -> Ending:
    """Hand every result, in order, to ``take`` until it says that this is enough."""
    with answered_once():
        # The workers are dismissed inside the try: an interrupt that waited for that is one like any other.
        try:
            with closing(crew.batches(work, seeds, frees_the_lock=frees_the_lock)) as results:
                for result in results:
                    if take(result):
                        return Ending("decided")
        except KeyboardInterrupt:
            return Ending("interrupted")
        except LabError as error:
            return Ending("broken", error)
        return COMPLETE
