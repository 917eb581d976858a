"""Cards and what they do, as frozen values read from the two data files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Category = Literal["Standard", "Legendary", "Token"]
CellKind = Literal["P", "E", "X"]

GRID_SIZE = 5
GRID_CENTRE = GRID_SIZE // 2
DECK_SIZE = 15
OPENING_HAND = 5
MAX_RANK = 3


@dataclass(frozen=True, slots=True, order=True)
class PatternCell:
    """One cell of a card's reach: columns forward, rows up, and what it carries (P pawn, E effect, X both)."""

    dx: int
    dy: int
    kind: CellKind


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing an effect does. Only the fields its ``type`` uses are set."""

    type: str
    amount: int = 0
    amount_per: int = 0
    per: str = ""
    mode: str = ""
    adjustment: str = ""
    apply_to: str = ""
    card_ids: tuple[str, ...] = ()
    token_ids: tuple[str, ...] = ()
    exclude_self: bool = False


@dataclass(frozen=True, slots=True)
class Threshold:
    """Fires when ``stat`` (always power) reaches ``value`` from below: each time, or only the first time."""

    stat: str
    value: int


@dataclass(frozen=True, slots=True)
class Effect:
    """One entry of the effect registry: when, on whom, what."""

    id: str
    trigger: str
    scope: str
    operations: tuple[Operation, ...]
    threshold: Threshold | None = None
    first_time: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """One card as printed; ``cost`` is the rank its tile needs (0 for a card that replaces an ally)."""

    id: str
    name: str
    category: Category
    cost: int
    power: int
    pattern: tuple[PatternCell, ...]
    grid: tuple[str, ...]
    effect_ids: tuple[str, ...] = ()
    is_replace: bool = False

    @property
    def effect_id(self) -> str | None:
        """The first effect, or None for a card without ability."""
        return self.effect_ids[0] if self.effect_ids else None

    @property
    def is_token(self) -> bool:
        """Whether the card is made by other cards and never part of a deck."""
        return self.category == "Token"
