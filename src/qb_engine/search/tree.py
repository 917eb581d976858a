"""What was found below one root move, and the cells that one thread plays in."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernelkit.chance import Chance
from qb_engine.kernel.blind import Options
from qb_engine.kernel.layout import ENEMY, TILES, YOU, State, Work
from qb_engine.kernel.playout import PASS
from qb_engine.kernel.tree import CHILD_CAPACITY, HABIT_SCALE, NO_MOVE, NO_NODE, Node, Walk
from qb_engine.knowledge.habits import NO_HABITS, Habits
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import COLUMNS, Move
from qb_engine.rules_engine import RulesEngine
from qb_engine.search.chances import Samples

ROOM = 2 * CHILD_CAPACITY
"""A tree has at least so many free nodes before it grows."""


class SearchCells:
    """Cells of its own for one thread; in the games that are played there the enemy has ``habits``."""

    def __init__(self, engine: RulesEngine, habits: Habits = NO_HABITS) -> None:
        self.states = engine.rows(State, 3)
        self.work, self.chance, self.walk, self.options = (engine.row(kind()) for kind in (Work, Chance, Walk, Options))
        walk = engine.seen(self.walk)
        walk.passes, walk.takes_points = (round(share * HABIT_SCALE) for share in (habits.passes, habits.takes_points))
        self._engine = engine
        self.margins = self.blind = self.chances = engine.numbers_row([])

    def make_room(self, worlds: int) -> None:
        """Have as many numbers as there are worlds; mostly they are there from the last time."""
        if len(self.margins) != worlds:
            self.margins, self.blind = (self._engine.numbers_row([0] * worlds) for _ in range(2))
            self.chances = np.zeros(worlds) if self._engine.compiled else [0.0] * worlds


class Tree:
    """The tree below ``move``, None for a pass, and the samples that were taken with it."""

    def __init__(self, view: PlayerView, move: Move | None) -> None:
        self.move = move
        self.place = PASS if move is None else view.hand.index(move.card_id)
        self.tile = 0 if move is None else move.lane_index * COLUMNS + move.col_index
        on_board = view.engine.seen(view.cells).cards_of
        self.samples = Samples(TILES - int(on_board[YOU] | on_board[ENEMY]).bit_count())
        self._engine = view.engine
        # Made when it grows: an exact answer needs no tree.
        self._nodes = view.engine.rows(Node, 0)
        self._used = 1

    @classmethod
    def without_a_move(cls, view: PlayerView) -> Tree:
        """A tree that begins before any move: whoever is to act in its worlds chooses in it."""
        tree = cls(view, None)
        tree.place = NO_MOVE
        return tree

    def grow(self, worlds: Any, cells: SearchCells, seed: int) -> None:
        """Play once through each of ``worlds``; they are numbered on from those it has seen."""
        engine = self._engine
        self._make_room()
        cells.make_room(len(worlds))
        self._used = engine.kernel.grow(
            worlds,
            cells.states,
            engine.tables,
            engine.rules,
            cells.work,
            cells.chance,
            self._nodes,
            cells.walk,
            cells.options,
            self._used,
            seed,
            len(self.samples),
            self.place,
            self.tile,
            cells.margins,
            cells.blind,
        )
        self.samples.extend(cells.margins, cells.blind)

    def _make_room(self) -> None:
        if len(self._nodes) < self._used + ROOM:
            more = self._engine.rows(Node, max(2 * ROOM, len(self._nodes)))
            self._nodes = np.concatenate([self._nodes, more]) if self._engine.compiled else self._nodes + more

    def main_reply(self) -> Move | None:
        """The enemy's answer that was tried most often; None for a pass, and when nothing was tried."""
        reply = self._engine.kernel.most_tried(self._nodes, 0) if len(self._nodes) else NO_NODE
        if reply == NO_NODE:
            return None
        node = self._engine.seen(self._nodes[reply : reply + 1])
        card_id = self._engine.card_id(int(node.card))
        return None if card_id is None else Move(card_id, *divmod(int(node.tile), COLUMNS))
