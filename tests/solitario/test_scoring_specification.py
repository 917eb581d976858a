"""The specification's six categories, its tables and every boundary; where it contradicts itself, its formulas."""

import random

import pytest

from solitario.domain.score_events import ScoreEventType
from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.scoring_service import ScoringService
from solitario.errors import InvalidScoreInputError, TruncationSafetyError


def scorer(**changes) -> ScoringService:
    return ScoringService(ScoringConfig(), **changes)


def won(seconds, moves=50, *, recycles=0, **changes):
    service = scorer(**changes)
    service.record_event(ScoreEventType.RECYCLE_WASTE, recycles)
    return service.calculate_final_score(elapsed_seconds=seconds, move_count=moves, is_victory=True)


# The six categories


@pytest.mark.parametrize(("number", "points"), [(1, 0), (19, 0), (20, 0), (21, -1), (40, -1), (41, -2), (1000, -2)])
def test_a_threshold_of_draws_belongs_to_the_milder_tier(number, points):
    assert scorer()._calculate_stock_draw_penalty(number) == points


def test_abandonment_no_bonuses():
    final = scorer().calculate_final_score(elapsed_seconds=300, move_count=50, is_victory=False)
    assert final.time_bonus == 0
    assert final.victory_bonus == 0
    assert final.victory_quality_multiplier == 0


def test_scoring_commutativity():
    events = [
        (ScoreEventType.STOCK_DRAW, 10),
        (ScoreEventType.RECYCLE_WASTE, 2),
        (ScoreEventType.TABLEAU_TO_FOUNDATION, 5),
    ]
    reference_score = 50
    for _ in range(10):
        service = ScoringService(ScoringConfig())
        shuffled = events.copy()
        random.shuffle(shuffled)
        for event_type, count in shuffled:
            for _ in range(count):
                service.record_event(event_type)
        assert service.get_base_score() == reference_score


def test_truncation_safety_enforcement():
    service = ScoringService(ScoringConfig())
    with pytest.raises(ValueError, match="Truncation safety violated"):
        service._safe_truncate(-1.5, "test_context")
    with pytest.raises(TruncationSafetyError, match="test_context"):
        service._safe_truncate(-1.5, "test_context")
    assert service._safe_truncate(1.9) == 1


def test_victory_bonus_max_theoretical():
    service = ScoringService(ScoringConfig())
    bonus, quality = service._calculate_victory_bonus_with_quality(elapsed_seconds=60, move_count=50)
    assert bonus <= 536
    assert quality <= 1.34
    assert (bonus, str(quality.normalize())) == (536, "1.34")


def test_config_validation_weights():
    with pytest.raises(ValueError, match=r"must sum to 1\.0"):
        ScoringConfig(victory_weights={"time": 0.5, "moves": 0.3, "recycles": 0.1})


# Events


@pytest.mark.parametrize(
    ("event", "points"),
    [
        ("waste_to_foundation", 10),
        ("tableau_to_foundation", 10),
        ("card_revealed", 5),
        ("foundation_to_tableau", -15),
        ("invalid_move", 0),
        ("auto_move", 0),
        ("undo_move", 0),
        ("hint_used", 0),
    ],
)
def test_an_event_brings_its_fixed_points(event, points):
    service = scorer()
    assert service.record_event(ScoreEventType(event)).points == points
    assert service.get_base_score() == points


@pytest.mark.parametrize(("draws", "total"), [(15, 0), (35, -15), (40, -20), (41, -22), (60, -60)])
def test_draws_add_up_one_by_one(draws, total):
    service = scorer()
    points = [service.record_event(ScoreEventType.STOCK_DRAW).points for _ in range(draws)]
    assert sum(points) == service.get_base_score() == total


@pytest.mark.parametrize(
    ("number", "points"), [(-1, 0), (0, 0), (1, 0), (2, 0), (3, -10), (4, -20), (5, -35), (6, -55), (7, -80), (10, -80)]
)
def test_a_recycle_costs_the_figure_of_its_number_and_the_last_one_stays(number, points):
    assert scorer()._calculate_recycle_penalty(number) == points


def test_each_recycle_carries_its_own_figure_and_they_add_up():
    service = scorer()
    points = [service.record_event(ScoreEventType.RECYCLE_WASTE).points for _ in range(9)]
    assert points == [0, 0, -10, -20, -35, -55, -80, -80, -80]
    assert service.get_base_score() == -360


