"""Exact numbers: a decimal is read as it is written, never as the nearest binary fraction."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import TypeAlias

Number: TypeAlias = float | str | Decimal | Fraction
"""Anything that names one rational number; a float means the shortest decimal that prints as it."""


class Figure(Decimal):
    """A decimal that equals the float which prints like it: whoever reads 1.2 in a file finds 1.2."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return Decimal.__eq__(self, Decimal(repr(other)) if isinstance(other, float) else other)

    __hash__ = Decimal.__hash__


LARGEST_EXPONENT = 18
"""A number beyond this is no time and no figure of a game, and as a fraction it could fill the memory."""


def as_decimal(value: float | str | Decimal) -> Decimal:
    """``value`` as the decimal it is written as; ValueError for anything but a finite number of moderate size."""
    try:
        number = Decimal(repr(value) if isinstance(value, float) else value)
    except (InvalidOperation, TypeError):
        raise ValueError(f"{value!r} is not a number") from None
    if isinstance(value, bool) or not number.is_finite() or number.adjusted() > LARGEST_EXPONENT:
        raise ValueError(f"{value!r} is not a finite number of moderate size")
    if number and number.adjusted() < -LARGEST_EXPONENT:
        raise ValueError(f"{value!r} is too close to 0")
    return number


def as_fraction(value: Number) -> Fraction:
    """``value`` as an exact fraction; ValueError for anything that is not a finite number."""
    return value if isinstance(value, Fraction) else Fraction(as_decimal(value))
