"""Where a card reaches, for the ear: ``pawns ahead and behind; affects two ahead``.

Directions are the card's own: ahead is towards the opponent, above is the lane above. Shapes that the ear knows
at once ("all around") come before single tiles.
"""

from __future__ import annotations

from gettext import NullTranslations
from types import MappingProxyType

from kernelkit.spoken import catalogue, sentence
from qb_engine.models import Card

PACKAGE = "qb_engine"

Cell = tuple[int, int]

SIDES_OF_A_TILE = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))

SHAPES: tuple[tuple[frozenset[Cell], str], ...] = (
    (frozenset((*SIDES_OF_A_TILE, *DIAGONALS)), sentence("all around")),
    (
        frozenset((2 * dx, 2 * dy) for dx, dy in (*SIDES_OF_A_TILE, *DIAGONALS)),
        sentence("two away in all eight directions"),
    ),
    (
        frozenset((dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx) != abs(dy)),
        sentence("a knight's move away in all eight directions"),
    ),
    (frozenset(DIAGONALS), sentence("diagonally in all four directions")),
    (frozenset((2 * dx, 2 * dy) for dx, dy in DIAGONALS), sentence("two diagonally in all four directions")),
    (frozenset({(1, 1), (1, -1)}), sentence("diagonally ahead both ways")),
    (frozenset({(-1, 1), (-1, -1)}), sentence("diagonally behind both ways")),
    (frozenset({(2, 2), (2, -2)}), sentence("two diagonally ahead both ways")),
    (frozenset({(-2, 2), (-2, -2)}), sentence("two diagonally behind both ways")),
    (frozenset({(1, 2), (1, -2)}), sentence("one ahead two lanes away both ways")),
    (frozenset({(-1, 2), (-1, -2)}), sentence("one behind two lanes away both ways")),
    (frozenset({(2, 1), (2, -1)}), sentence("two ahead one lane away both ways")),
    (frozenset({(-2, 1), (-2, -1)}), sentence("two behind one lane away both ways")),
)
"""Sets of cells with a name of their own, the largest first."""

CELLS = MappingProxyType(
    {
        (1, 0): sentence("ahead"),
        (2, 0): sentence("two ahead"),
        (-1, 0): sentence("behind"),
        (-2, 0): sentence("two behind"),
        (0, 1): sentence("above"),
        (0, 2): sentence("two above"),
        (0, -1): sentence("below"),
        (0, -2): sentence("two below"),
        (1, 1): sentence("diagonally up ahead"),
        (2, 2): sentence("two diagonally up ahead"),
        (1, -1): sentence("diagonally down ahead"),
        (2, -2): sentence("two diagonally down ahead"),
        (-1, 1): sentence("diagonally up behind"),
        (-2, 2): sentence("two diagonally up behind"),
        (-1, -1): sentence("diagonally down behind"),
        (-2, -2): sentence("two diagonally down behind"),
        (1, 2): sentence("one ahead two lanes up"),
        (2, 1): sentence("two ahead one lane up"),
        (1, -2): sentence("one ahead two lanes down"),
        (2, -1): sentence("two ahead one lane down"),
        (-1, 2): sentence("one behind two lanes up"),
        (-2, 1): sentence("two behind one lane up"),
        (-1, -2): sentence("one behind two lanes down"),
        (-2, -1): sentence("two behind one lane down"),
    }
)
"""Every other cell, in the order in which they are said."""


def describe_pattern(card: Card, language: str) -> str:
    """Where the pawns of ``card`` go and which tiles it affects, as one phrase without a full stop."""
    words = catalogue(PACKAGE, language)
    pawns = cells(card, "PX")
    affected = cells(card, "EX")
    phrases = []
    if pawns:
        phrases.append(words.ngettext("pawn {where}", "pawns {where}", len(pawns)).format(where=_where(pawns, words)))
    if affected and affected == pawns:
        phrases.append(words.ngettext("affects the same tile", "affects the same tiles", len(affected)))
    elif affected:
        phrases.append(words.gettext("affects {where}").format(where=_where(affected, words)))
    return "; ".join(phrases) or words.gettext("reaches no other tile")


def grid_legend(language: str) -> str:
    """What the letters of a card's grid stand for."""
    return catalogue(PACKAGE, language).gettext("P pawn, E effect, X both, W the card itself; ahead is to the right.")


def cells(card: Card, kinds: str) -> set[Cell]:
    """The cells of ``card`` that carry one of ``kinds``."""
    return {(cell.dx, cell.dy) for cell in card.pattern if cell.kind in kinds}


def listed(texts: list[str], words: NullTranslations) -> str:
    """``texts`` as a list is spoken: commas, and the word for "and" before the last."""
    if len(texts) == 1:
        return texts[0]
    return words.gettext("{first} and {last}").format(first=", ".join(texts[:-1]), last=texts[-1])


def _where(reached: set[Cell], words: NullTranslations) -> str:
    left = set(reached)
    shapes = []
    for shape, name in SHAPES:
        if shape <= left:
            left -= shape
            shapes.append(words.gettext(name))
    return listed([words.gettext(CELLS[cell]) for cell in CELLS if cell in left] + shapes, words)
