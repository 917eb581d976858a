"""A program of two kernels, small enough to be compiled in a test."""

from __future__ import annotations

from pathlib import Path

from kernelkit.kernel import Int, Program, kernel


@kernel
def doubled(number: Int) -> Int:
    """Twice ``number``."""
    return number * 2


@kernel
def quadrupled(number: Int) -> Int:
    """Four times ``number``, by way of another kernel."""
    return doubled(doubled(number))


def tiny_program(cache_root: Path) -> Program:
    """A program whose one entry is ``quadrupled``."""
    return Program([__name__], [quadrupled], [Path(__file__)], cache_root)
