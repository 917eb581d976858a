"""Levels set and lock options; everything else is free, and every refusal says why."""

import pytest

from solitario.domain.scoring_config import ScoringConfig
from solitario.domain.settings import LEVELS, GameSettings
from solitario.errors import InvalidSettingError, LockedSettingError


@pytest.mark.parametrize(
    ("level", "draw", "mode", "minutes", "recycle", "tips"),
    [
        (1, 1, "OFF", 0, "shuffled", True),
        (2, 2, "PERMISSIVE", 0, "shuffled", True),
        (3, 3, "OFF", 0, "turned", True),
        (4, 3, "PERMISSIVE", 30, "turned", False),
        (5, 3, "STRICT", 15, "turned", False),
    ],
)
def test_a_level_sets_its_options(level, draw, mode, minutes, recycle, tips):
    settings = GameSettings.for_level(level)
    assert (settings.draw_count, settings.timer_mode, settings.timer_minutes) == (draw, mode, minutes)
    assert (settings.recycle_mode, settings.command_tips) == (recycle, tips)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("deck", ["french", "neapolitan"])
@pytest.mark.parametrize("draw", [1, 2, 3])
def test_deck_and_draw_are_free_at_every_level(level, deck, draw):
    settings = GameSettings.for_level(level, deck, draw_count=draw)
    assert settings.scorer(ScoringConfig()).draw_count == draw


@pytest.mark.parametrize(
    ("level", "option", "value"),
    [
        (1, "timer_mode", "STRICT"),
        (1, "timer_minutes", 10),
        (2, "timer_mode", "STRICT"),
        (2, "timer_mode", "OFF"),
        (4, "timer_minutes", 60),
        (4, "recycle_mode", "shuffled"),
        (4, "command_tips", True),
        (5, "timer_mode", "PERMISSIVE"),
        (5, "timer_minutes", 60),
        (5, "recycle_mode", "shuffled"),
        (5, "command_tips", True),
    ],
)
def test_a_locked_option_refuses_and_says_which_level_fixes_it(level, option, value):
    with pytest.raises(LockedSettingError, match=f"level {level} fixes it"):
        GameSettings.for_level(level).with_option(option, value)


def test_level_two_takes_a_limit_because_only_its_mode_is_locked():
    assert GameSettings.for_level(2).with_option("timer_minutes", 20).timer_limit_seconds == 1200


def test_another_level_brings_its_own_options_and_keeps_the_deck():
    settings = GameSettings.for_level(5, "neapolitan").with_option("level", 1)
    assert settings == GameSettings.for_level(1, "neapolitan")


def test_minutes_without_a_mode_choose_the_mild_one_and_no_mode_has_no_minutes():
    timed = GameSettings.for_level(3).with_option("timer_minutes", 10)
    assert (timed.timer_mode, timed.timer_limit_seconds) == ("PERMISSIVE", 600)
    assert timed.with_option("timer_mode", "OFF").timer_minutes == 0


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("draw_count", 4),
        ("draw_count", "3"),
        ("timer_minutes", 7),
        ("timer_minutes", 65),
        ("deck_type", "tarot"),
        ("recycle_mode", "lost"),
        ("command_tips", 1),
        ("level", 6),
        ("luck", 1),
    ],
)
def test_a_value_that_does_not_exist_is_refused(option, value):
    with pytest.raises(InvalidSettingError):
        GameSettings().with_option(option, value)
