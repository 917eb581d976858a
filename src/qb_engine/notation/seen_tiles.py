"""Tiles as they were seen on the console, in one text: ``M3=e2:021=4`` or ``T2=n0``.

A sync names the tiles that somebody looked at; a game file keeps them, because the others only hold what we believed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kernelkit.spoken import sentence
from qb_engine.card_hydrator import shipped
from qb_engine.data.checks import shown
from qb_engine.moves import Owner, Side
from qb_engine.notation.tile_reader import refuse, side_of

_SEEN = re.compile(r"([TMB][1-5])=(n0|[ye][0-3])(?::([ye]?)([0-9T][0-9]{2})(?:=(0|-?[1-9][0-9]{0,2}))?)?", re.ASCII)
TileData = Mapping[str, Any]
"""A tile as a sync step writes it: owner, rank, card, card_owner, power."""


@dataclass(frozen=True, slots=True)
class SeenTile:
    """One tile that was looked at; ``power`` is None where no card lies, or where nobody read it."""

    name: str
    owner: Owner
    rank: int
    card_id: str | None = None
    card_owner: Side | None = None
    power: int | None = None

    @classmethod
    def of(cls, name: str, data: TileData) -> SeenTile:
        """The tile of a sync step."""
        if data["card"] is None:
            return cls(name, data["owner"], data["rank"])
        return cls(name, data["owner"], data["rank"], data["card"], data["card_owner"], data.get("power"))

    @property
    def data(self) -> dict[str, Any]:
        """The tile as a sync step writes it."""
        facts = {"card": self.card_id, "card_owner": self.card_owner, "power": self.power}
        return {"owner": self.owner, "rank": self.rank, **facts}

    def fits(self, data: TileData) -> bool:
        """Whether a tile of ours is so; a power that nobody read is not compared."""
        ours = SeenTile.of(self.name, data)
        same = (ours.owner, ours.rank, ours.card_id, ours.card_owner)
        is_same = same == (self.owner, self.rank, self.card_id, self.card_owner)
        return is_same and self.power in (None, ours.power)

    def __str__(self) -> str:
        ground = f"{self.name}={self.owner.lower()}{self.rank}"
        if self.card_id is None or self.card_owner is None:
            return ground
        side = "" if self.card_owner == self.owner else self.card_owner.lower()
        return f"{ground}:{side}{self.card_id}" + ("" if self.power is None else f"={self.power}")


def seen_in(tiles: Mapping[str, TileData]) -> tuple[SeenTile, ...]:
    """The tiles of a sync step, in its order."""
    return tuple(SeenTile.of(name, data) for name, data in tiles.items())


def seen_text(tiles: Iterable[SeenTile]) -> str:
    """Several tiles in one word."""
    return ",".join(map(str, tiles))


def parse_seen(text: str) -> tuple[SeenTile, ...]:
    """The tiles that ``seen_text`` writes as ``text``; InvalidPositionError with the column of the fault."""
    tiles: list[SeenTile] = []
    column = 1
    for word in text.split(","):
        tile = _parsed(word, column)
        if any(tile.name == other.name for other in tiles):
            refuse(column, sentence("{there} stands twice"), there=tile.name)
        tiles.append(tile)
        column += len(word) + 1
    return tuple(tiles)


def _parsed(word: str, column: int) -> SeenTile:
    match = _SEEN.fullmatch(word)
    if not match:
        reason = sentence("a tile as it was seen, such as M3=e2:021=4, is needed and {there} is there")
        refuse(column, reason, there=shown(word))
    owner: Owner = "N" if match[2][0] == "n" else side_of(match[2][0])
    rank, card_id = int(match[2][1]), match[4]
    if card_id is None:
        return SeenTile(match[1], owner, rank)
    if card_id not in shipped():
        refuse(column, sentence("no card has the id or name {there}"), there=shown(card_id))
    if not match[3] and owner == "N":
        refuse(column, sentence("a card on neutral ground needs its side: y{there} or e{there}"), there=card_id)
    if match[3].upper() == owner:
        refuse(column, sentence("{there} is the side of the tile, which is not written"), there=match[3])
    side: Side = side_of(match[3] or owner)
    return SeenTile(match[1], owner, rank, card_id, side, None if match[5] is None else int(match[5]))
