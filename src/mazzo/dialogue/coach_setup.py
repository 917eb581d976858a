"""How a coached match begins: four questions with defaults, each of which the command line may have answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from kernelkit.spoken import SpokenError, sentence
from mazzo import errors
from mazzo.coach.errors import CoachError
from mazzo.coach.matches import NamedEnemy
from mazzo.coach.setup import Setup
from mazzo.coach.table import deckable
from mazzo.decks.card_list import split_list
from mazzo.decks.reading import DeckReader, is_listed
from mazzo.dialogue.conversation import TableTalk
from mazzo.dialogue.typed_steps import NOTHING_WORDS, ChoiceNeededError
from mazzo.dialogue.verbs import WORDS
from mazzo.words.coach import ASKED_FIRST, CARDS_SO_FAR, LINE_TAKEN_BACK, MORE_CARDS, UNDERSTOOD
from mazzo.words.opponent import named_line
from mazzo.words.table import Words
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.deck import Deck
from qb_engine.errors import QueensBloodError
from qb_engine.models import DECK_SIZE, OPENING_HAND
from qb_engine.moves import Side
from qb_engine.ruleset import Ruleset

MOST_OF_A_NAME = 40


class UnknownDeckError(CoachError):
    """Neither a deck of ours nor a code nor fifteen cards."""

    template = sentence("no deck is called {asked!r}")
    remedy = sentence("Type {names}, a deck code, 15 cards, or nothing")


class NewOpponentError(CoachError):
    """Nobody whose cards are kept, nor a deck: a new opponent, or a slip."""

    template = sentence("no opponent and no deck is called {asked!r}. Known are {names}")
    remedy = sentence("Type {asked} again to keep what you see of a new opponent, or Enter if nobody is meant")


class HandCountError(CoachError):
    """An opening hand has another number of cards."""

    template = sentence("an opening hand has {needed} cards and {count} were named")
    remedy = sentence("Type them with commas between")


class WhoBeginsError(CoachError):
    """Neither side."""

    template = sentence("{asked!r} is nobody at the table")
    remedy = sentence("Type you or enemy")


class NoDeckNameError(CoachError):
    """What was typed for a name is a list of cards, or far too long to be typed again."""

    template = sentence("{asked!r} is no name for a deck")
    remedy = sentence("Type a short name, such as evening, or Enter to keep no deck")


class KeptNameError(CoachError):
    """Another deck is kept under this name."""

    template = sentence("a deck called {name} is there already")
    remedy = sentence("Type another name, or Enter to keep no deck")


class Interview:
    """The questions that are still open, and the answers so far; what the command line said is answered first.

    Cards may come in several lines: ``_lines`` are those that were read of the open question. ``typed`` is your deck
    if it was just typed card by card.
    """

    def __init__(self, rules: str = "rebirth", given: Mapping[str, str] | None = None) -> None:
        self.setup = Setup(rules)
        self._given = dict(given or {})
        self._open = list(ASKED_FIRST)
        self._lines: list[list[str]] = []
        self.typed: Sequence[str] | None = None
        self._doubted: str | None = None

    def prompt(self, words: Words) -> str:
        """The question that is open; of cards that come line by line how many there are."""
        if not self._lines:
            return words.say(ASKED_FIRST[self._open[0]])
        size = OPENING_HAND if self._open[0] == "hand" else DECK_SIZE
        return words.say(MORE_CARDS, count=len(self._cards), size=size)

    @property
    def is_done(self) -> bool:
        """Whether everything was answered."""
        return not self._open

    @property
    def _cards(self) -> list[str]:
        return [card_id for line in self._lines for card_id in line]

    def given(self) -> str | None:
        """The answer that was given to the open question before it was asked; once."""
        return self._given.pop(self._open[0], None) if self._open else None

    def answer(self, table: TableTalk, text: str) -> list[str]:
        """Take one answer; what was understood."""
        topic, setup, text = self._open[0], self.setup, text.strip()
        self.typed = None
        if topic == "first":
            setup.first = "E" if setup.named and setup.named.is_called(text) else _side(text)
            del self._open[0]
            return []
        if topic == "enemy":
            return self._enemy(table, text)
        if self._lines and text.casefold() in WORDS["undo"]:
            taken = self._lines.pop()
            return [table.words.say(LINE_TAKEN_BACK, cards=table.words.cards(taken))]
        cards = self._named(table, topic, text)
        if cards is None and self._lines:
            return [table.words.say(CARDS_SO_FAR, cards=table.words.cards(self._cards))]
        was_listed, self._lines = bool(self._lines), []
        if topic == "deck":
            is_new = cards is not None and not table.shelf.has(cards)
            setup.deck, self.typed = cards, cards if was_listed and is_new else None
        else:
            assert cards is not None
            setup.hand = cards
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
        try:
            cards = named_deck(table, text, setup.rules)
        except UnknownDeckError as error:
            if not text.isprintable():
                raise
            return self._new_opponent(table, " ".join(text.split())[:MOST_OF_A_NAME], error)
        if cards is None and text and not _is_nothing(text):
            cards = self._read(table, text, deckable())
        if cards is not None and len(cards) < DECK_SIZE:
            del self._open[0]
            setup.named = NamedEnemy(None, tuple(sorted(cards)))
            return [named_line(None, cards, table.words)]
        setup.enemy = None if cards is None else Deck(tuple(cards), Ruleset.parse(setup.rules)).card_ids
        del self._open[0]
        return [] if cards is None else [table.words.say(UNDERSTOOD["enemy"], cards=table.words.cards(sorted(cards)))]

    def _new_opponent(self, table: TableTalk, name: str, error: UnknownDeckError) -> list[str]:
        """Somebody who is met for the first time, once the name was typed twice: a slip must not begin a list."""
        if name.casefold() != self._doubted:
            self._doubted = name.casefold()
            known = ", ".join(one.name for one in table.shelf.opponents)
            raise NewOpponentError(asked=name, names=known) from error
        self.setup.named = NamedEnemy(name)
        del self._open[0]
        return [named_line(name, (), table.words)]

    def _named(self, table: TableTalk, topic: str, text: str) -> Sequence[str] | None:
        """The whole deck or hand; None when none was named, or when cards are still to come."""
        if topic == "hand":
            return self._hand(table, text)
        if not self._lines:
            found = named_deck(table, text, self.setup.rules)
            if found is not None or not text or _is_nothing(text):
                return found
        if text:
            self._lines.append(self._read(table, text, deckable()))
        cards = self._cards
        if len(cards) < DECK_SIZE and text:
            return None
        return self._settled(lambda: Deck(tuple(cards), Ruleset.parse(self.setup.rules)).card_ids, has_line=bool(text))

    def _hand(self, table: TableTalk, text: str) -> Sequence[str] | None:
        """The opening hand, in one line or several."""
        if text:
            pool = deckable() if self.setup.deck is None else self.setup.deck
            self._lines.append(self._read(table, text, pool))
        cards = self._cards
        if text and len(cards) < OPENING_HAND:
            return None
        return self._settled(lambda: _whole_hand(cards), has_line=bool(text))

    def _read(self, table: TableTalk, text: str, pool: Iterable[str]) -> list[str]:
        """The cards of a line; where commas are left out, the line as one card if it is one."""
        parts = split_list(text)
        if len(parts) > 1 and parts == text.split():
            try:
                return [table.card(text, pool)]
            except (ChoiceNeededError, QueensBloodError):
                return table.cards(parts, pool)
        return table.cards(parts, pool)

    def _settled(self, whole: Callable[[], Sequence[str]], *, has_line: bool) -> Sequence[str]:
        """The cards if they are whole; otherwise the line that made them too many is not taken."""
        try:
            return whole()
        except SpokenError:
            if has_line:
                self._lines.pop()
            raise


def _whole_hand(cards: Sequence[str]) -> Sequence[str]:
    if len(cards) != OPENING_HAND:
        raise HandCountError(needed=OPENING_HAND, count=len(cards))
    return cards


def named_deck(table: TableTalk, text: str, rules: str) -> Sequence[str] | None:
    """The deck that ``text`` names or encodes; None for cards, and for nothing. InvalidDeckError by the rules."""
    if not text or _is_nothing(text):
        return None
    reader = DeckReader(table.shelf.whole.values)
    try:
        cards = reader.named(text)
    except errors.UnknownDeckError as error:
        if is_listed(text) or _is_card(table, text):
            return None
        own = [found.deck.name for found in reader.every() if found.origin == "own"]
        names = ["starter", *(one.name for one in starter_decks()), *own]
        raise UnknownDeckError(asked=text[:40], names=", ".join(names)) from error
    return Deck(cards, Ruleset.parse(rules)).card_ids


def deck_name(text: str) -> str:
    """The name for a deck that is to be kept; NoDeckNameError for a list of cards."""
    name = " ".join(text.split())
    if is_listed(name) or len(name) > MOST_OF_A_NAME or not name.isprintable():
        raise NoDeckNameError(asked=name[:MOST_OF_A_NAME])
    return name


def _is_nothing(text: str) -> bool:
    return text.casefold() in NOTHING_WORDS or text.casefold() in ("unknown", "sconosciuto", "?")


def _is_card(table: TableTalk, text: str) -> bool:
    """Whether the text is a card, or may be several."""
    try:
        table.card(text, deckable())
    except ChoiceNeededError as needed:
        return needed.unknown is None
    except QueensBloodError:
        return False
    return True


def _side(text: str) -> Side:
    word = text.casefold()
    if word in ("", "you", "y", "me", "i", "tu", "io"):
        return "Y"
    if word in ("enemy", "e", "nemico", "n"):
        return "E"
    raise WhoBeginsError(asked=text[:40])
