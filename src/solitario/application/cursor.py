"""Where the player is: a place, and in a pile one stop on it.

The stops of a pile from the bottom: its face-down cards counted as one, then each face-up card. Places stand in one
row: piles 1 to 7, the four foundations, waste, stock. Nothing wraps around.
"""

from __future__ import annotations

from dataclasses import dataclass

from solitario.domain.cards import Card
from solitario.domain.moves import FOUNDATIONS, PILES, STOCK, WASTE, Place, PlaceKind
from solitario.domain.rules import top_card
from solitario.domain.table import Table

ROW = (*PILES, *FOUNDATIONS, WASTE, STOCK)


@dataclass(frozen=True, slots=True)
class Selection:
    """Cards that were picked up and wait for their place: the last ``count`` of ``source``."""

    source: Place
    count: int


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place and the stop on it, from 0; ``stop`` is 0 everywhere but in a pile."""

    place: Place
    stop: int = 0

    @classmethod
    def on(cls, place: Place, table: Table) -> Cursor:
        """The cursor on the top card of ``place``."""
        return cls(place, max(0, stop_count(table, place) - 1))

    def kept_on(self, table: Table) -> Cursor:
        """The cursor where it was, or on the top card when its stop is gone."""
        return Cursor(self.place, max(0, min(self.stop, stop_count(table, self.place) - 1)))

    def moved(self, direction: str, table: Table) -> Cursor | None:
        """The cursor one step ``left``, ``right``, ``up``, ``down``, or at the ``home`` or ``end`` of its pile."""
        if direction in ("left", "right"):
            index = ROW.index(self.place) + (1 if direction == "right" else -1)
            return Cursor.on(ROW[index], table) if 0 <= index < len(ROW) else None
        last = stop_count(table, self.place) - 1
        stop = {"up": self.stop - 1, "down": self.stop + 1, "home": 0, "end": max(0, last)}[direction]
        if direction in ("home", "end"):
            return Cursor(self.place, stop)
        return Cursor(self.place, stop) if 0 <= stop <= last else None

    def card(self, table: Table) -> Card | None:
        """The face-up card under the cursor; None on an empty place, the stock or face-down cards."""
        if self.place.kind is not PlaceKind.PILE:
            return top_card(table, self.place)
        index = self.face_up_index(table)
        pile = table.tableau[self.place.index]
        return pile.face_up[index] if 0 <= index < len(pile.face_up) else None

    def face_up_index(self, table: Table) -> int:
        """The index among the face-up cards of the pile; -1 on its face-down cards."""
        return self.stop - (1 if table.tableau[self.place.index].face_down else 0)

    def selection(self, table: Table) -> Selection | None:
        """What would be picked up here: the card and all that lie on it; None where nothing can be."""
        if self.place == STOCK or self.card(table) is None:
            return None
        if self.place.kind is not PlaceKind.PILE:
            return Selection(self.place, 1)
        face_up = table.tableau[self.place.index].face_up
        return Selection(self.place, len(face_up) - self.face_up_index(table))


def stop_count(table: Table, place: Place) -> int:
    """How many stops ``place`` has; 0 in an empty pile."""
    if place.kind is not PlaceKind.PILE:
        return 1
    pile = table.tableau[place.index]
    return len(pile.face_up) + (1 if pile.face_down else 0)
