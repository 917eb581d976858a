"""Random games stopped somewhere, for tests of prediction."""

from __future__ import annotations

from random import Random

from qb_engine.enemy_observation import AnnotatedState, EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.models import DECK_SIZE
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import SPEC, Ruleset

IDS = [card.id for card in engine_for(SPEC).cards if not card.is_token]


def midgame(ruleset: Ruleset, seed: int, *, known: bool) -> AnnotatedState:
    """A random game stopped somewhere, with the enemy's deck known or not."""
    chance = Random(seed)
    decks = [chance.sample(IDS, DECK_SIZE) for _ in range(2)]
    game = AnnotatedState(GameState(*decks, seed=seed, ruleset=ruleset), EnemyObservation(decks[1] if known else None))
    for _ply in range(chance.randrange(4, 16)):
        side = game.state.side_to_act
        if side is None:
            break
        moves = game.state.legal_moves(side)
        if not moves:
            game.pass_turn(side)
            continue
        move = chance.choice(moves)
        game.play(side, move)
        game.end_turn()
    return game
