"""Compiled kernels do not look for places counted from the end: no index of theirs may be below 0."""

from __future__ import annotations

import pytest

from kernelkit import records
from kernelkit.records import FromZero
from qb_engine import rules_engine
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.prediction import PredictionEngine
from qb_engine.ruleset import REBIRTH, SPEC
from qb_engine.search.race import Budget, search_view

pytestmark = pytest.mark.slow

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])


@pytest.fixture
def from_zero(monkeypatch):
    """The lists of every plain record have no places counted from the end."""
    monkeypatch.setattr(records, "_numbers", FromZero)
    made_once = rules_engine._shipped_tables, rules_engine._shipped_engine
    for made in made_once:
        made.cache_clear()
    yield
    for made in made_once:
        made.cache_clear()


@BOTH
def test_whole_searches_count_from_the_beginning(from_zero, ruleset):
    decks = [starter.deck.card_ids for starter in starter_decks()]
    for number, deck in enumerate(decks):
        enemy = decks[number - 1]
        game = GameState(deck, enemy, seed=number, ruleset=ruleset)
        view = PlayerView.of(game)
        assert isinstance(view.engine.seen(view.cells).hand[0], FromZero)
        assert isinstance(view.engine.tables[0].base, FromZero)
        belief = PredictionEngine().belief(view, EnemyObservation(enemy))
        found = search_view(view, belief, Budget(iterations=100), exactly=False)
        assert found.iterations > 50
