"""The deep look: exact ends, a race that finds them too, and the same answer from any number of threads."""

from __future__ import annotations

import time
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from qb_engine.errors import ResolutionError
from qb_engine.game_state import GameState
from qb_engine.knowledge.belief import EnemyBelief, Unseen
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import Move
from qb_engine.prediction import PredictionEngine
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.search.race import (
    REST_AFTER,
    SHORT_REST_AFTER,
    Budget,
    Race,
    SearchResult,
    _exact_chance,
    root_moves,
    search_view,
)
from qb_engine.simulation import Simulation
from support.coached_games import stopped_game

from .naive_table import change, small_card, small_effect
from .played import small_position

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
ENDINGS = 250


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


def minimax(state: GameState, move: Move | None) -> int:
    """Your margin after the move of the side to act and best play, by trying everything on copies of the game."""
    side = state.side_to_act
    assert side is not None
    then = Simulation(state).after(side, move)
    if then.side_to_act is None:
        return then.score().margin
    values = []
    for reply in (None, *then.legal_moves(then.side_to_act)):
        try:
            values.append(minimax(then, reply))
        except ResolutionError:
            continue
    return max(values) if then.side_to_act == "Y" else min(values)


@BOTH
def test_the_endgame_solver_equals_plain_minimax(ruleset):
    for state in endings(ruleset, ENDINGS, compiled(ruleset)):
        view = PlayerView.of(state)
        result = search_view(view, all_known(state), Budget(iterations=1))
        assert result.is_exact
        assert {found.move: found.margin for found in result.moves} == {
            move: minimax(state, move) for move in root_moves(view)
        }
        assert all(found.interval == (found.win_chance, found.win_chance) for found in result.moves)


@BOTH
def test_the_race_finds_what_the_solver_proves(ruleset):
    for state in endings(ruleset, 20, compiled(ruleset)):
        view = PlayerView.of(state)
        proven = search_view(view, all_known(state), Budget(iterations=1))
        found = search_view(view, all_known(state), Budget(iterations=20_000), exactly=False)
        worth = {move.move: move.win_chance for move in proven.moves}
        assert proven.is_exact
        assert not found.is_exact
        assert worth[found.best] == proven.moves[0].win_chance
        assert found.moves[0].win_chance == pytest.approx(proven.moves[0].win_chance, abs=0.1)


@BOTH
def test_the_plain_solver_gives_what_the_compiled_one_gives(ruleset):
    pairs = zip(endings(ruleset, 10), endings(ruleset, 10, compiled(ruleset)), strict=True)
    for plain, packed in pairs:
        results = [
            search_view(PlayerView.of(state), all_known(state), Budget(iterations=1)) for state in (plain, packed)
        ]
        assert results[0] == results[1]


@BOTH
@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
def test_one_and_two_threads_and_the_plain_form_give_the_same_answer(ruleset, known):
    for seed in range(3):
        view, belief = sample(ruleset, seed, known=known)
        one = search_view(view, belief, Budget(iterations=1000), seed=seed, exactly=False)
        assert one == search_view(view, belief, Budget(iterations=1000), seed=seed, threads=2, exactly=False)
        game, _story = stopped_game(ruleset, seed, known=known)
        if not game.state.is_over:
            plain = PlayerView.of(game.state)
            assert one == search_view(plain, belief, Budget(iterations=1000), seed=seed, exactly=False)


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
    assert last.samples >= SHORT_REST_AFTER


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


def test_what_nobody_tried_is_never_the_best():
    found = 0
    for seed in range(60):
        view, belief = sample(REBIRTH, seed)
        if len(root_moves(view)) < 3:
            continue
        result = search_view(view, belief, Budget(seconds=60), is_cancelled=Patience(2).is_over, exactly=False)
        tried = [move.samples > 0 for move in result.moves]
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


def test_a_play_that_never_comes_to_rest_is_no_move():
    sore = small_card("001", 9, "", small_effect("on_enfeebled", "enemies_global", change(-1)))
    hurts = small_card("002", 5, "E+1+0", small_effect("on_play", "all_cards_on_affected_tiles", change(-1)))
    tiles = {"M1": "y1", "B1": "y1", "M2": "e1:001", "T1": "y1:001"}
    state = small_position(SPEC, [sore, hurts], tiles).state
    state.record.hand_tracked[0] = 1
    state.write_hand("Y", ("002",))
    assert [str(move) for move in state.legal_moves("Y")] == ["002@M1", "002@B1"]
    assert [str(move) for move in root_moves(PlayerView.of(state))] == ["002@B1"]


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
