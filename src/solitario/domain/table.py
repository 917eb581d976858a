"""The table at one moment, as a frozen value with a text form.

deck french
stock 4C 9D            (next card to draw stands last)
waste 2H 7S            (card on top stands last)
foundations 1 0 0 3    (value on top, in the deck's order of suits)
recycles 0
1 KS
2 (5D) QH JC           (face-down cards in brackets, the one to be uncovered next stands last)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kernelkit.spoken import sentence
from solitario.domain.cards import Card, Deck, deck_named
from solitario.errors import InvalidDealError

PILE_COUNT = 7
FOUNDATION_COUNT = 4
OPEN_LINE = "empty any"
NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Pile:
    """One tableau pile from the bottom up: face-down cards, then a face-up run."""

    face_down: tuple[Card, ...] = ()
    face_up: tuple[Card, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether no card lies here; a pile with cards always shows at least one."""
        return not self.face_up

    def without_last(self, count: int) -> Pile:
        """The pile after ``count`` face-up cards left it; the next card is turned up when none is left showing."""
        left = self.face_up[: len(self.face_up) - count]
        if left or not self.face_down:
            return Pile(self.face_down, left)
        return Pile(self.face_down[:-1], self.face_down[-1:])

    def with_cards(self, cards: tuple[Card, ...]) -> Pile:
        """The pile with ``cards`` laid on it."""
        return Pile(self.face_down, self.face_up + cards)


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that lies on the table; ``recycles`` counts the turns of the waste that led here.

    ``is_open`` is the easier rule: an empty pile takes any card, not only a king. Its text has one line more.
    """

    deck: Deck
    tableau: tuple[Pile, ...]
    stock: tuple[Card, ...] = ()
    waste: tuple[Card, ...] = ()
    foundations: tuple[int, ...] = (0, 0, 0, 0)
    recycles: int = 0
    is_open: bool = False

    @property
    def is_won(self) -> bool:
        """Whether every card is on its foundation."""
        return all(value == self.deck.king_value for value in self.foundations)

    @property
    def face_down_count(self) -> int:
        """How many tableau cards are still hidden."""
        return sum(len(pile.face_down) for pile in self.tableau)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card on the table, in no order that means anything."""
        founded = (
            Card(suit, value)
            for suit, top in zip(self.deck.suits, self.foundations, strict=True)
            for value in range(1, top + 1)
        )
        piled = (card for pile in self.tableau for card in pile.face_down + pile.face_up)
        return (*self.stock, *self.waste, *founded, *piled)

    def foundation_top(self, index: int) -> Card | None:
        """The card on top of a foundation; None while it is empty."""
        value = self.foundations[index]
        return Card(self.deck.suits[index], value) if value else None

    def foundation_index(self, card: Card) -> int:
        """The foundation of the card's suit."""
        return self.deck.suits.index(card.suit)

    def with_pile(self, index: int, pile: Pile) -> Table:
        """The table with one tableau pile replaced."""
        return replace(self, tableau=(*self.tableau[:index], pile, *self.tableau[index + 1 :]))

    def with_foundation(self, index: int, value: int) -> Table:
        """The table with another value on top of one foundation."""
        return replace(self, foundations=(*self.foundations[:index], value, *self.foundations[index + 1 :]))

    def __str__(self) -> str:
        lines = [
            f"deck {self.deck.name}",
            " ".join(["stock", *map(str, self.stock)]),
            " ".join(["waste", *map(str, self.waste)]),
            " ".join(["foundations", *map(str, self.foundations)]),
            f"recycles {self.recycles}",
            *([OPEN_LINE] if self.is_open else []),
        ]
        for number, pile in enumerate(self.tableau, start=1):
            hidden = [f"({' '.join(map(str, pile.face_down))})"] if pile.face_down else []
            lines.append(" ".join([str(number), *hidden, *map(str, pile.face_up)]))
        return "\n".join(lines)

    @classmethod
    def parse(cls, text: str) -> Table:
        """The table written as ``text``, the inverse of ``str``; InvalidDealError when a line does not fit."""
        lines = [line.strip() for line in text.strip().splitlines()]
        named = dict(line.partition(" ")[::2] for line in lines if line != OPEN_LINE)
        wanted = ["deck", "stock", "waste", "foundations", "recycles", *map(str, range(1, PILE_COUNT + 1))]
        if list(named) != wanted:
            reason = sentence("these are not the lines of a table, which begin with {lines}")
            raise InvalidDealError(value=" ".join(named), reason=reason, lines=", ".join(wanted))
        return cls(
            deck=deck_named(named["deck"]),
            tableau=tuple(_parsed_pile(named[str(number)]) for number in range(1, PILE_COUNT + 1)),
            stock=_parsed_cards(named["stock"]),
            waste=_parsed_cards(named["waste"]),
            foundations=_parsed_numbers("foundations", named["foundations"], FOUNDATION_COUNT),
            recycles=_parsed_numbers("recycles", named["recycles"], 1)[0],
            is_open=OPEN_LINE in lines,
        )


def _parsed_numbers(line: str, text: str, count: int) -> tuple[int, ...]:
    """``count`` numbers without a sign; InvalidDealError names the line where something else stands."""
    words = text.split()
    if len(words) != count or not all(NUMBER.fullmatch(word) for word in words):
        reason = sentence("small numbers expected in the line {line}: {count}")
        raise InvalidDealError(value=text, reason=reason, line=line, count=count)
    return tuple(map(int, words))


def _parsed_cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def _parsed_pile(text: str) -> Pile:
    hidden, bracket, shown = text.rpartition(")")
    return Pile(_parsed_cards(hidden.strip("(")), _parsed_cards(shown)) if bracket else Pile((), _parsed_cards(text))
