"""What a program sends, read strictly: plain JSON within bounds, then the fields of one type."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from kernelkit import strict_json
from kernelkit.plain_text import plain_line
from kernelkit.spoken import sentence
from mazzo.errors import MazzoError
from mazzo.schemas.document import Part

Fields = TypeVar("Fields", bound=Part)
MAX_DEPTH = 8
MOST_ITEMS = 200
LONGEST_TEXT = 4_000
LONGEST_KEY = 60
CONTROLS = {chr(code) for code in (*range(32), 127, *range(128, 160))} - {"\t", "\n", "\r"}


class UnreadBodyError(MazzoError):
    """The body is not plain JSON within bounds."""

    template = sentence("the body cannot be read: {reason}")


class UnfitError(MazzoError):
    """The fields are not those that are taken here."""

    template = sentence("the request does not fit: {detail}")


class TwiceError(UnfitError):
    """A field of the query stands twice."""

    template = sentence("the field {name} stands twice")


class LongTextError(UnfitError):
    """A text that is longer than any here."""

    template = sentence("a text has more than {limit} characters")


class LongListError(UnfitError):
    """A list or an object that is longer than any here."""

    template = sentence("a list has more than {limit} entries")


class LongNameError(UnfitError):
    """A field whose name is longer than any here."""

    template = sentence("the name of a field has more than {limit} characters")


class OddTextError(UnfitError):
    """Characters that no text here holds."""

    template = sentence("a text holds a control character or half of one")


def fields_in(raw: bytes, kind: type[Fields], largest: int, longest: int = LONGEST_TEXT) -> Fields:
    """The fields of a body with texts of ``longest`` characters; UnreadBodyError or UnfitError says what is wrong."""
    try:
        value = strict_json.loads(raw, max_bytes=largest, max_depth=MAX_DEPTH)
    except strict_json.InvalidJsonError as error:
        raise UnreadBodyError(reason=error) from error
    _check(value, longest)
    return _fitted(value, kind, strict=True)


def fields_of(pairs: Iterable[tuple[str, str]], kind: type[Fields]) -> Fields:
    """The fields of a query or of an address."""
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in found:
            raise TwiceError(name=name[:LONGEST_KEY])
        found[name] = value
    _check(found, LONGEST_TEXT)
    return _fitted(found, kind, strict=False)


def _fitted(value: object, kind: type[Fields], *, strict: bool) -> Fields:
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise UnfitError(detail=plain_line(str(error))[:300]) from error


def _check(value: Any, longest: int) -> None:
    """Refuse what is longer than anything here, before anybody looks at its meaning."""
    if isinstance(value, str):
        if len(value) > longest:
            raise LongTextError(limit=longest)
        if not CONTROLS.isdisjoint(value) or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise OddTextError
    elif isinstance(value, list | dict):
        if len(value) > MOST_ITEMS:
            raise LongListError(limit=MOST_ITEMS)
        if isinstance(value, dict) and any(len(name) > LONGEST_KEY for name in value):
            raise LongNameError(limit=LONGEST_KEY)
        for one in [*value, *value.values()] if isinstance(value, dict) else value:
            _check(one, longest)
