"""Many games at once on the kernel: the games that ``GameState`` plays, seen from each seat, blind to hidden cards."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from qb_engine.cards.starter_decks import starter_decks
from qb_engine.envs.batch import ACTIONS, FACTS, PASS_ACTION, Batch, action_of, move_of
from qb_engine.envs.errors import IllegalAgentActionError
from qb_engine.envs.kernel.layout import COUNTS_AT, DECK_AT, HAND_AT, IS_CUT, IS_OVER, KNOWN_AT, LANES_AT, TILE_FACTS
from qb_engine.errors import InvalidDeckError
from qb_engine.game_state import GameState
from qb_engine.kernel.layout import DECK_SIZE, HAND_CAPACITY
from qb_engine.moves import LANES, SIDES, TILES, mirrored
from qb_engine.rules_engine import RulesEngine, engine_for
from qb_engine.ruleset import PRESETS, REBIRTH, SPEC
from support.hidden_cards import exchange_hidden

WINDOWS = ("observations", "action_masks", "sides", "ended", "rewards", "margins")


def state_of(batch, game=0):
    return GameState.on(batch.engine, batch.states[game : game + 1])


def seen_number(batch, card_ids):
    return [number + 1 for number in batch.engine.numbers_of(card_ids)]


def filled(numbers, length):
    return [*numbers, *[0] * (length - len(numbers))]


@pytest.mark.slow  # where nothing is compiled yet, the batch is compiled here
@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_compiled_and_plain_batches_are_the_same_games(ruleset):
    both = [Batch(16, engine=RulesEngine(ruleset, compiled=compiled), seed=5) for compiled in (True, False)]
    for _step in range(60):
        for name in WINDOWS:
            assert np.array_equal(*(getattr(batch, name) for batch in both)), name
        chosen = [batch.random_actions() for batch in both]
        assert np.array_equal(*chosen)
        for batch, actions in zip(both, chosen, strict=True):
            batch.step(actions)


def test_a_game_of_a_seed_is_the_same_in_a_batch_of_any_size():
    small, large = Batch(2, seed=9), Batch(5, seed=9)
    for _step in range(30):
        assert np.array_equal(small.observations, large.observations[:2])
        actions = large.random_actions()
        large.step(actions)
        small.step(actions[:2])


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_every_step_is_the_move_that_a_game_plays(ruleset):
    batch = Batch(1, ruleset=ruleset, seed=3, renews=False)
    twin = state_of(batch).clone()
    while not batch.ended[0]:
        action = int(batch.random_actions()[0])
        side = SIDES[batch.sides[0]]
        move = move_of(action, twin.hand(side).card_ids)
        assert action_of(move, twin.hand(side).card_ids) == action
        twin.play(move if move is None or side == "Y" else mirrored(move))
        batch.step([action])
        assert state_of(batch).state_hash == twin.state_hash
    assert twin.is_over
    assert (batch.ended[0], batch.margins[0]) == (IS_OVER, twin.score().margin)
    assert batch.rewards[0] == np.sign(twin.score().margin)


def test_the_mask_allows_just_the_legal_moves_and_a_pass():
    batch = Batch(4, seed=1)
    for _step in range(40):
        for game in range(batch.size):
            state, side = state_of(batch, game), SIDES[batch.sides[game]]
            legal = state.legal_moves(side)
            hand = state.hand(side).card_ids
            expected = {action_of(move if side == "Y" else mirrored(move), hand) for move in legal} | {PASS_ACTION}
            assert set(np.flatnonzero(batch.action_masks[game])) == expected
        batch.step(batch.random_actions())


def test_an_observation_tells_the_board_the_lanes_the_counts_and_the_own_cards():
    batch = Batch(3, seed=2)
    for _step in range(40):
        for game in range(batch.size):
            for side in range(2):
                check_observation(batch, game, side)
        batch.step(batch.random_actions())


def check_observation(batch, game, side):
    facts, state = batch.look(game, side)[0].tolist(), state_of(batch, game)
    own, other = SIDES[side], SIDES[1 - side]
    for place in range(TILES):
        lane, column = divmod(place, 5)
        tile = state.board.tile(lane, column if own == "Y" else 4 - column)
        owner = {own: 1, other: -1, "N": 0}[tile.owner]
        card = 0 if tile.card_id is None else batch.engine.number(tile.card_id) + 1
        assert facts[place * TILE_FACTS : (place + 1) * TILE_FACTS] == [owner, tile.rank, card, tile.power]
    lanes = state.score().lanes
    powers = [[lane.power_you for lane in lanes], [lane.power_enemy for lane in lanes]]
    assert facts[LANES_AT : LANES_AT + 2 * LANES] == powers[side] + powers[1 - side]
    sizes = [len(pile) for each in (own, other) for pile in (state.hand(each), state.deck(each))]
    assert facts[COUNTS_AT:HAND_AT] == [*sizes, int(state.record.passes), state.turn]
    assert facts[HAND_AT:DECK_AT] == filled(seen_number(batch, state.hand(own)), HAND_CAPACITY)
    assert facts[DECK_AT:KNOWN_AT] == filled(sorted(seen_number(batch, state.deck(own))), DECK_SIZE)
    tokens = [card_id for card_id in state.hand(other) if batch.engine.card(card_id).is_token]
    assert facts[KNOWN_AT:] == filled(sorted(seen_number(batch, tokens)), FACTS - KNOWN_AT)


def test_no_observation_depends_on_hidden_cards():
    chance = Random(4)
    batch, exchanged = Batch(1, seed=7), 0
    for _step in range(120):
        for side in range(2):
            before = batch.engine.copied(batch.states)
            seen = batch.look(0, side)
            exchange_hidden(state_of(batch), side, chance)
            exchanged += state_of(batch).hand(SIDES[1 - side]) != GameState.on(batch.engine, before).hand(
                SIDES[1 - side]
            )
            assert all(np.array_equal(one, other) for one, other in zip(seen, batch.look(0, side), strict=True))
            batch.engine.kernel.copy_state(batch.states, before)
        batch.step(batch.random_actions())
    assert exchanged > 100


def test_an_action_that_is_not_legal_is_refused_and_nothing_is_done():
    batch = Batch(3, seed=6)
    seen = batch.observations.copy()
    legal = batch.random_actions()
    for wrong in (ACTIONS, -1, int(np.flatnonzero(batch.action_masks[1] == 0)[0])):
        with pytest.raises(IllegalAgentActionError, match=f"action {wrong} in game 1 is not legal now"):
            batch.step([legal[0], wrong, legal[2]])
        assert np.array_equal(batch.observations, seen)


def test_a_finished_game_takes_no_action_unless_the_next_one_is_dealt():
    batch = Batch(1, seed=6, renews=False)
    batch.step([PASS_ACTION])
    batch.step([PASS_ACTION])
    assert batch.ended[0] == IS_OVER
    with pytest.raises(IllegalAgentActionError):
        batch.step([PASS_ACTION])
    renewed = Batch(1, seed=6)
    renewed.step([PASS_ACTION])
    renewed.step([PASS_ACTION])
    assert renewed.ended[0] == IS_OVER
    renewed.step(renewed.random_actions())
    assert renewed.ended[0] == 0


def test_a_game_is_cut_off_after_its_cycles_and_counts_as_the_board_lies():
    batch = Batch(1, seed=8, max_cycles=2, renews=False)
    for _ply in range(4):
        assert not batch.ended[0]
        batch.step(batch.random_actions())
    assert (batch.ended[0], batch.margins[0]) == (IS_CUT, state_of(batch).score().margin)


def test_each_side_is_dealt_one_of_its_own_decks():
    first, second = (each.deck for each in starter_decks()[:2])
    batch = Batch(4, decks=[first], enemy_decks=[second])
    for game in range(batch.size):
        state = state_of(batch, game)
        assert [sorted((*state.hand(side), *state.deck(side))) for side in SIDES] == [sorted(first), sorted(second)]


@pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
def test_a_deck_of_fourteen_cards_is_refused_in_words(ruleset):
    deck = starter_decks()[0].deck.card_ids
    with pytest.raises(InvalidDeckError, match="14"):
        Batch(1, ruleset=ruleset, decks=[deck[:14]])


def test_a_batch_of_nothing_is_refused():
    with pytest.raises(ValueError, match="at least one game"):
        Batch(0)
    with pytest.raises(ValueError, match="takes 2 actions, not 1"):
        Batch(2).step([PASS_ACTION])
    with pytest.raises(ValueError, match="at least one deck"):
        Batch(1, engine=engine_for(REBIRTH), decks=[])
