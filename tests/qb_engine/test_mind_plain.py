"""What the net looks at and what it says, in the plain form: every feature, nothing hidden, the same as compiled."""

from __future__ import annotations

import pytest

from kernelkit.records import unpacked
from qb_engine.game_state import GameState
from qb_engine.kernel.judging import view_chance, world_chance
from qb_engine.kernel.layout import MAX_CARDS
from qb_engine.kernel.looking import see_view_into, see_world_into
from qb_engine.kernel.net import FEATURES, HAND_AT, LIT_CAPACITY, THEIRS, UNSEEN_AT, Look, Net
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS, REBIRTH
from support.judged_positions import games, looked, mind_of, net_by_chance, position

pytestmark = pytest.mark.rules


@pytest.fixture(scope="module")
def net():
    return net_by_chance()


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_judgement_is_the_same_plain_and_compiled_to_the_last_bit(ruleset, net):
    plain = RulesEngine(ruleset, compiled=False)
    for state in games(ruleset, 4):
        twin = GameState.on(plain, plain.adopted(state.cells))
        assert looked(state, net) == looked(twin, net)


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


def test_one_look_has_a_chance_for_every_move_and_is_the_same_in_both_forms(net):
    both = []
    for compiled in (True, False):
        view, belief = position(REBIRTH, 2, compiled)
        both.append(mind_of(view.engine, net).chances(view, belief))
    assert both[0] == both[1]
    assert None in both[0]
    assert set(both[0]) - {None} == set(view.game.legal_moves("Y"))
