"""A view moves from the plain rules to the compiled ones and stays the same view."""

from __future__ import annotations

from functools import cache

import pytest

from qb_engine.coaching import CoachingEngine
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.search.race import Budget, DeepLook
from support.coached_games import stopped_game

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
