"""Sets of small numbers as the bits of one integer.

Kernels go from member to member:

    while rest:
        number = lowest(rest)
        rest &= rest - 1

A loop over all numbers that asks of each whether it is there lets the processor guess wrong at every second one.
"""

from __future__ import annotations

from typing import Any

from kernelkit.kernel import Int, compiled_form


def lowest(bits: Int) -> Int:
    """The smallest number in a set that is not empty."""
    return (bits & -bits).bit_length() - 1


@compiled_form(lowest)
def counted_zeros() -> Any:
    """The same as one instruction of the processor."""
    from numba.core import types
    from numba.extending import intrinsic

    def count(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest(_context: Any, _bits: Any) -> Any:
        return types.int64(types.int64), count

    return lowest


def how_many(bits: Int) -> Int:
    """The size of a set."""
    return bits.bit_count()


@compiled_form(how_many)
def counted_ones() -> Any:
    """The same as one instruction of the processor, or a few."""
    from numba.core import types
    from numba.extending import intrinsic

    def count(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    @intrinsic  # type: ignore[untyped-decorator]
    def how_many(_context: Any, _bits: Any) -> Any:
        return types.int64(types.int64), count

    return how_many
