"""Cards and the two decks they come from.

A card is written rank first: ``7H``, ``10S``, ``KD`` in the French deck, ``7c``, ``1d``, ``10s`` in the Neapolitan one.
Small letters are Neapolitan suits, so that a card's text also tells its deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kernelkit.spoken import sentence
from solitario.errors import InvalidDealError


class Suit(Enum):
    """The eight suits; the value is the letter in a card's text."""

    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    SPADES = "S"
    BATONS = "b"
    CUPS = "c"
    COINS = "d"
    SWORDS = "s"

    @property
    def is_red(self) -> bool:
        """Whether the suit counts as red: hearts, diamonds, cups and coins."""
        return self in (Suit.HEARTS, Suit.DIAMONDS, Suit.CUPS, Suit.COINS)

    @property
    def is_french(self) -> bool:
        """Whether the suit belongs to the French deck."""
        return self.value.isupper()


FRENCH_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@dataclass(frozen=True, slots=True)
class Card:
    """One card: a suit and a value from 1 (ace) to the deck's king."""

    suit: Suit
    value: int

    def __str__(self) -> str:
        rank = FRENCH_RANKS[self.value - 1] if self.suit.is_french else str(self.value)
        return f"{rank}{self.suit.value}"

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written as ``text``; InvalidDealError for any other text."""
        card = _CARD_BY_TEXT.get(text)
        if card is None:
            raise InvalidDealError(value=text, reason=sentence("there is no such card"))
        return card


@dataclass(frozen=True, slots=True)
class Deck:
    """A pack of cards: its suits in foundation order and the value of its kings."""

    name: str
    suits: tuple[Suit, ...]
    king_value: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card, suit by suit from ace to king."""
        return tuple(Card(suit, value) for suit in self.suits for value in range(1, self.king_value + 1))


FRENCH = Deck("french", (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES), king_value=13)
NEAPOLITAN = Deck("neapolitan", (Suit.BATONS, Suit.CUPS, Suit.COINS, Suit.SWORDS), king_value=10)
DECKS = {deck.name: deck for deck in (FRENCH, NEAPOLITAN)}
_CARD_BY_TEXT = {str(card): card for deck in DECKS.values() for card in deck.cards}


def deck_named(name: str) -> Deck:
    """The deck called ``name``; InvalidDealError for any other name."""
    if name not in DECKS:
        raise InvalidDealError(value=name, reason=sentence("the decks are french and neapolitan"))
    return DECKS[name]
