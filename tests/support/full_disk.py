"""A disk that ends where a test wants it to."""

from __future__ import annotations

import resource
from contextlib import contextmanager


@contextmanager
def largest_file(size):
    """Let no file of this process grow beyond ``size`` bytes, as a full disk would."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
