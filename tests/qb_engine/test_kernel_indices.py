"""Compiled kernels do not look for places counted from the end: no index of theirs may be below 0."""

from __future__ import annotations

import pytest

from kernelkit import records
from qb_engine import rules_engine
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.prediction import PredictionEngine
from qb_engine.ruleset import REBIRTH, SPEC
from qb_engine.search.race import Budget, search_view

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])


class Counted(list):
    """A list that has no places counted from the end."""

    def __getitem__(self, place):
        if not isinstance(place, slice) and place < 0:
            raise IndexError(f"place {place}")
        return super().__getitem__(place)

    def __setitem__(self, place, value):
        if not isinstance(place, slice) and place < 0:
            raise IndexError(f"place {place}")
        super().__setitem__(place, value)


def counted(value):
    return Counted(map(counted, value)) if isinstance(value, list) else value


@pytest.fixture
def strict(monkeypatch):
    """Every list of a plain record is counted, also after it was copied."""
    zeros, copied = records._zeros, records._copied
    monkeypatch.setattr(records, "_zeros", lambda shape: counted(zeros(shape)))
    monkeypatch.setattr(records, "_copied", lambda value: counted(copied(value)))
    made_once = rules_engine._shipped_tables, rules_engine._shipped_engine
    for made in made_once:
        made.cache_clear()
    yield
    for made in made_once:
        made.cache_clear()


def test_a_place_from_the_end_is_noticed():
    with pytest.raises(IndexError):
        Counted([1])[-1]
    with pytest.raises(IndexError):
        Counted([1])[-1] = 2


@BOTH
def test_whole_searches_count_from_the_beginning(strict, ruleset):
    decks = [starter.deck.card_ids for starter in starter_decks()]
    for number, deck in enumerate(decks):
        enemy = decks[number - 1]
        game = GameState(deck, enemy, seed=number, ruleset=ruleset)
        view = PlayerView.of(game)
        assert isinstance(view.engine.seen(view.cells).hand[0], Counted)
        assert isinstance(view.engine.tables[0].base, Counted)
        belief = PredictionEngine().belief(view, EnemyObservation(enemy))
        found = search_view(view, belief, Budget(iterations=200), exactly=False)
        assert found.iterations > 100
