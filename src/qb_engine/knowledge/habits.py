"""How an opponent plays beside playing well: in which share of its turns it follows a habit instead of thinking."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """In so many of its turns the enemy ``passes`` although it could lay a card, or ``takes_points``.

    Who takes points lays the card that gives most of them right then. In all its other turns it is taken to answer as
    well as the search can find; so without habits nothing changes.
    """

    passes: float = 0.0
    takes_points: float = 0.0

    def __post_init__(self) -> None:
        if not (self.passes >= 0 and self.takes_points >= 0 and self.passes + self.takes_points <= 1):
            raise ValueError(f"{self} are no shares of one whole")


NO_HABITS = Habits()
