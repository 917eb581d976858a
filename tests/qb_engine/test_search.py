"""The deep look: exact ends, a race that finds them too, and the same answer from any number of threads."""

from __future__ import annotations

import time
from collections import Counter
from itertools import pairwise

import pytest

from qb_engine.game_state import GameState
from qb_engine.knowledge.belief import EnemyBelief, Unseen
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.prediction import PredictionEngine
from qb_engine.ruleset import REBIRTH, SPEC
from qb_engine.search.race import (
    HASTY,
    REST_AFTER,
    Budget,
    Race,
    SearchResult,
    _exact_chance,
    root_moves,
    search_view,
)
from support.coached_games import stopped_game

from .searched_positions import all_known, compiled, endings, opening, sample

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])


def test_the_budget_in_iterations_is_kept():
    view, belief = opening(REBIRTH)
    count = len(root_moves(view))
    for iterations in (count, 500, 5000):
        result = search_view(view, belief, Budget(iterations=iterations), exactly=False)
        assert iterations - count < result.iterations <= iterations
        assert sum(found.samples for found in result.moves) == result.iterations


def test_another_seed_deals_other_worlds():
    view, belief = opening(REBIRTH)
    assert search_view(view, belief, Budget(iterations=1000)) != search_view(
        view, belief, Budget(iterations=1000), seed=1
    )


def test_leaders_get_what_is_left_of_the_budget():
    view, belief = opening(REBIRTH)
    result = search_view(view, belief, Budget(iterations=20_000), exactly=False)
    first, *_others, last = result.moves
    assert first.samples > 2 * last.samples
    assert last.samples >= HASTY.after


@pytest.mark.slow
def test_a_long_search_lets_no_move_rest_before_it_can_be_told_apart():
    view, belief = opening(REBIRTH)
    result = search_view(view, belief, Budget(iterations=100_000), exactly=False)
    resting = [found for found in result.moves if found.samples < result.moves[0].samples]
    assert resting
    assert all(found.samples >= REST_AFTER for found in resting)
    assert not all(found.is_close for found in resting)


class Patience:
    """Somebody who cancels after being asked so often, and notes when that was."""

    def __init__(self, limit: int) -> None:
        self.limit, self.asked = limit, list[float]()

    def is_over(self) -> bool:
        self.asked.append(time.process_time())
        return len(self.asked) > self.limit

    def most_gaps(self) -> float:
        """The time between two looks that 95 of 100 do not exceed: the rest is left to a busy machine."""
        gaps = sorted(after - before for before, after in pairwise(self.asked))
        return gaps[len(gaps) * 95 // 100]


def test_a_search_is_cancelled_within_a_few_milliseconds():
    view, belief = opening(REBIRTH)
    patience = Patience(200)
    search_view(view, belief, Budget(seconds=60), is_cancelled=patience.is_over, exactly=False)
    assert len(patience.asked) < 250
    assert patience.most_gaps() < 0.005


def hand_unknown(state: GameState) -> EnemyBelief:
    """The belief of somebody who knows which cards the enemy has, but not which of them are in its hand."""
    cards = Counter((*state.hand("E").card_ids, *state.deck("E")))
    return EnemyBelief((Unseen(cards, 1.0),), (), len(state.hand("E")), is_guess=False)


@pytest.mark.slow
@BOTH
def test_an_exact_answer_can_be_cancelled_as_soon(ruleset):
    tried = 0
    for state in endings(ruleset, 100, compiled(ruleset)):
        view, belief = PlayerView.of(state), hand_unknown(state)
        patience = Patience(10_000)
        result = search_view(view, belief, Budget(iterations=1), is_cancelled=patience.is_over)
        if len(patience.asked) > 4:
            assert result.is_exact
            assert patience.most_gaps() < 0.005
            impatience = Patience(2)
            broken_off = search_view(view, belief, Budget(iterations=1), is_cancelled=impatience.is_over)
            assert not broken_off.is_exact
            assert broken_off.iterations == 0
            assert len(impatience.asked) < 6
            tried += 1
    assert tried >= 3


def test_an_exact_answer_leaves_time_for_a_race():
    state = endings(REBIRTH, 1, compiled(REBIRTH))[0]
    view, belief = PlayerView.of(state), all_known(state)
    assert search_view(view, belief, Budget(seconds=60)).is_exact
    assert not search_view(view, belief, Budget(seconds=0)).is_exact


@pytest.mark.slow
def test_what_nobody_tried_is_never_the_best():
    found = 0
    for seed in range(60):
        view, belief = sample(REBIRTH, seed)
        if len(root_moves(view)) < 3:
            continue
        result = search_view(view, belief, Budget(seconds=60), is_cancelled=Patience(2).is_over, exactly=False)
        # What wins at once needs no try.
        tried = [move.samples > 0 or move.win_chance == 1.0 for move in result.moves]
        assert tried == sorted(tried, reverse=True)
        assert any(tried)
        found += not all(tried)
    assert found > 20


def test_a_move_that_rests_is_never_placed_before_the_leader():
    view, belief = opening(SPEC)
    moves = root_moves(view)[:2]
    race = Race(view, belief, moves)
    leading, resting = race._trees
    # Until it went to rest the second was better; the first learnt later.
    resting.samples.extend([1] * 700, [0] * 700)
    leading.samples.extend([-1] * 700 + [1, -1] * 700, [0] * 2100)
    race._racing = [leading]
    assert race.result().best == leading.move


def test_certain_wins_are_certain():
    tree = Race(*opening(SPEC), [None])._trees[0]
    total = 0.0
    for _part in range(10):  # one by one: newer versions of sum() make up for what rounding loses
        total += 0.1
    assert total != 1
    assert _exact_chance(tree, [(0.1, 5)] * 10).win_chance == 1.0


def test_what_was_found_until_a_stop_is_the_answer():
    view, belief = opening(REBIRTH)
    result = search_view(view, belief, Budget(seconds=0), exactly=False)
    assert result.iterations == 0
    assert {found.move for found in result.moves} == set(root_moves(view))
    assert all(found.interval == (0.0, 1.0) and found.is_close for found in result.moves)


def test_a_pass_is_searched_only_where_it_is_honest():
    for seed in range(40):
        view, _belief = sample(SPEC, seed)
        moves = root_moves(view)
        assert (None in moves) == (view.score.margin > 0 or moves == [None])


def test_a_game_that_is_over_has_no_moves():
    game, _story = stopped_game(SPEC, 1, known=True)
    game.state.record.over = 1
    view = PlayerView.of(game.state)
    result = search_view(view, PredictionEngine().belief(view, game.enemy_observation), Budget(iterations=10))
    assert result == SearchResult((), 0, is_exact=result.is_exact)
    assert result.best is None
