from __future__ import annotations

import json
import time

import pytest

from solitario.domain.scoring_config import ScoringConfig
from solitario.errors import InvalidScoringConfigError
from solitario.infrastructure.errors import InvalidScoringConfigFileError
from solitario.infrastructure.scoring_config_loader import ScoringConfigLoader
from support.hostile_files import HOSTILE

SPECIFIED = {
    "version": "2.0.0",
    "event_points": {
        "waste_to_foundation": 10,
        "tableau_to_foundation": 10,
        "card_revealed": 5,
        "foundation_to_tableau": -15,
    },
    "stock_draw": {"thresholds": [20, 40], "penalties": [0, -1, -2]},
    "recycle_penalties": [0, 0, -10, -20, -35, -55, -80],
    "deck_bonuses": {"neapolitan": 100, "french": 50},
    "difficulty_multipliers": {"1": 1.0, "2": 1.2, "3": 1.4, "4": 1.8, "5": 2.2},
    "time_bonus": {
        "timer_off_max": 1200,
        "timer_off_decay_per_minute": 40,
        "timer_on_max": 1000,
        "overtime_penalty_per_minute": -100,
    },
    "victory_bonus": {"base": 400, "weights": {"time": 0.35, "moves": 0.35, "recycles": 0.30}},
    "min_score": 0,
}
"""The structure of the specification, without the optional keys."""


def saved(folder, data):
    path = folder / "scoring_config.json"
    path.write_text(json.dumps(data))
    return path


def refusal(path):
    with pytest.raises(InvalidScoringConfigFileError) as caught:
        ScoringConfigLoader.load(path)
    return caught.value


def test_the_file_in_the_package_says_what_the_program_says():
    assert ScoringConfigLoader.load() == ScoringConfigLoader.fallback_default() == ScoringConfig()
    assert ScoringConfigLoader.load().hash == ScoringConfig().hash


def test_the_file_in_the_package_names_every_figure():
    data = json.loads(ScoringConfigLoader.DEFAULT_PATH.read_text())
    assert set(SPECIFIED) <= set(data)
    assert {"draw_bonuses", "quality", "strict_late_penalty", "draw_unit", "warnings"} <= set(data)
    assert set(data["event_points"]) == set(ScoringConfig().event_points)


def test_the_sample_of_the_specification_is_enough(tmp_path):
    assert ScoringConfigLoader.load(saved(tmp_path, SPECIFIED)) == ScoringConfig()


def test_every_key_is_optional(tmp_path):
    assert ScoringConfigLoader.load(saved(tmp_path, {})) == ScoringConfig()
    for key in SPECIFIED:
        rest = {name: value for name, value in SPECIFIED.items() if name != key}
        assert ScoringConfigLoader.load(saved(tmp_path, rest)) == ScoringConfig()


def test_a_missing_file_means_the_defaults(tmp_path):
    assert ScoringConfigLoader.load(tmp_path / "nowhere" / "scoring_config.json") == ScoringConfig()


def test_a_changed_figure_changes_the_config_and_its_hash(tmp_path):
    config = ScoringConfigLoader.load(saved(tmp_path, {"victory_bonus": {"base": 500}, "draw_unit": "card"}))
    assert (config.victory_base, config.draw_unit) == (500, "card")
    assert config.hash != ScoringConfig().hash


def test_decimals_are_read_as_they_are_written(tmp_path):
    data = {"victory_bonus": {"weights": {"time": 0.1, "moves": 0.2, "recycles": 0.7}}}
    assert sum(ScoringConfigLoader.load(saved(tmp_path, data)).victory_weights.values()) == 1


@pytest.mark.parametrize(
    ("data", "key", "reason"),
    [
        ([], "JSON", "not a table"),
        ({"stock_draw": 3}, "stock_draw", "not a table"),
        ({"min_scor": 0}, "min_scor", "unknown"),
        ({"stock_draw": {"treshold": [1]}}, "stock_draw.treshold", "unknown"),
        ({"victory_bonus": {"weights": {"time": 0.5, "moves": 0.3, "recycles": 0.1}}}, "weights", "must sum to 1.0"),
        ({"version": "3.0.0"}, "version", "not a version 2"),
        ({"version": 2}, "version", "not a version 2"),
        ({"stock_draw": {"thresholds": [40, 20]}}, "stock_draw.thresholds", "do not rise"),
        ({"stock_draw": {"penalties": [0]}}, "stock_draw.penalties", "2 thresholds need 3"),
        ({"stock_draw": {"penalties": [0, 1, 2]}}, "stock_draw.penalties", "takes points away"),
        ({"recycle_penalties": "many"}, "recycle_penalties", "not a list"),
        ({"recycle_penalties": []}, "recycle_penalties", "not a list"),
        ({"event_points": {"card_revealed": 5.5}}, "event_points.card_revealed", "not a whole number"),
        ({"event_points": {"card_revealed": True}}, "event_points.card_revealed", "not a whole number"),
        ({"event_points": {"card_reveald": 5}}, "event_points.card_reveald", "unknown"),
        ({"deck_bonuses": {"french": 50}}, "deck_bonuses.neapolitan", "missing"),
        ({"difficulty_multipliers": {"1": 1, "2": 1, "3": 1, "4": 1}}, "difficulty_multipliers.5", "missing"),
        ({"difficulty_multipliers": {"1": 0, "2": 1, "3": 1, "4": 1, "5": 1}}, "difficulty_multipliers.1", "above 0"),
        ({"difficulty_multipliers": {"1": "a", "2": 1, "3": 1, "4": 1, "5": 1}}, "difficulty_multipliers.1", "finite"),
        ({"time_bonus": {"timer_on_max": 10**17}}, "time_bonus.timer_on_max", "beyond"),
        ({"time_bonus": {"timer_off_max": None}}, "time_bonus.timer_off_max", "not a whole number"),
        ({"draw_bonuses": {"1": {}}}, "draw_bonuses.2", "missing"),
        ({"quality": {"moves": {"limits": [1], "values": [1]}}}, "quality.moves.values", "1 limits need 2"),
        ({"draw_unit": "pile"}, "draw_unit", "none of action, card"),
        ({"warnings": {"stock_draw": [3, 2]}}, "warnings.stock_draw", "do not rise"),
        ({"min_score": -1}, "min_score", "below 0"),
    ],
)
def test_an_unusable_figure_is_named_with_its_file_and_key(tmp_path, data, key, reason):
    error = refusal(saved(tmp_path, data))
    assert isinstance(error, InvalidScoringConfigError)
    assert isinstance(error, ValueError)
    assert error.facts["key"].endswith(key)
    assert reason in str(error)
    assert str(error).startswith("scoring_config.json, ")
    assert error.message("it").startswith("scoring_config.json, ")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_with_a_reason_in_a_moment(tmp_path, name):
    path = tmp_path / "scoring_config.json"
    path.write_bytes(HOSTILE[name])
    started = time.process_time()
    error = refusal(path)
    assert time.process_time() - started < 0.1
    assert str(error).isprintable()
    assert len(str(error)) < 300
    assert path.read_bytes() == HOSTILE[name]


def test_a_hostile_key_or_value_does_not_reach_the_terminal(tmp_path):
    for data in ({"\u202e\x1b[2J": 1}, {"draw_unit": "x" * 100_000}, {"recycle_penalties": {"\x07": ["y"] * 10_000}}):
        message = str(refusal(saved(tmp_path, data)))
        assert message.isprintable()
        assert len(message) < 400


def test_a_folder_in_place_of_a_file_is_refused(tmp_path):
    assert "cannot be read" in str(refusal(tmp_path))
