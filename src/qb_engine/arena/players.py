"""The players of the arena, each given only what its seat shows.

A player always sits in your seat; who plays the enemy's side is given the mirrored view, and the arena mirrors its
moves back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Protocol

from kernelkit.chance import Chance, below, next_word, seeded
from qb_engine.coaching import CoachingEngine
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.errors import ResolutionError, UnknownPlayerError
from qb_engine.game_state import GameState, placements
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import Move, Side
from qb_engine.prediction import PredictionEngine
from qb_engine.simulation import Simulation

if TYPE_CHECKING:
    from qb_engine.mind.net import Mind
    from qb_engine.search.race import SearchResult

_CASUAL = re.compile(r"casual:(0\.[0-9]{1,3})", re.ASCII)
_SEARCHES = re.compile(r"(deep|rollout|net):(?:([1-9][0-9]{0,8})|([0-9]{1,4}(?:\.[0-9]{1,3})?)s)", re.ASCII)


MOST_MERIT = 600.0
"""More merit than that is as good as won, and less as good as lost."""
MOST_WEIGHT = 1_000_000
"""How often the best move is drawn in the lot of a casual player; whole numbers are drawn alike everywhere."""


class Player(Protocol):
    """Somebody who chooses a move for the view; None is a pass."""

    def choose(self, view: PlayerView, obs: EnemyObservation) -> Move | None:
        """The move, seen from this player's seat."""


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player by name, as typed: ``quick``, ``deep:1000`` for iterations a move, ``deep:1s`` for seconds.

    ``deep`` is the search with the learned net at its leaves, ``net`` another name for it, and without a budget one
    look of that net at every move; ``rollout`` is the search that plays blindly below its tree. ``casual:0.1`` draws
    its moves by that one look: the larger the number, the less it minds how good they are. ``console`` and ``person``
    imitate: they play as people know it from the console, and as people do.
    """

    name: str
    iterations: int = 0
    seconds: float = 0.0
    warmth: float = 0.0

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """The player that ``text`` names; UnknownPlayerError for nobody."""
        if text in ("random", "greedy", "console", "person", "merit", "quick", "net"):
            return cls(text)
        drawn = _CASUAL.fullmatch(text)
        if drawn and float(drawn[1]) > 0:
            return cls("casual", warmth=float(drawn[1]))
        found = _SEARCHES.fullmatch(text)
        if found and found[2]:
            return cls(found[1], iterations=int(found[2]))
        if found and float(found[3]) > 0:
            return cls(found[1], seconds=float(found[3]))
        raise UnknownPlayerError(asked=text[:40])

    def __str__(self) -> str:
        if self.warmth:
            return f"{self.name}:{self.warmth:g}"
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
            case "console":
                return ConsolePlayer()
            case "person":
                return PersonPlayer(chance)
            case "merit":
                return QuickPlayer(by_merit=True)
            case "quick":
                return QuickPlayer()
            case "casual":
                return CasualPlayer(chance, self.warmth)
            case "net" if not (self.iterations or self.seconds):
                return LookPlayer()
            case "rollout":
                return RolloutPlayer(chance, self.iterations, self.seconds)
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


class ConsolePlayer:
    """Plays as people know it from the console: takes the most points there are now, and passes when there are none."""

    def choose(self, view: PlayerView, obs: EnemyObservation) -> Move | None:
        """The greedy move where it gains something, else a pass."""
        del obs
        move = greedy_move(view.game, "Y")
        gained = None if move is None else margin_after(view.game, "Y", move)
        return move if gained is not None and gained > view.score.margin else None


class QuickPlayer:
    """The first move of the coach's first look, which passes only honestly; ``by_merit`` asks no net."""

    def __init__(self, *, by_merit: bool = False) -> None:
        self._coach = CoachingEngine(by_merit=by_merit)

    def choose(self, view: PlayerView, obs: EnemyObservation) -> Move | None:
        """The best move; reasons are not asked for."""
        primary = self._coach.advise(view, obs, top_n=0).primary
        return primary.move if primary else None


class DeepPlayer:
    """The best move of the search that the coach makes, with a budget in iterations, or in seconds without any."""

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
        from qb_engine.mind.net import Mind

        return Mind.or_none(view.engine)


class RolloutPlayer(DeepPlayer):
    """The best move of the search that plays blindly below its tree."""

    def _mind_for(self, view: PlayerView) -> Mind | None:
        del view
        return None


class LookPlayer:
    """The move after which the learned net gives the best chance, by what this seat would see then.

    Where there are no weights it is the quick coach's.
    """

    def __init__(self) -> None:
        self._prediction = PredictionEngine()

    def choose(self, view: PlayerView, obs: EnemyObservation) -> Move | None:
        """The best move, the first of equals; a pass only where it is honest."""
        chances = self.chances(view, obs)
        if chances is None:
            return QuickPlayer().choose(view, obs)
        return max(chances, key=lambda move: chances[move], default=None)

    def chances(self, view: PlayerView, obs: EnemyObservation) -> dict[Move | None, float] | None:
        """Every honest move with its chance by one look; None where there are no weights, or nothing to read them."""
        try:
            from qb_engine.mind.net import Mind
            from qb_engine.search.race import root_moves
        except ModuleNotFoundError:  # a light installation has no arrays
            return None
        mind = Mind.or_none(view.engine)
        if mind is None:
            return None
        seen = mind.chances(view, self._prediction.belief(view, obs))
        return {move: seen[move] for move in root_moves(view) if move in seen}


class CasualPlayer(LookPlayer):
    """Draws its move by one look: one whose chance is lower by ``warmth`` than the best comes e times as rarely."""

    def __init__(self, chance: Chance, warmth: float) -> None:
        super().__init__()
        self._chance, self._warmth = chance, warmth

    def choose(self, view: PlayerView, obs: EnemyObservation) -> Move | None:
        """One of the honest moves."""
        chances = self.chances(view, obs)
        if chances is None:
            chances = _by_merit(view, obs)
        if not chances:
            return None
        best = max(chances.values())
        weights = [round(MOST_WEIGHT * exp((chance - best) / self._warmth)) for chance in chances.values()]
        drawn = below(self._chance, sum(weights))
        for move, weight in zip(chances, weights, strict=True):
            drawn -= weight
            if drawn < 0:
                return move
        return None


MERIT_ODDS = 50.0
"""So many points of merit are odds of about e to one, where no net says it."""


def _by_merit(view: PlayerView, obs: EnemyObservation) -> dict[Move | None, float]:
    """Something like a chance of every move where no net can be asked, so that a weak player stays weak."""
    moves = CoachingEngine(by_merit=True).advise(view, obs, top_n=0).moves
    return {move.move: 1 / (1 + exp(-max(-MOST_MERIT, min(MOST_MERIT, move.merit)) / MERIT_ODDS)) for move in moves}


class PersonPlayer(CasualPlayer):
    """Plays as people do: often takes the most points there are now, and passes early, when it is ahead and gains none.

    In its other turns it looks, and does not mind much how good a move is.
    """

    TAKES_POINTS = 2
    """It takes points in one of so many turns."""
    WARMTH = 0.1

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance, self.WARMTH)

    def choose(self, view: PlayerView, obs: EnemyObservation) -> Move | None:
        """A move that gains points, one of those that look good, or a pass."""
        taken = ConsolePlayer().choose(view, obs)
        if taken is None and view.score.margin > 0:
            return None
        if taken is not None and below(self._chance, self.TAKES_POINTS) == 0:
            return taken
        return super().choose(view, obs)


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
