"""JSON that came from outside: read strictly, refused with the place and the reason.

Python's own reader takes NaN, keeps the last of two equal keys and follows any nesting. A rule file or a save that
holds such a thing was not written by us, so it is refused before anybody looks at its meaning.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from kernelkit.spoken import Said, SpokenError, sentence

MAX_BYTES = 4 * 1024 * 1024
MAX_DEPTH = 32
MAX_DIGITS = 18
"""No number of either game comes near; longer ones are an attack on whoever multiplies them."""

JSON_FAULTS = (
    sentence("Expecting value"),
    sentence("Expecting property name enclosed in double quotes"),
    sentence("Expecting ':' delimiter"),
    sentence("Expecting ',' delimiter"),
    sentence("Extra data"),
    sentence("Unterminated string starting at"),
    sentence("Invalid control character at"),
    sentence("Invalid \\escape"),
    sentence("Invalid \\uXXXX escape"),
    sentence("Illegal trailing comma before end of object"),
    sentence("Illegal trailing comma before end of array"),
)
"""What the reader of JSON complains of, in its own words."""


class InvalidJsonError(SpokenError, ValueError):
    """The text is not JSON we accept; the message names the place and the reason."""

    package = "kernelkit"
    template = "{reason}"

    def __init__(self, reason: str, **facts: Any) -> None:
        super().__init__(reason=Said(reason, **facts))


def loads(text: str | bytes, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH) -> Any:
    """The value of ``text``; InvalidJsonError for anything but finite, plain, moderately nested JSON."""
    if isinstance(text, bytes):
        text = _decoded(text, max_bytes)
    if len(text) > max_bytes:
        raise InvalidJsonError(
            sentence("the text has {there} characters, at most {limit} are read"), there=len(text), limit=max_bytes
        )
    if "\0" in text:
        raise InvalidJsonError(sentence("character {at} is a NUL, which no text of ours holds"), at=text.index("\0"))
    _check_depth(text, max_depth)
    try:
        return json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_short_int, parse_float=_finite
        )
    except json.JSONDecodeError as error:
        raise InvalidJsonError(
            sentence("line {line}, column {column}: {detail}"),
            line=error.lineno,
            column=error.colno,
            detail=Said(error.msg),
        ) from error


def _decoded(raw: bytes, max_bytes: int) -> str:
    if len(raw) > max_bytes:
        raise InvalidJsonError(sentence("the file has more than {limit} bytes"), limit=max_bytes)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidJsonError(sentence("byte {at} is not UTF-8"), at=error.start) from error


_BRACKET_OR_STRING = re.compile(r'[\[{]|[\]}]|"(?:[^"\\]+|\\.)*+"?', re.DOTALL)
"""A string is taken whole, closed or not, so that each character is looked at once whatever the text holds."""


def _check_depth(text: str, max_depth: int) -> None:
    """Refuse deep nesting before the recursive reader meets it; brackets inside strings do not count."""
    depth = 0
    for found in _BRACKET_OR_STRING.finditer(text):
        character = found[0][0]
        if character in "[{":
            depth += 1
            if depth > max_depth:
                raise InvalidJsonError(
                    sentence("character {at}: nested deeper than {limit} levels"), at=found.start(), limit=max_depth
                )
        elif character in "]}":
            depth -= 1


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise InvalidJsonError(sentence("the key {name} stands twice in one object"), name=repr(key[:60]))
        result[key] = value
    return result


def _no_constant(name: str) -> NoReturn:
    raise InvalidJsonError(sentence("{there} is not a number here"), there=name)


def _short_int(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise InvalidJsonError(
            sentence("the number {there}... has more than {limit} digits"), there=digits[:12], limit=MAX_DIGITS
        )
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise InvalidJsonError(sentence("the number {there} is too large"), there=digits[:12])
    return number
