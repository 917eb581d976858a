"""The exact reply model: its weights, its order, and what it may never see."""

from __future__ import annotations

from random import Random

import pytest

from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.knowledge.belief import ANOTHER, infer_decks
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.models import DECK_SIZE
from qb_engine.prediction import PredictionEngine, Reply
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.simulation import Simulation

from .predicted_positions import IDS, midgame

pytestmark = pytest.mark.rules


@pytest.mark.slow
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=lambda rules: rules.name)
def test_weights_sum_to_one_and_the_worst_comes_first(ruleset: Ruleset, known: bool) -> None:
    engine = PredictionEngine()
    for seed in range(40):
        game = midgame(ruleset, seed, known=known)
        view = PlayerView.of(game.state)
        forecast = engine.forecast(view, engine.belief(view, game.enemy_observation))
        assert sum(reply.weight for reply in forecast.replies) == pytest.approx(1)
        margins = [reply.margin for reply in forecast.replies]
        assert margins == sorted(margins)
        assert forecast.worst_margin == min(margins) <= forecast.expected_margin <= view.score.margin
        assert forecast.is_guess is not known


def test_nothing_legal_is_a_pass_and_not_a_score_of_zero() -> None:
    state = GameState(IDS[:DECK_SIZE], IDS[:DECK_SIZE], ruleset=SPEC)
    state.write_hand("E", ["145", "144", "143"])
    view = PlayerView.of(state)
    engine = PredictionEngine()
    obs = EnemyObservation(["145", "144", "143"])
    forecast = engine.forecast(view, engine.belief(view, obs))
    assert forecast.replies == (Reply(None, 0, 1.0),)


@pytest.mark.slow
def test_what_is_hidden_changes_no_forecast() -> None:
    engine = PredictionEngine()
    for seed in range(16):
        game = midgame(REBIRTH, seed, known=False)
        other = game.state.clone()
        chance = Random(seed)
        tokens = [card_id for card_id in other.hand("E") if card_id.startswith("T")]
        hidden = [card_id for card_id in other.hand("E") if not card_id.startswith("T")]
        other.write_hand("E", [*chance.sample(IDS, len(hidden)), *tokens])
        other.write_deck("E", chance.sample(IDS, len(other.deck("E"))))
        other.write_deck("Y", sorted(other.deck("Y"), key=lambda _card: chance.random()))
        forecasts = []
        for state in (game.state, other):
            view = PlayerView.of(state)
            forecasts.append(
                (view.hand, view.deck_ids, engine.forecast(view, engine.belief(view, game.enemy_observation)))
            )
        assert forecasts[0] == forecasts[1]


def test_a_stored_deck_gains_weight_with_every_card_seen() -> None:
    stored = sorted(IDS[:DECK_SIZE])
    obs = EnemyObservation()
    weights = []
    for turn, card_id in enumerate(stored[:4], start=1):
        inferred = infer_decks(obs, REBIRTH, [stored])
        weights.append(inferred.weights[0])
        obs.register_enemy_play(card_id, 0, 4, turn)
    assert weights[0] == ANOTHER
    assert weights == sorted(weights)
    assert weights[-1] > 0.85
    assert infer_decks(obs, REBIRTH, [stored]).is_guess


def test_a_card_of_every_stored_deck_proves_less_than_one_of_a_single_deck() -> None:
    common, *others = IDS
    decks = [[common, *others[14 * number : 14 * (number + 1)]] for number in range(4)]
    likeliest = []
    for card_id in (common, decks[0][1]):
        obs = EnemyObservation()
        obs.register_enemy_play(card_id, 0, 4, 1)
        inferred = infer_decks(obs, REBIRTH, decks)
        assert sum(inferred.weights) + inferred.pool_weight == pytest.approx(1)
        likeliest.append(max(inferred.weights))
    assert likeliest[0] < 0.25 < 0.4 < likeliest[1]


def test_without_a_stored_deck_that_fits_any_deck_may_be() -> None:
    obs = EnemyObservation()
    obs.register_enemy_play(IDS[-1], 0, 4, 1)
    assert infer_decks(obs, REBIRTH, [sorted(IDS[:DECK_SIZE])]) == infer_decks(obs, REBIRTH)


def test_a_threat_map_has_the_forecasts_figures_and_the_tiles_it_touches() -> None:
    for seed in range(10):
        game = midgame(REBIRTH, seed, known=True)
        engine = PredictionEngine()
        threats = engine.full_enemy_prediction(game.state, game.enemy_observation)
        assert sum(outcome.weight for outcome in threats.outcomes) == pytest.approx(1)
        assert threats.best_enemy_score == min(outcome.match_score.margin for outcome in threats.outcomes)
        mean = sum(outcome.weight * outcome.match_score.margin for outcome in threats.outcomes)
        assert threats.expected_enemy_score == pytest.approx(mean)
        for outcome in threats.outcomes:
            if outcome.move is not None:
                tile = str(outcome.move).split("@")[1]
                assert threats.tile_pressure[tile] >= outcome.weight - 1e-9


def test_the_enemys_seat_is_the_mirrored_game() -> None:
    for seed in range(20):
        state = midgame(REBIRTH, seed, known=True).state
        yours, theirs = PlayerView.of(state), PlayerView.of(state, "E")
        assert theirs.score.margin == -yours.score.margin
        assert theirs.hand == state.hand("E").card_ids
        assert str(theirs.board).count("Y") >= 0
        again = GameState.on(state.engine, state.engine.copied(state.cells))
        state.engine.kernel.mirror_state(again.cells, theirs.cells)
        assert str(again.board) == str(yours.board)


@pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
def test_6_2_the_kernels_margins_are_those_of_simulation(ruleset: Ruleset) -> None:
    """The forecast asks the kernel for all placements at once; played one by one on copies they come to the same."""
    compared = 0
    for seed in range(12):
        game = midgame(ruleset, seed, known=True)
        if game.state.side_to_act == "Y":
            game.pass_turn("Y")
        if game.state.side_to_act != "E":
            continue
        view, engine = PlayerView.of(game.state), PredictionEngine()
        replies = engine.forecast(view, engine.belief(view, game.enemy_observation)).replies
        held = set(game.state.hand("E"))
        for reply in replies:
            if reply.move is None or reply.move.card_id not in held:
                continue
            then = Simulation(game.state).after("E", reply.move)
            assert reply.margin == then.score().margin
            alike = [move for move in game.state.legal_moves("E") if move.card_id == reply.move.card_id]
            best = min(Simulation(game.state).after("E", move).score().margin for move in alike)
            assert reply.margin == best
            compared += 1
    assert compared > 10
