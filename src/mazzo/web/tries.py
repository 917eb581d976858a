"""How often somebody may ask: requests in general, and codes or passwords in particular."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

MOST_KNOWN = 10_000
"""So many visitors are remembered; whoever was not seen for longest goes."""


class Allowance:
    """So many at once, and one more each so many seconds, for each visitor apart."""

    def __init__(self, most: int, each_seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._each, self._now, self._lock = most, each_seconds, now, Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, visitor: str) -> bool:
        """Whether this visitor may once more."""
        with self._lock:
            now = self._now()
            left, at = self._left.pop(visitor, (float(self._most), now))
            left = min(float(self._most), left + (now - at) / self._each)
            self._left[visitor] = (left - 1 if left >= 1 else left, now)
            while len(self._left) > MOST_KNOWN:
                self._left.popitem(last=False)
            return left >= 1
