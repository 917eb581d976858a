"""What a figure of the scoring configuration may be; each check gives back the frozen value or names the key."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NoReturn

from kernelkit.spoken import sentence
from solitario.domain.exact import Figure, as_decimal
from solitario.errors import InvalidScoringConfigError

LARGEST = 1_000_000
"""No figure of the game comes near; larger ones are mistakes."""
MAX_PLACES = 4
SMALLEST = Decimal(1).scaleb(-MAX_PLACES)
"""Decimals with so few places multiply to numbers that a float still prints exactly."""


def refuse(key: str, reason: str, **facts: Any) -> NoReturn:
    """Raise the error that names ``key`` and gives ``reason``."""
    raise InvalidScoringConfigError(key=key, reason=reason, **facts)


def version(value: Any) -> str:
    """``value`` when it is a version of this scoring system: the same major number."""
    if not isinstance(value, str) or value.split(".")[0] != "2":
        refuse("version", sentence("{value!r} is not a version 2 of the scoring system"), value=value)
    return value


def whole(key: str, value: Any) -> int:
    """``value`` when it is a whole number of moderate size."""
    if isinstance(value, bool) or not isinstance(value, int):
        refuse(key, sentence("{value!r} is not a whole number"), value=value)
    if abs(value) > LARGEST:
        refuse(key, sentence("{value} is beyond {largest}"), value=value, largest=LARGEST)
    return value


def at_least_zero(key: str, value: Any) -> None:
    """Refuse anything but a whole number from 0 up."""
    if whole(key, value) < 0:
        refuse(key, sentence("{value} is below 0"), value=value)


def at_most_zero(key: str, value: Any) -> None:
    """Refuse anything but a whole number from 0 down: a penalty takes points away."""
    if whole(key, value) > 0:
        refuse(key, sentence("{value} is above 0, and a penalty takes points away"), value=value)


def decimal(key: str, value: Any) -> Decimal:
    """``value`` as an exact decimal of moderate size and few places, in its shortest spelling."""
    try:
        number = as_decimal(value)
    except ValueError:
        refuse(key, sentence("{value!r} is not a finite number"), value=value)
    if abs(number) > LARGEST:
        refuse(key, sentence("{value} is beyond {largest}"), value=value, largest=LARGEST)
    if number != number.quantize(SMALLEST):
        refuse(key, sentence("{value} has more than {places} decimal places"), value=value, places=MAX_PLACES)
    return Figure(Decimal(format(number.normalize(), "f")))


def one_of(key: str, value: Any, allowed: Collection[str]) -> str:
    """``value`` when it is one of the ``allowed`` words."""
    if not isinstance(value, str) or value not in allowed:
        refuse(key, sentence("{value!r} is none of {allowed}"), value=value, allowed=", ".join(allowed))
    return value


def mapping(key: str, value: Any) -> Mapping[Any, Any]:
    """``value`` when it maps names to something."""
    if not isinstance(value, Mapping):
        refuse(key, sentence("{value!r} is not a table of names and figures"), value=value)
    return value


def sequence(key: str, value: Any) -> Sequence[Any]:
    """``value`` when it is a list with something in it."""
    if isinstance(value, str) or not isinstance(value, Sequence) or not value:
        refuse(key, sentence("{value!r} is not a list of figures"), value=value)
    return value


def names(key: str, given: Mapping[Any, Any], known: Collection[str], required: Iterable[str]) -> None:
    """Refuse a name that means nothing, and the lack of one that is needed."""
    for name in given:
        if name not in known:
            refuse(f"{key}.{name}", sentence("this name is unknown"))
    for name in required:
        if name not in given:
            refuse(f"{key}.{name}", sentence("this figure is missing"))


def points_by_name(
    key: str, value: Any, known: Collection[str], required: Iterable[str] | None = None
) -> Mapping[str, int]:
    """``value`` as whole points for each of the ``known`` names; all of them are needed unless said otherwise."""
    given = mapping(key, value)
    names(key, given, known, known if required is None else required)
    return MappingProxyType({name: whole(f"{key}.{name}", given[name]) for name in sorted(given)})


def by_number(key: str, value: Any, known: Collection[int]) -> dict[int, Any]:
    """``value`` keyed by each of the ``known`` numbers; a file writes them as text."""
    given = {str(name): item for name, item in mapping(key, value).items()}
    expected = [str(number) for number in known]
    names(key, given, expected, expected)
    return {number: given[str(number)] for number in known}


def points_by_number(key: str, value: Any, known: Collection[int]) -> Mapping[int, int]:
    """Whole points for each of the ``known`` numbers."""
    given = by_number(key, value, known)
    return MappingProxyType({number: whole(f"{key}.{number}", given[number]) for number in known})


def multipliers(key: str, value: Any, known: Collection[int]) -> Mapping[int, Decimal]:
    """A decimal above 0 for each of the ``known`` numbers."""
    result = {number: decimal(f"{key}.{number}", item) for number, item in by_number(key, value, known).items()}
    for number, item in result.items():
        if item <= 0:
            refuse(f"{key}.{number}", sentence("{value} is not above 0"), value=item)
    return MappingProxyType(result)


def weights(key: str, value: Any, known: Collection[str]) -> Mapping[str, Decimal]:
    """A decimal from 0 up for each of the ``known`` names, together exactly 1."""
    given = mapping(key, value)
    names(key, given, known, known)
    result = {name: decimal(f"{key}.{name}", given[name]) for name in known}
    for name, item in result.items():
        if item < 0:
            refuse(f"{key}.{name}", sentence("{value} is below 0"), value=item)
    if sum(result.values()) != 1:
        refuse(key, sentence("the weights must sum to 1.0, these sum to {total}"), total=sum(result.values()))
    return MappingProxyType(result)


def rising(key: str, value: Any) -> tuple[int, ...]:
    """Whole numbers from 0 up, each above the one before."""
    numbers = tuple(whole(key, item) for item in sequence(key, value))
    if numbers[0] < 0:
        refuse(key, sentence("{value} is below 0"), value=numbers[0])
    if any(after <= before for before, after in pairwise(numbers)):
        refuse(key, sentence("{value} do not rise from one to the next"), value=list(numbers))
    return numbers


def penalties(key: str, value: Any) -> tuple[int, ...]:
    """Whole numbers from 0 down."""
    numbers = tuple(whole(key, item) for item in sequence(key, value))
    for number in numbers:
        at_most_zero(key, number)
    return numbers


def tiers(key: str, thresholds: Sequence[int], prices: Sequence[int]) -> None:
    """Refuse prices that are not one more than their thresholds."""
    if len(prices) != len(thresholds) + 1:
        refuse(
            key,
            sentence("{count} thresholds need {needed} penalties, there are {given}"),
            count=len(thresholds),
            needed=len(thresholds) + 1,
            given=len(prices),
        )


def steps(key: str, value: Any, *, falling: bool, extra_values: int) -> tuple[tuple[Decimal, ...], tuple[Decimal, ...]]:
    """Limits that rise (or fall) and the values between and beyond them, none of them below 0."""
    given = mapping(key, value)
    names(key, given, ("limits", "values"), ("limits", "values"))
    limits = tuple(decimal(f"{key}.limits", item) for item in sequence(f"{key}.limits", given["limits"]))
    values = tuple(decimal(f"{key}.values", item) for item in sequence(f"{key}.values", given["values"]))
    for before, after in pairwise(limits):
        if before == after or (after < before) != falling:
            refuse(f"{key}.limits", sentence("{value} are not in order"), value=[str(limit) for limit in limits])
    if min(limits + values) < 0:
        refuse(key, sentence("{value} is below 0"), value=min(limits + values))
    if len(values) != len(limits) + extra_values:
        refuse(
            f"{key}.values",
            sentence("{count} limits need {needed} values, there are {given}"),
            count=len(limits),
            needed=len(limits) + extra_values,
            given=len(values),
        )
    return limits, values
