"""One language: how it names cards, places, numbers and times, made to be heard.

No thousands separator, no sign that a voice skips: a negative number is "minus 15", a decimal has its own comma.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from kernelkit.spoken import catalogue, sentence
from solitario.domain.cards import DECKS, Card, Suit
from solitario.domain.moves import Place, PlaceKind

SUIT_WORDS = {
    Suit.HEARTS: sentence("hearts"),
    Suit.DIAMONDS: sentence("diamonds"),
    Suit.CLUBS: sentence("clubs"),
    Suit.SPADES: sentence("spades"),
    Suit.BATONS: sentence("batons"),
    Suit.CUPS: sentence("cups"),
    Suit.COINS: sentence("coins"),
    Suit.SWORDS: sentence("swords"),
}
FRENCH_RANK_WORDS = {1: sentence("ace"), 11: sentence("jack"), 12: sentence("queen"), 13: sentence("king")}
NEAPOLITAN_RANK_WORDS = {1: sentence("ace"), 8: sentence("knave"), 9: sentence("knight"), 10: sentence("king")}
DECK_WORDS = {"french": sentence("French"), "neapolitan": sentence("Neapolitan")}


ARTICLED = {"da": ("dal ", "dall'", "dalla "), "a": ("al ", "all'", "alla "), "su": ("sul ", "sull'", "sulla ")}
"""Italian prepositions that swallow the article: before most cards, before an ace or an eight, before a queen."""


class SpokenCard(str):
    """A card in words; a sentence that wants its article names the preposition: ``{card:su}`` is sul re di cuori."""

    __slots__ = ()

    def __format__(self, preposition: str) -> str:
        if not preposition:
            return str(self)
        plain, before_vowel, feminine = ARTICLED[preposition]
        if self.startswith(("asso ", "8 ")):
            return before_vowel + self
        return (feminine if self.startswith("donna ") else plain) + self


class Tongue:
    """The words of one language; ValueError for a language nobody here speaks."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = catalogue("solitario", language)

    def gettext(self, key: str, /, **facts: Any) -> str:
        """The sentence ``key`` with ``facts`` in it."""
        return self._catalogue.gettext(key).format(**facts)

    def ngettext(self, one: str, many: str, number: int, /, **facts: Any) -> str:
        """The sentence for ``number`` things, which it calls ``{n}``."""
        return self._catalogue.ngettext(one, many, abs(number)).format(n=self.number(number), **facts)

    # Numbers

    def number(self, value: int) -> str:
        """A whole number as it is spoken."""
        return str(value) if value >= 0 else self.gettext("minus {n}", n=-value)

    def decimal(self, value: float | Decimal) -> str:
        """A decimal exactly as it is, without zeros at its end, with the language's own point."""
        exact = Decimal(repr(value)) if isinstance(value, float) else value
        text = format(exact.normalize(), "f")
        return text.replace(".", ",") if self.language == "it" else text

    def percent(self, value: float) -> str:
        """A factor as a percentage that multiplies back to exactly the same factor."""
        return self.gettext("{number} percent", number=self.decimal(Decimal(repr(value)) * 100))

    def points(self, value: int) -> str:
        """So many points."""
        return self.ngettext("{n} point", "{n} points", value)

    def cards_counted(self, count: int) -> str:
        """So many cards."""
        return self.ngettext("{n} card", "{n} cards", count)

    def duration(self, seconds: int) -> str:
        """Minutes and seconds, leaving out the one that is none."""
        minutes, rest = divmod(seconds, 60)
        parts = [self.ngettext("{n} minute", "{n} minutes", minutes)] if minutes else []
        if rest or not minutes:
            parts.append(self.ngettext("{n} second", "{n} seconds", rest))
        return self.gettext(" and ").join(parts)

    def listed(self, items: Sequence[str]) -> str:
        """Items one after the other."""
        return ", ".join(items)

    # Cards and places

    def card(self, text: str) -> SpokenCard:
        """The card written as ``text``, in words."""
        card = Card.parse(text)
        words = FRENCH_RANK_WORDS if card.suit.is_french else NEAPOLITAN_RANK_WORDS
        rank = self.gettext(words[card.value]) if card.value in words else str(card.value)
        return SpokenCard(self.gettext("{rank} of {suit}", rank=rank, suit=self.suit(card.suit.value)))

    def suit(self, letter: str) -> str:
        """The suit written as ``letter``, in words."""
        return self.gettext(SUIT_WORDS[Suit(letter)])

    def deck(self, name: str) -> str:
        """The name of a deck."""
        return self.gettext(DECK_WORDS[name])

    def run(self, cards: Sequence[str]) -> str:
        """A card, or a run by its two ends."""
        if len(cards) == 1:
            return self.card(cards[0])
        first, last = self.card(cards[0]), self.card(cards[-1])
        return self.gettext("{count}, {first} to {last}", count=self.cards_counted(len(cards)), first=first, last=last)

    def place(self, text: str, deck_type: str) -> str:
        """A place by its name."""
        return self._placed(text, deck_type, PLACE_NAMES)

    def to(self, text: str, deck_type: str) -> str:
        """A place as the end of a move."""
        return self._placed(text, deck_type, PLACE_TARGETS)

    def from_(self, text: str, deck_type: str) -> str:
        """A place as the start of a move."""
        return self._placed(text, deck_type, PLACE_SOURCES)

    def empty(self, text: str, deck_type: str) -> str:
        """A place where nothing lies."""
        return self._placed(text, deck_type, EMPTY_PLACES)

    def _placed(self, text: str, deck_type: str, templates: dict[PlaceKind, str]) -> str:
        place = Place.parse(text)
        suit = self.suit(DECKS[deck_type].suits[place.index % 4].value)
        return self.gettext(templates[place.kind], number=place.index + 1, suit=suit)


PLACE_NAMES = {
    PlaceKind.PILE: sentence("pile {number}"),
    PlaceKind.FOUNDATION: sentence("foundation of {suit}"),
    PlaceKind.WASTE: sentence("waste"),
    PlaceKind.STOCK: sentence("stock"),
}
PLACE_TARGETS = {
    PlaceKind.PILE: sentence("to pile {number}"),
    PlaceKind.FOUNDATION: sentence("to the foundation of {suit}"),
    PlaceKind.WASTE: sentence("to the waste"),
    PlaceKind.STOCK: sentence("to the stock"),
}
PLACE_SOURCES = {
    PlaceKind.PILE: sentence("from pile {number}"),
    PlaceKind.FOUNDATION: sentence("from the foundation of {suit}"),
    PlaceKind.WASTE: sentence("from the waste"),
    PlaceKind.STOCK: sentence("from the stock"),
}
EMPTY_PLACES = {
    PlaceKind.PILE: sentence("pile {number}, empty"),
    PlaceKind.FOUNDATION: sentence("foundation of {suit}, empty"),
    PlaceKind.WASTE: sentence("waste, empty"),
    PlaceKind.STOCK: sentence("stock, empty"),
}
