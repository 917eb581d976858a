"""Perft: how many lines of a given length a position has. One number that notices any change of the rules."""

from __future__ import annotations

from qb_engine.game_state import GameState
from qb_engine.kernel.layout import State, Work

MAX_DEPTH = 8


def perft(state: GameState, depth: int) -> int:
    """The lines of exactly ``depth`` plies: equal cards are one move, a pass is a move, an ended game has none more.

    Draws come from the piles as they lie; a play that never comes to rest is refused, so it is no line.
    ValueError beyond MAX_DEPTH, where counting would take forever.
    """
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"depth {depth} is outside 0 .. {MAX_DEPTH}")
    engine = state.engine
    rows, works = engine.rows(State, depth + 1), engine.rows(Work, depth + 1)
    engine.kernel.copy_state(rows, state.cells)
    return int(engine.kernel.perft(rows, engine.tables, engine.rules, works, depth))
