"""Which short sounds a player hears beside the words: what happened, and where on the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from solitario.application.messages import Message
from solitario.domain.moves import Place, PlaceKind

DEAL, PLACE, REFUSE, UNCOVER, WIN = SOUNDS = ("deal", "place", "refuse", "uncover", "win")
DEALING = frozenset({"started", "resumed", "drawn", "recycled"})
PLACING = frozenset({"moved", "finished", "undone", "redone"})
REFUSING = frozenset({"refused", "cannot_pick_up", "nothing_to_send", "nothing_safe", "edge"})
OUTERMOST = 3.0
"""How many piles lie on each side of the middle one."""


@dataclass(frozen=True, slots=True)
class Sound:
    """One of ``SOUNDS``; ``side`` is -1 at the left edge of the table, 0 in its middle, 1 at its right edge."""

    kind: str
    side: float = 0.0


def sounds_of(messages: Iterable[Message]) -> list[Sound]:
    """The sounds of what was just said, in its order."""
    return [sound for message in messages for sound in _sounds(message.key, message.data)]


def _sounds(key: str, data: Any) -> list[Sound]:
    if key == "game_over":
        return [Sound(WIN)] if data["score"]["is_victory"] else []
    if key in DEALING:
        return [Sound(DEAL, side_of("S") if key in ("drawn", "recycled") else 0.0)]
    if key in PLACING:
        moved = Sound(PLACE, side_of(data.get("target")))
        return [moved, Sound(UNCOVER, side_of(data.get("source")))] if data.get("uncovered") else [moved]
    return [Sound(REFUSE, side_of(data.get("target") or data.get("place")))] if key in REFUSING else []


def side_of(place: str | None) -> float:
    """Where ``place`` lies: stock and waste above the first two piles, foundations above the last four."""
    if place is None:
        return 0.0
    named = Place.parse(place)
    columns = {PlaceKind.STOCK: 0, PlaceKind.WASTE: 1, PlaceKind.FOUNDATION: 3 + named.index}
    return columns.get(named.kind, named.index) / OUTERMOST - 1.0
