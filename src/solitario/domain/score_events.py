"""What happens in a game and is worth, or could be worth, points."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ScoreEventType(StrEnum):
    """The events of scoring v2.0; the value is the name used in files and logs."""

    WASTE_TO_FOUNDATION = "waste_to_foundation"
    TABLEAU_TO_FOUNDATION = "tableau_to_foundation"
    CARD_REVEALED = "card_revealed"
    FOUNDATION_TO_TABLEAU = "foundation_to_tableau"
    STOCK_DRAW = "stock_draw"
    RECYCLE_WASTE = "recycle_waste"
    INVALID_MOVE = "invalid_move"
    AUTO_MOVE = "auto_move"
    UNDO_MOVE = "undo_move"
    HINT_USED = "hint_used"


PROGRESSIVE_EVENTS = frozenset({ScoreEventType.STOCK_DRAW, ScoreEventType.RECYCLE_WASTE})
"""Priced by how many there have been; they are never withdrawn, so that nobody draws for free by undoing."""

FIXED_EVENTS = frozenset(ScoreEventType) - PROGRESSIVE_EVENTS
"""Priced once in the configuration, each time the same."""


@dataclass(frozen=True, slots=True)
class ScoreEvent:
    """One line of the score's log: what happened, how often, and the points it brought.

    ``times`` is -1 for an event withdrawn by an undo; the points of all lines add up to the base score.
    """

    event_type: ScoreEventType
    points: int
    times: int = 1
