"""What the enemy may do next: its moves, their outcomes, the threat map, and the cheapest flips."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from qb_engine.advice.threats import Threats, TileThreat, threats_of
from qb_engine.enemy_observation import AnnotatedState, EnemyObservation
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import LANES, Move
from qb_engine.prediction import HandHypothesis, PredictionEngine
from qb_engine.ruleset import REBIRTH, SPEC
from qb_engine.words.threats import threat_lines
from qb_engine.words.voice import Voice
from support.coached_games import scene, stopped_game

pytestmark = pytest.mark.rules

OFFICER, LEVRIKON, WOLF, GOLEM = "001", "007", "008", "065"
ENGINE = PredictionEngine()


def threats(game: AnnotatedState) -> Threats:
    view = PlayerView.of(game.state)
    belief = ENGINE.belief(view, game.enemy_observation)
    return threats_of(view, belief, ENGINE.compute_threat_map(view, ENGINE.forecast(view, belief)))


def test_the_enemys_moves_are_its_legal_placements_once_each():
    for seed in range(20):
        game, _story = stopped_game(SPEC if seed % 2 else REBIRTH, seed, known=True)
        hand = HandHypothesis(game.state.hand("E").card_ids, 1.0)
        moves = ENGINE.enumerate_enemy_moves(game.state, hand)
        assert len(set(moves)) == len(moves)
        if not game.state.is_over:
            assert moves == game.state.legal_moves("E")


def test_a_simulated_move_gives_its_score_and_leaves_the_game_alone():
    for seed in range(10):
        game, _story = stopped_game(REBIRTH, seed, known=True)
        before = game.state.state_hash
        for move in game.state.legal_moves("E"):
            after = game.state.clone()
            after.play_free("E", move)
            assert ENGINE.simulate_enemy_move(game.state, move) == after.score()
        assert ENGINE.simulate_enemy_move(game.state, None) == game.state.score()
        assert game.state.state_hash == before


def test_hands_are_listed_with_chances_that_sum_to_one():
    game = scene("", OFFICER, f"{OFFICER} {OFFICER} {WOLF} {LEVRIKON} {GOLEM} {GOLEM} {WOLF}")
    inferred = ENGINE.infer_enemy_decks(game.enemy_observation, game.state)
    hands = ENGINE.infer_enemy_hand(game.state, game.enemy_observation, inferred)
    assert hands.is_complete
    assert sum(hand.probability for hand in hands.hypotheses) == pytest.approx(1)
    cards = sorted([OFFICER, OFFICER, WOLF, LEVRIKON, GOLEM, GOLEM, WOLF])
    assert {hand.cards for hand in hands.hypotheses} == set(combinations(cards, 5))


def test_too_many_hands_are_not_listed():
    game = scene("", OFFICER)
    game.state.write_hand("E", [WOLF] * 5)
    obs = EnemyObservation()
    hands = ENGINE.infer_enemy_hand(game.state, obs, ENGINE.infer_enemy_decks(obs, game.state))
    assert (hands.hypotheses, hands.is_complete) == ((), False)


def test_a_threat_map_adds_up():
    for seed in range(12):
        game, _story = stopped_game(SPEC if seed % 2 else REBIRTH, seed, known=True)
        found = ENGINE.full_enemy_prediction(game.state, game.enemy_observation)
        before = game.state.score()
        assert sum(outcome.weight for outcome in found.outcomes) == pytest.approx(1)
        assert found.best_enemy_score == min(outcome.resulting_score for outcome in found.outcomes)
        for lane in range(LANES):
            pressure = 0.0
            for outcome in found.outcomes:
                then, now = outcome.match_score.lanes[lane], before.lanes[lane]
                pressure += outcome.weight * (then.power_enemy - then.power_you - now.power_enemy + now.power_you)
            assert found.lane_pressure[lane] == pytest.approx(pressure)
        for tile, pressure in found.tile_pressure.items():
            touching = sum(outcome.weight for outcome in found.outcomes if tile in outcome.tiles)
            assert pressure == pytest.approx(touching)


def test_every_tile_that_an_answer_touches_is_in_the_map_and_no_other():
    game = scene("", OFFICER, WOLF)
    found = ENGINE.full_enemy_prediction(game.state, game.enemy_observation)
    assert [outcome.move for outcome in found.outcomes] == [Move(WOLF, 0, 4)]
    after = game.state.clone()
    after.play_free("E", Move(WOLF, 0, 4))
    pairs = zip(game.state.board.tiles, after.board.tiles, strict=True)
    assert set(found.tile_pressure) == {old.name for old, new in pairs if str(old) != str(new)}


def test_no_legal_reply_is_a_pass_that_touches_nothing():
    found = ENGINE.full_enemy_prediction(*_stuck())
    assert [(outcome.move, outcome.weight, outcome.tiles) for outcome in found.outcomes] == [(None, 1.0, ())]
    assert (found.tile_pressure, found.lane_pressure) == ({}, (0.0, 0.0, 0.0))


def _stuck():
    game = scene("", OFFICER, "145")
    return game.state, game.enemy_observation


def test_a_tile_names_its_cards_the_likeliest_first():
    for seed in range(6):
        game, _story = stopped_game(REBIRTH, seed, known=True)
        for tile in threats(game).tiles:
            chances = [chance for _card, chance in tile.cards]
            assert chances == sorted(chances, reverse=True)
            assert sum(chances) == pytest.approx(tile.chance)


@pytest.mark.parametrize(
    ("chances", "heard"),
    [
        ((0.5, 0.1, 0.02), ["Top 1: 50 percent", "Top 2: 10 percent", "1 other tile below 10 percent."]),
        ((0.03, 0.05, 0.02), ["Top 2: 5 percent", "2 other tiles, each below 10 percent."]),
        ((0.5,), ["Top 1: 50 percent"]),
        ((), ["No tile is threatened."]),
    ],
)
def test_a_listener_hears_the_likely_tiles_and_how_many_others_there_are(chances, heard):
    game, _story = stopped_game(REBIRTH, 1, known=True)
    tiles = tuple(TileThreat(f"T{column}", chance, ()) for column, chance in enumerate(chances, start=1))
    told = threat_lines(replace(threats(game), tiles=tiles), Voice(aloud=True))[1 + LANES :]
    assert [line.split(",")[0] if line.startswith("Top") else line for line in told] == heard
    assert len(threat_lines(replace(threats(game), tiles=tiles), Voice())) == 1 + LANES + (len(tiles) or 1)


def test_the_cheapest_flip_needs_the_lowest_rank():
    # Levrikon leads the middle by 2: the Golem (rank 1, power 4) takes it, the Officer and the Wolf do not.
    game = scene(f"Y {LEVRIKON}@M1", OFFICER, f"{OFFICER} {WOLF} {GOLEM}")
    flips = threats(game).flips
    assert flips[1] is not None
    assert (str(flips[1].move), flips[1].chance) == (f"{GOLEM}@M5", 1.0)
    assert flips[0] is not None
    assert (str(flips[0].move), flips[0].by) == ("001@T5", 1)


def test_a_lane_that_the_enemy_leads_or_cannot_take_has_no_flip():
    game = scene(f"E {LEVRIKON}@T5 Y {LEVRIKON}@M1", OFFICER, OFFICER)
    flips = threats(game).flips
    assert flips[0] is None
    assert flips[1] is None
    assert flips[2] is not None


def test_flips_are_found_over_every_card_and_tile():
    for seed in range(4):
        game, _story = stopped_game(SPEC, seed, known=True)
        view = PlayerView.of(game.state)
        belief = ENGINE.belief(view, game.enemy_observation)
        found = threats(game).flips
        before = game.state.score()
        for lane in range(LANES):
            costs = []
            hand = HandHypothesis(belief.card_ids, 1.0)
            for move in [] if game.state.is_over else ENGINE.enumerate_enemy_moves(game.state, hand):
                after = ENGINE.simulate_enemy_move(game.state, move)
                if before.lanes[lane].winner != "E" and after.lanes[lane].winner == "E":
                    costs.append(game.state.engine.card(move.card_id).cost)
            flip = found[lane]
            assert (flip is None) == (not costs)
            if flip is not None:
                assert game.state.engine.card(flip.move.card_id).cost == min(costs)
