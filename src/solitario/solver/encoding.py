"""A table as the numbers that the solver begins with."""

from __future__ import annotations

from kernelkit.spoken import sentence
from solitario.domain.cards import Card, Deck
from solitario.domain.table import Table
from solitario.errors import InvalidDealError
from solitario.solver.layout import (
    COUNTS,
    DRAW_AT,
    HEIGHTS_AT,
    HELD_AT,
    HIDDEN_AT,
    KING_AT,
    PILES_AT,
    SHOWN_AT,
    WASTE_AT,
)
from solitario.solver.sets import suit_of


class Numbering:
    """The numbers of the cards of one deck."""

    def __init__(self, deck: Deck) -> None:
        self._numbers = {card: _number(deck, card) for card in deck.cards}
        self._cards = {number: card for card, number in self._numbers.items()}
        self.order = list(self._numbers.values())
        self.suits = [suit_of(self._numbers[Card(suit, 1)]) for suit in deck.suits]

    def numbers(self, cards: tuple[Card, ...]) -> list[int]:
        """The numbers of ``cards``; KeyError for a card of another deck."""
        return [self._numbers[card] for card in cards]

    def card(self, number: int) -> Card:
        """The card with this number."""
        return self._cards[number]


def _number(deck: Deck, card: Card) -> int:
    rank = card.value - 1
    colour = 0 if card.suit.is_red else 1
    twin = [suit for suit in deck.suits if suit.is_red == card.suit.is_red].index(card.suit)
    return 4 * rank + 2 * (colour ^ rank & 1) + twin


_NUMBERINGS: dict[Deck, Numbering] = {}


def numbering_of(deck: Deck) -> Numbering:
    """The numbers of the cards of ``deck``, made once."""
    if deck not in _NUMBERINGS:
        _NUMBERINGS[deck] = Numbering(deck)
    return _NUMBERINGS[deck]


def encoded(table: Table, draw_count: int) -> tuple[list[int], list[int]]:
    """The cards of ``table`` from pile to pile, then waste and stock, and the counts that say where they lie."""
    check(table)
    numbering = numbering_of(table.deck)
    counts = [0] * COUNTS
    cards: list[int] = []
    for index, pile in enumerate(table.tableau):
        cards += numbering.numbers(pile.face_down + pile.face_up)
        counts[HIDDEN_AT + index], counts[SHOWN_AT + index] = len(pile.face_down), len(pile.face_up)
    cards += numbering.numbers(table.waste + table.stock[::-1])
    counts[WASTE_AT], counts[HELD_AT] = len(table.waste), len(table.waste) + len(table.stock)
    for suit, height in zip(numbering.suits, table.foundations, strict=True):
        counts[HEIGHTS_AT + suit] = height
    counts[PILES_AT], counts[KING_AT], counts[DRAW_AT] = len(table.tableau), table.deck.king_value, draw_count
    return cards, counts


def check(table: Table) -> None:
    """InvalidDealError for a table that no game of Solitario leads to."""
    cards = table.cards
    if len(cards) != len(table.deck.cards) or set(cards) != set(table.deck.cards):
        raise InvalidDealError(value=table.deck.name, reason=sentence("some card is missing or lies there twice"))
    for number, pile in enumerate(table.tableau, start=1):
        if len(pile.face_down) >= number:
            reason = sentence("pile {number} can hide at most {most} cards and hides {count}")
            raise InvalidDealError(
                value=number, reason=reason, number=number, most=number - 1, count=len(pile.face_down)
            )
        if pile.face_down and not pile.face_up:
            raise InvalidDealError(value=number, reason=sentence("the last card of a pile lies face up"))
        _check_run(table, number)


def _check_run(table: Table, number: int) -> None:
    """The face-up cards of a pile as the rules leave them."""
    pile = table.tableau[number - 1]
    for upper, lower in zip(pile.face_up, pile.face_up[1:], strict=False):
        if upper.suit.is_red == lower.suit.is_red or upper.value != lower.value + 1:
            reason = sentence("{lower} cannot lie on {upper}")
            raise InvalidDealError(value=number, reason=reason, lower=str(lower), upper=str(upper))
