"""An enemy with habits: in some turns it passes or takes points instead of thinking; without any nothing changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qb_engine.knowledge.habits import NO_HABITS, Habits
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.legality import LegalityChecker
from qb_engine.moves import Move
from qb_engine.prediction import PredictionEngine, score_after
from qb_engine.ruleset import REBIRTH
from qb_engine.search.race import Budget, search_view
from support.coached_games import stopped_game

from .predicted_positions import midgame
from .searched_positions import all_known, endings, sample

pytestmark = pytest.mark.rules


def test_shares_are_parts_of_one_whole():
    with pytest.raises(ValueError, match="no shares"):
        Habits(passes=0.6, takes_points=0.5)
    with pytest.raises(ValueError, match="no shares"):
        Habits(passes=-0.1)


def test_a_passing_enemy_s_replies_keep_their_order_and_a_pass_gets_the_habit_s_share():
    game = midgame(REBIRTH, 3, known=True)
    view = PlayerView.of(game.state)
    plain, passing = PredictionEngine(), PredictionEngine(habits=Habits(passes=0.25))
    before = plain.forecast(view, plain.belief(view, game.enemy_observation))
    after = passing.forecast(view, passing.belief(view, game.enemy_observation))
    laid = [reply for reply in before.replies if reply.move is not None]
    assert [reply.move for reply in after.replies] == [*(reply.move for reply in laid), None]
    assert [reply.weight for reply in after.replies[:-1]] == [reply.weight * 0.75 for reply in laid]
    assert sum(reply.weight for reply in after.replies) == pytest.approx(1)
    assert after.replies[-1].margin == view.score.margin
    assert after.expected_margin >= before.expected_margin


def test_an_enemy_without_habits_is_forecast_as_ever():
    game = midgame(REBIRTH, 5, known=False)
    view = PlayerView.of(game.state)
    engines = PredictionEngine(), PredictionEngine(habits=NO_HABITS)
    assert engines[0].belief(view, game.enemy_observation) == engines[1].belief(view, game.enemy_observation)


@pytest.mark.slow
def test_habits_search_the_same_in_both_forms_and_on_two_threads():
    for habits in (Habits(takes_points=0.7), Habits(passes=0.3, takes_points=0.3)):
        view, belief = sample(REBIRTH, 1, known=True)
        belief = replace(belief, habits=habits)
        one = search_view(view, belief, Budget(iterations=400), exactly=False)
        assert one == search_view(view, belief, Budget(iterations=400), threads=2, exactly=False)
        game, _story = stopped_game(REBIRTH, 1, known=True)
        assert one == search_view(PlayerView.of(game.state), belief, Budget(iterations=400), exactly=False)


@pytest.mark.slow
def test_an_enemy_that_always_takes_points_is_expected_to_take_the_most():
    view, belief = sample(REBIRTH, 2, known=True)
    found = search_view(view, replace(belief, habits=Habits(takes_points=1.0)), Budget(iterations=2_000), exactly=False)
    for chance in found.moves[:3]:
        assert chance.reply is not None
        after = view.after(chance.move)
        tiles = LegalityChecker(after.board).legal_tiles("E", chance.reply.card_id)
        margins = [score_after(after, Move(chance.reply.card_id, *place)).margin for place in tiles]
        assert score_after(after, chance.reply).margin == min(margins)


@pytest.mark.slow
def test_a_certain_win_stays_certain_and_exact_whatever_the_habits():
    wins = 0
    for state in endings(REBIRTH, 12):
        view, known = PlayerView.of(state), all_known(state)
        exact = search_view(view, known, Budget(iterations=1))
        if not exact.moves or exact.moves[0].win_chance < 1:
            continue
        wins += 1
        assert search_view(view, replace(known, habits=Habits(takes_points=0.9)), Budget(iterations=1)) == exact
    assert wins
