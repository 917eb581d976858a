"""Active time: a monotonic clock, handed in, that stands still in pauses, help and dialogs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

Milliseconds: TypeAlias = Callable[[], int]
"""A monotonic clock in whole milliseconds; its zero means nothing."""


class ActiveClock:
    """Counts the time of one game, while nothing stops it."""

    def __init__(self, now: Milliseconds, elapsed_ms: int = 0) -> None:
        self._now = now
        self._counted_ms = elapsed_ms
        self._since: int | None = now()
        self._stops: set[str] = set()

    @property
    def elapsed_ms(self) -> int:
        """Active milliseconds so far; never goes back, whatever the clock does."""
        running = 0 if self._since is None else max(0, self._now() - self._since)
        return self._counted_ms + running

    @property
    def elapsed_seconds(self) -> Fraction:
        """Active seconds so far, exact."""
        return Fraction(self.elapsed_ms, 1000)

    @property
    def is_stopped(self) -> bool:
        """Whether something holds the clock."""
        return bool(self._stops)

    def stop(self, reason: str) -> None:
        """Hold the clock for ``reason``; it runs again when every reason is gone."""
        self._counted_ms, self._since = self.elapsed_ms, None
        self._stops.add(reason)

    def go(self, reason: str) -> None:
        """Take ``reason`` away; a reason that was never given changes nothing."""
        self._stops.discard(reason)
        if not self._stops and self._since is None:
            self._since = self._now()

    def set_to(self, elapsed_ms: int) -> None:
        """Continue from ``elapsed_ms``: a replay puts the clock where each action found it."""
        self._counted_ms = elapsed_ms
        if self._since is not None:
            self._since = self._now()
