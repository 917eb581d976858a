"""The players of the arena, each given only what its seat shows: random, greedy, quick and deep.

A player always sits in your seat; who plays the enemy's side is given the mirrored view, and the arena mirrors its
moves back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from kernelkit.chance import Chance, below, next_word, seeded
from qb_engine.coaching import CoachingEngine
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.errors import ResolutionError, UnknownPlayerError
from qb_engine.game_state import GameState, placements
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.mind.errors import BrokenWeightsError
from qb_engine.moves import Move, Side
from qb_engine.prediction import PredictionEngine
from qb_engine.simulation import Simulation

if TYPE_CHECKING:
    from qb_engine.mind.net import Mind
    from qb_engine.rules_engine import RulesEngine
    from qb_engine.search.race import SearchResult

_SEARCHES = re.compile(r"(deep|rollout|net):(?:([1-9][0-9]{0,8})|([0-9]{1,4}(?:\.[0-9]{1,3})?)s)", re.ASCII)


class Player(Protocol):
    """Somebody who chooses a move for the view; None is a pass."""

    def choose(self, view: PlayerView, obs: EnemyObservation) -> Move | None:
        """The move, seen from this player's seat."""


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player by name, as typed: ``quick``, ``deep:1000`` for iterations a move, ``deep:1s`` for seconds.

    ``rollout`` is the search that plays blindly below its tree, whatever ``deep`` is; ``net`` the one with the learned
    net at its leaves, and without a budget one look of that net at every move.
    """

    name: str
    iterations: int = 0
    seconds: float = 0.0

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """The player that ``text`` names; UnknownPlayerError for nobody."""
        if text in ("random", "greedy", "quick", "net"):
            return cls(text)
        found = _SEARCHES.fullmatch(text)
        if found and found[2]:
            return cls(found[1], iterations=int(found[2]))
        if found and float(found[3]) > 0:
            return cls(found[1], seconds=float(found[3]))
        raise UnknownPlayerError(asked=text[:40])

    def __str__(self) -> str:
        if self.seconds:
            return f"{self.name}:{self.seconds:g}s"
        return f"{self.name}:{self.iterations}" if self.iterations else self.name

    @property
    def is_timed(self) -> bool:
        """Whether it thinks by the clock, so that the same game may come out differently another time."""
        return self.seconds > 0

    def seated(self, seed: int, stream: int) -> Player:
        """The player for one game, with chance of its own."""
        chance = seeded(seed, stream)
        match self.name:
            case "random":
                return RandomPlayer(chance)
            case "greedy":
                return GreedyPlayer()
            case "quick":
                return QuickPlayer()
            case "net" if not (self.iterations or self.seconds):
                return LookPlayer()
            case "net":
                return NetPlayer(chance, self.iterations, self.seconds)
        return DeepPlayer(chance, self.iterations, self.seconds)


class RandomPlayer:
    """Any legal move, each as likely as the other; passes without one."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, view: PlayerView, obs: EnemyObservation) -> Move | None:
        """One of the moves that can be played."""
        del obs
        moves = placements(view.board, "Y", view.hand)
        while moves:
            move = moves.pop(below(self._chance, len(moves)))
            if margin_after(view.game, "Y", move) is not None:
                return move
        return None


class GreedyPlayer:
    """The move with the best margin right after it; passes without a legal move."""

    def choose(self, view: PlayerView, obs: EnemyObservation) -> Move | None:
        """The first of equals by card id, lane and column."""
        del obs
        return greedy_move(view.game, "Y")


class QuickPlayer:
    """The first move of the quick coach, which looks one reply ahead and passes only honestly."""

    def __init__(self) -> None:
        self._coach = CoachingEngine()

    def choose(self, view: PlayerView, obs: EnemyObservation) -> Move | None:
        """The best move; reasons are not asked for."""
        primary = self._coach.advise(view, obs, top_n=0).primary
        return primary.move if primary else None


class DeepPlayer:
    """The best move of the search, with a budget in iterations, or in seconds where none are given."""

    def __init__(self, chance: Chance, iterations: int, seconds: float = 0.0) -> None:
        # Imported here: searching loads arrays, for which the other players do not wait.
        from qb_engine.search.race import Budget

        self._chance = chance
        self._budget = Budget(iterations=iterations) if iterations else Budget(seconds=seconds)
        self._prediction = PredictionEngine()

    def choose(self, view: PlayerView, obs: EnemyObservation) -> Move | None:
        """The best move found."""
        return self.search(view, obs).best

    def search(
        self, view: PlayerView, obs: EnemyObservation, moves: Sequence[Move | None] | None = None
    ) -> SearchResult:
        """What the search finds, of ``moves`` or of every one; every look is from a seed of its own."""
        from qb_engine.search.race import search_view

        belief, mind = self._prediction.belief(view, obs), self._mind_for(view)
        return search_view(view, belief, self._budget, moves=moves, seed=next_word(self._chance), threads=1, mind=mind)

    def _mind_for(self, view: PlayerView) -> Mind | None:
        """Who judges the leaves of the tree; None where they are played out blindly."""
        del view
        return None


class NetPlayer(DeepPlayer):
    """The best move of the search whose leaves the learned net judges; of today's where there are no weights."""

    def _mind_for(self, view: PlayerView) -> Mind | None:
        return mind_or_none(view.engine)


class LookPlayer:
    """The move after which the learned net gives the best chance, by what this seat would see then.

    Where there are no weights it is the quick coach's.
    """

    def __init__(self) -> None:
        self._prediction = PredictionEngine()

    def choose(self, view: PlayerView, obs: EnemyObservation) -> Move | None:
        """The best move, the first of equals; a pass only where it is honest."""
        from qb_engine.search.race import root_moves

        mind = mind_or_none(view.engine)
        if mind is None:
            return QuickPlayer().choose(view, obs)
        chances = mind.chances(view, self._prediction.belief(view, obs))
        return max(root_moves(view), key=lambda move: chances.get(move, -1.0), default=None)


def mind_or_none(engine: RulesEngine) -> Mind | None:
    """The net for the rules of ``engine``; None where it cannot be used, and others play."""
    from qb_engine.mind.net import Mind

    try:
        return Mind.of(engine)
    except BrokenWeightsError:
        return None


def greedy_move(state: GameState, side: Side) -> Move | None:
    """The placement with the best margin for ``side`` right after it, the first of equals; None without a legal one."""
    margins = ((margin_after(state, side, move), move) for move in state.legal_moves(side))
    best: tuple[int, Move] | None = None
    for margin, move in margins:
        if margin is not None and (best is None or margin > best[0]):
            best = margin, move
    return best[1] if best else None


def margin_after(state: GameState, side: Side, move: Move) -> int | None:
    """The margin of ``side`` right after it lays a card that it holds.

    None for a move that would never come to rest, which the rules refuse.
    """
    with suppress(ResolutionError):
        after = Simulation(state).after_free(side, move, state.hand(side).index_of(move.card_id))
        return after.score().margin if side == "Y" else -after.score().margin
    return None
