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

    hides: tuple[bool, ...]
    coming: tuple[int, ...]
    opposite: tuple[tuple[int, ...], ...]
    beginners: list[int]
    """The cards that an empty pile takes."""

    @classmethod
    def of(cls, table: Table, coming: Iterable[Card]) -> Search:
        """The search that starts at ``table``."""
        suits = table.deck.suits
        return cls(
            tuple(bool(pile.face_down) for pile in table.tableau),
            tuple(packed(table.deck, card) for card in coming),
            tuple(tuple(i for i, other in enumerate(suits) if other.is_red != suit.is_red) for suit in suits),
            [
                index * SUIT_STEP + value
                for index in range(len(suits))
                for value in range(1 if table.is_open else table.deck.king_value, table.deck.king_value + 1)
            ],
        )

    def takers(self, piles: Piles) -> dict[int, list[int]]:
        """For each card that some pile takes, the piles that take it; of several empty piles only the first."""
        found: dict[int, list[int]] = {}
        empty_seen = False
        for index, pile in enumerate(piles):
            if pile:
                suit, value = divmod(pile[-1], SUIT_STEP)
                wanted = [other * SUIT_STEP + value - 1 for other in self.opposite[suit]]
            else:
                wanted = [] if empty_seen else self.beginners
                empty_seen = True
            for card in wanted:
                found.setdefault(card, []).append(index)
        return found

    def goes_up(self, card: int, foundations: tuple[int, ...]) -> bool:
        """Whether ``card`` is the next of its foundation."""
        return card % SUIT_STEP == foundations[card // SUIT_STEP] + 1


def first_step(table: Table, coming: Iterable[Card]) -> tuple[Move | None, bool]:
    """The first move of a shortest rearrangement that leads to progress, and whether every one was looked at.

    Progress is a card that can be uncovered, or one of the ``coming`` waste cards that can be played.
    """
    search, start = Search.of(table, coming), packed_position(table)
    seen = {_key(search, start)}
    queue: deque[tuple[Position, Move | None]] = deque([(start, None)])
    while queue:
        here, first = queue.popleft()
        for move, there in steps(search, here):
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


def packed(deck: Deck, card: Card) -> int:
    """``card`` as a number."""
    return deck.suits.index(card.suit) * SUIT_STEP + card.value


def packed_position(table: Table) -> Position:
    """What of ``table`` a rearrangement can change."""
    return tuple(tuple(packed(table.deck, card) for card in pile.face_up) for pile in table.tableau), table.foundations


def _key(search: Search, position: Position) -> object:
    """What makes two positions the same: piles that hide nothing may lie in any order."""
    piles, foundations = position
    fixed = tuple(pile for pile, hides in zip(piles, search.hides, strict=True) if hides)
    free = frozenset(pile for pile, hides in zip(piles, search.hides, strict=True) if not hides)
    return fixed, free, foundations


def steps(search: Search, position: Position) -> Iterator[tuple[Move, Position]]:
    """Every rearranging move and where it leads."""
    piles, foundations = position
    takers = search.takers(piles)
    for index, pile in enumerate(piles):
        lowest = 1 if search.hides[index] else 0
        if len(pile) > lowest and search.goes_up(pile[-1], foundations):
            suit = pile[-1] // SUIT_STEP
            founded = _with(foundations, suit, foundations[suit] + 1)
            yield Move(PILES[index], FOUNDATIONS[suit]), (_with(piles, index, pile[:-1]), founded)
        for start in range(lowest, len(pile)):
            for target in takers.get(pile[start], ()):
                if start == 0 and not piles[target]:
                    continue  # a king that already lies at the bottom gains nothing in another empty pile
                moved = _with(_with(piles, index, pile[:start]), target, piles[target] + pile[start:])
                yield Move(PILES[index], PILES[target], len(pile) - start), (moved, foundations)
    for suit, value in enumerate(foundations):
        card = suit * SUIT_STEP + value
        for target in takers.get(card, ()) if value else ():
            founded = _with(foundations, suit, value - 1)
            yield Move(FOUNDATIONS[suit], PILES[target]), (_with(piles, target, (*piles[target], card)), founded)


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _leads_on(search: Search, position: Position) -> bool:
    """Whether progress is one move away."""
    piles, foundations = position
    takers = search.takers(piles)
    for index, pile in enumerate(piles):
        lone_goes_up = len(pile) == 1 and search.goes_up(pile[0], foundations)
        if search.hides[index] and (pile[0] in takers or lone_goes_up):
            return True
    return any(card in takers or search.goes_up(card, foundations) for card in search.coming)
