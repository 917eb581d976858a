"""One language: how it names cards, places, numbers and times, made to be heard.

No thousands separator, no sign that a voice skips: a negative number is "minus 15", a decimal has its own comma.
"""

from __future__ import annotations

import re
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
ISO_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
MONTHS = (
    sentence("January"), sentence("February"), sentence("March"), sentence("April"), sentence("May"), sentence("June"),
    sentence("July"), sentence("August"), sentence("September"), sentence("October"), sentence("November"),
    sentence("December"),
)  # fmt: skip
DECK_WORDS = {"french": sentence("French"), "neapolitan": sentence("Neapolitan")}


ARTICLED = {
    "the": ("the ", "the ", "the "),
    "an": ("a ", "an ", "a "),
    "il": ("il ", "l'", "la "),
    "un": ("un ", "un ", "una "),
    "da": ("dal ", "dall'", "dalla "),
    "a": ("al ", "all'", "alla "),
    "su": ("sul ", "sull'", "sulla "),
}
"""Articles, and the Italian prepositions that swallow one: before most cards, an ace or an eight, a queen."""


class SpokenCard(str):
    """A card in words, which a sentence may ask for its article and for words that agree with it.

    ``{card:su}`` is sul re di cuori; ``{card:/preso/presa}`` is presa for a queen and preso for any other card.
    """

    __slots__ = ()

    def __format__(self, asked: str) -> str:
        if not asked:
            return str(self)
        is_feminine = self.startswith("donna")
        if asked.startswith("/"):
            _, masculine_word, feminine_word = asked.split("/")
            return feminine_word if is_feminine else masculine_word
        plain, before_vowel, feminine = ARTICLED[asked]
        if self.startswith(("asso", "ace", "8")):
            return before_vowel + self
        return (feminine if is_feminine else plain) + self


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

    def date(self, written: str) -> str:
        """A day written as in ISO 8601, as it is said; nothing for a text that names none."""
        found = ISO_DAY.match(written)
        if found is None or not 1 <= int(found[2]) <= len(MONTHS):
            return ""
        return f"{int(found[3])} {self.gettext(MONTHS[int(found[2]) - 1])} {found[1]}"

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
        return self.gettext(DECK_WORDS[name]) if name in DECK_WORDS else self.gettext("unknown")

    def rank(self, value: int, deck_name: str) -> SpokenCard:
        """The name of a card's value in a deck, without a suit."""
        words = FRENCH_RANK_WORDS if deck_name == "french" else NEAPOLITAN_RANK_WORDS
        return SpokenCard(self.gettext(words[value]) if value in words else str(value))

    def some(self, cards: Sequence[str], most: int = 4) -> str:
        """Cards one after the other; of many the first few, and how many more."""
        named = [str(self.card(card)) for card in cards[:most]]
        if len(cards) > most:
            named.append(self.ngettext("{n} more", "{n} more", len(cards) - most))
        return self.listed(named)

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
