"""Positions as a net judges them: games by chance with random decks, a net by chance, and what it says."""

from __future__ import annotations

from random import Random

import numpy as np

from kernelkit.records import unpacked
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.kernel.net import FEATURES, INNER, UNITS, Look, Net
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.mind.decks import random_decks
from qb_engine.mind.net import Mind
from qb_engine.prediction import PredictionEngine
from qb_engine.rules_engine import RulesEngine


def net_by_chance():
    """Weights by chance, so large that units are silent, speak, and say all they can."""
    chance = np.random.default_rng(7)
    cells = np.zeros(1, Net.dtype)
    cells["first"][0] = chance.integers(-900, 900, (FEATURES, UNITS))
    cells["second"][0] = chance.integers(-900, 900, (UNITS, INNER))
    cells["last"][0] = chance.integers(-500, 500, INNER)
    return cells


def games(ruleset, count, seed=3, compiled=True):
    """Positions of games played by chance with random decks, as they come."""
    chance, engine = Random(seed), RulesEngine(ruleset, compiled=compiled)
    decks = random_decks(ruleset, 2 * count, seed)
    for number in range(count):
        state = GameState(decks[2 * number], decks[2 * number + 1], seed=number, engine=engine)
        while not state.is_over:
            yield state
            moves = state.legal_moves(state.side_to_act)
            state.play(chance.choice(moves) if moves and chance.random() < 0.9 else None)


def mind_of(engine, net):
    return Mind(engine, net if engine.compiled else [unpacked(Net, net)], is_exact=True)


def looked(state, net):
    """What the net says of a world and of both views, with and without a list."""
    engine, mind = state.engine, mind_of(state.engine, net)
    desk = state.cells, engine.tables, engine.rules, engine.work, mind.net, engine.rows(Look, 1)
    views = [engine.kernel.judge_view(*desk, side, listed) for side in (0, 1) for listed in (0, 1)]
    return [engine.kernel.judge_world(*desk), *views]


def position(ruleset, plies, compiled):
    """A view and a belief after some quick turns of two starter decks."""
    you, enemy = (starter.deck.card_ids for starter in starter_decks()[:2])
    chance = Random(plies)
    state = GameState(you, enemy, seed=4, engine=RulesEngine(ruleset, compiled=compiled), first_player="Y")
    for _ply in range(plies):
        state.play(chance.choice(state.legal_moves(state.side_to_act) or [None]))
    observation = EnemyObservation(enemy)
    view = PlayerView.of(state)
    observation.update_from_game_state(view.game)
    return view, PredictionEngine().belief(view, observation)
