"""How a coached match begins: four questions with defaults, each of which the command line may have answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kernelkit.spoken import sentence
from mazzo import errors
from mazzo.coach.table import CoachTable, deckable
from mazzo.decks.card_list import split_list
from mazzo.decks.reading import DeckReader
from mazzo.dialogue.verbs import NOTHING_WORDS, CoachError
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.deck import Deck
from qb_engine.models import OPENING_HAND
from qb_engine.moves import Side
from qb_engine.ruleset import Ruleset

QUESTIONS = {
    "deck": sentence("Your deck: starter, a name, a code or 15 cards; Enter if you want to enter only your hand"),
    "hand": sentence("Your opening hand: five cards with commas between"),
    "enemy": sentence("The enemy's deck: a name, a code or 15 cards; Enter if it is not known"),
    "first": sentence("Who begins: you or enemy; Enter for you"),
}
"""What is asked, in order."""


class UnknownDeckError(CoachError):
    """Neither a deck of ours nor a code nor fifteen cards."""

    template = sentence("no deck is called {asked!r}. Type {names}, a deck code, 15 cards, or nothing")


class HandCountError(CoachError):
    """An opening hand has another number of cards."""

    template = sentence("an opening hand has {needed} cards and {count} were named. Type them with commas between")


class WhoBeginsError(CoachError):
    """Neither side."""

    template = sentence("{asked!r} is nobody at the table. Type you or enemy")


@dataclass(slots=True)
class Setup:
    """The answers so far; what the command line said is answered first."""

    rules: str = "rebirth"
    given: dict[str, str] = field(default_factory=dict)
    deck: Sequence[str] | None = None
    hand: Sequence[str] = ()
    enemy: Sequence[str] | None = None
    first: Side = "Y"
    open: list[str] = field(default_factory=lambda: list(QUESTIONS))

    @property
    def question(self) -> str:
        """The key of the question that is open."""
        return QUESTIONS[self.open[0]]

    @property
    def is_done(self) -> bool:
        """Whether everything was answered."""
        return not self.open

    def answer(self, table: CoachTable, text: str) -> list[str]:
        """Take one answer; what was understood."""
        topic, text = self.open[0], text.strip()
        said: list[str] = []
        if topic in ("deck", "enemy"):
            said = self._answer_deck(table, topic, text)
        elif topic == "hand":
            self.hand = self._hand(table, text)
            said = [table.words.say(sentence("Hand: {cards}."), cards=table.words.cards(self.hand))]
        else:
            self.first = _side(text)
        del self.open[0]
        return said

    def _answer_deck(self, table: CoachTable, topic: str, text: str) -> list[str]:
        deck = read_deck(table, text, self.rules)
        if topic == "deck":
            self.deck = deck
        else:
            self.enemy = deck
        if deck is None:
            return []
        keys = {"deck": sentence("Your deck: {cards}."), "enemy": sentence("The enemy's deck: {cards}.")}
        return [table.words.say(keys[topic], cards=table.words.cards(sorted(deck)))]

    def _hand(self, table: CoachTable, text: str) -> list[str]:
        names = split_list(text)
        if len(names) != OPENING_HAND:
            raise HandCountError(needed=OPENING_HAND, count=len(names))
        return table.cards(names, deckable() if self.deck is None else self.deck)

    def begin(self, table: CoachTable) -> None:
        """Start the match."""
        table.match.start(self.hand, first=self.first, rules=self.rules, deck=self.deck, enemy_deck=self.enemy)


def read_deck(table: CoachTable, text: str, rules: str) -> Sequence[str] | None:
    """The deck that ``text`` names, lists or encodes; None for nothing. InvalidDeckError when the rules refuse it."""
    word = text.casefold()
    if not word or word in NOTHING_WORDS or word in ("unknown", "sconosciuto", "?"):
        return None
    reader = DeckReader(table.shelf.whole.values)
    try:
        cards = reader.read(text, lambda parts: table.cards(parts, deckable()))
    except errors.UnknownDeckError as error:
        own = [found.deck.name for found in reader.every() if found.origin == "own"]
        names = ["starter", *(one.name for one in starter_decks()), *own]
        raise UnknownDeckError(asked=text[:40], names=", ".join(names)) from error
    return Deck(cards, Ruleset.parse(rules)).card_ids


def _side(text: str) -> Side:
    word = text.casefold()
    if word in ("", "you", "y", "me", "i", "tu", "io"):
        return "Y"
    if word in ("enemy", "e", "nemico", "n"):
        return "E"
    raise WhoBeginsError(asked=text[:40])
