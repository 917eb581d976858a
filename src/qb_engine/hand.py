"""A hand: cards in the order in which they came, as a frozen value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qb_engine.errors import NotInHandError, Refusal


@dataclass(frozen=True, slots=True)
class Hand:
    """What one side holds at one moment; draws and additions come last."""

    card_ids: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.card_ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self.card_ids)

    def __getitem__(self, hand_index: int) -> str:
        if not 0 <= hand_index < len(self.card_ids):
            asked = f"card number {hand_index + 1}"
            raise NotInHandError(Refusal.NOT_IN_HAND, asked, needed=hand_index + 1, there=len(self.card_ids))
        return self.card_ids[hand_index]

    def index_of(self, card_id: str) -> int | None:
        """The place of the first card with this id: equal cards are interchangeable, the first is taken."""
        return self.card_ids.index(card_id) if card_id in self.card_ids else None
