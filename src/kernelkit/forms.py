"""Which form of a kernel runs here, plain or compiled, and where what is compiled is kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.util import find_spec
from pathlib import Path

from kernelkit.files import home_folder
from kernelkit.records import keep_exactly

PLAIN, EXACT = "MAZZO_PLAIN", "exact"
"""The variable that asks for plain kernels, and its value for records that raise where packed ones would be overrun."""

_PLAIN = ContextVar("_PLAIN", default=False)

if os.environ.get(PLAIN) == EXACT:
    keep_exactly()


@contextmanager
def plain_rules() -> Iterator[None]:
    """Inside, kernels are plain ones: for a few moves, where loading compiled code takes longer than playing."""
    token = _PLAIN.set(True)
    try:
        yield
    finally:
        _PLAIN.reset(token)


def is_switched_off() -> bool:
    """Whether somebody asked for plain kernels."""
    return _PLAIN.get() or bool(os.environ.get(PLAIN))


def numba_is_there() -> bool:
    """Whether kernels could be compiled."""
    return find_spec("numba") is not None


def kernels_folder() -> Path:
    """Where compiled kernels are kept: below MAZZO_HOME when it is set, else in the user's cache folder.

    NoHomeError when MAZZO_HOME is the home of nobody.
    """
    home = home_folder()
    if home is not None:
        return home / "cache" / "kernels"
    from platformdirs import user_cache_path

    return user_cache_path("mazzo") / "kernels"
