"""Numbered deals: a number and a deck give the same cards for ever."""

from __future__ import annotations

from typing import TypeVar

from kernelkit.chance import Chance, below, seeded
from kernelkit.spoken import sentence
from solitario.domain.cards import Card, Deck
from solitario.domain.table import PILE_COUNT, Pile, Table
from solitario.errors import InvalidDealError

LAST_DEAL = 999_999_999
STREAM_STEP = 16
"""Streams of one deal: the deck's own for the deal, and one this much further for each recycle that shuffles."""
STREAM_OF_DECK = {"french": 1, "neapolitan": 2}

T = TypeVar("T")


def dealt(deal_number: int, deck: Deck) -> Table:
    """The table at the start of a deal: piles of 1 to 7 cards with the last face up, the rest in the stock."""
    cards = shuffled(deck.cards, _chance(deal_number, deck, recycle_number=0))
    piles = []
    for size in range(1, PILE_COUNT + 1):
        taken, cards = cards[:size], cards[size:]
        piles.append(Pile(taken[:-1], taken[-1:]))
    return Table(deck, tuple(piles), stock=cards)


def recycled_shuffled(waste: tuple[Card, ...], deal_number: int, deck: Deck, recycle_number: int) -> tuple[Card, ...]:
    """The new stock of a shuffled recycle: keyed by deal and recycle, so that undoing it never gives another order."""
    # Sorted first: the order depends on the key and on which cards are left, not on how they lay.
    return shuffled(tuple(sorted(waste, key=str)), _chance(deal_number, deck, recycle_number))


def shuffled(items: tuple[T, ...], chance: Chance) -> tuple[T, ...]:
    """``items`` in an order drawn from ``chance``, each order equally likely (Fisher and Yates, from the end)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(chance, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _chance(deal_number: int, deck: Deck, recycle_number: int) -> Chance:
    return seeded(deal_number, deal_stream(deal_number, deck) + STREAM_STEP * recycle_number)


def deal_stream(deal_number: int, deck: Deck) -> int:
    """The stream of chance that deals ``deck``; InvalidDealError for a number that no deal has."""
    if not 1 <= deal_number <= LAST_DEAL:
        reason = sentence("deals are numbered from 1 to {last}")
        raise InvalidDealError(value=deal_number, reason=reason, last=LAST_DEAL)
    return STREAM_OF_DECK[deck.name]
