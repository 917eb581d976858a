"""A program of five kernels, small enough to be compiled in a test."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from kernelkit.bits import how_many, lowest
from kernelkit.kernel import Int, Program, kernel
from kernelkit.records import Cells, record


@record
class Pair:
    """Two numbers."""

    left: Annotated[int, "i2"]
    right: Annotated[int, "i2"]


@kernel
def doubled(number: Int) -> Int:
    """Twice ``number``."""
    return number * 2


@kernel
def quadrupled(number: Int) -> Int:
    """Four times ``number``, by way of another kernel."""
    return doubled(doubled(number))


@kernel
def swap(pairs: Cells[Pair]) -> None:
    """The two numbers of a pair change places."""
    pair = pairs[0]
    left = pair.left
    pair.left = pair.right
    pair.right = left


@kernel
def members(bits: Int) -> Int:
    """The numbers of a set from the lowest to the highest, each a digit to the base of 64."""
    digits = 0
    while bits:
        digits = digits * 64 + lowest(bits)
        bits &= bits - 1
    return digits


@kernel
def size(bits: Int) -> Int:
    """How many numbers a set has."""
    return how_many(bits)


def tiny_program(cache_root: Path, **options: Any) -> Program:
    """A program whose entries are ``quadrupled``, ``swap``, ``members`` and ``size``."""
    return Program([__name__], [quadrupled, swap, members, size], [Path(__file__)], cache_root, **options)
