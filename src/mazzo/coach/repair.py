"""When the match and the console are not the same any more: what a repair changes, as values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mazzo.coach.table import CoachTable
from qb_engine.match.board_sync import all_tiles, tile_data
from qb_engine.match.log import Step

TileData = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TileChange:
    """One tile that changed, as a sync step writes tiles."""

    tile: str
    old: TileData
    new: TileData


@dataclass(frozen=True, slots=True)
class HandChange:
    """The cards that leave the hand and those that come to it."""

    gone: tuple[str, ...]
    come: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fixed:
    """A step as it is now, and the tiles that changed with it."""

    step: Step
    changes: tuple[TileChange, ...]


def fixed(table: CoachTable, number: int, kind: str, data: Mapping[str, Any]) -> Fixed:
    """Correct the step of this number; what came after it is played again."""
    before = all_tiles(table.match.state.game)
    table.match.fix(number, kind, data)
    step = next(one for one in table.match.steps if one.number == number)
    return Fixed(step, changed(before, all_tiles(table.match.state.game)))


def adopted(table: CoachTable, rules: str) -> tuple[TileChange, ...]:
    """Play the match by these rules; the tiles that changed."""
    before = all_tiles(table.match.state.game)
    table.match.adopt(rules)
    return changed(before, all_tiles(table.match.state.game))


def hand_change(table: CoachTable, hand: Sequence[str]) -> HandChange | None:
    """What syncing to ``hand`` would change; None if it is the hand already."""
    held = table.match.state.hand
    gone, come = Counter(held) - Counter(hand), Counter(hand) - Counter(held)
    return HandChange(tuple(gone.elements()), tuple(come.elements())) if gone or come else None


def board_changes(table: CoachTable, tiles: Mapping[str, TileData]) -> tuple[TileChange, ...]:
    """What syncing these tiles would change."""
    game = table.match.state.game
    return changed({name: tile_data(game, name) for name in tiles}, tiles)


def changed(before: Mapping[str, TileData], after: Mapping[str, TileData]) -> tuple[TileChange, ...]:
    """The tiles of ``after`` that changed; a power that nobody gave is not compared."""
    found = []
    for name, new in after.items():
        old = before[name]
        power = old["power"] if new["power"] is None and new["card"] == old["card"] else new["power"]
        if {**new, "power": power} != old:
            found.append(TileChange(name, old, new))
    return tuple(found)
