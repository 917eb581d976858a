"""A deck: fifteen cards that the rules accept, as a frozen value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kernelkit.spoken import Said, sentence
from qb_engine.card_hydrator import shipped
from qb_engine.errors import InvalidDeckError
from qb_engine.models import DECK_SIZE, Card
from qb_engine.ruleset import SPEC, Ruleset


@dataclass(frozen=True, slots=True)
class Deck:
    """Card ids in the order in which they were given; InvalidDeckError names the first fault."""

    card_ids: tuple[str, ...]
    ruleset: Ruleset = SPEC

    def __post_init__(self) -> None:
        object.__setattr__(self, "card_ids", tuple(self.card_ids))
        for fault in deck_faults(self.card_ids, self.ruleset):
            raise InvalidDeckError(reason=fault)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards themselves."""
        return tuple(shipped().get_card(card_id) for card_id in self.card_ids)

    def __len__(self) -> int:
        return len(self.card_ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self.card_ids)


def deck_faults(card_ids: Sequence[str], ruleset: Ruleset) -> Iterator[Said]:
    """Everything that keeps ``card_ids`` from being a deck; UnknownCardError for a card nobody has."""
    if len(card_ids) != DECK_SIZE:
        yield Said(sentence("it has {there} cards and a deck has {needed}"), there=len(card_ids), needed=DECK_SIZE)
    standard, legendary = ruleset.max_copies
    for card_id, copies in Counter(card_ids).items():
        card = shipped().get_card(card_id)
        if card.is_token:
            reason = sentence("{card} is a token, and tokens are never part of a deck")
            yield Said(reason, card=f"{card.name} ({card_id})")
        limit = legendary if card.category == "Legendary" else standard
        if not card.is_token and copies > limit:
            reason = sentence("{card} stands in it {copies} times, at most {limit} are allowed")
            yield Said(reason, card=f"{card.name} ({card_id})", copies=copies, limit=limit)
