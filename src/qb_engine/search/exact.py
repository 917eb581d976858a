"""Exact chances near the end: every world that may be, played out with best play on both sides.

In each world both sides see everything, so a move is paid for the best that its world allows; where one answer is left
that is exact, and further back it is the usual optimism of looking into worlds one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from qb_engine.kernel.endgame import BEYOND
from qb_engine.kernel.layout import State, Work
from qb_engine.knowledge.worlds import Dealer
from qb_engine.rules_engine import RulesEngine

MAX_WORLDS = 240
MAX_LEAVES, LEAVES_AT_ONCE = 20_000, 4_000
"""Ends that are looked at in all, and for one move in one world: some milliseconds, after which somebody may stop."""
MAX_PLIES = 24


def exact_margins(
    engine: RulesEngine, dealer: Dealer, moves: Sequence[tuple[int, int]], is_stopped: Callable[[], bool]
) -> list[list[tuple[float, int]]] | None:
    """For each move (hand place, tile) the chance and the final margin of every world.

    None when they are too many, or somebody stops it.
    """
    if dealer.count() > MAX_WORLDS:
        return None
    solver = _Solver(engine)
    found: list[list[tuple[float, int]]] = [[] for _ in moves]
    for world, chance in dealer.all_worlds():
        for place, move in enumerate(moves):
            margin = BEYOND if is_stopped() else solver.margin(world, *move)
            if margin == BEYOND:
                return None
            found[place].append((chance, margin))
    return found


class _Solver:
    """The kernel's exact search with its cells; it gives up after ``MAX_LEAVES`` ends in all."""

    def __init__(self, engine: RulesEngine) -> None:
        self._engine = engine
        self._states, self._works = engine.rows(State, MAX_PLIES), engine.rows(Work, MAX_PLIES)
        self._lows, self._highs = (engine.numbers_row([0] * MAX_PLIES) for _ in range(2))
        self._leaves, self._left = engine.numbers_row([0]), MAX_LEAVES

    def margin(self, world: Any, place: int, tile: int) -> int:
        """Your margin at the end after this move and best play, or BEYOND."""
        engine, cells = self._engine, self._states
        engine.kernel.copy_state(cells, world)
        self._leaves[0] = allowed = min(LEAVES_AT_ONCE, self._left)
        bounds = self._lows, self._highs
        found = engine.kernel.solve(cells, engine.tables, engine.rules, self._works, *bounds, place, tile, self._leaves)
        self._left -= allowed - int(self._leaves[0])
        return int(found)
