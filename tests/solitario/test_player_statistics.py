from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitario.application.achievements import ACHIEVEMENTS, notices_after, reached
from solitario.application.score_records import of_profile
from solitario.application.statistics import best_streak, current_streak, level_to_step_down_to, statistics_of
from solitario.infrastructure.anonymous_statistics import AnonymousStatisticsFile
from solitario.infrastructure.errors import InvalidRecordsFileError
from solitario.infrastructure.score_fields import record_from
from solitario.infrastructure.scores_file import JsonScoreStorage
from support.score_samples import LEGACY, LOST, WON, games, record


def names(records):
    return {achievement.name for achievement in reached(records)}


def said(records, language="en"):
    return [notice.message(language) for notice in notices_after(records)]


def test_nobody_has_played_yet():
    nothing = statistics_of([])
    assert (nothing.overall.games, nothing.overall.win_share, nothing.overall.fastest_win_seconds) == (0, None, None)
    assert (nothing.levels, nothing.scoring) == ((), ())
    assert reached([]) == ()
    assert notices_after([]) == ()


def test_the_overall_statistics_count_every_game_and_measure_wins():
    rows = [
        record(WON, 1, elapsed_seconds=600.1, move_count=150),
        record(LOST, 2, elapsed_seconds=0.2, move_count=3),
        record(WON, 3, elapsed_seconds=300.4, move_count=170),
    ]
    overall = statistics_of(rows).overall
    assert (overall.games, overall.wins, overall.win_share) == (3, 2, Fraction(2, 3))
    assert overall.total_seconds == Fraction("900.7")
    assert (overall.fastest_win_seconds, overall.fewest_moves_in_a_win) == (300.4, 150)
    assert overall.end_reasons == {"abandon_exit": 1, "victory": 2}


@pytest.mark.parametrize(
    ("outcomes", "current", "best"), [("", 0, 0), ("WWlW", 1, 2), ("lll", 0, 0), ("lWWW", 3, 3), ("WWWWl", 0, 4)]
)
def test_a_streak_ends_with_a_game_that_is_not_won(outcomes, current, best):
    assert (current_streak(games(outcomes)), best_streak(games(outcomes))) == (current, best)


def test_the_timer_statistics_tell_in_time_from_overtime_and_timeout():
    timed = {"timer_mode": "PERMISSIVE", "timer_limit_seconds": 900}
    rows = [
        record(WON, 1),
        record(WON, 2, **timed),
        record(WON, 3, **timed, end_reason="victory_overtime", elapsed_seconds=901.0),
        record(LOST, 4, timer_mode="STRICT", timer_limit_seconds=900, end_reason="timeout_strict"),
        record(LOST, 5, timer_mode="PERMISSIVE", timer_limit_seconds=0),
    ]
    timer = statistics_of(rows).timer
    assert (timer.games, timer.wins_in_time, timer.wins_overtime, timer.timeouts) == (3, 1, 1, 1)
    assert timer.games_without_limit == 2


def test_each_level_has_its_own_share():
    rows = games("Wl", difficulty_level=4) + games("WWW", difficulty_level=1)
    assert [(level.level, level.games, level.win_share) for level in statistics_of(rows).levels] == [
        (1, 3, 1),
        (4, 2, Fraction(1, 2)),
    ]


def test_points_are_counted_on_one_board_at_a_time_and_over_wins_only(tmp_path):
    path = tmp_path / "scores.json"
    path.write_text(json.dumps([LEGACY]))
    storage = JsonScoreStorage(path)
    storage.add(record(WON, 1, total_score=1000, victory_quality_multiplier=1.1, stock_draw_count=30))
    storage.add(record(WON, 2, total_score=2001, victory_quality_multiplier=0.9, stock_draw_count=10))
    storage.add(record(LOST, 3, total_score=9999, stock_draw_count=5))
    v2, v1 = statistics_of(storage.records()).scoring
    assert (v2.games, v2.wins, v2.best_total, v2.average_total) == (3, 2, 2001, Fraction(3001, 2))
    assert (v2.average_quality, v2.stock_draws) == (1, 45)
    assert (v1.board.major, v1.best_total, v1.average_quality) == ("1", 2245, None)


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 5)), max_size=40))
def test_the_levels_add_up_to_the_whole(outcomes):
    rows = [record(WON if won else LOST, n, difficulty_level=level) for n, (won, level) in enumerate(outcomes, 1)]
    statistics = statistics_of(rows)
    assert sum(level.games for level in statistics.levels) == statistics.overall.games == len(rows)
    assert sum(level.wins for level in statistics.levels) == statistics.overall.wins
    assert sum(statistics.overall.end_reasons.values()) == len(rows)
    assert statistics.overall.current_streak <= statistics.overall.best_streak <= statistics.overall.wins


