"""A table as the records of the solver."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kernelkit.records import copy_cell
from kernelkit.spoken import sentence
from solitario.domain.cards import Card, Deck
from solitario.domain.table import Table
from solitario.errors import InvalidDealError
from solitario.solver.layout import LOCK_SHIFTS, NUMBERS, Deal, Frame
from solitario.solver.sets import suit_of


class Numbering:
    """The numbers of the cards of one deck."""

    def __init__(self, deck: Deck) -> None:
        self._numbers = {card: _number(deck, card) for card in deck.cards}
        self._cards = {number: card for card, number in self._numbers.items()}
        self.kings = sum(1 << self._numbers[Card(suit, deck.king_value)] for suit in deck.suits)

    def number(self, card: Card) -> int:
        """The number of ``card``."""
        return self._numbers[card]

    def card(self, number: int) -> Card:
        """The card with this number."""
        return self._cards[number]


def _number(deck: Deck, card: Card) -> int:
    rank = card.value - 1
    colour = 0 if card.suit.is_red else 1
    twin = [suit for suit in deck.suits if suit.is_red == card.suit.is_red].index(card.suit)
    return 4 * rank + 2 * (colour ^ rank & 1) + twin


def encode_into(deals: Any, stacks: Iterable[Any], table: Table, draw_count: int) -> None:
    """Write ``table`` into two ``deals``, one card a draw and ``draw_count``, and the first frame of each stack."""
    check(table)
    numbering = Numbering(table.deck)
    deal, frame = Deal(), Frame()
    for number in range(NUMBERS):
        deal.pile_of[number] = deal.place[number] = -1
    deal.kings = numbering.kings
    _encode_piles_into(deal, frame, table, numbering)
    order = [numbering.number(card) for card in (*table.waste, *reversed(table.stock))]
    for place, card in enumerate(order):
        deal.stock[place] = card
        deal.place[card] = place
        frame.held |= 1 << card
    frame.left = (1 << len(order)) - 1
    waste = len(table.waste)
    frame.phase = 0 if waste % draw_count == 0 or waste == len(order) else waste
    for suit, height in zip(table.deck.suits, table.foundations, strict=True):
        ace = numbering.number(Card(suit, 1))
        frame.due |= 1 << 4 * height + (ace ^ 2 * (height & 1))
        frame.heights |= height << 4 * suit_of(ace)
    frame.needed = -1
    for row, count in enumerate((1, draw_count)):
        deal.draw_count = count
        write_into(deals, row, deal)
    for stack in stacks:
        write_into(stack, 0, frame)


def _encode_piles_into(deal: Deal, frame: Frame, table: Table, numbering: Numbering) -> None:
    for index, pile in enumerate(table.tableau):
        for card in pile.face_up:
            frame.visible |= 1 << numbering.number(card)
        dealt = [numbering.number(card) for card in pile.face_down + pile.face_up[:1]]
        if not dealt or (len(dealt) == 1 and 1 << dealt[0] & deal.kings):
            frame.empty += 1
            continue
        for depth, number in enumerate(dealt):
            deal.pile[index][depth] = number
            deal.pile_of[number] = index
        frame.locked |= 1 << dealt[-1]
        frame.locks |= len(dealt) << LOCK_SHIFTS[index]


def write_into(cells: Any, at: int, record: Any) -> None:
    """Make one record of a row, in either form, equal to a plain one."""
    if isinstance(cells, list):
        copy_cell(cells, at, [record], 0)
        return
    for name in record.layout:
        cells[name][at] = getattr(record, name)


def check(table: Table) -> None:
    """InvalidDealError for a table that no game of Solitario leads to."""
    wanted = sorted(map(str, table.deck.cards))
    if sorted(map(str, table.cards)) != wanted:
        raise InvalidDealError(value=table.deck.name, reason=sentence("some card is missing or lies there twice"))
    for number, pile in enumerate(table.tableau, start=1):
        if len(pile.face_down) >= number:
            reason = sentence("pile {number} can hide at most {most} cards and hides {count}")
            raise InvalidDealError(
                value=number, reason=reason, number=number, most=number - 1, count=len(pile.face_down)
            )
        if pile.face_down and not pile.face_up:
            raise InvalidDealError(value=number, reason=sentence("the last card of a pile lies face up"))
        _check_run(table, number)


def _check_run(table: Table, number: int) -> None:
    """The face-up cards of a pile as the rules leave them."""
    pile = table.tableau[number - 1]
    for upper, lower in zip(pile.face_up, pile.face_up[1:], strict=False):
        if upper.suit.is_red == lower.suit.is_red or upper.value != lower.value + 1:
            reason = sentence("{lower} cannot lie on {upper}")
            raise InvalidDealError(value=number, reason=reason, lower=str(lower), upper=str(upper))
