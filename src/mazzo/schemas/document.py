"""What every JSON document has in common, and the numbers of them all.

A number changes when a key goes away, is renamed or means something else; a key that is added changes none. Sides are
``Y`` and ``E`` as in every text of the notation, as values and as keys. What is true or false is called ``is_...``, but
for ``ok``. A seed is a text, because it has more digits than a number keeps in many a reader of JSON.
"""

from __future__ import annotations

from typing import Any, dataclass_transform

from msgspec import Struct, StructMeta, field, json

NUMBERS = {
    "advice": 2,
    "calibration": 2,
    "card": 1,
    "coach-line": 3,
    "deck": 1,
    "deck-check": 1,
    "deck-file": 1,
    "deck-list": 1,
    "doctor": 1,
    "evidence": 1,
    "game-line": 2,
    "lab-decks": 1,
    "lab-evolve": 1,
    "lab-match": 2,
    "lab-verify": 1,
    "mcp-advice": 1,
    "mcp-cards": 1,
    "mcp-match": 1,
    "mcp-review": 1,
    "mcp-said": 1,
    "mcp-solitaire": 1,
    "perft": 1,
    "position": 2,
    "puzzle": 1,
    "refusal": 1,
    "review": 2,
    "scenario": 1,
    "solitario-counts-file": 1,
    "solitario-game": 1,
    "solitario-import": 1,
    "solitario-profile": 1,
    "solitario-profiles": 2,
    "solitario-profiles-file": 1,
    "solitario-score": 1,
    "solitario-scores": 1,
    "solitario-scores-file": 2,
    "solitario-settings": 1,
    "solitario-settings-file": 1,
    "solitario-solve": 1,
    "solitario-statistics": 2,
    "verify": 1,
}
"""The schema number of each document; of a file of Solitario its version."""
DIGITS = 6
"""Chances and means are written so far; what follows is noise of adding in floating point."""

Interval = tuple[float, float]
"""The lower and the upper end."""


class ByKeywords(StructMeta):
    """Makes types whose fields are given by keyword only, which a type would not inherit by itself."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any) -> ByKeywords:
        """The type, with whatever else its ``config`` says."""
        return super().__new__(mcs, name, bases, namespace, kw_only=True, **config)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class Part(Struct, metaclass=ByKeywords, frozen=True, forbid_unknown_fields=True):
    """An object within a document."""


class Document(Part, tag_field="schema", tag=0):
    """A whole document. Its ``schema`` number is the tag of its type, ``ok`` says whether the answer is yes."""

    ok: bool = True


class Refusal(Document, tag=NUMBERS["refusal"]):
    """Why there is no answer: a sentence, and the place in the text that was read if there is one."""

    ok: bool = False
    error: str
    line: int | None = None
    column: int | None = None


def json_text(document: Part) -> str:
    """The document on one line."""
    return json.encode(document).decode()


def rounded(value: float) -> float:
    """``value`` with as many digits as a document has."""
    return round(value, DIGITS)