def test_undo_withdraws_fixed_points_but_never_a_draw_or_a_recycle():
    service = scorer()
    for event in (ScoreEventType.CARD_REVEALED, ScoreEventType.STOCK_DRAW, ScoreEventType.RECYCLE_WASTE):
        service.record_event(event)
    assert service.withdraw_event(ScoreEventType.CARD_REVEALED).points == -5
    for event in (ScoreEventType.STOCK_DRAW, ScoreEventType.RECYCLE_WASTE, ScoreEventType.CARD_REVEALED):
        with pytest.raises(InvalidScoreInputError, match="withdrawn"):
            service.withdraw_event(event)
    assert (service.stock_draw_count, service.recycle_count, service.get_base_score()) == (1, 1, 0)


def test_the_log_of_a_game_with_undone_events_replays_in_any_order():
    service, again = scorer(), scorer()
    service.record_event(ScoreEventType.WASTE_TO_FOUNDATION)
    service.withdraw_event(ScoreEventType.WASTE_TO_FOUNDATION)
    service.record_event(ScoreEventType.STOCK_DRAW, 25)
    again.replay(reversed(service.log))
    assert (
        (again.get_base_score(), again.event_counts)
        == (service.get_base_score(), service.event_counts)
        == (-5, {ScoreEventType.STOCK_DRAW: 25})
    )


def test_a_great_count_is_not_walked_through():
    service = scorer()
    service.record_event(ScoreEventType.STOCK_DRAW, 10**17)
    service.record_event(ScoreEventType.RECYCLE_WASTE, 10**17)
    assert service.get_base_score() == -20 - 2 * (10**17 - 40) - 120 - 80 * (10**17 - 6)


def test_a_draw_may_be_counted_by_its_cards():
    service = ScoringService(ScoringConfig(draw_unit="card", stock_draw_thresholds=[2], stock_draw_penalties=[0, -1]))
    assert service.next_draw_points(3) == -1
    assert (
        ScoringService(ScoringConfig(stock_draw_thresholds=[0], stock_draw_penalties=[0, -3])).next_draw_points(3) == -3
    )


# Bonuses


@pytest.mark.parametrize(("deck", "points"), [("french", 50), ("neapolitan", 100)])
def test_the_deck_brings_its_bonus(deck, points):
    assert scorer(deck_type=deck).deck_bonus == points


@pytest.mark.parametrize(
    ("level", "bonuses"),
    [(1, (0, 100, 200)), (2, (0, 100, 200)), (3, (0, 100, 200)), (4, (0, 50, 100)), (5, (0, 50, 100))],
)
def test_the_draw_bonus_is_halved_at_the_upper_levels(level, bonuses):
    assert tuple(scorer(difficulty_level=level, draw_count=draw).draw_bonus for draw in (1, 2, 3)) == bonuses


@pytest.mark.parametrize(("minutes", "bonus"), [(0, 1200), (5, 1000), (10, 800), (20, 400), (30, 0), (31, 0)])
def test_without_a_timer_the_bonus_falls_by_forty_a_minute(minutes, bonus):
    assert won(minutes * 60).time_bonus == bonus


@pytest.mark.parametrize(("minutes", "bonus"), [(0, 1000), (12, 800), (30, 500), (45, 250), (59, 16), (60, 0)])
def test_with_a_timer_the_bonus_is_the_share_of_time_left(minutes, bonus):
    assert won(minutes * 60, timer_mode="STRICT", timer_limit_seconds=3600).time_bonus == bonus


@pytest.mark.parametrize(
    ("seconds", "penalty"), [("1800.001", -1), (1801, -2), (1860, -100), (1890, -150), (2400, -1000)]
)
def test_overtime_costs_by_the_fraction_of_a_minute_and_never_favours_the_player(seconds, penalty):
    final = won(seconds, timer_mode="PERMISSIVE", timer_limit_seconds=1800)
    assert (final.time_bonus, final.end_reason) == (penalty, "victory_overtime")


def test_a_strict_win_recorded_late_costs_the_fixed_penalty_and_a_timeout_costs_nothing():
    strict = {"timer_mode": "STRICT", "timer_limit_seconds": 900}
    assert won(901, **strict).time_bonus == -500
    lost = scorer(**strict).calculate_final_score(900, 10, is_victory=False, end_reason="timeout_strict")
    assert (lost.time_bonus, lost.total_score) == (0, 50)


@pytest.mark.parametrize(
    ("seconds", "quality"),
    [(600, 1.5), ("600.001", 1.2), (1200, 1.2), (1201, 1.0), (1800, 1.0), (1801, 0.8), (2700, 0.8), (2701, 0.7)],
)
def test_time_quality_without_a_timer_goes_by_minutes(seconds, quality):
    assert won(seconds).time_quality == quality


@pytest.mark.parametrize(
    ("seconds", "quality"),
    [(200, 1.5), (201, 1.2), (500, 1.2), (501, 1.0), (750, 1.0), (751, 0.8), (999, 0.8), (1000, 0.7), (1001, 0.7)],
)
def test_time_quality_with_a_timer_goes_by_the_share_left(seconds, quality):
    assert won(seconds, timer_mode="PERMISSIVE", timer_limit_seconds=1000).time_quality == quality


