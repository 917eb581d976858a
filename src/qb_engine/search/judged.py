"""A tree whose leaves are judged by the learned net instead of played out blindly."""

from __future__ import annotations

from typing import Any

from qb_engine.kernel.net import Look
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.mind.net import Mind
from qb_engine.moves import Move
from qb_engine.search.tree import SearchCells, Tree


class JudgedTree(Tree):
    """The tree below ``move``, judged by ``mind``."""

    def __init__(self, view: PlayerView, move: Move | None, mind: Mind) -> None:
        super().__init__(view, move)
        self._mind = mind
        self._look = view.engine.rows(Look, 1)

    def grow(self, worlds: Any, cells: SearchCells, seed: int) -> None:
        """Walk once through each of ``worlds``; they are numbered on from those it has seen."""
        engine = self._engine
        self._make_room()
        cells.make_room(len(worlds))
        self._used = engine.kernel.grow_judged(
            worlds,
            cells.states,
            engine.tables,
            engine.rules,
            cells.work,
            cells.chance,
            self._nodes,
            cells.walk,
            self._mind.net,
            self._look,
            cells.options,
            self._used,
            seed,
            len(self.samples),
            self.place,
            self.tile,
            cells.chances,
            cells.margins,
        )
        self.samples.extend_judged(cells.margins, cells.chances)
