"""The table as text for the eye: one column a pile, suits by sign or letters, colour only as an addition.

Face-down cards are ``##`` and counted once, the card under the cursor stands in ``>``, held cards in ``*``.
"""

from __future__ import annotations

from solitario.application.cursor import Cursor, Selection, stop_count
from solitario.domain.cards import Card, Suit
from solitario.domain.moves import FOUNDATIONS, PILES, STOCK, WASTE, Place, PlaceKind
from solitario.domain.table import Table
from solitario.presentation.tongue import Tongue

WIDTH = 9
FRENCH_SIGNS = {Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣", Suit.SPADES: "♠"}
FRENCH_RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}
RED, PLAIN = "\x1b[31m", "\x1b[0m"


class Picture:
    """Draws tables in one language, with or without colour."""

    def __init__(self, language: str, *, has_colour: bool = False) -> None:
        self.tongue = Tongue(language)
        self.has_colour = has_colour

    def drawn(self, table: Table, cursor: Cursor, selection: Selection | None, draw_count: int = 1) -> str:
        """The table with the cursor and the held cards marked; of the waste as many cards as a draw turns."""
        under = [self.face(card) for card in table.waste[-draw_count:-1]]
        top = [self._top_cell(table, place, cursor, selection) for place in (STOCK, WASTE, *FOUNDATIONS)]
        # The cards under the top one lie to its left, as they were turned.
        wider = " " * len("".join(f" {face}" for face in under))
        top[1] = "".join(f" {face}" for face in under) + top[1]
        names = [self.tongue.place("S", table.deck.name), self.tongue.place("W", table.deck.name)]
        names += [self.tongue.suit(suit.value) for suit in table.deck.suits]
        named = [name[: WIDTH - 1].ljust(WIDTH) for name in names]
        named[1] += wider
        lines = ["".join(named), "".join(top), ""]
        lines.append("".join(f" {place.index + 1}".ljust(WIDTH) for place in PILES))
        columns = [self._column(table, place, cursor, selection) for place in PILES]
        height = max(len(column) for column in columns)
        filled = [column + [" " * WIDTH] * (height - len(column)) for column in columns]
        lines += ["".join(row) for row in zip(*filled, strict=True)]
        return "\n".join(line.rstrip() for line in lines)

    def _top_cell(self, table: Table, place: Place, cursor: Cursor, selection: Selection | None) -> str:
        card = cursor_card(table, place)
        text = "--" if card is None else self.face(card)
        if place == STOCK:
            text = f"[{len(table.stock)}]"
        return self._cell(text, card, is_here=cursor.place == place, is_held=_holds(selection, place, 1))

    def _column(self, table: Table, place: Place, cursor: Cursor, selection: Selection | None) -> list[str]:
        pile, cells = table.tableau[place.index], []
        if not stop_count(table, place):
            return [self._cell("--", None, is_here=cursor.place == place, is_held=False)]
        if pile.face_down:
            here = cursor == Cursor(place, 0)
            cells.append(self._cell(f"##{len(pile.face_down)}", None, is_here=here, is_held=False))
        for index, card in enumerate(pile.face_up):
            here = cursor == Cursor(place, len(cells))
            held = _holds(selection, place, len(pile.face_up) - index)
            cells.append(self._cell(self.face(card), card, is_here=here, is_held=held))
        return cells

    def face(self, card: Card) -> str:
        """A card in a few letters: rank and the suit's sign, or its first letters where it has no sign."""
        if card.suit.is_french:
            return f"{FRENCH_RANKS.get(card.value, str(card.value))}{FRENCH_SIGNS[card.suit]}"
        return f"{card.value} {self.tongue.suit(card.suit.value)[:2].capitalize()}"

    def _cell(self, text: str, card: Card | None, *, is_here: bool, is_held: bool) -> str:
        left, right = (">", "<") if is_here else ("*", "*") if is_held else (" ", " ")
        padding = " " * (WIDTH - len(text) - 2)
        if self.has_colour and card is not None and card.suit.is_red:
            text = f"{RED}{text}{PLAIN}"
        return f"{left}{text}{right}{padding}"


def cursor_card(table: Table, place: Place) -> Card | None:
    """The card that shows on ``place``, when it is not a pile."""
    return Cursor(place).card(table) if place.kind is not PlaceKind.PILE else None


def _holds(selection: Selection | None, place: Place, from_end: int) -> bool:
    return selection is not None and selection.source == place and from_end <= selection.count
