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
LONG_WORD = 9
"""A word with more letters than this is set closer, so that it does not break on a phone."""


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
    def is_long(self) -> bool:
        """Whether a word of the name is too long for a tile of a phone."""
        return max(map(len, self.name.split())) > LONG_WORD

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
