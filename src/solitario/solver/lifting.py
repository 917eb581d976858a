"""A line of the search as moves of the game: draws, recycles and rearranging moves put in (docs/solver.md, lemma 1)."""

from __future__ import annotations

from collections.abc import Iterable

from solitario.domain.cards import Card
from solitario.domain.moves import DRAW, FOUNDATIONS, PILES, RECYCLE, WASTE, Move
from solitario.domain.rules import DealRules, after
from solitario.domain.table import Table
from solitario.solver.encoding import encoded, numbering_of
from solitario.solver.layout import BACK, HOME_LOCKED, HOME_LOOSE, STOCK_PLACE, UNLOCK, Deal, Frame
from solitario.solver.making import make_into, make_safe_into
from solitario.solver.sets import safe_card, suit_of
from solitario.solver.setting_up import set_up_into


def lifted(table: Table, rules: DealRules, line: Iterable[tuple[int, int]]) -> tuple[Move, ...]:
    """The moves of the game that do what a line does, each of its moves a kind and a card."""
    game = _Lifting(table, rules)
    game.follow(line)
    return tuple(game.moves)


class _Lifting:
    """A game that follows the search move by move."""

    def __init__(self, table: Table, rules: DealRules) -> None:
        self.table = table
        self.moves: list[Move] = []
        self._rules = rules
        self._numbering = numbering_of(table.deck)
        deals, frames = [Deal(), Deal()], [Frame()]
        set_up_into(deals, frames, [Frame()], *encoded(table, rules.draw_count))
        self._deal, self._frame = deals[1], frames[0]
        self._settle()

    def follow(self, line: Iterable[tuple[int, int]]) -> None:
        """Play the moves of a line."""
        for kind, number in line:
            card = self._numbering.card(number)
            if kind in (UNLOCK, STOCK_PLACE, BACK):
                self._place(card)
            else:
                if kind in (HOME_LOCKED, HOME_LOOSE):
                    self._send_earlier(number)
                self._send_home(card)
            make_into(self._deal, self._frame, kind, number)
            self._settle()

    def _settle(self) -> None:
        """The safe moves that the search makes by itself."""
        while self._frame.needed < 0 and (number := safe_card(self._deal, self._frame)) >= 0:
            self._send_home(self._numbering.card(number))
            make_safe_into(self._deal, self._frame, number)

    def _send_earlier(self, number: int) -> None:
        suit = self._numbering.card(number).suit
        for rank in range(self._frame.heights >> 4 * suit_of(number) & 15, number >> 2):
            self._send_home(Card(suit, rank + 1))

    def _make(self, move: Move) -> None:
        self.moves.append(move)
        self.table = after(self.table, move, self._rules)

    def _send_home(self, card: Card) -> None:
        home = FOUNDATIONS[self.table.foundation_index(card)]
        where = self._pile_of(card)
        if where is None:
            self._turn_up(card)
            self._make(Move(WASTE, home))
            return
        index, above = where
        if above:  # the twin is free, or the search would not have asked for this
            self._make(Move(PILES[index], PILES[self._taker(self.table.tableau[index].face_up[-above])], above))
        self._make(Move(PILES[index], home))

    def _place(self, card: Card) -> None:
        target = PILES[self._taker(card)]
        where = self._pile_of(card)
        if where is not None:
            self._make(Move(PILES[where[0]], target, where[1] + 1))
        elif card.value <= self.table.foundations[self.table.foundation_index(card)]:
            self._make(Move(FOUNDATIONS[self.table.foundation_index(card)], target))
        else:
            self._turn_up(card)
            self._make(Move(WASTE, target))

    def _turn_up(self, card: Card) -> None:
        """Draw and recycle until ``card`` lies on top of the waste."""
        while self.table.waste[-1:] != (card,):
            self._make(DRAW if self.table.stock else RECYCLE)

    def _pile_of(self, card: Card) -> tuple[int, int] | None:
        """The pile in which ``card`` lies face up, and how many cards lie on it."""
        for index, pile in enumerate(self.table.tableau):
            if card in pile.face_up:
                return index, len(pile.face_up) - pile.face_up.index(card) - 1
        return None

    def _taker(self, card: Card) -> int:
        """A pile that takes ``card``."""
        for index, pile in enumerate(self.table.tableau):
            if pile.is_empty:
                fits = card.value == self.table.deck.king_value
            else:
                end = pile.face_up[-1]
                fits = end.value == card.value + 1 and end.suit.is_red != card.suit.is_red
            if fits:
                return index
        raise AssertionError(f"no pile takes {card}")
