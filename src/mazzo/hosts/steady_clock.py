"""A clock for play time that no jump can move: what the machine's clock leaps over counts as a pause.

Whoever plays is asked about the clock every second. So a step much longer than that was no play: the machine slept, the
program was stopped, or the clock was set. A step back is none either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

LONGEST_STEP_MS = 10_000
"""The longest time between two looks that counts as play, where somebody looks every second."""


class SteadyClock:
    """Milliseconds that only go forward, in steps of up to ``longest_step_ms``; None where nobody looks regularly."""

    def __init__(self, now: Callable[[], int], longest_step_ms: int | None = LONGEST_STEP_MS) -> None:
        self._now, self._longest_ms = now, longest_step_ms
        self._seen_ms, self._counted_ms = now(), 0
        self._leapt_ms = 0

    def __call__(self) -> int:
        """The time now."""
        now = self._now()
        step, self._seen_ms = now - self._seen_ms, now
        if step >= 0 and (self._longest_ms is None or step <= self._longest_ms):
            self._counted_ms += step
        else:
            self._leapt_ms += abs(step)
        return self._counted_ms

    def expect(self, longest_step_ms: int) -> None:
        """Somebody looks more often, or less often, from now on."""
        self()
        self._longest_ms = longest_step_ms

    @contextmanager
    def working(self) -> Iterator[None]:
        """Inside, the program itself takes long: what passes is no play either, but nobody is told of a leap."""
        self()
        leapt = self._leapt_ms
        try:
            yield
        finally:
            self()
            self._leapt_ms = leapt

    def leapt_ms(self) -> int:
        """How far the machine's clock has leapt since this was last asked; 0 when it has not."""
        self()
        leapt, self._leapt_ms = self._leapt_ms, 0
        return leapt
