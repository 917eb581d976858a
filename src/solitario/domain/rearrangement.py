"""A search through rearrangements: moves that uncover nothing and take nothing from the waste.

Thousands of positions are looked at between two key presses, so they are packed: a card is ``suit * 16 + value``, a
position is its face-up piles and its foundations. Every rule here is one of ``rules``; a test plays both side by side.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from solitario.domain.cards import Card, Deck
from solitario.domain.moves import FOUNDATIONS, PILES, Move
from solitario.domain.table import Table

SEARCH_LIMIT = 1500
"""Positions looked at before giving up without a verdict; most real tables need far fewer."""
SUIT_STEP = 16

T = TypeVar("T")
Piles: TypeAlias = tuple[tuple[int, ...], ...]
Position: TypeAlias = tuple[Piles, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Search:
    """What stays the same during one search."""

    deck: Deck
    hides: tuple[bool, ...]
    coming: tuple[int, ...]

    def is_red(self, card: int) -> bool:
        """The colour of a packed card."""
        return self.deck.suits[card // SUIT_STEP].is_red

    def fits(self, card: int, pile: tuple[int, ...]) -> bool:
        """Whether ``card`` may be laid on ``pile``."""
        if not pile:
            return card % SUIT_STEP == self.deck.king_value
        return card % SUIT_STEP == pile[-1] % SUIT_STEP - 1 and self.is_red(card) != self.is_red(pile[-1])

    def goes_up(self, card: int, foundations: tuple[int, ...]) -> bool:
        """Whether ``card`` is the next of its foundation."""
        return card % SUIT_STEP == foundations[card // SUIT_STEP] + 1


def first_step(table: Table, coming: Iterable[Card]) -> tuple[Move | None, bool]:
    """The first move of a shortest rearrangement that leads to progress, and whether every one was looked at.

    Progress is a card that can be uncovered, or one of the ``coming`` waste cards that can be played.
    """
    search = Search(
        table.deck,
        tuple(bool(pile.face_down) for pile in table.tableau),
        tuple(_packed(table.deck, card) for card in coming),
    )
    start = (
        tuple(tuple(_packed(table.deck, card) for card in pile.face_up) for pile in table.tableau),
        table.foundations,
    )
    seen = {_key(search, start)}
    queue: deque[tuple[Position, Move | None]] = deque([(start, None)])
    while queue:
        here, first = queue.popleft()
        for move, there in _steps(search, here):
            key = _key(search, there)
            if key in seen:
                continue
            step = move if first is None else first
            if _leads_on(search, there):
                return step, True
            if len(seen) >= SEARCH_LIMIT:
                return None, False
            seen.add(key)
            queue.append((there, step))
    return None, True


def _packed(deck: Deck, card: Card) -> int:
    return deck.suits.index(card.suit) * SUIT_STEP + card.value


def _key(search: Search, position: Position) -> object:
    """What makes two positions the same: piles that hide nothing may lie in any order."""
    piles, foundations = position
    fixed = tuple(pile for pile, hides in zip(piles, search.hides, strict=True) if hides)
    free = frozenset(pile for pile, hides in zip(piles, search.hides, strict=True) if not hides)
    return fixed, free, foundations


def _steps(search: Search, position: Position) -> Iterator[tuple[Move, Position]]:
    """Every rearranging move and where it leads."""
    piles, foundations = position
    for index, pile in enumerate(piles):
        lowest = 1 if search.hides[index] else 0
        if len(pile) > lowest and search.goes_up(pile[-1], foundations):
            suit = pile[-1] // SUIT_STEP
            founded = _with(foundations, suit, foundations[suit] + 1)
            yield Move(PILES[index], FOUNDATIONS[suit]), (_with(piles, index, pile[:-1]), founded)
        for start in range(lowest, len(pile)):
            for target in _targets(search, piles, pile[start], index if start == 0 else -1):
                moved = _with(_with(piles, index, pile[:start]), target, piles[target] + pile[start:])
                yield Move(PILES[index], PILES[target], len(pile) - start), (moved, foundations)
    for suit, value in enumerate(foundations):
        if value:
            card = suit * SUIT_STEP + value
            founded = _with(foundations, suit, value - 1)
            for target in _targets(search, piles, card, -1):
                yield Move(FOUNDATIONS[suit], PILES[target]), (_with(piles, target, (*piles[target], card)), founded)


def _targets(search: Search, piles: Piles, card: int, whole_pile: int) -> Iterator[int]:
    """Piles that take ``card``; of several empty ones the first, and none for a king already at the bottom."""
    empty_seen = whole_pile >= 0
    for index, pile in enumerate(piles):
        if search.fits(card, pile) and index != whole_pile:
            if not pile:
                if empty_seen:
                    continue
                empty_seen = True
            yield index


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _leads_on(search: Search, position: Position) -> bool:
    """Whether progress is one move away."""
    piles, foundations = position
    for index, pile in enumerate(piles):
        if search.hides[index]:
            if len(pile) == 1 and search.goes_up(pile[0], foundations):
                return True
            if any(search.fits(pile[0], other) for place, other in enumerate(piles) if place != index):
                return True
    return any(
        search.goes_up(card, foundations) or any(search.fits(card, pile) for pile in piles) for card in search.coming
    )
