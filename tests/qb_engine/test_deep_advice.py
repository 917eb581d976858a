"""The deep level of the coach: ranked by the chance to win, honest about what it can tell apart."""

from __future__ import annotations

from functools import cache

import pytest

from qb_engine.advice.evaluation import CoachingRecommendation
from qb_engine.advice.ranking import GOOD_LOSS, LOSING_CHANCE, PLAYABLE_LOSS
from qb_engine.coaching import CoachingEngine
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.search.race import Budget, DeepLook
from support.coached_games import stopped_game

pytestmark = pytest.mark.slow

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
LOOK = DeepLook(Budget(iterations=20_000))


@cache
def engine_of(ruleset: Ruleset) -> RulesEngine:
    return RulesEngine(ruleset, compiled=True)


@cache
def deep_advice(ruleset: Ruleset, known: bool = True) -> list[CoachingRecommendation]:
    """Advice on some turns of yours."""
    found = []
    for seed in range(14):
        game, _story = stopped_game(ruleset, seed, known=known, engine=engine_of(ruleset))
        if not game.state.is_over:
            view = PlayerView.of(game.state)
            found.append(CoachingEngine().advise(view, game.enemy_observation, explain_all=True, deep=LOOK))
    return found


@pytest.mark.slow
@BOTH
def test_moves_come_by_the_chance_to_win(ruleset):
    for advice in deep_advice(ruleset):
        chances = [move.win_chance for move in advice.moves if move.move is not None]
        assert chances == sorted(chances, reverse=True)
        assert advice.level == "deep"
        assert advice.is_exact or advice.iterations > 0
        assert [move.quality_rank for move in advice.moves] == list(range(1, len(advice.moves) + 1))


@pytest.mark.slow
@BOTH
def test_the_chance_lies_in_its_interval(ruleset):
    for advice in deep_advice(ruleset):
        for move in advice.moves:
            low, high = move.interval
            assert 0 <= low <= move.win_chance <= high <= 1
            assert move.samples > 0
            assert low < high or advice.is_exact or move.ends_match


@BOTH
def test_labels_say_what_a_move_costs(ruleset):
    for advice in deep_advice(ruleset):
        best = advice.moves[0]
        assert best.quality_label == "best"
        for move in advice.moves[1:]:
            lost = best.win_chance - move.win_chance
            if move.quality_label == "best":
                assert move.is_close
                assert lost <= GOOD_LOSS
            elif move.quality_label == "losing":
                assert move.win_chance < LOSING_CHANCE <= best.win_chance
            else:
                limits = {"good": (0, GOOD_LOSS), "playable": (GOOD_LOSS, PLAYABLE_LOSS), "risky": (PLAYABLE_LOSS, 1)}
                low, high = limits[move.quality_label]
                assert low <= lost <= high


@BOTH
def test_a_pass_is_advised_only_when_it_wins_or_is_all_there_is(ruleset):
    for advice in deep_advice(ruleset):
        if advice.moves[0].move is None:
            assert advice.position.you_margin > 0 or len(advice.moves) == 1


@pytest.mark.slow
def test_games_that_differ_only_in_hidden_cards_get_the_same_deep_advice():
    for seed in range(12):
        game, _story = stopped_game(REBIRTH, seed, known=False, engine=engine_of(REBIRTH))
        if game.state.is_over:
            continue
        twin, _story = stopped_game(REBIRTH, seed, known=False, engine=engine_of(REBIRTH))
        view = PlayerView.of(twin.state)
        hidden = [*twin.state.hand("E").card_ids, *twin.state.deck("E")][::-1]
        for card_id in view.enemy_certain:
            hidden.remove(card_id)
        held = view.enemy_hand_count - len(view.enemy_certain)
        twin.state.write_hand("E", [*view.enemy_certain, *hidden[:held]])
        twin.state.write_deck("E", hidden[held:])
        looks = [
            CoachingEngine().advise(PlayerView.of(each.state), each.enemy_observation, deep=LOOK)
            for each in (game, twin)
        ]
        assert looks[0] == looks[1]
