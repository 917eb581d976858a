"""Tiles and moves, and their one text form: ``M4`` is the middle lane's fourth column, ``033@M4`` a card laid there."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from kernelkit.spoken import Said, sentence
from qb_engine.errors import InvalidTextError

Side = Literal["Y", "E"]
Owner = Literal["Y", "E", "N"]
SIDES: tuple[Side, Side] = ("Y", "E")
Seat = Literal["left", "right"]
"""Where a player sits at the console's table. A board is always kept as seen from the left."""

LANE_NAMES = ("TOP", "MID", "BOT")
LANE_LETTERS = "TMB"
LANES = len(LANE_LETTERS)
COLUMNS = 5
TILES = LANES * COLUMNS

_TILE = re.compile(r"([TMB])([1-5])", re.ASCII)
_MOVE = re.compile(r"([0-9T][0-9]{2})@([TMB][1-5])", re.ASCII)


def other(side: Side) -> Side:
    """The opponent of ``side``."""
    return "E" if side == "Y" else "Y"


def tile_name(lane_index: int, col_index: int) -> str:
    """``T1`` .. ``B5``."""
    return f"{LANE_LETTERS[lane_index]}{col_index + 1}"


def tile_place(text: str) -> tuple[int, int]:
    """Lane and column index of ``T1`` .. ``B5``; InvalidTextError for anything else."""
    match = _TILE.fullmatch(text)
    if not match:
        raise InvalidTextError(text=text[:40], expected=Said(sentence("a tile from T1 to B5")))
    return LANE_LETTERS.index(match[1]), int(match[2]) - 1


def tile_turned(tile: str) -> str:
    """The name of the tile that the other seat sees there."""
    lane_index, col_index = tile_place(tile)
    return tile_name(lane_index, COLUMNS - 1 - col_index)


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One card laid on one tile, written ``033@M4``: card 033, middle lane, fourth column."""

    card_id: str
    lane_index: int
    col_index: int

    def __str__(self) -> str:
        return f"{self.card_id}@{tile_name(self.lane_index, self.col_index)}"

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move that ``str`` writes as ``text``; InvalidTextError for anything else."""
        match = _MOVE.fullmatch(text)
        if not match:
            raise InvalidTextError(text=text[:40], expected=Said(sentence("a move such as 020@M2")))
        return cls(match[1], *tile_place(match[2]))


def mirrored(move: Move) -> Move:
    """The move as the other seat sees it, which looks from the other end of the lanes."""
    return replace(move, col_index=COLUMNS - 1 - move.col_index)
