"""What is made at its first use and then kept, however many threads ask for it at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from threading import RLock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def once(function: Callable[P, R]) -> Callable[P, R]:
    """``function`` called once for each set of arguments: ``functools.cache`` may call it once in every thread."""
    kept, making = cache(function), RLock()

    @wraps(function)
    def asked(*arguments: P.args, **named: P.kwargs) -> R:
        with making:
            return kept(*arguments, **named)  # type: ignore[arg-type]

    asked.cache_clear = kept.cache_clear  # type: ignore[attr-defined]
    return asked
