"""Many pairs of games between the players that the kernel plays itself, in one call and without Python's lock.

What comes out is what the arena plays from Python, to the last move; it takes a thousandth of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kernelkit.chance import Chance
from qb_engine.arena.players import PlayerSpec
from qb_engine.kernel.layout import Notes, State
from qb_engine.kernel.pairs import NUMBERS
from qb_engine.kernel.playout import GREEDY, RANDOM
from qb_engine.rules_engine import RulesEngine, engine_for
from qb_engine.ruleset import Ruleset

BUILT_IN = {"random": RANDOM, "greedy": GREEDY}
CELLS = 3


@dataclass(frozen=True, slots=True)
class PairRun:
    """Who plays whom with which decks, which come in turn.

    ``own`` says that the cards stay with their player and the beginner changes; otherwise the players change seats.
    """

    ruleset: Ruleset
    a: PlayerSpec
    b: PlayerSpec
    decks_a: tuple[tuple[str, ...], ...]
    decks_b: tuple[tuple[str, ...], ...]
    own: bool
    seed: int


@dataclass(frozen=True, slots=True)
class PlayedPairs:
    """``numbers`` has for each pair A's margin and the turns of its first game, and of its second.

    ``notes`` has a record for either seat of each game, yours first, if they were asked for.
    """

    numbers: Any
    notes: Any
    plies: int


def plays_itself(*players: PlayerSpec) -> bool:
    """Whether the kernel plays all of these players without Python."""
    return all(player.name in BUILT_IN for player in players)


def play_pairs(run: PairRun, first: int, count: int, *, noted: bool = False) -> PlayedPairs:
    """The pairs ``first`` up to ``first + count``, counted from 0; any number of threads may play at once."""
    engine = engine_for(run.ruleset)
    states, chances = engine.rows(State, CELLS), engine.rows(Chance, CELLS)
    notes = engine.rows(Notes, 4 * count if noted else 0)
    engine.kernel.empty_state(states)
    engine.kernel.opening_board(states)
    numbers = engine.numbers_row([0] * (NUMBERS * count))
    plies = engine.kernel.play_pairs(
        states, engine.tables, engine.rules, engine.work, chances, notes,
        run.seed, first, BUILT_IN[run.a.name], BUILT_IN[run.b.name],
        _flat(engine, run.decks_a), _flat(engine, run.decks_b), int(run.own), numbers,
    )  # fmt: skip
    return PlayedPairs(numbers, notes, plies)


def _flat(engine: RulesEngine, decks: Sequence[Sequence[str]]) -> Any:
    return engine.numbers_row([number for deck in decks for number in engine.numbers_of(deck)])