@pytest.mark.parametrize(
    ("outcomes", "level", "easier"),
    [
        ("l" * 9, 3, None),
        ("l" * 10, 3, 2),
        ("l" * 10, 1, None),
        ("WW" + "l" * 8, 3, None),
        ("W" + "l" * 9, 3, 2),
        ("W" * 30 + "l" * 20, 3, 2),
        ("l" * 30 + "WWWW" + "l" * 16, 3, None),
    ],
)
def test_stepping_down_is_suggested_below_a_fifth_of_the_latest_games(outcomes, level, easier):
    assert level_to_step_down_to(games(outcomes, difficulty_level=level), level) == easier
    assert level_to_step_down_to(games(outcomes, difficulty_level=level), 5) is None


def test_each_achievement_is_reached_by_what_it_says():
    assert names(games("l" * 20)) == set()
    assert names([record(WON, recycle_count=1, move_count=200)]) == {"first_win"}
    assert "first_win_level_5" in names([record(WON, difficulty_level=5)])
    assert "first_win_level_5" not in names([record(LOST, difficulty_level=5)])
    assert "ten_in_a_row" in names(games("l" + "W" * 10 + "l"))
    assert "ten_in_a_row" not in names(games("W" * 9 + "l" + "W" * 9))
    assert "hundred_wins" in names(games("W" * 100))
    assert "both_decks" in names([record(WON), record(WON, 2, deck_type="neapolitan")])
    assert "no_recycle" in names([record(WON, recycle_count=0)])
    assert "few_moves" in names([record(WON, move_count=120)])
    assert "few_moves" not in names([record(WON, move_count=121)])
    assert "every_level" in names([record(WON, level, difficulty_level=level) for level in range(1, 6)])
    assert len({achievement.name for achievement in ACHIEVEMENTS}) == len(ACHIEVEMENTS)


def test_a_new_best_is_announced_against_earlier_wins_on_the_same_board():
    earlier = [record(WON, 1, total_score=1000), record(LOST, 2, total_score=5000), record(WON, 3, config_hash="other")]
    assert said([*earlier, record(WON, 4, total_score=1250)]) == [
        "New personal best: 1250 points, 250 above your last best."
    ]
    assert said([*earlier, record(WON, 4, total_score=1250)], "it") == [
        "Nuovo record personale: 1250 punti, 250 in più del precedente."
    ]
    assert said([*earlier, record(WON, 4, total_score=1000)]) == []
    assert said([*earlier, record(LOST, 4, total_score=9000)]) == []


def test_a_first_win_is_an_achievement_and_not_a_record():
    assert said([record(WON, move_count=200)]) == ["Achievement reached, First win: a game won."]
    assert said([record(WON, move_count=200)], "it") == ["Traguardo raggiunto, Prima vittoria: una partita vinta."]


def test_the_hint_to_step_down_comes_after_a_game_that_was_not_won():
    hint = "Fewer than one in five of your latest games at level 3 were won: try level 2."
    assert said(games("l" * 12)) == [hint]
    assert hint not in said(games("l" * 12 + "W"))


def test_a_player_has_the_games_of_no_other():
    rows = [record(WON, 1, "p1"), record(WON, 2, "p2"), record(LOST, 3, "p1")]
    assert [one.game_id for one in of_profile(rows, "p1")] == ["solitario/1", "solitario/3"]


def test_anonymous_counts_hold_steps_and_nothing_of_a_single_game(tmp_path):
    tally = AnonymousStatisticsFile(tmp_path / "counts.json")
    assert tally.counts() == {}
    tally.count(WON)
    tally.count(LOST)
    assert tally.counts() == {
        "level 3, french, draw 3, timer OFF": {
            "games": 2,
            "wins": 1,
            "minutes up to 15": 1,
            "moves up to 120": 1,
            "stock_draws up to 20": 1,
            "recycles up to 1": 1,
        }
    }
    text = (tmp_path / "counts.json").read_text()
    assert not any(word in text for word in ("2026", "p1", "guest", "2318", "600.5", WON.config_hash))


def test_numbers_at_the_ends_fall_into_the_outer_steps(tmp_path):
    tally = AnonymousStatisticsFile(tmp_path / "counts.json")
    tally.count(record(WON, elapsed_seconds=300.0, move_count=9999, recycle_count=0).score)
    (row,) = tally.counts().values()
    assert {"minutes up to 5", "moves above 250", "recycles up to 0"} <= set(row)


@pytest.mark.parametrize("games_value", [[], {"x": 1}, {"x": {"games": -1}}, {"x": {"games": True}}])
def test_counts_that_are_none_are_refused_and_left_alone(tmp_path, games_value):
    path = tmp_path / "counts.json"
    path.write_text(json.dumps({"games": games_value}))
    before = path.read_bytes()
    with pytest.raises(InvalidRecordsFileError, match=r"counts\.json, games: it does not hold counts"):
        AnonymousStatisticsFile(path).count(WON)
    assert path.read_bytes() == before


def test_what_an_old_record_does_not_say_is_no_record_and_no_achievement():
    old = record_from({"total_score": 900, "is_victory": True}, "", ValueError)
    statistics = statistics_of([old])
    assert (statistics.overall.wins, statistics.levels) == (1, ())
    assert statistics.overall.fastest_win_seconds is statistics.overall.fewest_moves_in_a_win is None
    assert [one.name for one in reached([old])] == ["first_win"]
    assert "both_decks" not in [one.name for one in reached([old, record()])]
