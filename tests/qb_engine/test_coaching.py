"""The quick coach: candidates, order, labels, the honest pass, and what it may never see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from qb_engine.advice.evaluation import CLEAR_MARGIN
from qb_engine.advice.merit import GOOD_WITHIN, LOSING_BELOW, PLAYABLE_WITHIN
from qb_engine.advice.ranking import GOOD_LOSS, LOSING_CHANCE, PLAYABLE_LOSS, TOLD_APART
from qb_engine.advice.reasons import EPSILON
from qb_engine.advice.seats import observed_from
from qb_engine.coaching import (
    CoachingEngine,
    CoachingRecommendation,
    MoveCandidate,
    MoveEvaluation,
    rank_moves,
)
from qb_engine.enemy_observation import AnnotatedState, EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.kernel.ground import HELD
from qb_engine.knowledge.belief import EnemyBelief, InferredEnemyDeck
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.legality import LegalityChecker
from qb_engine.moves import Move, tile_place
from qb_engine.prediction import Forecast, PredictionEngine, Reply, ThreatMap
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset
from qb_engine.scoring import MatchScore
from qb_engine.simulation import Simulation
from qb_engine.words.advice import explanation_lines, primary_message, secondary_messages
from qb_engine.words.voice import Voice
from support.coached_games import deck_ids, scene, stopped_game

OFFICER, LEVRIKON, WOLF = "001", "007", "008"
COACH = CoachingEngine()


def advised(game: AnnotatedState, **options: bool) -> CoachingRecommendation:
    return COACH.advise(PlayerView.of(game.state), game.enemy_observation, **options)


def games(count: int, *, known: bool = False) -> Iterator[AnnotatedState]:
    for seed in range(count):
        yield stopped_game(SPEC if seed % 2 else REBIRTH, seed, known=known)[0]


@pytest.fixture(scope="module")
def sample() -> MoveEvaluation:
    return advised(scene("", OFFICER)).moves[0]


def made(
    sample: MoveEvaluation,
    text: str,
    expected: float = 0.0,
    worst: int = 0,
    now: int = 0,
    standing: int | None = 0,
    chance: float | None = None,
) -> MoveEvaluation:
    """A move with figures of our choice; ``pass`` is one too, and without a standing it settles the match.

    Without a chance it is one that no net was asked about.
    """
    forecast = Forecast((Reply(Move("001", 0, 4), worst, 0.5), Reply(None, 2 * expected - worst, 0.5)), False)
    place = MoveCandidate() if text == "pass" else MoveCandidate(text[:3], 0, *tile_place(text[4:]))
    figures = {"standing": standing or 0, "is_settled": standing is None, "you_margin_after_move": now}
    figures |= {"win_chance": chance, "first_chance": chance}
    return replace(sample, candidate=place, forecast=forecast, **figures)


def labels(*moves: MoveEvaluation) -> list[str]:
    return [f"{move.candidate} {move.quality_label}" for move in rank_moves(moves)]


# Candidates.


@pytest.mark.slow
def test_every_legal_placement_is_advised_once_and_best_first():
    for game in games(16):
        advice = advised(game)
        placed = [move.move for move in advice.moves if move.move is not None]
        assert sorted(placed) == game.state.legal_moves("Y")
        assert [move.quality_rank for move in advice.moves] == list(range(1, len(advice.moves) + 1))
        chances = [move.win_chance for move in advice.moves if move.move is not None]
        assert chances == sorted(chances, reverse=True)


def test_two_copies_of_a_card_are_one_candidate():
    game = scene("", f"{WOLF} {OFFICER} {WOLF}")
    moves = COACH.enumerate_you_moves(game.state)
    assert [str(move) for move in moves] == ["001@T1", "001@M1", "001@B1", "008@T1", "008@M1", "008@B1"]
    assert {move.hand_index for move in moves if move.card_id == WOLF} == {0}


def test_the_surface_of_the_specification_agrees_with_the_advice():
    for game in games(10, known=True):
        advice = COACH.recommend_moves(game.state, game.enemy_observation, top_n=2, allow_pass=True)
        assert advice.position == COACH.evaluate_position(game.state, game.enemy_observation)
        assert advice.top == advice.moves[:2]
        for move in advice.top:
            alone = COACH.evaluate_move(game.state, game.enemy_observation, move.candidate)
            assert COACH.rank_moves([alone])[0] == replace(move, quality_rank=1, quality_label="best", is_close=True)
            assert len(explanation_lines(move, Voice())) == len(move.explanation_tags) == len(move.reasons)
            assert move.enemy_threat_after_move.best_enemy_score == move.you_margin_after_enemy_best
        assert len(secondary_messages(advice, Voice())) == max(0, len(advice.top) - 1)


def test_messages_name_the_move_and_the_figure_it_is_ranked_by():
    advice = advised(scene("", OFFICER, WOLF))
    best, _second, third = advice.top
    assert primary_message(advice, Voice()).endswith(
        f" First look: win {100 * best.win_chance:.0f}%, as good as Security Officer on BOT 1."
    )
    assert secondary_messages(advice, Voice())[1].endswith(f": {third.quality_label}, {100 * third.win_chance:.0f}%.")


def test_figures_are_those_of_the_moves_themselves():
    for game in games(10, known=True):
        for move in advised(game).moves:
            after = game.state.clone()
            if move.move is not None:
                after.play_free("Y", move.move, move.candidate.hand_index)
                assert after.score().margin == move.you_margin_after_move
                assert after.hand("Y").card_ids == move.view_after.hand
            assert move.you_margin_after_enemy_best <= move.you_margin_after_enemy_expected
            assert move.you_margin_after_enemy_expected <= move.you_margin_after_move + 1e-9


# Order and labels, by the chance to win.


def test_moves_are_ranked_by_their_chance_whatever_their_merit(sample):
    ranked = rank_moves([made(sample, "001@T1", 30.0, chance=0.4), made(sample, "002@T1", -30.0, chance=0.6)])
    assert [move.candidate.card_id for move in ranked] == ["002", "001"]


def test_labels_are_by_the_chance_that_a_move_costs(sample):
    best = 0.7
    assert labels(
        made(sample, "001@T1", chance=best),
        made(sample, "002@T1", chance=best - TOLD_APART / 2),
        made(sample, "003@T1", chance=best - GOOD_LOSS + 1e-6),
        made(sample, "004@T1", chance=best - PLAYABLE_LOSS + 1e-6),
        made(sample, "005@T1", chance=best - PLAYABLE_LOSS - 1e-6),
        made(sample, "006@T1", chance=LOSING_CHANCE - 1e-6),
    ) == ["001@T1 best", "002@T1 best", "003@T1 good", "004@T1 playable", "005@T1 risky", "006@T1 losing"]
    assert labels(made(sample, "001@T1", chance=0.02), made(sample, "002@T1", chance=0.0))[1] == "002@T1 losing"


def test_what_is_sure_is_told_from_what_is_nearly_so(sample):
    ranked = rank_moves([made(sample, f"00{n}@T1", chance=chance) for n, chance in ((1, 0.999), (2, 1.0), (3, 1.0))])
    assert [(move.candidate.card_id, move.is_close) for move in ranked] == [
        ("002", True),
        ("003", True),
        ("001", False),
    ]


def test_a_pass_comes_below_all_that_play_on_unless_it_is_ahead(sample):
    behind, ahead = (made(sample, "pass", now=margin, chance=0.6) for margin in (0, 1))
    other = made(sample, "001@T1", chance=0.5)
    assert [str(move.candidate) for move in rank_moves([behind, other])] == ["001@T1", "pass"]
    assert not rank_moves([behind, other])[1].is_close
    assert [str(move.candidate) for move in rank_moves([ahead, other])] == ["pass", "001@T1"]


def test_equal_chances_break_by_merit_and_then_by_card_lane_and_column(sample):
    moves = [made(sample, "008@T1", 2.0, chance=0.5), *(made(sample, t, chance=0.5) for t in ("001@B1", "001@M2"))]
    assert [str(move.candidate) for move in rank_moves(moves)] == ["008@T1", "001@M2", "001@B1"]


def test_with_cards_of_ones_own_there_is_no_net_and_moves_are_ranked_by_merit():
    shipped = RulesEngine(REBIRTH)
    own = RulesEngine(REBIRTH, shipped.cards, shipped.effects)
    state = GameState(deck_ids()[:15], deck_ids()[15:30], seed=1, engine=own)
    advice = COACH.recommend_moves(state, EnemyObservation())
    assert not advice.goes_by_chance
    assert {move.win_chance for move in advice.moves} == {None}
    merits = [move.merit for move in advice.moves]
    assert merits == sorted(merits, reverse=True)
    assert ". First look: merit +" in primary_message(advice, Voice())


# Order and labels by merit, where no net can be asked.


def test_ties_break_by_card_then_lane_then_column(sample):
    texts = ["008@T1", "001@B1", "001@M2", "001@M1", "T01@T1"]
    ranked = rank_moves([made(sample, text, 1.0) for text in texts])
    assert [str(move.candidate) for move in ranked] == ["001@M1", "001@M2", "001@B1", "008@T1", "T01@T1"]
    assert {move.quality_label for move in ranked} == {"best"}


def test_a_tile_more_outweighs_points_of_margin(sample):
    assert labels(
        made(sample, "001@T1", 6.0, standing=2 * HELD),
        made(sample, "002@T1", 1.0, standing=3 * HELD),
    ) == ["002@T1 best", "001@T1 good"]


def test_at_equal_merit_expected_then_worst_then_immediate_margin_decide(sample):
    ranked = rank_moves(
        [
            made(sample, "001@T1", 1.0, worst=0, now=9, standing=1),
            made(sample, "002@T1", 2.0, worst=-5),
            made(sample, "003@T1", 2.0, worst=-4, now=1),
            made(sample, "004@T1", 2.0, worst=-4, now=2),
        ]
    )
    assert [move.candidate.card_id for move in ranked] == ["004", "003", "002", "001"]
    assert [move.quality_label for move in ranked] == ["best", "good", "good", "good"]


def test_labels_come_from_their_thresholds(sample):
    assert labels(
        made(sample, "001@T1", 4.0),
        made(sample, "002@T1", 4.0 - GOOD_WITHIN),
        made(sample, "003@T1", 4.0 - GOOD_WITHIN - 0.01),
        made(sample, "004@T1", 4.0 - PLAYABLE_WITHIN),
        made(sample, "005@T1", 4.0 - PLAYABLE_WITHIN - 0.01),
        made(sample, "006@T1", LOSING_BELOW),
    ) == ["001@T1 best", "002@T1 good", "003@T1 playable", "004@T1 playable", "005@T1 risky", "006@T1 losing"]


def test_when_every_move_loses_the_best_is_still_the_best(sample):
    found = labels(made(sample, "001@T1", -30.0), made(sample, "002@T1", -35.0), made(sample, "003@T1", -46.0))
    assert found == ["001@T1 best", "002@T1 good", "003@T1 risky"]


def test_a_card_that_settles_the_match_is_judged_by_its_margin_alone(sample):
    assert labels(
        made(sample, "001@T1", 2.0, standing=60),
        made(sample, "002@T1", 3.0, worst=3, standing=None),
        made(sample, "003@T1", 4.0, worst=4, standing=None),
        made(sample, "004@T1", -1.0, worst=-1, standing=None),
        made(sample, "005@T1", -9.0, worst=-9, standing=-40),
        made(sample, "pass", 2.0, standing=60),
    ) == ["003@T1 best", "002@T1 good", "001@T1 playable", "005@T1 losing", "004@T1 losing", "pass playable"]


def test_what_only_draws_at_the_end_is_compared_with_what_goes_on(sample):
    draw = made(sample, "001@T1", 0.0, standing=None)
    assert labels(draw, made(sample, "002@T1", -2.0, standing=30))[0] == "002@T1 best"
    assert labels(draw, made(sample, "002@T1", -2.0, standing=-30))[0] == "001@T1 best"


def test_when_every_move_settles_the_match_the_best_margin_is_the_best(sample):
    moves = [made(sample, f"00{n}@T1", -float(n), worst=-n, standing=None) for n in (3, 2, 9)]
    assert labels(*moves) == ["002@T1 best", "003@T1 good", "009@T1 playable"]


def test_a_position_is_winning_losing_or_even():
    position = advised(scene("", OFFICER, WOLF)).position
    winning = replace(position, enemy_best_margin=CLEAR_MARGIN)
    losing = replace(position, enemy_expected_margin=-CLEAR_MARGIN)
    even = replace(position, enemy_best_margin=CLEAR_MARGIN - 1, enemy_expected_margin=0.0)
    assert [p.is_clearly_winning for p in (winning, losing, even)] == [True, False, False]
    assert [p.is_clearly_losing for p in (winning, losing, even)] == [False, True, False]
    assert [p.is_even for p in (winning, losing, even)] == [False, False, True]


# The honest pass.


def test_a_pass_comes_first_only_when_it_ends_the_match_and_wins():
    ahead = scene(f"Y {LEVRIKON}@M1", OFFICER, WOLF, passes=1)
    best = advised(ahead).moves[0]
    assert (str(best.candidate), best.ends_match, best.explanation_tags) == ("pass", True, ("pass",))
    assert best.forecast.replies == (Reply(None, 2, 1.0),)
    still_on = scene(f"Y {LEVRIKON}@M1", OFFICER, WOLF)
    assert "pass" not in [str(move.candidate) for move in advised(still_on).moves]
    assert "pass" in [str(move.candidate) for move in advised(still_on, allow_pass=True).moves]


@pytest.mark.parametrize("passes", [0, 1])
def test_a_pass_is_never_advised_while_losing_or_level(passes):
    for moves in (f"E {LEVRIKON}@M5", ""):
        advice = advised(scene(moves, OFFICER, WOLF, passes=passes), allow_pass=True)
        assert str(advice.moves[-1].candidate) == "pass"
        assert len(advice.moves) > 1


def test_a_pass_that_loses_the_match_is_called_losing():
    advice = advised(scene(f"E {LEVRIKON}@M5", OFFICER, WOLF, passes=1), allow_pass=True)
    assert advice.moves[-1].quality_label == "losing"


def test_a_pass_is_all_there_is_when_nothing_is_legal():
    advice = advised(scene(f"E {LEVRIKON}@M5", "145", WOLF))
    assert [str(move.candidate) for move in advice.moves] == ["pass"]
    assert advice.primary is not None
    assert advice.primary.quality_label == "best"


def test_a_game_that_is_over_has_no_moves():
    game = scene("", OFFICER, WOLF)
    game.state.record.over = 1
    advice = advised(game, allow_pass=True)
    assert (advice.moves, advice.primary, primary_message(advice, Voice())) == ((), None, "")


@pytest.mark.slow
def test_passing_is_never_first_over_many_positions_unless_it_wins_or_is_all():
    for game in games(24):
        advice = advised(game, allow_pass=True)
        if advice.moves and advice.moves[0].move is None and len(advice.moves) > 1:
            assert advice.moves[0].ends_match
            assert advice.position.you_margin > 0


# Reasons.


def test_a_margin_reason_compares_with_making_no_move():
    for game in games(20, known=True):
        advice = advised(game, explain_all=True)
        for move in advice.moves:
            change = move.you_margin_after_enemy_expected - advice.position.enemy_expected_margin
            tags = move.explanation_tags
            assert ("improves_margin" in tags) == (change > EPSILON and move.move is not None)
            assert ("worsens_margin" in tags) == (change < -EPSILON and move.move is not None)


@pytest.mark.slow
def test_reasons_come_weightiest_first_and_only_where_they_are_shown():
    for game in games(20):
        for move in advised(game).moves:
            weights = [abs(reason.weight) for reason in move.reasons]
            assert weights == sorted(weights, reverse=True)
            assert move.quality_rank <= 3 or not move.reasons


def test_a_card_that_my_move_gives_the_enemy_is_certain_in_its_answer():
    # Archdragon (020) destroys Amalgam (057), and its owner gets Resurrected Amalgam for it.
    game = scene("E 057@M5", "020", "145 145")
    game.state.board.tile(1, 3).set_pawns("Y", 1)
    advice = advised(game)
    kills = advice.find(Move("020", 1, 3))
    assert kills is not None
    assert kills.view_after.enemy_certain == ("T11",)
    assert kills.view_after.enemy_hand_count == 3
    reply = kills.forecast.worst
    assert (reply.move and reply.move.card_id, reply.weight) == ("T11", 1.0)
    assert all(not move.view_after.enemy_certain for move in advice.moves if move is not kills)


# What it may never see, and from which seat.


@pytest.fixture(scope="module")
def compiled() -> dict[Ruleset, RulesEngine]:
    return {rules: RulesEngine(rules, compiled=True) for rules in (SPEC, REBIRTH)}


def facts(advice: CoachingRecommendation) -> tuple[object, ...]:
    return advice.position, advice.moves, advice.is_guess


@pytest.mark.slow
def test_two_games_that_differ_only_in_hidden_cards_get_the_same_advice(compiled):
    for seed in range(200):
        rules = SPEC if seed % 2 else REBIRTH
        game, _story = stopped_game(rules, seed, known=False, engine=compiled[rules])
        other, chance = game.state.clone(), Random(seed)
        hand = other.hand("E")
        hidden = chance.sample(deck_ids(), len(hand))
        shown = [held if held.startswith("T") else hidden[place] for place, held in enumerate(hand)]
        other.write_hand("E", shown)
        other.write_deck("E", chance.sample(deck_ids(), len(other.deck("E"))))
        other.write_deck("Y", sorted(other.deck("Y"), key=lambda _card: chance.random()))
        other.engine.kernel.seed_chance(other.chance, seed + 1, 0)
        advice = [COACH.recommend_moves(state, game.enemy_observation) for state in (game.state, other)]
        assert facts(advice[0]) == facts(advice[1]), seed


@pytest.mark.slow
def test_both_seats_get_the_same_advice_mirrored(compiled):
    for seed in range(60):
        rules = SPEC if seed % 2 else REBIRTH
        game, _story = stopped_game(rules, seed, known=False, engine=compiled[rules])
        state = game.state
        mirrored = state.clone()
        state.engine.kernel.mirror_state(mirrored.cells, state.cells)
        watcher = EnemyObservation(enemy_side="E")
        watcher.update_from_game_state(state)
        mine = COACH.advise(PlayerView.of(state), watcher, explain_all=True)
        theirs = COACH.advise(PlayerView.of(mirrored, "E"), watcher, explain_all=True)
        assert facts(mine) == facts(theirs), seed


@pytest.mark.slow
def test_plain_and_compiled_give_the_same_advice(compiled):
    for seed in range(20):
        rules = SPEC if seed % 2 else REBIRTH
        forms = [stopped_game(rules, seed, known=False, engine=engine)[0] for engine in (None, compiled[rules])]
        plain, fast = (advised(game, explain_all=True) for game in forms)
        assert facts(plain) == facts(fast), seed


# For the side to act, in its own columns (002, part 7); and every prediction is the given engine's (002, part 6.2).


def enemys_turns(count: int) -> Iterator[AnnotatedState]:
    """Random games at a turn of the enemy."""
    for seed in range(count):
        game, _moves = stopped_game(SPEC if seed % 2 else REBIRTH, seed, known=False)
        if game.state.side_to_act == "Y":
            game.pass_turn("Y")
        if game.state.side_to_act == "E":
            yield game


@pytest.mark.slow
def test_7_the_side_to_act_is_advised_in_the_columns_of_the_board() -> None:
    asked = 0
    for game in enemys_turns(8):
        state, seen = game.state, game.enemy_observation
        legal = state.legal_moves("E")
        assert [move.move for move in COACH.enumerate_you_moves(state) if move.move] == legal
        advice = COACH.recommend_moves(state, seen)
        assert sorted(move.move for move in advice.moves if move.move) == legal
        for move in advice.moves[:3]:
            after = Simulation(state).after_free("E", move.move) if move.move else state
            assert move.you_margin_after_move == -after.score().margin
            yours = {reply.move for reply in move.forecast.replies if reply.move}
            assert all(LegalityChecker(after.board).is_legal("Y", one.card_id, *place_of(one)) for one in yours)
            threats = move.enemy_threat_after_move
            assert {outcome.move for outcome in threats.outcomes if outcome.move} == yours
            assert move.risk is None or move.risk.move in yours
            alone = COACH.evaluate_move(state, seen, move.candidate)
            assert (alone.candidate, alone.forecast, alone.reasons) == (move.candidate, move.forecast, move.reasons)
            asked += 1
        assert COACH.evaluate_position(state, seen) == advice.position
    assert asked > 10


def place_of(move: Move) -> tuple[int, int]:
    return move.lane_index, move.col_index


@pytest.mark.slow
def test_7_the_other_side_is_advised_when_it_is_asked_for() -> None:
    for game in enemys_turns(4):
        state = game.state
        assert [move.move for move in COACH.enumerate_you_moves(state, side="Y") if move.move] == state.legal_moves("Y")
        advice = COACH.recommend_moves(state, game.enemy_observation, side="Y")
        assert advice == advised(game, explain_all=False)


def test_7_the_enemys_seat_knows_what_you_played_and_not_your_deck() -> None:
    game = stopped_game(REBIRTH, 3, known=True)[0]
    seen = observed_from(game.enemy_observation, "E")
    assert observed_from(game.enemy_observation, "Y") is game.enemy_observation
    assert seen.enemy_side == "Y"
    assert seen.get_known_enemy_deck_remaining_ids() == []
    laid = [card.card_id for card in game.enemy_observation.observations if card.side == "Y" and card.origin == "deck"]
    assert seen.enemy_deck_knowledge.played_ids == laid
    assert [card.card_id for card in seen.get_all_enemy_observations() if card.origin == "deck"] == laid


class Gloomy(PredictionEngine):
    """Expects one fixed answer to everything, and counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.beliefs = self.forecasts = self.maps = self.decks = self.simulated = 0

    def infer_enemy_decks(self, obs: EnemyObservation, state: GameState) -> InferredEnemyDeck:
        self.decks += 1
        return super().infer_enemy_decks(obs, state)

    def simulate_enemy_move(self, state: GameState, move: Move | None) -> MatchScore:
        self.simulated += 1
        return super().simulate_enemy_move(state, move)

    def belief(self, view: PlayerView, obs: EnemyObservation) -> EnemyBelief:
        self.beliefs += 1
        return super().belief(view, obs)

    def forecast(self, view: PlayerView, belief: EnemyBelief) -> Forecast:
        self.forecasts += 1
        return Forecast((Reply(None, view.score.margin - 7, 1.0),), is_guess=False)

    def compute_threat_map(self, view: PlayerView, forecast: Forecast) -> ThreatMap:
        self.maps += 1
        return super().compute_threat_map(view, forecast)


def test_6_2_an_injected_prediction_engine_is_asked_for_all_it_answers() -> None:
    game = scene("", f"{OFFICER} {WOLF}", WOLF)
    gloomy = Gloomy()
    advice = CoachingEngine(gloomy).recommend_moves(game.state, game.enemy_observation)
    assert (gloomy.decks, gloomy.beliefs, gloomy.forecasts) == (1, 1, 1 + len(advice.moves))
    for move in advice.moves:
        assert move.you_margin_after_enemy_best == move.you_margin_after_move - 7
    assert gloomy.maps == 0
    assert advice.moves[0].enemy_threat_after_move.best_enemy_score == advice.moves[0].you_margin_after_enemy_best
    assert (gloomy.maps, gloomy.simulated) == (1, 1)


def test_6_2_asked_position_by_position_our_own_engine_says_the_same() -> None:
    class Patient(PredictionEngine):
        def forecast(self, view: PlayerView, belief: EnemyBelief) -> Forecast:
            return super().forecast(view, belief)

    for game in games(6, known=True):
        assert CoachingEngine(Patient()).recommend_moves(game.state, game.enemy_observation) == COACH.recommend_moves(
            game.state, game.enemy_observation
        )
