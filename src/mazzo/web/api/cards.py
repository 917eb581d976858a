"""Cards and decks for programs."""

from __future__ import annotations

from msgspec import UNSET

from mazzo.bootstrap import own_decks, shelf
from mazzo.decks.checking import checked
from mazzo.decks.reading import FoundDeck
from mazzo.decks.store import StoredDeck
from mazzo.schemas.card import CardDocument, CardListDocument, card_document, card_list_document
from mazzo.schemas.deck import (
    DeckCheckDocument,
    DeckDocument,
    DeckListDocument,
    deck_check_document,
    deck_document,
    deck_list_document,
)
from mazzo.web.api.asked import CardAsked, CardPlace, CardsAsked, DeckAsked, DeckChecked, DeckKept
from mazzo.web.api.operation import STEPS, Call, Nothing, Operation, Reply
from mazzo.web.api.statuses import NotThereError
from qb_engine.card_hydrator import shipped
from qb_engine.cards.deck_code import ANY_COPIES, deck_code
from qb_engine.cards.entry import CardChoice, read_card
from qb_engine.deck import Deck
from qb_engine.errors import QueensBloodError
from qb_engine.models import Card
from qb_engine.ruleset import PRESETS


def listed(call: Call, _place: Nothing, asked: CardsAsked) -> CardListDocument:
    """The cards that fit, in the order of their numbers."""
    found = [card for card in shipped().cards if asked.rank in (UNSET, card.cost) and _is_of(card, asked)]
    return card_list_document(found, call.language)


def _is_of(card: Card, asked: CardsAsked) -> bool:
    if asked.kind is UNSET:
        return True
    is_legendary = card.category == "Legendary"
    kinds = {
        "standard": not (is_legendary or card.is_token),
        "legendary": is_legendary,
        "token": card.is_token,
        "replace": card.is_replace,
    }
    return kinds[asked.kind]


def found(call: Call, _place: Nothing, asked: CardAsked) -> CardListDocument:
    """The cards that a text may mean."""
    meant = read_card(asked.text)
    return card_list_document(meant.cards if isinstance(meant, CardChoice) else (meant,), call.language)


def one(call: Call, place: CardPlace, _asked: Nothing) -> CardDocument:
    """A card by its id or name."""
    try:
        meant = read_card(place.card)
    except QueensBloodError as error:
        raise NotThereError(asked=place.card) from error
    if isinstance(meant, CardChoice):
        raise NotThereError(asked=place.card)
    return card_document(meant, call.language)


def decks(call: Call, _place: Nothing, _asked: Nothing) -> DeckListDocument:
    """Every deck, and what was seen of opponents'."""
    return deck_list_document(call.house.decks.every(), shelf(call.house.store).opponents)


def read(call: Call, _place: Nothing, asked: DeckAsked) -> DeckDocument:
    """A deck by name, code or cards."""
    return deck_document(_named(call, asked.deck))


def check(call: Call, _place: Nothing, asked: DeckChecked) -> DeckCheckDocument:
    """What the rules say to a deck, and its odds."""
    deck = _named(call, asked.deck)
    found_out = checked(deck.deck, PRESETS[asked.rules])
    faults = [fault.said("qb_engine", call.language) for fault in found_out.faults]
    return deck_check_document(deck, asked.rules, faults, found_out.figures)


def keep(call: Call, _place: Nothing, asked: DeckKept) -> Reply:
    """Keep a deck under a name."""
    deck = StoredDeck(asked.name.strip(), call.house.decks.read(asked.deck))
    own_decks(call.house.store).add(deck, replace=asked.is_replacing)
    return Reply(deck_document(FoundDeck(deck, "own")), 201, "/api/v1/decks")


def _named(call: Call, text: str) -> FoundDeck:
    """The deck that a text names, encodes or lists, under its own name where it has one."""
    cards = Deck(call.house.decks.read(text), ANY_COPIES).card_ids
    known = next((one for one in call.house.decks.every() if sorted(one.deck.card_ids) == sorted(cards)), None)
    return known or FoundDeck(StoredDeck(deck_code(cards), cards), "own")


OPERATIONS = (
    Operation("GET", "/cards", listed, {200: CardListDocument}, takes=CardsAsked),
    Operation("GET", "/cards/find", found, {200: CardListDocument}, takes=CardAsked),
    Operation("GET", "/cards/{card}", one, {200: CardDocument}, place=CardPlace),
    Operation("GET", "/decks", decks, {200: DeckListDocument}),
    Operation("POST", "/decks", keep, {201: DeckDocument}, takes=DeckKept, may=STEPS),
    Operation("POST", "/decks/read", read, {200: DeckDocument}, takes=DeckAsked),
    Operation("POST", "/decks/check", check, {200: DeckCheckDocument}, takes=DeckChecked),
)
