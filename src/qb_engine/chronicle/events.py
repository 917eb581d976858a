"""What happens in a play, step by step, as typed values. ``chronicle`` reads them from the kernel's log."""

from __future__ import annotations

from dataclasses import dataclass

from qb_engine.effect_engine import LaneScore
from qb_engine.moves import Owner, Side


@dataclass(frozen=True, slots=True)
class CardAt:
    """A card on a tile, as the events name it."""

    card_id: str
    side: Side
    tile: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A card is laid from the hand."""

    card: CardAt
    power: int


@dataclass(frozen=True, slots=True)
class Spawned:
    """An effect of ``source`` puts a token on a tile of this rank."""

    card: CardAt
    source: CardAt
    replaced_pawns: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """A card makes way for the one laid on it; ``power`` is what the newcomer may hand on."""

    card: CardAt
    power: int


@dataclass(frozen=True, slots=True)
class PawnChanged:
    """A tile's pawns are now these; ``source`` is None when pawns were taken back with their card."""

    tile: str
    owner: Owner
    rank: int
    source: CardAt | None


@dataclass(frozen=True, slots=True)
class AuraChanged:
    """An aura begins or ends; ``touched`` are the cards that feel it at that moment."""

    source: CardAt
    amount: int
    is_on: bool
    touched: tuple[CardAt, ...]


@dataclass(frozen=True, slots=True)
class PowerChanged:
    """An effect of ``source`` changes a card's power for good."""

    card: CardAt
    source: CardAt
    amount: int


@dataclass(frozen=True, slots=True)
class Scaled:
    """A card that watches others be played or destroyed has gained."""

    card: CardAt
    amount: int


@dataclass(frozen=True, slots=True)
class TriggerFired:
    """A condition became true and the card answers; ``power`` is what it had then."""

    card: CardAt
    trigger: str
    power: int


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A card leaves the board; ``power`` is what it had."""

    card: CardAt
    power: int


@dataclass(frozen=True, slots=True)
class AddedToHand:
    """An effect of ``source`` adds a card to the hand of ``side``."""

    card_id: str
    side: Side
    source: CardAt


@dataclass(frozen=True, slots=True)
class LaneResult:
    """A lane's score before and after the move, when it changed."""

    before: LaneScore
    after: LaneScore


@dataclass(frozen=True, slots=True)
class Passed:
    """A side passed."""

    side: Side


@dataclass(frozen=True, slots=True)
class CutShort:
    """The play had more steps than the log holds; those after this are not told."""


Event = (
    Placed
    | CutShort
    | Spawned
    | Replaced
    | PawnChanged
    | AuraChanged
    | PowerChanged
    | Scaled
    | TriggerFired
    | Destroyed
    | AddedToHand
    | LaneResult
    | Passed
)
