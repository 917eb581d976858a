"""Moves and the places they join, each with one text for journal, test and command.

``S>W`` draws, ``W>S`` recycles, ``W>3`` lays the waste card on pile 3, ``3>5:2`` moves a run of two, ``3>F`` goes to
the foundation of the card's suit, ``F2>4`` takes a card back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from kernelkit.spoken import sentence
from solitario.errors import InvalidDealError


class PlaceKind(Enum):
    """The four kinds of place."""

    STOCK = "S"
    WASTE = "W"
    FOUNDATION = "F"
    PILE = ""


@dataclass(frozen=True, slots=True)
class Place:
    """One place on the table; ``index`` counts foundations and piles from 0."""

    kind: PlaceKind
    index: int = 0

    def __str__(self) -> str:
        return self.kind.value + (str(self.index + 1) if self.kind in NUMBERED else "")

    @classmethod
    def parse(cls, text: str) -> Place:
        """The place written as ``text``; InvalidDealError for any other text."""
        if text not in _PLACE_BY_TEXT:
            raise InvalidDealError(value=text, reason=sentence("there is no such place on the table"))
        return _PLACE_BY_TEXT[text]


NUMBERED = (PlaceKind.FOUNDATION, PlaceKind.PILE)
STOCK = Place(PlaceKind.STOCK)
WASTE = Place(PlaceKind.WASTE)
FOUNDATIONS = tuple(Place(PlaceKind.FOUNDATION, index) for index in range(4))
PILES = tuple(Place(PlaceKind.PILE, index) for index in range(7))
_PLACE_BY_TEXT = {str(place): place for place in (STOCK, WASTE, *FOUNDATIONS, *PILES)}
_MOVE_TEXT = re.compile(r"([SWF1-7][1-4]?)>([SWF1-7][1-4]?)(?::([1-9][0-9]?))?")


@dataclass(frozen=True, slots=True)
class Move:
    """``count`` cards from one place to another; a draw and a recycle are moves between stock and waste."""

    source: Place
    target: Place
    count: int = 1

    def __str__(self) -> str:
        return f"{self.source}>{self.target}" + (f":{self.count}" if self.count != 1 else "")

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move written as ``text``, the inverse of ``str``; InvalidDealError for any other text."""
        match = _MOVE_TEXT.fullmatch(text)
        if match is None:
            raise InvalidDealError(value=text, reason=sentence("this is not a move"))
        return cls(Place.parse(match[1]), Place.parse(match[2]), int(match[3] or 1))


DRAW = Move(STOCK, WASTE)
RECYCLE = Move(WASTE, STOCK)
