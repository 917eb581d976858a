"""Decks in words: the list of them, one card by card, and the weak points of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from kernelkit.spoken import catalogue, sentence
from mazzo.decks.reading import FoundDeck
from mazzo.decks.store import StoredDeck
from qb_engine.card_hydrator import shipped
from qb_engine.cards.deck_code import deck_code
from qb_engine.cards.deck_odds import DeckCheck, Odds
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.models import DECK_SIZE
from qb_engine.words.abilities import card_sentence

STARTER_IDEAS = (
    sentence("Cheap cards that open tiles quickly, and a few strong ones to fill them."),
    sentence("Auras in every lane: cards that stand together grow together."),
    sentence("Lowers and destroys, and grows on what is destroyed."),
    sentence("Small cards that leave something behind when a bigger one takes their place."),
)
"""The ideas behind the shipped decks as their file has them, here so that they are translated."""


class DeckWords:
    """Decks in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def kept(self, deck: StoredDeck) -> str:
        """That a deck is kept now."""
        return self._say(sentence("{name} is kept, code {code}."), name=deck.name, code=deck_code(deck.card_ids))

    def listed(self, own: Iterable[StoredDeck], opponents: Iterable[StoredDeck]) -> Iterator[str]:
        """Every deck with its code, the player's own first; of opponents how much is known."""
        decks = list(own)
        if not decks:
            yield self._say(sentence("You have no deck yet. Type: mazzo deck add NAME CARDS"))
        for deck in decks:
            yield f"{deck.name}  {deck_code(deck.card_ids)}"
        for one in opponents:
            key = sentence("an opponent, seen in matches: {count} of {size} cards, incomplete")
            if len(one.card_ids) == DECK_SIZE:
                key = sentence("an opponent, seen in matches: the whole deck")
            yield f"{one.name}  {self._say(key, count=len(one.card_ids), size=DECK_SIZE)}"
        for starter in starter_decks():
            idea = self._say(sentence("comes with Mazzo: {why}"), why=self._say(starter.why))
            yield f"{starter.name}  {deck_code(starter.deck.card_ids)}  {idea}"

    def shown(self, found: FoundDeck) -> Iterator[str]:
        """Every card of a deck as a sentence."""
        if found.origin == "starter":
            yield self._say(sentence("{name} comes with Mazzo."), name=found.deck.name)
        for card_id, copies in sorted(Counter(found.deck.card_ids).items()):
            card = shipped().get_card(card_id)
            yield f"{copies} x {card_sentence(card, shipped().effects, self.language)}"

    def checked(self, figures: DeckCheck) -> Iterator[str]:
        """The figures of a deck, the weak points said to be weak."""
        first, second = figures.first_turn, figures.rank_two
        key = sentence(
            "an opening hand has no card to lay on turn 1 with {chance}: {good} of {size} cards can be laid then, "
            "and {drawn} are drawn."
        )
        yield self._judged(key, first, first.chance_of_none, is_weak=figures.has_dead_hands)
        key = sentence(
            "a tile of rank 2 stands by round 3 with at least {chance}: {good} of {size} cards open one alone, "
            "and {drawn} are seen by round 2."
        )
        yield self._judged(key, second, second.chance, is_weak=figures.opens_slowly)

    def _judged(self, key: str, odds: Odds, chance: Fraction, *, is_weak: bool) -> str:
        counts = {"good": odds.good, "size": odds.size, "drawn": odds.drawn}
        text = self._say(key, chance=self._percent(chance), **counts)
        return self._say(sentence("Weak: {text}") if is_weak else sentence("Fine: {text}"), text=text)

    def _percent(self, chance: Fraction) -> str:
        text = f"{float(100 * chance):.2f}%"
        return text.replace(".", ",") if self.language == "it" else text

    def _say(self, key: str, **facts: object) -> str:
        return catalogue("mazzo", self.language).gettext(key).format(**facts)
