"""How a data file is read and doubted: one value at a time, each fault with file, place, field and reason."""

from __future__ import annotations

import reprlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from kernelkit.files import TooLargeError, read_plain
from kernelkit.spoken import sentence
from kernelkit.strict_json import InvalidJsonError, loads
from qb_engine.errors import BrokenFileError

DATA = Path(__file__).parent
MAX_BYTES = 128 * 1024
"""Twice the largest shipped file; a longer one is refused before it is read as JSON."""
WHOLE = "-"
"""Place or field of a fault that concerns the whole file or the whole entry."""


def shown(value: object) -> str:
    """``value`` as it may be printed: short, and with control characters escaped."""
    return reprlib.repr(value)


def read_data(path: Path) -> Any:
    """The JSON of ``path``; BrokenFileError when it is not JSON, OSError when there is no such file."""
    try:
        raw = read_plain(path, MAX_BYTES)
    except TooLargeError:
        Place(path.name, WHOLE).refuse(WHOLE, sentence("the file is longer than {limit} bytes"), limit=MAX_BYTES)
    return parsed(raw, path.name)


def parsed(raw: bytes, file: str) -> Any:
    """The JSON in the content of ``file``; BrokenFileError when it is not JSON."""
    try:
        return loads(raw)
    except InvalidJsonError as error:
        raise BrokenFileError(
            file, WHOLE, WHOLE, sentence("this is not JSON as we accept it: {detail}"), detail=error
        ) from error


@dataclass(frozen=True, slots=True)
class Place:
    """Where in which file we are; each question returns the value asked for or refuses it there."""

    file: str
    name: str

    def refuse(self, field: str, reason: str, **facts: Any) -> NoReturn:
        """Raise the fault of ``field`` here."""
        raise BrokenFileError(self.file, self.name, field, reason, **facts)

    def record(
        self, value: object, field: str, required: Collection[str], optional: Collection[str] = ()
    ) -> dict[str, Any]:
        """An object that has every required key and no key that nobody knows."""
        entry = self.mapping(value, field)
        for key in required:
            if key not in entry:
                self.refuse(key, sentence("the key is missing"))
        for key in entry:
            if key not in required and key not in optional:
                self.refuse(shown(key), sentence("no such key exists here"))
        return entry

    def mapping(self, value: object, field: str) -> dict[str, Any]:
        """An object."""
        if not isinstance(value, dict):
            self.refuse(field, sentence("an object is needed and {there} is there"), there=shown(value))
        return value

    def items(self, value: object, field: str, at_least: int, at_most: int) -> list[Any]:
        """A list of a length between the two."""
        if not isinstance(value, list):
            self.refuse(field, sentence("a list is needed and {there} is there"), there=shown(value))
        if not at_least <= len(value) <= at_most:
            reason = sentence("between {low} and {high} entries are needed and {there} are there")
            self.refuse(field, reason, low=at_least, high=at_most, there=len(value))
        return value

    def text(self, value: object, field: str) -> str:
        """A printable text of up to 60 characters without blanks at its ends."""
        if not isinstance(value, str):
            self.refuse(field, sentence("a text is needed and {there} is there"), there=shown(value))
        if not 0 < len(value) <= 60 or value != value.strip() or not value.isprintable():
            reason = sentence("a printable text of 1 to 60 characters is needed and {there} is there")
            self.refuse(field, reason, there=shown(value))
        return value

    def word(self, value: object, field: str, words: Collection[str]) -> str:
        """One of ``words``."""
        if not isinstance(value, str) or value not in words:
            reason = sentence("one of {words} is needed and {there} is there")
            self.refuse(field, reason, words=", ".join(words), there=shown(value))
        return value

    def integer(self, value: object, field: str, low: int, high: int) -> int:
        """A whole number between ``low`` and ``high``; true and false are no numbers."""
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            reason = sentence("a whole number from {low} to {high} is needed and {there} is there")
            self.refuse(field, reason, low=low, high=high, there=shown(value))
        return value

    def truth(self, value: object, field: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.refuse(field, sentence("true or false is needed and {there} is there"), there=shown(value))
        return value

    def reference(self, value: object, field: str, known: Mapping[str, str]) -> str:
        """What ``known`` has for ``value``, an id or a name in any case of letters."""
        found = known.get(value.casefold()) if isinstance(value, str) else None
        if found is None:
            self.refuse(field, sentence("no card has the id or name {there}"), there=shown(value))
        return found
