"""A card as data: as the card file has it, and its words."""

from __future__ import annotations

from mazzo.schemas.document import NUMBERS, Document
from qb_engine.card_hydrator import shipped
from qb_engine.models import Card, Category, CellKind
from qb_engine.words.abilities import describe, describe_pattern


class CardDocument(Document, tag=NUMBERS["card"]):
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


def card_document(card: Card, language: str) -> CardDocument:
    """The document of a card, its words in ``language``."""
    return CardDocument(
        id=card.id,
        name=card.name,
        category=card.category,
        cost=card.cost,
        power=card.power,
        pattern=[(cell.dx, cell.dy, cell.kind) for cell in card.pattern],
        grid=list(card.grid),
        effect_ids=list(card.effect_ids),
        is_replace=card.is_replace,
        language=language,
        pattern_words=describe_pattern(card, language),
        ability_words=describe(card, shipped().effects, language),
    )
