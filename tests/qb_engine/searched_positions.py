"""Positions for tests of the deep look: turns of random games, openings, and ends that can be counted out."""

from __future__ import annotations

from collections import Counter
from functools import cache

from qb_engine.game_state import GameState
from qb_engine.knowledge.belief import EnemyBelief, Unseen
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.prediction import PredictionEngine
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import Ruleset
from support.coached_games import stopped_game


@cache
def compiled(ruleset: Ruleset) -> RulesEngine:
    return RulesEngine(ruleset, compiled=True)


def sample(ruleset: Ruleset, seed: int, *, known: bool = True) -> tuple[PlayerView, EnemyBelief]:
    """A turn of yours in a random game on the compiled engine, and what may be hidden."""
    while True:
        game, _story = stopped_game(ruleset, seed, known=known, engine=compiled(ruleset))
        view = PlayerView.of(game.state)
        if not view.is_over:
            return view, PredictionEngine().belief(view, game.enemy_observation)
        seed += 1000


def opening(ruleset: Ruleset) -> tuple[PlayerView, EnemyBelief]:
    """The first turn of a game, with many moves."""
    return next(
        found for seed in range(99) if (found := sample(ruleset, seed))[0].engine.seen(found[0].cells).turn == 1
    )


def ending(ruleset: Ruleset, seed: int, engine: RulesEngine | None) -> GameState | None:
    """Your move a few plies before the end: small hands, and decks of one card or none, so that nothing is open."""
    state = stopped_game(ruleset, seed, known=True, engine=engine)[0].state
    if state.is_over or sum(len(state.legal_moves(side)) for side in ("Y", "E")) > 12:
        return None
    for side, digit in (("Y", seed), ("E", seed // 2)):
        state.write_hand(side, state.hand(side).card_ids[: 1 + digit % 2])
        state.write_deck(side, state.deck(side)[: seed // 4 % 2 if seed % 4 < 3 else 0])
    return state


def endings(ruleset: Ruleset, count: int, engine: RulesEngine | None = None) -> list[GameState]:
    found = (ending(ruleset, seed, engine) for seed in range(10 * count))
    return [state for state in found if state is not None][:count]


def all_known(state: GameState) -> EnemyBelief:
    """The belief of somebody who knows the enemy's hand and deck."""
    return EnemyBelief((Unseen(Counter(state.deck("E")), 1.0),), state.hand("E").card_ids, 0, is_guess=False)
