"""The decks that a coached player keeps: whole ones by their names, and what was seen of opponents so far.

Whole decks are where a guess at an unknown enemy's deck starts. A list that was seen in part is certain as far as it
goes when its opponent is named; against an unknown enemy it is evidence to be read. It grows with every match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from kernelkit.spoken import sentence
from mazzo.decks.store import StoredDeck
from mazzo.errors import MazzoError
from qb_engine.cards.known_opponents import known_opponents
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.deck import deck_faults
from qb_engine.models import DECK_SIZE
from qb_engine.ruleset import Ruleset


class OtherDeckError(MazzoError):
    """What was seen and what was kept under the name cannot be one deck."""

    template = sentence(
        "the list of {name} and the cards seen now make {count} cards together and a deck has {limit}: it is another "
        "deck"
    )
    remedy = sentence("Type save enemy with another name")


class TakenNameError(MazzoError):
    """An opponent cannot be called like a deck of the player or of the game."""

    template = sentence("{name} is a deck of yours, or comes with Mazzo")
    remedy = sentence("Type save enemy with another name")


class Kept(Protocol):
    """Where opponents' lists are kept."""

    def decks(self) -> tuple[StoredDeck, ...]:
        """Every list."""

    def learn(self, name: str, learned: Callable[[StoredDeck | None], StoredDeck]) -> StoredDeck:
        """Keep what ``learned`` makes of the list of this name, as it is now; what is kept."""


class PassingDecks:
    """Lists in memory: what a script learns is forgotten with it."""

    def __init__(self, decks: Sequence[StoredDeck] = ()) -> None:
        self._decks = {deck.name.casefold(): deck for deck in decks}

    def decks(self) -> tuple[StoredDeck, ...]:
        """Every list."""
        return tuple(self._decks.values())

    def learn(self, name: str, learned: Callable[[StoredDeck | None], StoredDeck]) -> StoredDeck:
        """Keep what ``learned`` makes of the list of this name; what is kept."""
        deck = learned(self._decks.get(name.casefold()))
        self._decks[deck.name.casefold()] = deck
        return deck


class DeckShelf:
    """The player's own decks and the opponents' lists, read once when the coach sits down."""

    def __init__(
        self,
        own: Sequence[StoredDeck] = (),
        opponents: Kept | None = None,
        keep: Callable[[StoredDeck], None] | None = None,
    ) -> None:
        self._own = tuple(own)
        self._keep = keep
        self._kept = opponents or PassingDecks()
        self._lists = self._kept.decks()
        self.changes = 0
        """How often a deck or a list was added: what was worked out from them holds until the next time."""

    @property
    def whole(self) -> dict[str, StoredDeck]:
        """Every whole deck by its name in small letters."""
        lists = [one for one in self._lists if len(one.card_ids) == DECK_SIZE]
        return {deck.name.casefold(): deck for deck in (*lists, *self._own)}

    @property
    def can_keep(self) -> bool:
        """Whether a deck that is typed can be kept."""
        return self._keep is not None

    def keep(self, deck: StoredDeck) -> None:
        """Keep a deck of the player; DeckNameError when the name is taken."""
        if self._keep is not None:
            self._keep(deck)
        self._own = (*self._own, deck)
        self.changes += 1

    def has(self, cards: Sequence[str]) -> bool:
        """Whether a deck of exactly these cards is kept."""
        return any(sorted(deck.card_ids) == sorted(cards) for deck in self._own)

    @property
    def partial(self) -> tuple[StoredDeck, ...]:
        """The opponents' lists that are not whole yet."""
        return tuple(one for one in self._lists if len(one.card_ids) < DECK_SIZE)

    @property
    def opponents(self) -> tuple[StoredDeck, ...]:
        """Every opponent by name: those of the player, with what comes with the game, and the others of the game."""
        kept = [_informed(one) for one in self._lists]
        names = {one.name.casefold() for one in kept}
        rest = [StoredDeck(one.name, one.card_ids) for one in known_opponents() if one.name.casefold() not in names]
        return (*kept, *rest)

    def opponent(self, name: str) -> StoredDeck | None:
        """What is known of the opponent called so; None for nobody."""
        return next((one for one in self.opponents if one.name.casefold() == name.strip().casefold()), None)

    def candidates(self, mine: Sequence[str] | None, ruleset: Ruleset) -> Mapping[tuple[str, ...], str]:
        """What an unknown enemy may play, its cards in order, by name: every deck the rules take but ``mine``."""
        found = {tuple(sorted(deck.card_ids)): deck.name for deck in self.whole.values()}
        yours = tuple(sorted(mine or ()))
        return {cards: name for cards, name in found.items() if cards != yours and not any(deck_faults(cards, ruleset))}

    def learn(self, name: str, seen: Sequence[str]) -> StoredDeck:
        """Keep the cards seen of an opponent, with those that were seen in other matches; the list."""
        taken = [deck.name for deck in self._own] + [deck.name for deck in starter_decks()]
        if name.casefold() in (one.casefold() for one in taken):
            raise TakenNameError(name=name)

        def with_seen(kept: StoredDeck | None) -> StoredDeck:
            known = _informed(kept or StoredDeck(name, ()))
            cards = Counter(known.card_ids) | Counter(seen)
            if cards.total() > DECK_SIZE:
                raise OtherDeckError(name=known.name, count=cards.total(), limit=DECK_SIZE)
            return StoredDeck(known.name, tuple(sorted(cards.elements())))

        learned = self._kept.learn(name.strip(), with_seen)
        self._lists = self._kept.decks()
        self.changes += 1
        return learned


def _informed(kept: StoredDeck) -> StoredDeck:
    """The list with what comes with the game of an opponent of this name; a new one is called as the game does."""
    name = kept.name.strip().casefold()
    known = next((one for one in known_opponents() if one.name.casefold() == name), None)
    if known is None:
        return kept
    return StoredDeck(kept.name if kept.card_ids else known.name, _joined(kept.card_ids, known.card_ids))


def _joined(kept: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """Both lists as one; where they cannot be one deck, what the player saw."""
    cards = Counter(kept) | Counter(known)
    return tuple(sorted(cards.elements())) if cards.total() <= DECK_SIZE else tuple(kept)
