"""The decks' room: those that are kept, and a builder whose whole deck is in its address."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from kernelkit.spoken import SpokenError
from mazzo.bootstrap import own_decks
from mazzo.decks.store import StoredDeck
from mazzo.web.house import house_of
from mazzo.web.missing import refused
from mazzo.web.rendering import choices_of, page, refusal
from mazzo.web.views.cards import card_view
from mazzo.words.decks import DeckWords
from qb_engine.card_hydrator import shipped
from qb_engine.cards.deck_code import deck_code
from qb_engine.cards.deck_odds import check_deck
from qb_engine.deck import Deck, deck_faults
from qb_engine.models import DECK_SIZE
from qb_engine.ruleset import REBIRTH

router = APIRouter(prefix="/decks", include_in_schema=False)
Cards = Annotated[str, Query(max_length=200, pattern="^[0-9,]*$")]


@router.get("")
def every(request: Request) -> Response:
    """Every deck with its code."""
    found = [
        (one.deck.name, deck_code(one.deck.card_ids), ",".join(one.deck.card_ids), one.origin)
        for one in house_of(request).decks.every()
    ]
    return page(request, "decks.html", room="decks", decks=found)


@router.get("/build")
def build(
    request: Request,
    cards: Cards = "",
    deck: Annotated[str, Query(max_length=1000)] = "",
    name: Annotated[str, Query(max_length=40)] = "",
    rank: Annotated[str, Query(pattern="^[0-3]?$")] = "",
    refused_card: Annotated[str, Query(max_length=8)] = "",
) -> Response:
    """A deck card by card: what it holds, what the rules say to it, and its odds."""
    try:
        ids = list(house_of(request).decks.read(deck)) if deck else _known(cards)
    except SpokenError as error:
        return refused(request, refusal(request, error))
    return _shown(request, ids, name=name, rank=rank, denied=refused_card)


def _known(cards: str) -> list[str]:
    known = {card.id for card in shipped().cards if not card.is_token}
    return sorted(one for one in cards.split(",") if one in known)[:DECK_SIZE]


def _shown(
    request: Request, ids: list[str], failed: str = "", status: int = 200, *, denied: str = "", **given: str
) -> Response:
    language = choices_of(request).language
    held = Counter(ids)
    faults = [fault.said("qb_engine", language) for fault in deck_faults(ids, REBIRTH)]
    is_whole = len(ids) == DECK_SIZE and not faults
    asked, rank = given.get("name", "").casefold(), given.get("rank", "")
    offered = [card_view(card.id, language) for card in shipped().cards if not card.is_token]
    values: dict[str, Any] = {
        "held": [(card_view(one, language), copies) for one, copies in sorted(held.items())],
        "ids": ids,
        "size": DECK_SIZE,
        "faults": faults if len(ids) == DECK_SIZE else [],
        "code": deck_code(ids) if is_whole else "",
        "odds": list(DeckWords(language).checked(check_deck(Deck(tuple(ids), REBIRTH)))) if is_whole else [],
        "offered": [
            (card, held[card.id], _limit(card.is_legendary))
            for card in offered
            if asked in card.name.casefold() and rank in ("", str(card.rank))
        ],
        "denied": None if denied not in shipped() else card_view(denied, language).name,
        "given": given,
    }
    return page(request, "deck_build.html", status, room="decks", failed=failed, **values)


def _limit(is_legendary: bool) -> int:
    """How often the rules allow a card."""
    standard, legendary = REBIRTH.max_copies
    return legendary if is_legendary else standard


@router.post("")
def keep(
    request: Request,
    cards: Annotated[str, Form(max_length=200, pattern="^[0-9,]*$")] = "",
    name: Annotated[str, Form(max_length=60)] = "",
) -> Response:
    """Keep a deck under a name."""
    ids = _known(cards)
    try:
        own_decks(house_of(request).store).add(StoredDeck(name.strip(), tuple(ids)))
    except SpokenError as error:
        return _shown(request, ids, refusal(request, error), 422)
    return RedirectResponse("/decks", 303)
