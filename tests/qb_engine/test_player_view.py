"""A view: moved to other rules it stays the same, and what nobody wrote down is counted by the turns."""

from __future__ import annotations

from functools import cache

import pytest

from qb_engine.coaching import CoachingEngine
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import Counted, PlayerView
from qb_engine.models import DECK_SIZE, OPENING_HAND
from qb_engine.moves import SIDES
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.search.race import Budget, DeepLook
from support.coached_games import stopped_game

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
FACTS = ("hand", "deck_ids", "enemy_hand_count", "enemy_deck_count", "enemy_certain", "passes", "is_over", "score")


@cache
def engine_of(ruleset: Ruleset, compiled: bool) -> RulesEngine:
    return RulesEngine(ruleset, compiled=compiled)


@BOTH
def test_a_view_on_another_engine_shows_the_same_and_shares_nothing(ruleset):
    for seed in range(8):
        game, _story = stopped_game(ruleset, seed, known=False)
        view = PlayerView.of(game.state)
        for compiled in (False, True):
            moved = view.on(engine_of(ruleset, compiled))
            assert moved.engine.compiled == compiled
            assert [getattr(moved, fact) for fact in FACTS] == [getattr(view, fact) for fact in FACTS]
            assert [str(tile) for tile in moved.board.tiles] == [str(tile) for tile in view.board.tiles]
            moved.engine.seen(moved.cells).passes += 1
            assert moved.passes == view.passes + 1


@BOTH
def test_a_moved_view_gets_the_same_deep_advice(ruleset):
    look = DeepLook(Budget(iterations=60))
    game, _story = stopped_game(ruleset, 3, known=True)
    view, coach = PlayerView.of(game.state), CoachingEngine()
    here, there = (
        coach.advise(each, game.enemy_observation, deep=look) for each in (view, view.on(engine_of(ruleset, True)))
    )
    assert here == there


@BOTH
def test_a_side_draws_on_every_turn_but_its_first_while_its_deck_lasts(ruleset):
    deck = ["001", "002", "004", "005", "007", "008", "010", "011", "013", "026", "031", "040", "057", "051", "083"]
    state = GameState(deck, deck, seed=5, ruleset=ruleset)
    for _turn in range(2 * DECK_SIZE):
        for side in SIDES:
            assert len(state.deck(side)) == DECK_SIZE - OPENING_HAND - state.draws_made(side)
            assert state.is_draw_due(side) == (state.draws_made(side) > 0)
        state.end_turn()


@BOTH
def test_what_a_position_does_not_say_of_the_enemy_follows_from_the_turns(ruleset):
    """As long as each side laid a card on every turn; a written hand speaks for itself."""
    for seed in range(8):
        state = stopped_game(ruleset, seed, known=False)[0].state
        written = Counted.of(state)
        assert Counted.in_position(state) == written
        state.record.hand_tracked[1] = 0
        assumed = Counted.in_position(state)
        assert assumed.enemy_deck_count == written.enemy_deck_count
        assert (assumed.deck_ids, assumed.enemy_certain) == (written.deck_ids, written.enemy_certain)


@BOTH
def test_the_view_after_a_move_is_the_view_of_the_game_after_it(ruleset):
    for seed in range(4):
        state = stopped_game(ruleset, seed, known=True)[0].state
        if state.side_to_act != "Y":
            continue
        for move in state.legal_moves("Y")[:6]:
            played = state.clone()
            index = played.hand("Y").index_of(move.card_id)
            played.play_card_from_hand("Y", index, move.lane_index, move.col_index)
            there, here = PlayerView.of(played), PlayerView.of(state).after(move)
            assert [getattr(here, fact) for fact in FACTS] == [getattr(there, fact) for fact in FACTS]
            assert [str(tile) for tile in here.board.tiles] == [str(tile) for tile in there.board.tiles]


@BOTH
def test_who_asks_what_a_card_would_do_holds_it_and_loses_no_other(ruleset):
    state = stopped_game(ruleset, 3, known=True)[0].state
    view = PlayerView.of(state)
    card_id = next(card.id for card in state.engine.cards if card.id not in view.hand)
    assert view.holding(card_id).hand == (*view.hand, card_id)
    for move in view.holding(card_id).game.legal_moves("Y"):
        if move.card_id == card_id:
            assert view.holding(card_id).after(move).hand[: len(view.hand)] == view.hand
    assert card_id not in view.hand
