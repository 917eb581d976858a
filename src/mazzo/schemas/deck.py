"""Decks as data: one, all there are, one that was checked, and the file that keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from mazzo.decks.reading import FoundDeck, Origin
from mazzo.decks.store import StoredDeck
from mazzo.schemas.document import NUMBERS, Document, Part, rounded
from qb_engine.cards.deck_code import deck_code
from qb_engine.cards.deck_odds import DeckCheck, Odds
from qb_engine.words.voice import card_name


class DeckCard(Part):
    """A card of a deck."""

    id: str
    name: str


class DeckPart(Part):
    """A deck within a list."""

    name: str
    origin: Origin
    code: str
    cards: list[DeckCard]


class DeckDocument(Document, tag=NUMBERS["deck"]):
    """One deck."""

    name: str
    origin: Origin
    code: str
    cards: list[DeckCard]


class SeenDeck(Part):
    """What was seen of an opponent's deck so far, by card id."""

    name: str
    cards: list[str]


class DeckListDocument(Document, tag=NUMBERS["deck-list"]):
    """Every deck, and what was seen of opponents'."""

    decks: list[DeckPart]
    opponents: list[SeenDeck]


class OddsPart(Part):
    """A chance, whether it makes the deck weak, and what it is counted from."""

    chance: float
    is_weak: bool
    good: int
    size: int
    drawn: int


class DeckCheckDocument(DeckDocument, tag=NUMBERS["deck-check"]):
    """A deck with what the rules say against it, and its figures where they say nothing."""

    rules: str
    faults: list[str]
    no_first_turn_card: OddsPart | None
    rank_two_by_round_three: OddsPart | None


class DeckFile(Part):
    """The file in which decks, or the lists of opponents, are kept; this one has a number and no answer."""

    schema: int = NUMBERS["deck-file"]
    decks: list[SeenDeck]


def deck_document(found: FoundDeck) -> DeckDocument:
    """The document of one deck."""
    deck = found.deck
    return DeckDocument(name=deck.name, origin=found.origin, code=deck_code(deck.card_ids), cards=_cards(deck))


def deck_list_document(decks: Iterable[FoundDeck], opponents: Iterable[StoredDeck]) -> DeckListDocument:
    """The document of all decks."""
    return DeckListDocument(decks=[_part(found) for found in decks], opponents=[_seen(one) for one in opponents])


def deck_check_document(
    found: FoundDeck, rules: str, faults: Sequence[str], figures: DeckCheck | None
) -> DeckCheckDocument:
    """The document of a deck that was checked under ``rules``."""
    none = rank_two = None
    if figures is not None:
        none = _odds(figures.first_turn, figures.first_turn.chance_of_none, is_weak=figures.has_dead_hands)
        rank_two = _odds(figures.rank_two, figures.rank_two.chance, is_weak=figures.opens_slowly)
    return DeckCheckDocument(
        ok=not faults,
        name=found.deck.name,
        origin=found.origin,
        code=deck_code(found.deck.card_ids),
        cards=_cards(found.deck),
        rules=rules,
        faults=list(faults),
        no_first_turn_card=none,
        rank_two_by_round_three=rank_two,
    )


def _part(found: FoundDeck) -> DeckPart:
    deck = found.deck
    return DeckPart(name=deck.name, origin=found.origin, code=deck_code(deck.card_ids), cards=_cards(deck))


def _seen(deck: StoredDeck) -> SeenDeck:
    return SeenDeck(name=deck.name, cards=list(deck.card_ids))


def _cards(deck: StoredDeck) -> list[DeckCard]:
    return [DeckCard(id=card_id, name=card_name(card_id)) for card_id in deck.card_ids]


def _odds(odds: Odds, chance: Fraction, *, is_weak: bool) -> OddsPart:
    return OddsPart(chance=rounded(float(chance)), is_weak=is_weak, good=odds.good, size=odds.size, drawn=odds.drawn)
