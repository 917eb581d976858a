"""The learned net: what it looks at, the same judgement in both forms, and nothing hidden in a view."""

from __future__ import annotations

from random import Random

import pytest

from kernelkit.records import packed, unpacked
from qb_engine.deck import Deck
from qb_engine.game_state import GameState
from qb_engine.kernel.layout import State
from qb_engine.kernel.net import Net
from qb_engine.mind.decks import brings, random_decks
from qb_engine.mind.net import Mind, nearest_rules
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS, REBIRTH, Ruleset
from qb_engine.search.race import Budget, search_view
from support.hidden_cards import exchange_hidden
from support.judged_positions import games, looked, mind_of, net_by_chance, position

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def net():
    return net_by_chance()


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_hidden_cards_dealt_anew_do_not_change_the_judgement_of_a_view(ruleset, net):
    chance = Random(1)
    for state in games(ruleset, 12):
        for side in (0, 1):
            twin = state.clone()
            exchange_hidden(twin, side, chance)
            assert looked(twin, net)[1 + 2 * side : 3 + 2 * side] == looked(state, net)[1 + 2 * side : 3 + 2 * side]


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_a_world_seen_from_the_other_seat_is_judged_the_other_way_round(ruleset, net):
    for state in games(ruleset, 12):
        mirrored = state.engine.rows(State, 1)
        state.engine.kernel.mirror_state(mirrored, state.cells)
        world, *views = looked(state, net)
        other, *seen = looked(GameState.on(state.engine, mirrored), net)
        assert world + other == 1.0
        assert views == [*seen[2:], *seen[:2]]


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("plies", [0, 4])
def test_the_search_on_the_net_is_the_same_plain_and_compiled_and_on_two_threads(ruleset, plies, net):
    found = []
    for compiled, threads in ((True, 1), (True, 2), (False, 1)):
        view, belief = position(ruleset, plies, compiled)
        mind = mind_of(view.engine, net)
        found.append(search_view(view, belief, Budget(iterations=300), threads=threads, mind=mind, exactly=False))
    assert found[0] == found[1] == found[2]
    assert found[0].iterations > 250


def test_random_decks_are_legal_and_some_replace_and_some_bring_tokens():
    for ruleset in PRESETS.values():
        decks = [Deck(deck, ruleset).cards for deck in random_decks(ruleset, 60, 1)]
        assert len(set(random_decks(ruleset, 60, 1))) == 60
        assert any(sum(card.is_replace for card in deck) >= 4 for deck in decks)
        assert any(sum(brings(card) for card in deck) >= 4 for deck in decks)
        assert random_decks(ruleset, 3, 1) != random_decks(ruleset, 3, 2)


def test_turned_switches_use_the_net_of_the_nearest_rules_and_say_so():
    turned = Ruleset.parse("rebirth+capture=keep_plus")
    assert nearest_rules(turned) == "rebirth"
    assert not Mind.of(RulesEngine(turned, compiled=True)).is_exact
    assert Mind.of(RulesEngine(REBIRTH, compiled=True)).is_exact


def test_a_packed_net_is_the_plain_one(net):
    assert packed(unpacked(Net, net)).tobytes() == net.tobytes()
