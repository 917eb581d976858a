"""The learned net: what it looks at, the same judgement in both forms, and nothing hidden in a view."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kernelkit.records import packed, unpacked
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.deck import Deck
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.kernel.layout import MAX_CARDS, State
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.mind.decks import brings, random_decks
from qb_engine.mind.kernel.judging import view_chance, world_chance
from qb_engine.mind.kernel.layout import FEATURES, HAND_AT, LIT_CAPACITY, THEIRS, UNSEEN_AT, Look, Net
from qb_engine.mind.kernel.seeing import see_view_into, see_world_into
from qb_engine.mind.net import Mind, nearest_rules
from qb_engine.mind.program import compiled_doors, plain_doors
from qb_engine.prediction import PredictionEngine
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS, REBIRTH, Ruleset
from qb_engine.search.race import Budget, search_view
from support.hidden_cards import exchange_hidden

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def net():
    """Weights by chance, so large that units are silent, speak, and say all they can."""
    chance = np.random.default_rng(7)
    cells = np.zeros(1, Net.dtype)
    cells["first"][0] = chance.integers(-900, 900, (FEATURES, 32))
    cells["second"][0] = chance.integers(-900, 900, (32, 16))
    cells["last"][0] = chance.integers(-500, 500, 16)
    return cells


def games(ruleset, count, seed=3, compiled=True):
    """Positions of games played by chance with random decks, as they come."""
    chance, engine = Random(seed), RulesEngine(ruleset, compiled=compiled)
    decks = random_decks(ruleset, 2 * count, seed)
    for number in range(count):
        state = GameState(decks[2 * number], decks[2 * number + 1], seed=number, engine=engine)
        while not state.is_over:
            yield state
            moves = state.legal_moves(state.side_to_act)
            state.play(chance.choice(moves) if moves and chance.random() < 0.9 else None)


def mind_of(engine, net):
    doors = compiled_doors() if engine.compiled else plain_doors()
    return Mind(engine, net if engine.compiled else [unpacked(Net, net)], doors, is_exact=True)


def looked(state, net):
    """What the net says of a world and of both views, with and without a list."""
    engine, mind = state.engine, mind_of(state.engine, net)
    desk = state.cells, engine.tables, engine.rules, engine.work, mind.net, engine.rows(Look, 1)
    views = [mind.doors.judge_view(*desk, side, listed) for side in (0, 1) for listed in (0, 1)]
    return [mind.doors.judge_world(*desk), *views]


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_judgement_is_the_same_plain_and_compiled_to_the_last_bit(ruleset, net):
    plain = RulesEngine(ruleset, compiled=False)
    for state in games(ruleset, 4):
        twin = GameState.on(plain, plain.adopted(state.cells))
        assert looked(state, net) == looked(twin, net)


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
def test_every_feature_has_a_place_and_no_look_lights_too_many(ruleset):
    engine, look = RulesEngine(ruleset, compiled=False), Look()
    for state in games(ruleset, 6, compiled=False):
        desk = engine.seen(state.cells), engine.tables[0], engine.rules[0], engine.work[0]
        for see, seen in ((see_world_into, ()), (see_view_into, (1, 1))):
            see(*desk, *seen, look)
            assert 20 < look.count <= LIT_CAPACITY
            assert all(0 <= feature < FEATURES for feature in look.lit[: look.count])


def test_a_view_lights_no_hidden_card_but_tokens_and_what_is_left_of_a_list():
    engine, look = RulesEngine(REBIRTH, compiled=False), Look()
    for state in games(REBIRTH, 3, compiled=False):
        desk = engine.seen(state.cells), engine.tables[0], engine.rules[0], engine.work[0]
        hidden = [*state.hand("E"), *state.deck("E")]
        for listed in (0, 1):
            see_view_into(*desk, 0, listed, look)
            lit = list(look.lit[: look.count])
            theirs = [
                f - HAND_AT - THEIRS * MAX_CARDS for f in lit if 0 <= f - HAND_AT - THEIRS * MAX_CARDS < MAX_CARDS
            ]
            unseen = [f - UNSEEN_AT for f in lit if 0 <= f - UNSEEN_AT < MAX_CARDS]
            tokens = [card for card in hidden if engine.card(card).is_token]
            assert sorted(theirs) == sorted(engine.numbers_of(tokens))
            others = [card for card in hidden if not engine.card(card).is_token] if listed else []
            assert sorted(unseen) == sorted(engine.numbers_of(others))


def test_a_game_that_is_over_has_its_result_and_no_judgement(net):
    for state in games(REBIRTH, 3, compiled=False):
        last = state
    engine = last.engine
    desk = engine.seen(last.cells), engine.tables[0], engine.rules[0], engine.work[0], unpacked(Net, net), Look()
    won = last.score().margin
    assert last.is_over
    assert world_chance(*desk) == (1.0 if won > 0 else 0.0 if won < 0 else 0.5)
    assert view_chance(*desk, 1, 1) == 1.0 - world_chance(*desk)


def position(ruleset, plies, compiled):
    """A view and a belief after some quick turns of two starter decks."""
    you, enemy = (starter.deck.card_ids for starter in starter_decks()[:2])
    chance = Random(plies)
    state = GameState(you, enemy, seed=4, engine=RulesEngine(ruleset, compiled=compiled), first_player="Y")
    for _ply in range(plies):
        state.play(chance.choice(state.legal_moves(state.side_to_act) or [None]))
    observation = EnemyObservation(enemy)
    view = PlayerView.of(state)
    observation.update_from_game_state(view.game)
    return view, PredictionEngine().belief(view, observation)


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


def test_one_look_has_a_chance_for_every_move_and_is_the_same_in_both_forms(net):
    both = []
    for compiled in (True, False):
        view, belief = position(REBIRTH, 2, compiled)
        both.append(mind_of(view.engine, net).chances(view, belief))
    assert both[0] == both[1]
    assert None in both[0]
    assert set(both[0]) - {None} == set(view.game.legal_moves("Y"))


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
