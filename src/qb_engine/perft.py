"""Perft: how many lines of a given length a position has. One number that notices any change of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from qb_engine.game_state import GameState
from qb_engine.kernel import playout
from qb_engine.kernel.layout import State, Work
from qb_engine.kernel.program import compiled_entries

MAX_DEPTH = 8


def perft(state: GameState, depth: int) -> int:
    """The lines of exactly ``depth`` plies: equal cards are one move, a pass is a move, an ended game has none more.

    Draws come from the piles as they lie. ValueError beyond MAX_DEPTH, where the count would take for ever.
    """
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"depth {depth} is outside 0 .. {MAX_DEPTH}")
    engine = state.engine
    rows: Any
    works: Any
    if engine.compiled:
        rows, works = np.zeros(depth + 1, State.dtype), np.zeros(depth + 1, Work.dtype)  # type: ignore[attr-defined]
        rows[0] = state.cells[0]
        count = compiled_entries().perft
    else:
        rows, works = [State() for _ in range(depth + 1)], [Work() for _ in range(depth + 1)]
        engine.kernel.copy_state(rows, state.cells)
        count = playout.perft
    return int(count(rows, engine.tables, engine.rules, works, depth))
