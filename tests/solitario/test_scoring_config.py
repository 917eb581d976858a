"""A scoring configuration checks every figure, names the key as the file does, and cannot be changed."""

from dataclasses import FrozenInstanceError
from decimal import Decimal

import pytest

from solitario.domain.scoring_config import QualitySteps, ScoringConfig
from solitario.domain.scoring_service import ScoringService
from solitario.errors import InvalidScoringConfigError

STEPS = {"limits": [1, 2], "values": [3, 2, 1]}


def test_the_defaults_are_the_specification():
    config = ScoringConfig()
    assert config.stock_draw_thresholds == (20, 40)
    assert config.stock_draw_penalties == (0, -1, -2)
    assert config.recycle_penalties == (0, 0, -10, -20, -35, -55, -80)
    assert dict(config.deck_bonuses) == {"neapolitan": 100, "french": 50}
    assert dict(config.difficulty_multipliers) == {
        1: 1,
        2: Decimal("1.2"),
        3: Decimal("1.4"),
        4: Decimal("1.8"),
        5: Decimal("2.2"),
    }
    assert dict(config.warnings) == {
        "stock_draw": (20, 40),
        "recycle_waste": (2, 3, 4, 5, 6),
        "timer_minutes": (1, 2, 5),
    }
    assert (config.version, config.min_score, config.draw_unit) == ("2.0.0", 0, "action")


def test_a_configuration_and_its_tables_are_frozen():
    config = ScoringConfig()
    with pytest.raises(FrozenInstanceError):
        config.victory_base = 500
    with pytest.raises(TypeError):
        config.deck_bonuses["french"] = 1


def test_decimals_are_read_as_they_are_written():
    config = ScoringConfig(difficulty_multipliers={"1": 0.1, "2": "0.7", "3": Decimal("1.10"), "4": 1, "5": 2.2})
    assert [str(config.difficulty_multipliers[level]) for level in range(1, 6)] == ["0.1", "0.7", "1.1", "1", "2.2"]


def test_a_configuration_survives_its_own_plain_form():
    config = ScoringConfig(quality={"moves": STEPS}, warnings={"timer_minutes": [3]}, event_points={"hint_used": -5})
    again = ScoringConfig(**config.as_dict())
    assert again.as_dict() == config.as_dict()
    assert again.hash == config.hash != ScoringConfig().hash


def test_the_same_figures_written_otherwise_have_the_same_fingerprint():
    assert ScoringConfig(victory_weights={"time": 0.35, "moves": "0.350", "recycles": 0.3}).hash == ScoringConfig().hash


def test_missing_optional_figures_keep_their_defaults():
    config = ScoringConfig(event_points={"card_revealed": 7}, quality={"recycles": STEPS})
    assert (config.event_points["card_revealed"], config.event_points["waste_to_foundation"]) == (7, 10)
    assert config.quality["recycles"] == QualitySteps((Decimal(1), Decimal(2)), (Decimal(3), Decimal(2), Decimal(1)))
    assert config.quality["moves"].limits[0] == 80


def test_another_configuration_gives_another_score():
    service = ScoringService(ScoringConfig(victory_base=1000, timer_off_max=0))
    assert service.calculate_final_score(1, 1, is_victory=True).total_score == 50 + 1340


