"""Simulation (002, part 6.3): moves on a copy, deterministic, the original untouched, the generator's state along."""

from __future__ import annotations

import pytest

from qb_engine.errors import IllegalActionError, IllegalMoveError, Refusal
from qb_engine.game_state import GameState
from qb_engine.moves import Move
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.simulation import Simulation

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
DECK = ["001", "002", "004", "005", "007", "008", "010", "011", "013", "026", "031", "040", "057", "051", "083"]


def game(ruleset: Ruleset, seed: int = 3) -> GameState:
    return GameState(DECK, DECK, seed=seed, ruleset=ruleset)


@BOTH
def test_the_original_stays_as_it_was(ruleset: Ruleset) -> None:
    state = game(ruleset)
    before = state.state_hash
    for move, after in Simulation(state).all_after("Y"):
        assert after.state_hash != before, move
    Simulation(state).after("Y", None)
    assert state.state_hash == before


@BOTH
def test_a_simulated_move_is_the_move_itself_and_the_end_of_its_turn(ruleset: Ruleset) -> None:
    state = game(ruleset)
    for move, after in Simulation(state).all_after("Y"):
        played = game(ruleset)
        hand_index = played.hand("Y").index_of(move.card_id)
        assert hand_index is not None
        played.play_card_from_hand("Y", hand_index, move.lane_index, move.col_index)
        played.end_turn()
        assert after.state_hash == played.state_hash
        assert after.side_to_act == "E"


@BOTH
def test_a_simulated_pass_is_a_pass(ruleset: Ruleset) -> None:
    state = game(ruleset)
    after = Simulation(state).after("Y", None)
    state.pass_turn("Y")
    assert after.state_hash == state.state_hash


@BOTH
def test_every_legal_move_is_simulated_once_in_the_order_of_the_moves(ruleset: Ruleset) -> None:
    state = game(ruleset)
    moves = [move for move, _after in Simulation(state).all_after("Y")]
    assert moves == state.legal_moves("Y")
    assert len(set(moves)) == len(moves) > 0


@BOTH
def test_simulating_twice_gives_the_same(ruleset: Ruleset) -> None:
    state = game(ruleset)
    first = [after.state_hash for _move, after in Simulation(state).all_after("Y")]
    assert [after.state_hash for _move, after in Simulation(state).all_after("Y")] == first


@BOTH
def test_a_copy_carries_the_generators_state(ruleset: Ruleset) -> None:
    """A shuffle after a simulated pass is the shuffle the game itself would have made."""
    state = game(ruleset)
    after = Simulation(state).after("Y", None)
    state.pass_turn("Y")
    for one in (after, state):
        one.shuffle_deck("E")
    assert after.deck("E") == state.deck("E")


def test_a_card_that_is_not_held_is_refused_by_name() -> None:
    state = game(SPEC)
    missing = next(card for card in DECK if card not in state.hand("Y").card_ids)
    with pytest.raises(IllegalActionError) as caught:
        Simulation(state).after("Y", Move(missing, 1, 0))
    assert caught.value.refusal is Refusal.CARD_NOT_HELD
    assert missing in caught.value.message()
    assert missing in caught.value.message("it")


def test_an_illegal_placement_is_refused_and_the_game_stays() -> None:
    state = game(SPEC)
    before = state.state_hash
    with pytest.raises(IllegalMoveError):
        Simulation(state).after("Y", Move(state.hand("Y")[0], 1, 4))
    with pytest.raises(IllegalActionError):
        Simulation(state).after("E", None)
    assert state.state_hash == before


@BOTH
def test_a_free_move_is_laid_whoever_is_to_act_and_its_turn_does_not_end(ruleset: Ruleset) -> None:
    state = game(ruleset)
    after = Simulation(state).after_free("E", Move.parse("001@M5"))
    assert (after.board.tile(1, 4).card_id, after.turn, after.side_to_act) == ("001", state.turn, state.side_to_act)
    assert not state.board.tile(1, 4).is_occupied


@BOTH
def test_the_second_free_pass_in_a_row_ends_the_game_as_a_pass_in_turn_does(ruleset: Ruleset) -> None:
    once = Simulation(game(ruleset)).after_free("Y", None)
    twice = Simulation(once).after_free("Y", None)
    assert (once.is_over, twice.is_over, twice.outcome) == (False, True, passed_out(ruleset).outcome)


def passed_out(ruleset: Ruleset) -> GameState:
    state = game(ruleset)
    state.pass_turn("Y")
    state.pass_turn("E")
    return state
