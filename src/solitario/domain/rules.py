"""The rules of Klondike: why a move is refused, what the table looks like after it, and which moves are legal.

A table does not know how many cards a draw turns or how the waste is recycled, so ``DealRules`` comes with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from kernelkit.spoken import sentence
from solitario.domain.cards import Card
from solitario.domain.deals import recycled_shuffled
from solitario.domain.moves import DRAW, FOUNDATIONS, PILES, RECYCLE, STOCK, WASTE, Move, Place, PlaceKind
from solitario.domain.score_events import ScoreEventType
from solitario.domain.table import Table


class Refusal(Enum):
    """The rule that refuses a move; the value is the rule in words."""

    NOTHING_THERE = sentence("there is no card to take")
    SAME_PLACE = sentence("the card is already there")
    FACE_DOWN = sentence("face-down cards cannot be moved")
    ONLY_THE_TOP_CARD = sentence("only the top card can be taken from here")
    ONE_CARD_TO_A_FOUNDATION = sentence("a foundation takes one card at a time")
    OTHER_SUIT = sentence("a foundation takes only its own suit")
    FOUNDATION_STARTS_WITH_ACE = sentence("a foundation starts with the ace")
    FOUNDATION_BUILDS_UP = sentence("a foundation builds up by one")
    EMPTY_PILE_TAKES_KING = sentence("an empty pile takes only a king")
    BUILDS_DOWN_BY_ONE = sentence("piles build down by one")
    COLOURS_ALTERNATE = sentence("colours must alternate in a pile")
    TAKES_NO_CARDS = sentence("no card can be laid there")
    STOCK_IS_EMPTY = sentence("the stock is empty")
    STOCK_IS_NOT_EMPTY = sentence("the waste is turned over only when the stock is empty")
    NOTHING_TO_RECYCLE = sentence("there is nothing left to recycle")


@dataclass(frozen=True, slots=True)
class DealRules:
    """What a table leaves open: the deal it came from, cards a draw, whether recycling shuffles and piles are open."""

    deal_number: int
    draw_count: int
    shuffles: bool = False
    is_open: bool = False


def refusal(table: Table, move: Move) -> Refusal | None:
    """The rule that refuses ``move`` on ``table``; None when it is legal."""
    if move in (DRAW, RECYCLE):
        return _stock_refusal(table, move)
    if move.source == move.target:
        return Refusal.SAME_PLACE
    if STOCK in (move.source, move.target) or move.target == WASTE:
        return Refusal.TAKES_NO_CARDS if move.source != STOCK else Refusal.FACE_DOWN
    cards, why = _lifted(table, move)
    if why is not None:
        return why
    if move.target.kind is PlaceKind.FOUNDATION:
        return _foundation_refusal(table, cards, move.target.index)
    return _pile_refusal(table, cards[0], table.tableau[move.target.index].face_up[-1:])


def _stock_refusal(table: Table, move: Move) -> Refusal | None:
    if move == DRAW:
        return None if table.stock else Refusal.STOCK_IS_EMPTY
    if table.stock:
        return Refusal.STOCK_IS_NOT_EMPTY
    return None if table.waste else Refusal.NOTHING_TO_RECYCLE


def _lifted(table: Table, move: Move) -> tuple[tuple[Card, ...], Refusal | None]:
    """The cards that ``move`` lifts, bottom one first, or why it cannot."""
    if move.source.kind is PlaceKind.PILE:
        pile = table.tableau[move.source.index]
        if pile.is_empty:
            return (), Refusal.NOTHING_THERE
        if move.count > len(pile.face_up):
            return (), Refusal.FACE_DOWN if move.count <= len(pile.face_up + pile.face_down) else Refusal.NOTHING_THERE
        return pile.face_up[-move.count :], None
    top = top_card(table, move.source)
    if top is None:
        return (), Refusal.NOTHING_THERE
    return ((top,), None) if move.count == 1 else ((), Refusal.ONLY_THE_TOP_CARD)


def top_card(table: Table, place: Place) -> Card | None:
    """The card that can be seen on top of ``place``; None where there is none (the stock never shows one)."""
    if place == WASTE:
        return table.waste[-1] if table.waste else None
    if place.kind is PlaceKind.FOUNDATION:
        return table.foundation_top(place.index)
    if place.kind is PlaceKind.PILE and not table.tableau[place.index].is_empty:
        return table.tableau[place.index].face_up[-1]
    return None


def _foundation_refusal(table: Table, cards: tuple[Card, ...], index: int) -> Refusal | None:
    if len(cards) > 1:
        return Refusal.ONE_CARD_TO_A_FOUNDATION
    (card,) = cards
    if table.foundation_index(card) != index:
        return Refusal.OTHER_SUIT
    if card.value == table.foundations[index] + 1:
        return None
    return Refusal.FOUNDATION_BUILDS_UP if table.foundations[index] else Refusal.FOUNDATION_STARTS_WITH_ACE


def _pile_refusal(table: Table, card: Card, onto: tuple[Card, ...]) -> Refusal | None:
    if not onto:
        return None if table.is_open or card.value == table.deck.king_value else Refusal.EMPTY_PILE_TAKES_KING
    if card.value != onto[0].value - 1:
        return Refusal.BUILDS_DOWN_BY_ONE
    return Refusal.COLOURS_ALTERNATE if card.suit.is_red == onto[0].suit.is_red else None


def after(table: Table, move: Move, rules: DealRules) -> Table:
    """The table after a legal ``move``."""
    if move == DRAW:
        return _after_draw(table, rules.draw_count)
    if move == RECYCLE:
        return _after_recycle(table, rules)
    cards, _ = _lifted(table, move)
    lifted = _without(table, move.source, move.count)
    if move.target.kind is PlaceKind.FOUNDATION:
        return lifted.with_foundation(move.target.index, cards[0].value)
    return lifted.with_pile(move.target.index, lifted.tableau[move.target.index].with_cards(cards))


def drawn(table: Table, draw_count: int) -> tuple[Card, ...]:
    """The cards the next draw turns, in the order they are turned: the last one lies on top."""
    return tuple(reversed(table.stock[-draw_count:]))


def _after_draw(table: Table, draw_count: int) -> Table:
    turned = drawn(table, draw_count)
    return replace(table, stock=table.stock[: len(table.stock) - len(turned)], waste=table.waste + turned)


def _after_recycle(table: Table, rules: DealRules) -> Table:
    number = table.recycles + 1
    turned = tuple(reversed(table.waste))
    if rules.shuffles:
        turned = recycled_shuffled(table.waste, rules.deal_number, table.deck, number)
    return replace(table, stock=turned, waste=(), recycles=number)


def _without(table: Table, place: Place, count: int) -> Table:
    if place == WASTE:
        return replace(table, waste=table.waste[:-1])
    if place.kind is PlaceKind.FOUNDATION:
        return table.with_foundation(place.index, table.foundations[place.index] - 1)
    return table.with_pile(place.index, table.tableau[place.index].without_last(count))


def uncovered(table: Table, move: Move) -> Card | None:
    """The face-down card that ``move`` turns up; None when it turns none."""
    if move.source.kind is not PlaceKind.PILE:
        return None
    pile = table.tableau[move.source.index]
    return pile.face_down[-1] if pile.face_down and move.count == len(pile.face_up) else None


def events_of(table: Table, move: Move) -> tuple[ScoreEventType, ...]:
    """What a legal ``move`` counts as; a move between piles that uncovers nothing counts as nothing."""
    if move == DRAW:
        return (ScoreEventType.STOCK_DRAW,)
    if move == RECYCLE:
        return (ScoreEventType.RECYCLE_WASTE,)
    events = []
    if move.target.kind is PlaceKind.FOUNDATION:
        waste = move.source == WASTE
        events.append(ScoreEventType.WASTE_TO_FOUNDATION if waste else ScoreEventType.TABLEAU_TO_FOUNDATION)
    if move.source.kind is PlaceKind.FOUNDATION:
        events.append(ScoreEventType.FOUNDATION_TO_TABLEAU)
    if uncovered(table, move) is not None:
        events.append(ScoreEventType.CARD_REVEALED)
    return tuple(events)


def legal_moves(table: Table) -> tuple[Move, ...]:
    """Every legal move, always in the same order: to foundations, between piles, from the waste, back, stock."""
    return tuple(move for move in _candidates(table) if refusal(table, move) is None)


def _candidates(table: Table) -> Iterator[Move]:
    for source in (*PILES, WASTE):
        card = top_card(table, source)
        if card is not None:
            yield Move(source, FOUNDATIONS[table.foundation_index(card)])
    for source in PILES:
        face_up = table.tableau[source.index].face_up
        for count in range(len(face_up), 0, -1):
            yield from (Move(source, target, count) for target in _piles_taking(table, face_up[-count]))
    for source in (WASTE, *FOUNDATIONS):
        card = top_card(table, source)
        if card is not None:
            yield from (Move(source, target) for target in _piles_taking(table, card))
    yield DRAW
    yield RECYCLE


def _piles_taking(table: Table, card: Card) -> Iterator[Place]:
    for place, pile in zip(PILES, table.tableau, strict=True):
        if _pile_refusal(table, card, pile.face_up[-1:]) is None:
            yield place
