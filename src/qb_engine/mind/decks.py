"""Decks to learn from: the starters, and thousands of random legal ones, replace and token decks included."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kernelkit.chance import Chance, below, seeded
from qb_engine.card_hydrator import shipped
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.models import DECK_SIZE, Card
from qb_engine.ruleset import CATEGORIES, Ruleset

DECK_STREAM = 7
FAVOUR = 6
"""A card that a kind of deck favours is drawn so many times as readily."""

Taste = Callable[[Card], bool]


def _replaces(card: Card) -> bool:
    return card.is_replace


def brings(card: Card) -> bool:
    """Whether the card brings others: into the hand, or onto the board."""
    effects = shipped().effects
    return any(
        operation.card_ids or operation.token_ids for name in card.effect_ids for operation in effects[name].operations
    )


def _is_cheap(card: Card) -> bool:
    return card.cost == 1


def _is_any(card: Card) -> bool:
    return card.cost > 0


TASTES: tuple[Taste, ...] = (_is_cheap, _is_any, _is_cheap, _replaces, brings, _is_cheap)
"""What random decks favour, in turn."""


def random_deck(ruleset: Ruleset, chance: Chance, favours: Taste = _is_cheap) -> tuple[str, ...]:
    """A legal deck drawn card by card, those that it ``favours`` rather than others."""
    limits = dict(zip(CATEGORIES, ruleset.max_copies, strict=True))
    pool = [card for card in shipped().cards if not card.is_token]
    left = {card.id: limits[card.category] for card in pool}
    bag = [card.id for card in pool for _chance in range(FAVOUR if favours(card) else 1)]
    deck: list[str] = []
    while len(deck) < DECK_SIZE:
        card_id = bag[below(chance, len(bag))]
        if left[card_id]:
            left[card_id] -= 1
            deck.append(card_id)
    return tuple(deck)


def random_decks(ruleset: Ruleset, count: int, seed: int) -> list[tuple[str, ...]]:
    """So many random legal decks of all kinds in turn, the same for the same seed."""
    chance = seeded(seed, DECK_STREAM)
    return [random_deck(ruleset, chance, TASTES[number % len(TASTES)]) for number in range(count)]


def starters() -> Sequence[tuple[str, ...]]:
    """The shipped decks, which are legal under all rules."""
    return [starter.deck.card_ids for starter in starter_decks()]
