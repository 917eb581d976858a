"""A deck: fifteen cards that the rules accept, as a frozen value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from kernelkit.chance import seeded
from kernelkit.spoken import Said, sentence
from qb_engine.card_hydrator import shipped
from qb_engine.errors import InvalidDeckError, UnknownCardError
from qb_engine.kernel.layout import State
from qb_engine.kernel.turns import shuffle_into
from qb_engine.models import DECK_SIZE, OPENING_HAND, Card
from qb_engine.moves import SIDES, Side
from qb_engine.ruleset import CATEGORIES, SPEC, Ruleset


@dataclass(frozen=True, slots=True)
class Deck:
    """Card ids in the order in which they were given; InvalidDeckError names the first fault.

    ``pool`` are the cards that there are, the shipped ones unless given.
    """

    card_ids: tuple[str, ...]
    ruleset: Ruleset = SPEC
    pool: tuple[Card, ...] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "card_ids", tuple(self.card_ids))
        limits = _limits(self.ruleset.max_copies, self.pool)
        copies = Counter(self.card_ids)
        if len(self.card_ids) == DECK_SIZE and all(limits.get(card_id, 0) >= copies[card_id] for card_id in copies):
            return
        for fault in deck_faults(self.card_ids, self.ruleset, self.pool):
            raise InvalidDeckError(reason=fault)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards themselves."""
        return tuple(_card(card_id, self.pool) for card_id in self.card_ids)

    def shuffled(self, seed: int, side: Side = "Y") -> tuple[str, ...]:
        """The order in which the cards come in a game of this seed, before any mulligan, the first to be drawn first.

        The same seed always gives the same order. Your deck is shuffled first, so that the enemy's side has its own.
        """
        state, chance, number = State(), seeded(seed), SIDES.index(side)
        for shuffled in range(number + 1):
            for place in range(len(self)):  # the next card is the last of the kernel's list
                state.deck[shuffled][place] = len(self) - 1 - place
            state.deck_count[shuffled] = len(self)
            shuffle_into(state, chance, shuffled)
        return tuple(self.card_ids[place] for place in reversed(state.deck[number][: len(self)]))

    def draw(self, seed: int, count: int = OPENING_HAND, side: Side = "Y") -> tuple[str, ...]:
        """The first ``count`` cards of that order: the opening hand, unless told otherwise."""
        return self.shuffled(seed, side)[:count]

    def __len__(self) -> int:
        return len(self.card_ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self.card_ids)


@lru_cache(maxsize=64)
def _limits(max_copies: tuple[int, int], pool: tuple[Card, ...] | None) -> Mapping[str, int]:
    """How often each card may stand in a deck; tokens may not."""
    limits = dict(zip(CATEGORIES, max_copies, strict=True))
    return {card.id: limits[card.category] for card in pool or shipped().cards if not card.is_token}


def _card(card_id: str, pool: tuple[Card, ...] | None) -> Card:
    if pool is None:
        return shipped().get_card(card_id)
    found = next((card for card in pool if card.id == card_id), None)
    if found is None:
        raise UnknownCardError(asked=card_id[:60], nearest=", ".join(card.id for card in pool[:3]))
    return found


def deck_faults(card_ids: Sequence[str], ruleset: Ruleset, pool: tuple[Card, ...] | None = None) -> Iterator[Said]:
    """Everything that keeps ``card_ids`` from being a deck; UnknownCardError for a card nobody has."""
    if len(card_ids) != DECK_SIZE:
        yield Said(sentence("it has {there} cards and a deck has {needed}"), there=len(card_ids), needed=DECK_SIZE)
    standard, legendary = ruleset.max_copies
    for card_id, copies in Counter(card_ids).items():
        card = _card(card_id, pool)
        if card.is_token:
            reason = sentence("{card} is a token, and tokens are never part of a deck")
            yield Said(reason, card=f"{card.name} ({card_id})")
        limit = legendary if card.category == "Legendary" else standard
        if not card.is_token and copies > limit:
            reason = sentence("{card} stands in it {copies} times, at most {limit} are allowed")
            yield Said(reason, card=f"{card.name} ({card_id})", copies=copies, limit=limit)
