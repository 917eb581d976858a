"""One thing that a program can ask for: its address, what it takes, what it answers, and what it may refuse."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mazzo.schemas.document import Part
from mazzo.web.house import House
from mazzo.words.api import OPERATION_WORDS
from mazzo.words.table import Words
from qb_engine.words.voice import Voice

ROOT = "/api/v1"
LARGEST_BODY = 64 * 1024
LARGEST_RECORD = 256 * 1024


class Nothing(Part):
    """Nothing at all."""


@dataclass(frozen=True, slots=True)
class Call:
    """Who asks: at which house, in which language."""

    house: House
    language: str

    @property
    def words(self) -> Words:
        """The table's words."""
        return Words(Voice(self.language))


@dataclass(frozen=True, slots=True)
class Reply:
    """A document with another status than 200, or with the address of what was made."""

    document: Part
    status: int = 200
    place: str | None = None


Answer = Part | Reply | dict[str, Any]
Does = Callable[[Call, Any, Any], Answer]


@dataclass(frozen=True, slots=True)
class Operation:
    """What is asked at ``path`` below the root, the names in braces being the fields of ``place``.

    ``takes`` are the fields of the query, or of the body where the method changes something. ``answers`` are the types
    by status; ``may`` are refusals beside those that follow from what is taken.
    """

    method: str
    path: str
    does: Does
    answers: Mapping[int, Any]
    place: type[Part] = Nothing
    takes: type[Part] = Nothing
    may: frozenset[int] = field(default_factory=frozenset)
    largest: int = LARGEST_BODY

    @property
    def name(self) -> str:
        """Its name in the OpenAPI document, such as ``get_cards_card``."""
        words = re.split("[^a-z]+", self.path)
        return "_".join([self.method.lower(), *filter(None, words)])

    @property
    def says(self) -> str:
        """What it does, in a sentence that can be translated."""
        return OPERATION_WORDS[f"{self.method} {self.path}"]

    @property
    def room(self) -> str:
        """The first word of its path, by which the page is sorted."""
        return self.path.split("/")[1].partition(".")[0]

    @property
    def changes(self) -> bool:
        """Whether a body is taken."""
        return self.method != "GET"

    @property
    def refuses(self) -> tuple[int, ...]:
        """Every status of a refusal that can occur."""
        found = {401, 421, 422, 429, 500, 503, *self.may}
        if self.place is not Nothing:
            found.add(404)
        if self.changes:
            found |= {400, 403, 413, 415}
        return tuple(sorted(found))


STEPS = frozenset({409})
"""What is asked may not fit now, or have been done elsewhere meanwhile."""
