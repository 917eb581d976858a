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
    "card-list": 1,
    "coach-line": 3,
    "db-check": 1,
    "db-copy": 1,
    "db-export-file": 1,
    "db-import": 1,
    "db-restore": 1,
    "deck": 1,
    "deck-check": 1,
    "deck-file": 1,
    "deck-list": 1,
    "doctor": 1,
    "error": 1,
    "evidence": 1,
    "explained": 1,
    "game": 1,
    "game-line": 2,
    "game-list": 1,
    "lab-decks": 1,
    "lab-evolve": 1,
    "lab-match": 2,
    "lab-runs": 1,
    "lab-verify": 1,
    "match": 1,
    "match-list": 1,
    "mcp-advice": 1,
    "mcp-cards": 1,
    "mcp-match": 1,
    "mcp-review": 1,
    "mcp-said": 1,
    "mcp-solitaire": 1,
    "perft": 1,
    "position": 2,
    "position-advice": 1,
    "puzzle": 1,
    "puzzle-list": 1,
    "puzzle-try": 1,
    "refusal": 1,
    "review": 2,
    "review-progress": 1,
    "scenario": 1,
    "schema-list": 1,
    "solitario-counts-file": 1,
    "solitario-export": 1,
    "solitario-game": 1,
    "solitario-games": 1,
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
    "solitario-table": 1,
    "threats": 1,
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


class ErrorDocument(Document, tag=NUMBERS["error"]):
    """Why a request to the web table has no answer: a code for programs, a sentence, and what helps."""

    ok: bool = False
    code: str
    message: str
    remedy: str


def json_text(document: Part) -> str:
    """The document on one line."""
    return json.encode(document).decode()


def rounded(value: float) -> float:
    """``value`` with as many digits as a document has."""
    return round(value, DIGITS)
