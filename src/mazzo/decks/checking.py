"""A deck looked at under some rules: what they have against it, and its odds where that is nothing."""

from __future__ import annotations

from dataclasses import dataclass

from kernelkit.spoken import Said
from mazzo.decks.store import StoredDeck
from qb_engine.cards.deck_odds import DeckCheck, check_deck
from qb_engine.deck import Deck, deck_faults
from qb_engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class CheckedDeck:
    """The faults, each a sentence of the engine; figures only where there is none."""

    faults: tuple[Said, ...]
    figures: DeckCheck | None


def checked(deck: StoredDeck, ruleset: Ruleset) -> CheckedDeck:
    """What is wrong or weak in a deck."""
    faults = tuple(deck_faults(deck.card_ids, ruleset))
    return CheckedDeck(faults, None if faults else check_deck(Deck(deck.card_ids, ruleset)))
