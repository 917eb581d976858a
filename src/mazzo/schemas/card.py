"""A card as data: as the card file has it, and its words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mazzo.schemas.document import NUMBERS, Document, Part
from qb_engine.card_hydrator import shipped
from qb_engine.models import Card, Category, CellKind
from qb_engine.words.abilities import describe, describe_pattern


class CardFields(Part):
    """A card; a cell of its pattern is columns forward, rows up, and what it carries."""

    id: str
    name: str
    category: Category
    cost: int
    power: int
    pattern: list[tuple[int, int, CellKind]]
    grid: list[str]
    effect_ids: list[str]
    is_replace: bool
    language: str
    pattern_words: str
    ability_words: list[str]


class CardDocument(CardFields, tag_field="schema", tag=NUMBERS["card"]):
    """One card."""

    ok: bool = True


class CardListDocument(Document, tag=NUMBERS["card-list"]):
    """Cards: all that fit, or those that a text may mean, the likeliest first."""

    cards: list[CardFields]


def card_document(card: Card, language: str) -> CardDocument:
    """The document of a card, its words in ``language``."""
    return CardDocument(**_fields(card, language))


def card_list_document(cards: Iterable[Card], language: str) -> CardListDocument:
    """The document of some cards, their words in ``language``."""
    return CardListDocument(cards=[CardFields(**_fields(card, language)) for card in cards])


def _fields(card: Card, language: str) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": card.name,
        "category": card.category,
        "cost": card.cost,
        "power": card.power,
        "pattern": [(cell.dx, cell.dy, cell.kind) for cell in card.pattern],
        "grid": list(card.grid),
        "effect_ids": list(card.effect_ids),
        "is_replace": card.is_replace,
        "language": language,
        "pattern_words": describe_pattern(card, language),
        "ability_words": describe(card, shipped().effects, language),
    }
