"""Endings that can be solved, and what a search that does not solve them gives away there.

Games of one look at every move, a little by chance. Of each the first position counts in which every world can be
played out and the moves are not all worth the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mazzo.lab.matches import PLAYER_STREAMS, deal_seed
from qb_engine.arena.arena import ArenaGame, Deal
from qb_engine.arena.players import PlayerSpec
from qb_engine.knowledge.belief import EnemyBelief
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.mind.net import Mind
from qb_engine.moves import SIDES, Move
from qb_engine.prediction import PredictionEngine
from qb_engine.ruleset import Ruleset
from qb_engine.search.race import Budget, search_view

WARMTH = 0.05
"""How little the players mind a worse move: they come to more kinds of endings."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A position near the end and what each move is worth there with best play on both sides."""

    view: PlayerView
    belief: EnemyBelief
    worth: dict[Move | None, float]
    seed: int

    def regret(self, iterations: int, mind: Mind | None) -> float:
        """What is given away by the move that a search finds without solving."""
        found = search_view(
            self.view, self.belief, Budget(iterations=iterations), seed=self.seed, exactly=False, mind=mind
        )
        return max(self.worth.values()) - self.worth[found.best]


def ending_of(ruleset: Ruleset, decks: Sequence[tuple[str, ...]], seed: int, number: int) -> Ending | None:
    """The ending of game ``number``; None where no position can be solved, or nothing can be lost."""
    dealt, count = deal_seed(seed, number), len(decks)
    game = ArenaGame(Deal(ruleset, decks[number % count], decks[number // count % count], dealt, SIDES[number % 2]))
    spec = PlayerSpec("casual", warmth=WARMTH)
    players = {side: spec.seated(dealt, PLAYER_STREAMS + place) for place, side in enumerate(SIDES)}
    while (side := game.side_to_act) is not None:
        view, observation = game.seen_by(side)
        belief = PredictionEngine().belief(view, observation)
        worth = _worth(view, belief)
        if worth and max(worth.values()) > min(worth.values()):
            return Ending(view, belief, worth, dealt)
        game.make(players[side].choose(view, observation))
    return None


def _worth(view: PlayerView, belief: EnemyBelief) -> dict[Move | None, float]:
    """The exact chance of every move; nothing where not every world can be played out."""
    result = search_view(view, belief, Budget(iterations=1))
    return {found.move: found.win_chance for found in result.moves} if result.is_exact else {}
