"""A card as it is drawn and said: the same for browser, deck builder, hand and print."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from mazzo.words.pages import card_title
from qb_engine.card_hydrator import shipped
from qb_engine.models import Card
from qb_engine.words.abilities import describe
from qb_engine.words.patterns import describe_pattern

CENTRE, STEP = 25, 10
"""The pattern is drawn in a square of 50 units, five cells of ten."""
MARKS = {"P": "pawn", "E": "effect", "X": "both"}
WIDE = 11
"""A name with more letters than this is set smaller on a tile."""
NARROW, WIDER = frozenset("ijlI'.-"), frozenset("mwMW")
LONG_WORD, LONGEST_WORD = 4.9, 5.8
"""A word that is wider than this, in heights of its letters, is set closer, so that it does not break on a phone."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A mark of the pattern: where it is drawn, and whether it is a pawn, an effect or both."""

    x: int
    y: int
    kind: str


@dataclass(frozen=True, slots=True)
class CardView:
    """One card in one language."""

    id: str
    name: str
    power: int
    rank: int
    is_replace: bool
    is_token: bool
    is_legendary: bool
    cells: tuple[Cell, ...]
    mirrored: tuple[Cell, ...]
    title: str
    pattern: str
    ability: str

    @property
    def is_wide(self) -> bool:
        """Whether the name is long."""
        return len(self.name) > WIDE

    @property
    def set_as(self) -> str:
        """How the name is set on a tile: closer where a word is long, smaller where there are many letters."""
        width = max(sum(map(_width, word)) for word in self.name.split())
        return "longest" if width > LONGEST_WORD else "long" if width > LONG_WORD else "wide" if self.is_wide else ""

    @property
    def name_lines(self) -> tuple[str, ...]:
        """The name in one or two lines of about the same length."""
        words = self.name.split()
        if len(self.name) <= WIDE or len(words) == 1:
            return (self.name,)
        cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
        return min(cuts, key=lambda lines: max(map(len, lines)))


@lru_cache(maxsize=1024)
def card_view(card_id: str, language: str) -> CardView:
    """The card with this id."""
    card = shipped().get_card(card_id)
    return CardView(
        id=card.id,
        name=card.name,
        power=card.power,
        rank=card.cost,
        is_replace=card.is_replace,
        is_token=card.is_token,
        is_legendary=card.category == "Legendary",
        cells=_cells(card, 1),
        mirrored=_cells(card, -1),
        title=card_title(card, language),
        pattern=describe_pattern(card, language),
        ability=" ".join(describe(card, shipped().effects, language)),
    )


def _cells(card: Card, ahead: int) -> tuple[Cell, ...]:
    return tuple(
        Cell(CENTRE + STEP * ahead * cell.dx, CENTRE - STEP * cell.dy, MARKS[cell.kind]) for cell in card.pattern
    )


def _width(letter: str) -> float:
    """About how wide a letter of a heavy narrow type is, in heights of a line."""
    return 0.32 if letter in NARROW else 0.43 if letter in "ftr" else 0.9 if letter in WIDER else 0.61
