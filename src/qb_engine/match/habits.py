"""How an opponent has played in the matches that are kept: counted from what could be seen, and how far it is a habit.

The enemy's hand is hidden, so only two things can be told. Of a card that could have gone to tiles with more points and
with fewer, whether it went where it gave most at once. And of a turn in which the enemy held some cards and a free
tile, whether it passed all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qb_engine.knowledge.habits import Habits
from qb_engine.legality import LegalityChecker
from qb_engine.match.log import Step
from qb_engine.match.state import MatchState
from qb_engine.moves import Move
from qb_engine.simulation import Simulation

SOME_CARDS = 3
"""Who holds so many cards and has a free tile can mostly lay one."""
USUAL_POINTS = 0.5
"""So often somebody who thinks lays a card where it gives most at once: in games of the search against itself."""
USUAL_PASSES = 0.1
"""So often somebody who thinks passes with cards and a tile."""
PRIOR_MOVES = 12
"""What is usual counts as much as so many moves that were seen: three moves are no habit yet."""
LEAST_POINTS, LEAST_PASSES = 1 / 3, 0.1
"""A smaller share of the turns is no habit: it is neither said nor used."""


@dataclass(frozen=True, slots=True)
class HabitCounts:
    """What was seen: ``taken`` of ``choices`` cards went where they gave most, ``passed`` of ``turns``."""

    taken: int = 0
    choices: int = 0
    passed: int = 0
    turns: int = 0

    def __add__(self, other: HabitCounts) -> HabitCounts:
        return HabitCounts(
            self.taken + other.taken,
            self.choices + other.choices,
            self.passed + other.passed,
            self.turns + other.turns,
        )

    @property
    def habits(self) -> Habits:
        """The shares of turns that are explained by habits and not by what is usual; more evidence, more of it."""
        points = _share(self.taken, self.choices, USUAL_POINTS, LEAST_POINTS)
        passes = _share(self.passed, self.turns, USUAL_PASSES, LEAST_PASSES)
        return Habits(passes, points * (1 - passes))


def _share(seen: int, of: int, usual: float, least: float) -> float:
    """The share s with which ``usual`` + s (1 - ``usual``) is the rate that is believed; 0 below ``least``."""
    believed = (seen + PRIOR_MOVES * usual) / (of + PRIOR_MOVES)
    share = (believed - usual) / (1 - usual)
    return round(share, 3) if share >= least else 0.0


def counted(steps: Sequence[Step]) -> HabitCounts:
    """What one match shows; a match with overrides counts up to the first of them."""
    state, counts = MatchState(), HabitCounts()
    for step in steps:
        if step.kind in ("enemy_play", "enemy_pass"):
            counts += _of_turn(state, step)
        state.apply(step)
        if state.overrides:
            break
    return counts


def _of_turn(state: MatchState, step: Step) -> HabitCounts:
    game = state.game
    free = any(tile.owner == "E" and not tile.is_occupied for tile in game.board.tiles)
    could = int(free and state.enemy_hand_count >= SOME_CARDS)
    if step.kind == "enemy_pass":
        return HabitCounts(passed=could, turns=could)
    move = Move.parse(step.data["move"])
    places = LegalityChecker(game.board).legal_tiles("E", move.card_id)
    margins = {place: _margin(state, Move(move.card_id, *place)) for place in places}
    if len(set(margins.values())) < 2:
        return HabitCounts(turns=could)
    taken = margins.get((move.lane_index, move.col_index)) == min(margins.values())
    return HabitCounts(taken=int(taken), choices=1, turns=could)


def _margin(state: MatchState, move: Move) -> int:
    return Simulation(state.game).after_free("E", move).score().margin
