"""Worlds of one moment: what you see, completed with hidden cards as the belief has them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb, perm
from typing import Any

from kernelkit.chance import MASK, Chance, below, seeded
from qb_engine.kernel.layout import ENEMY, HAND_CAPACITY, YOU, State
from qb_engine.knowledge.belief import EnemyBelief, Unseen, pool_copies
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.models import DECK_SIZE, OPENING_HAND

Hidden = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The enemy's unknown hand cards in order of number, the enemy's deck and yours, each with its next card last."""


COMPLETIONS = 240
"""So many decks stand for all that a list known in part may belong to."""
COMPLETION_STREAM = 9


class Dealer:
    """Deals worlds by chance, as many as are asked for, or lists them all where they are few."""

    def __init__(self, view: PlayerView, belief: EnemyBelief) -> None:
        engine = view.engine
        self._engine = engine
        self._own = [engine.number(card_id) for card_id in _own_cards(view)]
        ways = [whole for way in belief.unseen for whole in completed(way)]
        self._ways = [_numbers(view, way) for way in ways] or [[]]
        self._weights = [way.weight for way in ways] or [1.0]
        # Whatever was believed, a dealt hand and deck fit their places: the kernel deals without looking.
        certain = belief.certain[:HAND_CAPACITY]
        self._in_hand = min(belief.unknown, HAND_CAPACITY - len(certain))
        self._root = engine.copied(view.cells)
        record = engine.seen(self._root)
        record.hand_count[ENEMY] = len(certain)
        for place, card_id in enumerate(certain):
            record.hand[ENEMY][place] = engine.number(card_id)
        for side, size in ((YOU, _own_deck_size(view)), (ENEMY, view.enemy_deck_count)):
            record.deck_count[side] = min(size, DECK_SIZE)
        for side in (YOU, ENEMY):
            record.hand_tracked[side] = 1
        self._chance = engine.row(Chance())
        self._rows = [engine.numbers_row(values) for values in self._tables()]

    def _tables(self) -> Iterator[list[int]]:
        """Your cards, the enemy's ways in a row, where each ends, its share of all words, and room to shuffle."""
        cards = [card for way in self._ways for card in way]
        ends = [sum(map(len, self._ways[: place + 1])) for place in range(len(self._ways))]
        bounds = [round(sum(self._weights[: place + 1]) * MASK) for place in range(len(self._ways) - 1)]
        yield from (self._own, cards, ends, [*bounds, MASK + 1], [0] * max(len(cards), len(self._own)))

    def deal_into(self, worlds: Any, seed: int, first: int) -> None:
        """Fill ``worlds`` with the worlds of ``seed`` that are numbered from ``first``."""
        *tables, scratch = self._rows
        self._engine.kernel.deal_worlds(worlds, self._root, self._chance, seed, first, *tables, self._in_hand, scratch)

    def count(self) -> int:
        """How many worlds there are, equal cards told apart."""
        own = perm(len(self._own), self._drawn(YOU, len(self._own)))
        return own * sum(self._orders(len(way)) for way in self._ways)

    def all_worlds(self) -> Iterator[tuple[Any, float]]:
        """Every world, in a row of one cell, with its chance; each is made when it is asked for."""
        return ((self._world(hidden), chance) for hidden, chance in sorted(self._chances().items()))

    def _drawn(self, side: int, cards: int) -> int:
        return min(int(self._engine.seen(self._root).deck_count[side]), cards)

    def _orders(self, cards: int) -> int:
        """How many hands and decks can be dealt from so many cards of the enemy's."""
        held = min(self._in_hand, cards)
        return comb(cards, held) * perm(cards - held, self._drawn(ENEMY, cards - held))

    def _chances(self) -> dict[Hidden, float]:
        """The chance of each world; those that differ only in which copy is which are one."""
        chances: dict[Hidden, float] = defaultdict(float)
        own_orders = list(permutations(self._own, self._drawn(YOU, len(self._own))))
        for way, weight in zip(self._ways, self._weights, strict=True):
            chance = weight / self._orders(len(way)) / len(own_orders)
            for places in combinations(range(len(way)), min(self._in_hand, len(way))):
                hand = tuple(sorted(way[place] for place in places))
                rest = [card for place, card in enumerate(way) if place not in places]
                for deck in permutations(rest, self._drawn(ENEMY, len(rest))):
                    for own in own_orders:
                        chances[hand, deck, own] += chance
        return chances

    def _world(self, hidden: Hidden) -> Any:
        hand, deck, own = hidden
        cells = self._engine.copied(self._root)
        record = self._engine.seen(cells)
        for card in hand:
            record.hand[ENEMY][record.hand_count[ENEMY]] = card
            record.hand_count[ENEMY] += 1
        for side, cards in ((ENEMY, deck), (YOU, own)):
            record.deck_count[side] = len(cards)
            for place, card in enumerate(cards):
                record.deck[side][place] = card
        return cells


def new_worlds(view: PlayerView, count: int) -> Any:
    """Room for ``count`` worlds."""
    return view.engine.rows(State, count)


def completed(way: Unseen) -> list[Unseen]:
    """The way itself, or of one with a list so many decks that the list may be part of, each as likely as the others.

    Their other cards are drawn from the pool by chance, the same for the same way.
    """
    if not way.listed:
        return [way]
    pool = [card_id for card_id, copies in way.copies.items() for _ in range(copies)]
    slots, chance = min(way.slots, len(pool)), seeded(0, COMPLETION_STREAM)
    count = COMPLETIONS if slots else 1
    found = []
    for _deck in range(count):
        rest = list(pool)
        others = Counter(rest.pop(below(chance, len(rest))) for _place in range(slots))
        found.append(Unseen(dict(sorted((others + Counter(way.listed)).items())), way.weight / count))
    return found


def _numbers(view: PlayerView, way: Unseen) -> list[int]:
    return [view.engine.number(card_id) for card_id, copies in way.copies.items() for _ in range(copies)]


def _own_cards(view: PlayerView) -> list[str]:
    """What you may still draw; when your deck is not known, any card but those you hold."""
    if view.deck_ids is not None:
        return list(view.deck_ids)
    copies = pool_copies(view.engine.ruleset, view.engine.cards)
    return [card_id for card_id, number in copies.items() for _ in range(number - view.hand.count(card_id))]


def _own_deck_size(view: PlayerView) -> int:
    if view.deck_ids is not None:
        return len(view.deck_ids)
    return DECK_SIZE - OPENING_HAND - view.game.draws_made("Y")
