"""A card in words, with its grid."""

from __future__ import annotations

from qb_engine.card_hydrator import shipped
from qb_engine.models import Card
from qb_engine.words.abilities import card_sentence
from qb_engine.words.patterns import grid_legend


def card_lines(card: Card, language: str) -> list[str]:
    """The card as a paragraph, and below it the grid with its legend."""
    return [card_sentence(card, shipped().effects, language), "", *card.grid, "", grid_legend(language)]
