"""The environments pass the tests that their own frameworks bring along."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import qb_engine.envs.open_spiel_v0
from qb_engine.envs import qb_v0
from qb_engine.envs.batch import ACTIONS, PASS_ACTION
from qb_engine.envs.errors import IllegalAgentActionError
from qb_engine.envs.gymnasium_v0 import QueensBloodEnv
from qb_engine.errors import InvalidDeckError, UnknownPlayerError
from qb_engine.game_state import GameState
from qb_engine.moves import SIDES
from support.hidden_cards import exchange_hidden

SPIEL = qb_engine.envs.open_spiel_v0.NAME
# Observations with a mask are dictionaries; PettingZoo warns of those that are not on its own list of classic games.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def test_pettingzoos_own_api_test_passes(capsys):
    api_test(qb_v0.env(), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


def test_pettingzoos_own_seed_test_passes():
    seed_test(qb_v0.env, num_cycles=50)


def test_pettingzoos_own_max_cycles_test_passes():
    max_cycles_test(qb_v0)


def test_pettingzoos_own_render_test_passes():
    render_test(qb_v0.env, custom_tests={"svg": lambda picture: ElementTree.fromstring(picture).tag.endswith("svg")})


def test_pettingzoos_own_tests_of_the_parallel_form_pass():
    parallel_api_test(qb_v0.parallel_env(), num_cycles=50)
    parallel_seed_test(qb_v0.parallel_env, num_cycles=50)


@pytest.mark.parametrize("opponent", ["random", "greedy", "quick"])
def test_gymnasiums_own_check_passes_against(opponent):
    made = gymnasium.make("qb_engine.envs.gymnasium_v0:QueensBlood-v0", opponent=opponent)
    check_env(made.unwrapped)


def test_open_spiels_own_random_simulations_pass():
    for ruleset in ("rebirth", "spec"):
        game = pyspiel.load_game(SPIEL, {"ruleset": ruleset})
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def played(env, seed, action_of):
    """A whole game of the agents' own environment; what each was paid."""
    env.reset(seed=seed)
    paid = {}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _info = env.last()
        paid[agent] = reward
        env.step(None if terminated or truncated else action_of(env, agent, seen))
    return paid


def test_whoever_wins_is_paid_what_the_other_loses():
    for seed in range(4):
        paid = played(qb_v0.env(), seed, lambda env, agent, _seen: env.action_space(agent).sample())
        assert sum(paid.values()) == 0
        assert set(paid.values()) in ({0}, {1, -1})


def test_an_illegal_action_loses_the_game():
    def wrong(_env, _agent, seen):
        return int(np.flatnonzero(seen["action_mask"] == 0)[0])

    assert sorted(played(qb_v0.env(), 1, wrong).values()) == [-1, 1]
    with pytest.raises(IllegalAgentActionError):
        qb_v0.raw_env().step(wrong(None, None, qb_v0.raw_env().last()[0]))
    with pytest.raises(IllegalAgentActionError):
        qb_v0.env().step(ACTIONS)
    with pytest.raises(ValueError, match="not None"):
        qb_v0.env().step(None)
    env = QueensBloodEnv()
    seen, _info = env.reset(seed=1)
    action = wrong(env, None, seen)
    _seen, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated, info) == (-1.0, True, False, {"illegal_action": action})
    with pytest.raises(ValueError, match="reset"):
        env.step(PASS_ACTION)


def test_a_sample_without_a_mask_is_always_legal_and_no_needless_pass():
    env = QueensBloodEnv(opponent="greedy")
    seen, _info = env.reset(seed=2)
    is_over = False
    while not is_over:
        action = env.action_space.sample()
        assert seen["action_mask"][action]
        assert action != PASS_ACTION or seen["action_mask"].sum() == 1
        seen, _reward, terminated, truncated, _info = env.step(action)
        is_over = terminated or truncated


def test_a_game_against_an_opponent_is_the_same_for_the_same_seed():
    def course(seed):
        env = QueensBloodEnv(opponent="random")
        seen, _info = env.reset(seed=seed)
        rows, is_over, reward = [seen["observation"]], False, 0.0
        while not is_over:
            action = int(np.flatnonzero(seen["action_mask"])[0])
            seen, reward, terminated, truncated, _info = env.step(action)
            rows.append(seen["observation"])
            is_over = terminated or truncated
        return np.array(rows), reward

    (one, reward), (same, same_reward), (other, _reward) = course(3), course(3), course(4)
    assert np.array_equal(one, same)
    assert reward == same_reward
    assert not np.array_equal(one, other)


def test_the_picture_shows_nothing_that_the_player_to_act_does_not_see():
    env = qb_v0.raw_env(render_mode="svg")
    env.reset(seed=5)
    for _ply in range(8):
        side = SIDES.index(state_of(env).side_to_act)
        seen = env.render()
        before = env.table.batch.engine.copied(env.table.batch.states)
        exchange_hidden(state_of(env), side, Random(side))
        assert env.render() == seen
        env.table.batch.engine.kernel.copy_state(env.table.batch.states, before)
        env.step(env.action_space(env.agent_selection).sample())


def state_of(env):
    return GameState.on(env.table.batch.engine, env.table.batch.states)


def test_open_spiel_draws_every_card_by_chance_and_tells_each_player_its_own_view():
    state = pyspiel.load_game(SPIEL).new_initial_state()
    drawn = 0
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(chance for _number, chance in outcomes) == pytest.approx(1)
        state.apply_action(outcomes[0][0])
        drawn += 1
    assert drawn == 10
    assert state.current_player() == 0
    assert state.observation_tensor(0) != state.observation_tensor(1)
    state.apply_action(PASS_ACTION)
    state.apply_action(PASS_ACTION)
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_unknown_names_and_broken_decks_are_refused_in_words():
    with pytest.raises(UnknownPlayerError, match="a player is random, greedy, console, person"):
        QueensBloodEnv(opponent="champion")
    with pytest.raises(InvalidDeckError):
        qb_v0.env(decks=[("001",) * 14])
    with pytest.raises(ValueError, match="human, ansi, svg"):
        qb_v0.env(render_mode="film")
