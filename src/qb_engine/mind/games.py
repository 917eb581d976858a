"""Games that a net plays with itself, batch by batch: each can be played anywhere and comes out the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelkit.chance import Chance
from kernelkit.once import once
from qb_engine.kernel.layout import State, Work
from qb_engine.kernel.net import Choice, Look, Sample
from qb_engine.kernel.playout import MAX_PLIES
from qb_engine.kernel.tree import CHILD_CAPACITY, Node, Walk
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import Ruleset

GAMES_AT_ONCE = 500
SAMPLES_A_GAME = 32
"""Room for so many; more than that are seldom kept, and a batch of games ends early when its room is full."""
NODES_A_WALK = 24
"""Room for so many; a tree that has none left goes on without branching."""

Batches = Callable[[Callable[[int], Any], Sequence[int]], Iterable[Any]]
"""Who does the work: the results of a function for each of some numbers, in their order."""


def one_by_one(function: Callable[[int], Any], numbers: Sequence[int]) -> Iterable[Any]:
    """Everything here, one after the other."""
    return map(function, numbers)


@once
def compiled_engine(ruleset: Ruleset) -> RulesEngine:
    """The rules, always compiled: the plain form would take weeks."""
    return RulesEngine(ruleset, compiled=True)


@dataclass(frozen=True, slots=True)
class Desk:
    """The cells that one batch of games is played in."""

    engine: RulesEngine
    states: Any
    work: Any
    chance: Any
    look: Any
    choice: Any
    walk: Any

    @classmethod
    def of(cls, ruleset: Ruleset) -> Desk:
        """A new desk with the board on which games begin."""
        engine = compiled_engine(ruleset)
        states = engine.rows(State, 4)
        engine.kernel.empty_state(states)
        engine.kernel.opening_board(states)
        return cls(engine, states, *(engine.rows(kind, 1) for kind in (Work, Chance, Look, Choice, Walk)))

    def chances(self, samples: Any, net: Any) -> Any:
        """What a net says of each of some samples."""
        chances = np.zeros(len(samples))
        self.engine.kernel.judge_samples(samples, net, self.look, chances)
        return chances


@dataclass(frozen=True, slots=True)
class Games:
    """How the games of one generation are played, in a form that can be sent anywhere.

    Moves are found by a search of ``walks``, or where that is 0 drawn by one look and ``warmth``; one of ``strays`` is
    any at all. One position of ``every`` is kept. What the net says later in a game counts, beside how it ended, the
    less the nearer ``fading`` is to 1.
    """

    ruleset: Ruleset
    decks: Any
    starters: int
    net: Any
    seed: int
    count: int
    every: int
    walks: int
    warmth: float
    strays: int
    fading: float

    def batch(self, first: int) -> Any:
        """The samples of the games from number ``first`` on, one batch of them."""
        desk = Desk.of(self.ruleset)
        samples = np.zeros(GAMES_AT_ONCE * SAMPLES_A_GAME, Sample.dtype)  # type: ignore[attr-defined]
        used = desk.engine.kernel.play_samples(
            desk.states, desk.engine.tables, desk.engine.rules, desk.work, desk.chance, self.net, desk.look,
            desk.choice, self.nodes(desk), desk.walk, samples, np.zeros(MAX_PLIES), self.seed, first,
            min(GAMES_AT_ONCE, self.count - first), self.decks, self.starters, self.every, self.warmth, self.strays,
            self.walks, self.fading,
        )  # fmt: skip
        return samples[:used].copy()

    def duels(self, first: int, pairs: int) -> Any:
        """The points, of 4 each, of the first of two nets against the second, in the pairs from number ``first`` on."""
        desk, results = Desk.of(self.ruleset), np.zeros(pairs, np.int64)
        desk.engine.kernel.play_duels(
            desk.states, desk.engine.tables, desk.engine.rules, desk.work, desk.chance, self.net, desk.look,
            desk.choice, self.nodes(desk), desk.walk, self.seed, first, self.decks, self.starters, self.walks, results,
        )  # fmt: skip
        return results

    def nodes(self, desk: Desk) -> Any:
        """Room for the tree of one search."""
        return desk.engine.rows(Node, 2 * CHILD_CAPACITY + NODES_A_WALK * self.walks)
