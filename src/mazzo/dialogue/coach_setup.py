"""How a coached match begins: four questions with defaults, each of which the command line may have answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kernelkit.spoken import sentence
from mazzo import errors
from mazzo.coach.errors import CoachError
from mazzo.coach.matches import NamedEnemy
from mazzo.coach.setup import Setup
from mazzo.coach.table import deckable
from mazzo.decks.card_list import split_list
from mazzo.decks.reading import DeckReader
from mazzo.dialogue.conversation import TableTalk
from mazzo.dialogue.verbs import NOTHING_WORDS
from mazzo.words.coach import ASKED_FIRST, UNDERSTOOD
from mazzo.words.opponent import named_line
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.deck import Deck
from qb_engine.models import DECK_SIZE, OPENING_HAND
from qb_engine.moves import Side
from qb_engine.ruleset import Ruleset


class UnknownDeckError(CoachError):
    """Neither a deck of ours nor a code nor fifteen cards."""

    template = sentence("no deck is called {asked!r}")
    remedy = sentence("Type {names}, a deck code, 15 cards, or nothing")


class HandCountError(CoachError):
    """An opening hand has another number of cards."""

    template = sentence("an opening hand has {needed} cards and {count} were named")
    remedy = sentence("Type them with commas between")


class WhoBeginsError(CoachError):
    """Neither side."""

    template = sentence("{asked!r} is nobody at the table")
    remedy = sentence("Type you or enemy")


class Interview:
    """The questions that are still open, and the answers so far; what the command line said is answered first."""

    def __init__(self, rules: str = "rebirth", given: Mapping[str, str] | None = None) -> None:
        self.setup = Setup(rules)
        self._given = dict(given or {})
        self._open = list(ASKED_FIRST)

    @property
    def question(self) -> str:
        """The key of the question that is open."""
        return ASKED_FIRST[self._open[0]]

    @property
    def is_done(self) -> bool:
        """Whether everything was answered."""
        return not self._open

    def given(self) -> str | None:
        """The answer that was given to the open question before it was asked; once."""
        return self._given.pop(self._open[0], None) if self._open else None

    def answer(self, table: TableTalk, text: str) -> list[str]:
        """Take one answer; what was understood."""
        topic, setup, text = self._open[0], self.setup, text.strip()
        cards: Sequence[str] | None = None
        if topic == "deck":
            setup.deck = cards = read_deck(table, text, setup.rules)
        elif topic == "enemy":
            return self._enemy(table, text)
        elif topic == "hand":
            setup.hand = cards = self._hand(table, text)
        else:
            setup.first = _side(text)
        del self._open[0]
        if cards is None:
            return []
        shown = cards if topic == "hand" else sorted(cards)
        return [table.words.say(UNDERSTOOD[topic], cards=table.words.cards(shown))]

    def _enemy(self, table: TableTalk, text: str) -> list[str]:
        """An opponent by name, a whole deck, or the cards of it that are known."""
        setup, known = self.setup, table.shelf.opponent(text)
        if known is not None:
            setup.named = NamedEnemy(known.name)
            if len(known.card_ids) < DECK_SIZE:
                del self._open[0]
                return [named_line(known.name, known.card_ids, table.words)]
        cards = read_cards(table, text)
        if cards is not None and len(cards) < DECK_SIZE:
            del self._open[0]
            setup.named = NamedEnemy(None, tuple(sorted(cards)))
            return [named_line(None, cards, table.words)]
        setup.enemy = None if cards is None else Deck(cards, Ruleset.parse(setup.rules)).card_ids
        del self._open[0]
        return [] if cards is None else [table.words.say(UNDERSTOOD["enemy"], cards=table.words.cards(sorted(cards)))]

    def _hand(self, table: TableTalk, text: str) -> list[str]:
        names = split_list(text)
        if len(names) != OPENING_HAND:
            raise HandCountError(needed=OPENING_HAND, count=len(names))
        return table.cards(names, deckable() if self.setup.deck is None else self.setup.deck)


def read_deck(table: TableTalk, text: str, rules: str) -> Sequence[str] | None:
    """The deck that ``text`` names, lists or encodes; None for nothing. InvalidDeckError when the rules refuse it."""
    cards = read_cards(table, text)
    return None if cards is None else Deck(cards, Ruleset.parse(rules)).card_ids


def read_cards(table: TableTalk, text: str) -> tuple[str, ...] | None:
    """The cards that ``text`` names, lists or encodes, however many; None for nothing."""
    word = text.casefold()
    if not word or word in NOTHING_WORDS or word in ("unknown", "sconosciuto", "?"):
        return None
    reader = DeckReader(table.shelf.whole.values)
    try:
        return reader.read(text, lambda parts: table.cards(parts, deckable()))
    except errors.UnknownDeckError as error:
        own = [found.deck.name for found in reader.every() if found.origin == "own"]
        names = ["starter", *(one.name for one in starter_decks()), *own]
        raise UnknownDeckError(asked=text[:40], names=", ".join(names)) from error


def _side(text: str) -> Side:
    word = text.casefold()
    if word in ("", "you", "y", "me", "i", "tu", "io"):
        return "Y"
    if word in ("enemy", "e", "nemico", "n"):
        return "E"
    raise WhoBeginsError(asked=text[:40])
