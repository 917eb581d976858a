"""Where the player's decks and the lists of opponents are kept, put together for whoever needs them."""

from __future__ import annotations

from mazzo.decks.reading import DeckReader
from mazzo.decks.store import DeckStore
from mazzo.folders import folders
from qb_engine.cards.starter_decks import starter_decks


def own_decks() -> DeckStore:
    """The player's decks; none may be called like one that comes with the game."""
    return DeckStore(folders().decks, reserved=tuple(starter.name for starter in starter_decks()))


def opponents_decks() -> DeckStore:
    """What was seen of opponents' decks."""
    return DeckStore(folders().opponents, fewest=1)


def deck_reader() -> DeckReader:
    """The reader that knows the player's decks."""
    return DeckReader(own_decks().decks)
