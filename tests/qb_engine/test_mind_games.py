"""The games that samples come from: the same in both forms, honest, and what is to be learned of them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kernelkit.chance import Chance, seeded
from kernelkit.records import unpacked
from qb_engine.game_state import GameState
from qb_engine.kernel.layout import DECK_SIZE, State, Work
from qb_engine.kernel.net import AIM, INNER, UNITS, Choice, Look, Net, Sample
from qb_engine.kernel.playout import MAX_PLIES
from qb_engine.kernel.samples import aim_into
from qb_engine.kernel.tree import CHILD_CAPACITY, Node, Walk
from qb_engine.kernel.worlds import deal_unseen_into
from qb_engine.mind.decks import random_decks
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS, REBIRTH

pytestmark = pytest.mark.rules
DECKS = 6


@pytest.fixture(scope="module")
def nets():
    """Two nets by chance, and one that knows nothing yet."""
    chance = np.random.default_rng(5)
    cells = np.zeros(3, Net.dtype)
    cells["first"][:2] = chance.integers(-300, 300, cells["first"][:2].shape)
    cells["second"][:2] = chance.integers(-300, 300, (2, UNITS, INNER))
    cells["last"][:2] = chance.integers(-300, 300, (2, INNER))
    cells["is_blank"][2] = 1
    return cells


def desk(ruleset, compiled, nets):
    """Everything that games are played on, and their decks."""
    engine = RulesEngine(ruleset, compiled=compiled)
    states = engine.rows(State, 4)
    engine.kernel.empty_state(states)
    engine.kernel.opening_board(states)
    decks = [number for deck in random_decks(ruleset, DECKS, 2) for number in engine.numbers_of(deck)]
    cells = [engine.rows(kind, 1) for kind in (Work, Chance)]
    rows = nets if compiled else [unpacked(Net, nets[k : k + 1]) for k in range(len(nets))]
    tree = engine.rows(Node, 2 * CHILD_CAPACITY), engine.rows(Walk, 1)
    return (
        engine,
        (states, engine.tables, engine.rules, *cells, rows, engine.rows(Look, 1), engine.rows(Choice, 1), *tree),
        engine.numbers_row(decks),
    )


def played(ruleset, compiled, nets, walks, games=2):
    """The samples of some games."""
    engine, cells, decks = desk(ruleset, compiled, nets)
    samples, said = engine.rows(Sample, 200), np.zeros(MAX_PLIES) if compiled else [0.0] * MAX_PLIES
    used = engine.kernel.play_samples(*cells, samples, said, 11, 3, games, decks, 2, 1, 0.05, 3, walks, 0.7)
    return [
        (list(one.lit[: one.count]), one.points, one.aim, one.side)
        for one in (engine.seen(samples[k : k + 1]) for k in range(used))
    ]


@pytest.mark.parametrize("walks", [0, 5])
@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_games_give_the_same_samples_plain_and_compiled(ruleset, walks, nets):
    plain = played(ruleset, False, nets, walks)
    assert len(plain) > 15
    assert [tuple(map(np.ndarray.tolist, map(np.array, one))) for one in played(ruleset, True, nets, walks)] == plain


def test_a_net_that_knows_nothing_plays_by_the_board(nets):
    assert played(REBIRTH, False, nets[2:], 0, 1) == played(REBIRTH, False, nets[2:], 0, 1)
    assert played(REBIRTH, False, nets[2:], 0, 1) != played(REBIRTH, False, nets, 0, 1)


@pytest.mark.parametrize("walks", [0, 4])
def test_a_duel_is_the_same_plain_and_compiled_and_fair_to_equals(walks, nets):
    results = []
    for compiled in (True, False):
        engine, cells, decks = desk(REBIRTH, compiled, nets)
        points = engine.numbers_row([0, 0])
        engine.kernel.play_duels(*cells, 11, 3, decks, 2, walks, points)
        results.append([int(each) for each in points])
    assert results[0] == results[1]
    if not walks:
        engine, cells, decks = desk(REBIRTH, True, nets[[0, 0]])
        points = engine.numbers_row([0] * 6)
        engine.kernel.play_duels(*cells, 11, 3, decks, 2, 0, points)
        assert points.tolist() == [2] * 6


def sample(side, ply):
    one = Sample()
    one.side, one.aim = side, ply
    return one


def test_what_is_to_be_learned_fades_from_what_is_said_next_into_how_it_ended():
    samples = [sample(0, 0), sample(1, 0), sample(0, 2), sample(1, 3)]
    aim_into(samples, 0, 4, [0.1, 0.2, 0.4, 0.8], 4, 5, 0.5)
    last = 1.0
    third = 0.5 * 0.8 + 0.5 * last
    second = 0.5 * 0.4 + 0.5 * third
    first = 0.5 * 0.2 + 0.5 * second
    assert [one.aim for one in samples] == [int(AIM * aim + 0.5) for aim in (first, 1 - first, third, 1 - last)]
    assert [one.points for one in samples] == [2, 0, 2, 0]
    samples = [sample(0, 0), sample(1, 1)]
    aim_into(samples, 0, 2, [0.1, 0.2], 2, 0, 1.0)
    assert [(one.aim, one.points) for one in samples] == [(AIM // 2, 1)] * 2


def test_what_cannot_be_seen_is_dealt_anew_and_nothing_else():
    engine, chance = RulesEngine(REBIRTH, compiled=False), Random(2)
    you, enemy = random_decks(REBIRTH, 5, 9)[3:]
    state, dealt = GameState(you, enemy, seed=1, engine=engine), seeded(4)
    hands = set()
    for _ply in range(16):
        before = engine.seen(state.cells)
        for _deal in range(8):
            twin = state.clone()
            after = engine.seen(twin.cells)
            deal_unseen_into(after, engine.tables[0], dealt, before.side_to_act)
            mine, theirs = before.side_to_act, 1 - before.side_to_act
            assert after.hand[mine] == before.hand[mine]
            assert after.hand_count == before.hand_count
            assert after.deck_count == before.deck_count
            assert sorted(after.deck[mine]) == sorted(before.deck[mine])
            both = [
                sorted([*s.hand[theirs][: s.hand_count[theirs]], *s.deck[theirs][: s.deck_count[theirs]]])
                for s in (before, after)
            ]
            assert both[0] == both[1]
            for place in range(before.hand_count[theirs]):
                card = before.hand[theirs][place]
                if engine.tables[0].is_token[card]:
                    assert after.hand[theirs][place] == card
            hands.add(tuple(sorted(after.hand[theirs][: after.hand_count[theirs]])))
        if state.is_over:
            break
        moves = state.legal_moves(state.side_to_act)
        state.play(chance.choice(moves) if moves else None)
    assert len(hands) > DECK_SIZE
