"""A position as a value that writes itself in one line: docs/formats.md describes every word of it.

What has its usual value is left out, so that an opening position stays short and every position has one spelling.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qb_engine.kernel.layout import HAND_CAPACITY
from qb_engine.models import DECK_SIZE
from qb_engine.moves import COLUMNS, LANES, SIDES, TILES, Owner, Side, tile_name
from qb_engine.ruleset import Ruleset

VERSION = "qb1"
NOTHING = "-"
UNTRACKED = "?"
TILE_NAMES = tuple(tile_name(*divmod(tile, COLUMNS)) for tile in range(TILES))


@dataclass(frozen=True, slots=True)
class Pawns:
    """Whose pawns lie on a tile and how many: ``y2``, ``n0``."""

    owner: Owner = "N"
    rank: int = 0

    def __str__(self) -> str:
        return f"{self.owner.lower()}{self.rank}"


NEUTRAL = Pawns()
OPENING = (Pawns("Y", 1), NEUTRAL, NEUTRAL, NEUTRAL, Pawns("E", 1)) * LANES
"""The ground on which a game begins."""


@dataclass(frozen=True, slots=True)
class PawnEvents:
    """The tiles a card's pawns went to; None where it is what the card says."""

    tiles: tuple[int, ...] | None = None
    amount: int | None = None

    def __str__(self) -> str:
        return f"p{tiles_text(self.tiles or ())}{f'x{self.amount}' if self.amount else ''}"


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card that lies on a tile and what it remembers; None where that is the usual thing.

    ``flags`` are usual when they are what the board as it lies would have fired, ``laid`` when it is the ground,
    ``number`` (in play order, from 1) when it is the place in reading order.
    """

    side: Side
    card_id: str
    power_delta: int = 0
    scale_delta: int = 0
    flags: int | None = None
    spawned_by: tuple[str, int] | None = None
    laid: Pawns | None = None
    number: int | None = None
    pawns: PawnEvents | None = None
    expansion: tuple[int, ...] = ()

    def text_on(self, ground: Pawns) -> str:
        """``020+2.n3.p``, after the letter of its side where the ground is not its own."""
        side = "" if ground.owner == self.side else self.side.lower()
        power = f"{self.power_delta:+d}" if self.power_delta else ""
        return ".".join([f"{side}{self.card_id}{power}", *self._attributes()])

    def _attributes(self) -> Iterator[str]:
        if self.scale_delta:
            yield f"s{self.scale_delta:+d}"
        if self.flags is not None:
            yield f"f{self.flags}"
        if self.spawned_by is not None:
            yield f"b{self.spawned_by[0]}/{self.spawned_by[1]}"
        if self.laid is not None:
            yield f"l{self.laid}"
        if self.number is not None:
            yield f"n{self.number}"
        if self.pawns is not None:
            yield str(self.pawns)
        if self.expansion:
            yield f"e{tiles_text(self.expansion)}"


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand and the draw pile behind it, the next card first; an untracked hand may hold anything."""

    is_tracked: bool
    hand: tuple[str, ...]
    pile: tuple[str, ...]

    def __str__(self) -> str:
        hand = ",".join(self.hand) or ("" if not self.is_tracked else NOTHING)
        pile = f"|{','.join(self.pile)}" if self.pile else ""
        return f"{'' if self.is_tracked else UNTRACKED}{hand}{pile}"


EMPTY_HOLDING = Holding(False, (), ())


def usual_begun(side: Side, turn: int) -> tuple[int, int]:
    """How many turns each side has begun when ``side`` acts in ``turn`` and both took turns from the first."""
    mine, theirs = (turn + 1) // 2, turn // 2
    return (mine, theirs) if side == "Y" else (theirs, mine)


@dataclass(frozen=True, slots=True)
class Position:
    """Everything the future of a game depends on, tiles in reading order from T1."""

    ruleset: Ruleset
    side: Side
    turn: int
    begun: tuple[int, int]
    passes: int = 0
    has_played: bool = False
    has_drawn: bool = True
    is_over: bool = False
    mulligans: tuple[Side, ...] = ()
    ground: tuple[Pawns, ...] = OPENING
    cards: tuple[PlacedCard | None, ...] = (None,) * TILES
    first: tuple[Pawns, ...] | None = None
    holdings: tuple[Holding, Holding] = (EMPTY_HOLDING, EMPTY_HOLDING)

    def holding(self, side: Side) -> Holding:
        """What a side holds."""
        return self.holdings[SIDES.index(side)]

    def may_mulligan(self, side: Side) -> bool:
        """Whether a side may still exchange cards: before its first play, once."""
        begun = self.begun[SIDES.index(side)]
        is_first = begun == 0 or (begun == 1 and self.side == side and not self.has_played)
        return is_first and not self.is_over and side not in self.mulligans

    def room(self, side: Side) -> int:
        """How many cards hand and pile may have together: all come into the hand, or by a mulligan into the pile."""
        return DECK_SIZE if self.may_mulligan(side) else HAND_CAPACITY

    def __str__(self) -> str:
        head = [VERSION, self.ruleset.name, f"{self.side}{self.turn}"]
        return " ".join([*head, *self._status(), *self._board(), *self._first_board(), *self._holdings()])

    def _status(self) -> Iterator[str]:
        if self.begun != usual_begun(self.side, self.turn):
            yield f"begun={self.begun[0]},{self.begun[1]}"
        if self.passes:
            yield f"passes={self.passes}"
        if self.has_played:
            yield "played"
        if not self.has_drawn:
            yield "undrawn"
        if self.is_over:
            yield "over"
        if self.mulligans:
            yield f"mull={''.join(self.mulligans)}"

    def _board(self) -> Iterator[str]:
        if self.ground == OPENING and not any(self.cards):
            yield "opening"
            return
        for name, ground, card in zip(TILE_NAMES, self.ground, self.cards, strict=True):
            if card is not None:
                yield f"{name}={ground}:{card.text_on(ground)}"
            elif ground != NEUTRAL:
                yield f"{name}={ground}"

    def _first_board(self) -> Iterator[str]:
        if self.first == OPENING:
            yield "first=opening"
        elif self.first is not None:
            listed = [f"{name}{pawns}" for name, pawns in zip(TILE_NAMES, self.first, strict=True) if pawns != NEUTRAL]
            yield f"first={','.join(listed) or NOTHING}"

    def _holdings(self) -> Iterator[str]:
        for side, holding in zip(SIDES, self.holdings, strict=True):
            if holding != EMPTY_HOLDING:
                yield f"{side}={holding}"


def tiles_text(tiles: tuple[int, ...]) -> str:
    """``T1M2``: names one after the other."""
    return "".join(TILE_NAMES[tile] for tile in tiles)
