"""What somebody types for a deck, read in one way everywhere: a name, a deck code, or its cards.

``starter`` is the first deck that comes with the game. One word that is as long as a code is one; commas, or so many
words as no name has, make a list of cards. Names come first, so a deck can be called anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from mazzo.decks.card_list import read_cards, split_list
from mazzo.decks.store import StoredDeck
from mazzo.errors import UnknownDeckError
from qb_engine.cards.deck_code import LENGTH, parse_deck_code
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.data.checks import shown
from qb_engine.deck import Deck
from qb_engine.models import DECK_SIZE
from qb_engine.ruleset import Ruleset

Origin = Literal["own", "starter"]
STARTER_WORDS = ("starter", "iniziale")
LISTED_WORDS = 5
"""So many words or more are cards, not a name."""
MOST_CARDS = 4 * DECK_SIZE
"""So many are read, so that a deck with too many can be told how many it has."""


@dataclass(frozen=True, slots=True)
class FoundDeck:
    """A deck and whose it is."""

    deck: StoredDeck
    origin: Origin


def cards_in(parts: Sequence[str]) -> Sequence[str]:
    """The ids of cards given by id or whole name."""
    return read_cards(parts, MOST_CARDS)


class DeckReader:
    """Finds and reads decks: those that come with the game, then the player's own, which are asked for when needed."""

    def __init__(self, own: Callable[[], Iterable[StoredDeck]]) -> None:
        self._own = own

    def every(self) -> list[FoundDeck]:
        """All decks, the player's own first."""
        own = [FoundDeck(deck, "own") for deck in self._own()]
        return [*own, *starters()]

    def found(self, name: str) -> FoundDeck:
        """The deck with this name, capitals or not; UnknownDeckError names all there are."""
        asked = name.casefold()
        for one in starters():
            if one.deck.name.casefold() == asked:
                return one
        known = self.every()
        for one in known:
            if one.deck.name.casefold() == asked:
                return one
        raise UnknownDeckError(asked=shown(name), known=", ".join(one.deck.name for one in known))

    def named(self, text: str) -> tuple[str, ...]:
        """The cards of the deck that ``text`` names or encodes; UnknownDeckError when it is neither."""
        word = text.strip()
        if word.casefold() in STARTER_WORDS:
            return starter_decks()[0].deck.card_ids
        try:
            return self.found(word).deck.card_ids
        except UnknownDeckError:
            if len(word.replace("-", "")) != LENGTH or " " in word or "," in word:
                raise
        return parse_deck_code(word)

    def read(self, text: str, cards: Callable[[Sequence[str]], Sequence[str]] = cards_in) -> tuple[str, ...]:
        """The cards of the deck that ``text`` names, encodes or lists, which ``cards`` then reads.

        UnknownDeckError when it is neither; the error of the code or of a card where it is one of those.
        """
        word = text.strip()
        try:
            return self.named(word)
        except UnknownDeckError:
            if not is_listed(word):
                raise
        return typed_deck([word], cards)


def starters() -> list[FoundDeck]:
    """The decks that come with the game."""
    return [FoundDeck(StoredDeck(one.name, one.deck.card_ids), "starter") for one in starter_decks()]


def is_listed(text: str) -> bool:
    """Whether ``text`` has the form of a code or of a list of cards."""
    parts, words = split_list(text), text.split()
    is_counted = len(parts) > 1 and parts != words
    return "," in text or is_counted or len(parts) >= LISTED_WORDS or len(text.replace("-", "")) == LENGTH


def typed_deck(words: Sequence[str], cards: Callable[[Sequence[str]], Sequence[str]] = cards_in) -> tuple[str, ...]:
    """The cards that were typed: one part alone is a deck code, with a comma anywhere all are divided by commas."""
    text = " ".join(words)
    parts = split_list(text)
    return parse_deck_code(parts[0]) if parts == [text.strip()] else tuple(cards(parts))


def rotation_for(ruleset: Ruleset) -> tuple[tuple[str, ...], ...]:
    """The decks that come with the game, to be played in turn; InvalidDeckError when the rules refuse one."""
    return tuple(Deck(one.deck.card_ids, ruleset).card_ids for one in starter_decks())
