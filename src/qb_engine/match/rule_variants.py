"""Rules that learn from the console: which single switch explains a board that differs from ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qb_engine.errors import QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.match.board_sync import tile_data
from qb_engine.match.log import Step
from qb_engine.moves import Move
from qb_engine.notation.seen_tiles import TileData, seen_in
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import Ruleset, single_switch_variants

Tiles = Mapping[str, TileData]


@dataclass(frozen=True, slots=True)
class Finding:
    """A ruleset one switch away under which the match gives the board that was seen."""

    rules: str
    switch: str
    value: Any


def explaining_variants(steps: Sequence[Step], tiles: Tiles) -> list[Finding]:
    """Every single-switch variant that replays the whole match and gives ``tiles``; none when our own rules do.

    Earlier syncs are left out of it: a variant has to explain the board by itself.
    """
    ours = Ruleset.parse(steps[0].data["rules"])
    if _gives(steps, ours, tiles):
        return []
    found = []
    for name, variant in single_switch_variants(ours):
        if _gives(steps, variant, tiles):
            changes = variant.differences(ours)
            switch = next(iter(changes))
            found.append(Finding(name, switch, changes[switch]))
    return found


def _gives(steps: Sequence[Step], ruleset: Ruleset, tiles: Tiles) -> bool:
    """Whether the match, played under ``ruleset``, has these tiles; a match that does not fit has none."""
    try:
        state = _board_after(steps, ruleset)
        return all(tile.fits(tile_data(state, tile.name)) for tile in seen_in(tiles))
    except QueensBloodError:
        return False


def _board_after(steps: Sequence[Step], ruleset: Ruleset) -> GameState:
    """The board that the plays alone give: hands and draws do not matter to it."""
    state = GameState.on(engine_for(ruleset))
    state.engine.kernel.opening_board(state.cells)
    for step in steps:
        if step.kind in ("play", "enemy_play"):
            state.play_free("Y" if step.kind == "play" else "E", Move.parse(step.data["move"]))
    return state