@pytest.mark.parametrize(
    ("moves", "quality"),
    [(0, 1.3), (80, 1.3), (81, 1.1), (120, 1.1), (121, 1.0), (180, 1.0), (181, 0.85), (250, 0.85), (251, 0.7)],
)
def test_move_quality_steps(moves, quality):
    assert won(60, moves).move_quality == quality


@pytest.mark.parametrize(
    ("recycles", "quality"), [(0, 1.2), (1, 1.1), (2, 1.1), (3, 1.0), (4, 1.0), (5, 0.8), (7, 0.8), (8, 0.5), (80, 0.5)]
)
def test_recycle_quality_steps(recycles, quality):
    assert won(60, recycles=recycles).recycle_quality == quality


def test_the_worst_and_the_average_win():
    worst = won(2701, 251, recycles=8)
    assert (worst.victory_bonus, worst.victory_quality_multiplier) == (256, 0.64)
    average = won(1500, 160, recycles=4)
    assert (average.victory_bonus, average.victory_quality_multiplier) == (400, 1.0)


# The whole


def test_a_negative_provisional_score_is_lifted_but_its_parts_are_kept_raw():
    service = scorer(difficulty_level=3)
    service.record_event(ScoreEventType.FOUNDATION_TO_TABLEAU, 10)
    final = service.calculate_final_score(60, 10, is_victory=False)
    assert (final.base_score, final.difficulty_multiplier, final.provisional_score, final.total_score) == (
        -150,
        1.4,
        0,
        0,
    )


def test_the_total_is_lifted_to_the_minimum_and_says_by_how_much():
    late = won(4000, timer_mode="PERMISSIVE", timer_limit_seconds=900)
    assert (late.total_score, late.lifted_points) == (0, -(50 + late.victory_bonus + late.time_bonus))


@pytest.mark.parametrize(("mode", "limit"), [("STRICT", 0), ("OFF", 900), ("OFF", 0)])
def test_a_mode_without_a_limit_or_a_limit_without_a_mode_is_no_timer(mode, limit):
    final = won(60, timer_mode=mode, timer_limit_seconds=limit)
    assert (final.timer_mode, final.timer_limit_seconds, final.time_bonus) == ("OFF", 0, 1160)


@pytest.mark.parametrize(
    "changes",
    [
        {"deck_type": "spanish"},
        {"draw_count": 4},
        {"draw_count": True},
        {"difficulty_level": 6},
        {"difficulty_level": 1.0},
        {"timer_mode": "strict"},
        {"timer_limit_seconds": -1},
        {"timer_limit_seconds": 9.5},
    ],
)
def test_an_unknown_setting_is_refused_with_its_value(changes):
    (value,) = changes.values()
    with pytest.raises(ValueError, match=f"{value!r}"):
        scorer(**changes)


@pytest.mark.parametrize("seconds", [-1, "-0.5", float("nan"), float("inf"), "1e30", "1e-30", "ten", None, True])
def test_time_that_is_negative_or_no_number_is_refused(seconds):
    with pytest.raises(ValueError, match="elapsed_seconds"):
        scorer().calculate_final_score(seconds, 1, is_victory=True)


@pytest.mark.parametrize("moves", [-1, 1.5, True, "3"])
def test_a_move_count_that_is_no_count_is_refused(moves):
    with pytest.raises(ValueError, match="move_count"):
        scorer().calculate_final_score(1, moves, is_victory=True)


def test_an_end_that_contradicts_itself_is_refused():
    with pytest.raises(ValueError, match="end_reason"):
        scorer().calculate_final_score(1, 1, is_victory=False, end_reason="victory")
    with pytest.raises(ValueError, match="end_reason"):
        scorer().calculate_final_score(1, 1, is_victory=True, end_reason="Vittoria")
    with pytest.raises(ValueError, match="is_victory"):
        scorer().calculate_final_score(1, 1, is_victory=1)


def test_an_unknown_event_is_refused():
    with pytest.raises(ValueError, match="event_type"):
        scorer().record_event("streak")
    with pytest.raises(ValueError, match="times"):
        scorer().record_event(ScoreEventType.STOCK_DRAW, -1)


def test_a_score_carries_the_fingerprint_of_its_figures():
    dearer = ScoringService(ScoringConfig(victory_base=500)).calculate_final_score(1, 1, is_victory=True)
    assert dearer.config_hash != won(1).config_hash == ScoringConfig().hash


def test_a_refusal_can_be_said_in_italian():
    with pytest.raises(InvalidScoreInputError) as caught:
        scorer(draw_count=9)
    assert caught.value.message("it") == "draw_count 9: scegli tra 1, 2, 3"