@pytest.mark.parametrize(
    ("changes", "key", "reason"),
    [
        ({"version": "1.0"}, "version", "version 2"),
        ({"version": 2}, "version", "version 2"),
        ({"event_points": {"streak": 1}}, r"event_points\.streak", "unknown"),
        ({"event_points": {"stock_draw": 1}}, r"event_points\.stock_draw", "unknown"),
        ({"event_points": {"hint_used": 1.5}}, r"event_points\.hint_used", "whole"),
        ({"event_points": [1]}, "event_points", "table"),
        ({"stock_draw_thresholds": [40, 20]}, r"stock_draw\.thresholds", "rise"),
        ({"stock_draw_thresholds": [-1, 20]}, r"stock_draw\.thresholds", "below 0"),
        ({"stock_draw_thresholds": []}, r"stock_draw\.thresholds", "list"),
        ({"stock_draw_thresholds": "20"}, r"stock_draw\.thresholds", "list"),
        ({"stock_draw_penalties": [0, -1]}, r"stock_draw\.penalties", "2 thresholds need 3"),
        ({"stock_draw_penalties": [0, 1, 2]}, r"stock_draw\.penalties", "takes points away"),
        ({"recycle_penalties": [0, True]}, "recycle_penalties", "whole"),
        ({"recycle_penalties": [-(10**7)]}, "recycle_penalties", "beyond"),
        ({"deck_bonuses": {"french": 50}}, r"deck_bonuses\.neapolitan", "missing"),
        ({"draw_bonuses": {"1": {"1": 0}}}, r"draw_bonuses\.2", "missing"),
        ({"draw_bonuses": {str(level): {"1": 0, "2": 1} for level in range(1, 6)}}, r"draw_bonuses\.1\.3", "missing"),
        ({"difficulty_multipliers": {"1": 1}}, r"difficulty_multipliers\.2", "missing"),
        ({"difficulty_multipliers": {str(n): 0 for n in range(1, 6)}}, r"difficulty_multipliers\.1", "above 0"),
        ({"difficulty_multipliers": {str(n): float("nan") for n in range(1, 6)}}, "difficulty_multipliers", "finite"),
        ({"difficulty_multipliers": {str(n): 1e9 for n in range(1, 6)}}, "difficulty_multipliers", "beyond"),
        ({"difficulty_multipliers": {str(n): "1.00001" for n in range(1, 6)}}, "difficulty_multipliers", "places"),
        ({"difficulty_multipliers": {str(n): None for n in range(1, 6)}}, "difficulty_multipliers", "number"),
        ({"timer_off_max": -1}, r"time_bonus\.timer_off_max", "below 0"),
        ({"timer_on_max": "1000"}, r"time_bonus\.timer_on_max", "whole"),
        ({"overtime_penalty_per_minute": 100}, r"time_bonus\.overtime", "takes points away"),
        ({"strict_late_penalty": 500}, "strict_late_penalty", "takes points away"),
        ({"victory_base": -4}, r"victory_bonus\.base", "below 0"),
        ({"victory_weights": {"time": 1}}, r"victory_bonus\.weights\.moves", "missing"),
        ({"victory_weights": {"time": 2, "moves": -1, "recycles": 0}}, r"weights\.moves", "below 0"),
        ({"victory_weights": {"time": 0.33, "moves": 0.33, "recycles": 0.33}}, "weights", r"sum to 1\.0.*0\.99"),
        ({"quality": {"luck": STEPS}}, r"quality\.luck", "unknown"),
        ({"quality": {"moves": {"limits": [2, 1], "values": [3, 2, 1]}}}, r"quality\.moves\.limits", "order"),
        ({"quality": {"moves": {"limits": [1, 2], "values": [3, 2]}}}, r"quality\.moves\.values", "2 limits need 3"),
        ({"quality": {"time_on": {"limits": [0.2, 0.5], "values": [4, 3, 2, 1]}}}, r"time_on\.limits", "order"),
        ({"quality": {"moves": {"limits": [1, 2], "values": [3, 2, -1]}}}, r"quality\.moves", "below 0"),
        ({"draw_unit": "pile"}, "draw_unit", "action, card"),
        ({"warnings": {"luck": [1]}}, r"warnings\.luck", "unknown"),
        ({"warnings": {"stock_draw": [5, 5]}}, r"warnings\.stock_draw", "rise"),
        ({"min_score": -5}, "min_score", "below 0"),
    ],
)
def test_an_unusable_figure_is_refused_with_its_key_and_the_reason(changes, key, reason):
    with pytest.raises(InvalidScoringConfigError, match=f"{key}.*{reason}"):
        ScoringConfig(**changes)
