"""Every figure of scoring v2.0, in one frozen value that checks itself.

The names are those of ``config/scoring_config.json``, its nested ones joined (``stock_draw.thresholds`` is
``stock_draw_thresholds``). Decimals are kept as decimals: a float in a file means what it prints as.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from solitario.domain import scoring_checks as check
from solitario.domain.final_score import SCORING_SYSTEM_VERSION
from solitario.domain.score_events import FIXED_EVENTS, ScoreEventType

DECKS = ("french", "neapolitan")
DRAW_COUNTS = (1, 2, 3)
LEVELS = (1, 2, 3, 4, 5)
DRAW_UNITS = ("action", "card")
QUALITY_NAMES = ("time_off", "time_on", "moves", "recycles")
WEIGHT_NAMES = ("time", "moves", "recycles")
WARNING_NAMES = ("stock_draw", "recycle_waste", "timer_minutes")

FULL_DRAW_BONUS = {1: 0, 2: 100, 3: 200}
HALVED_DRAW_BONUS = {1: 0, 2: 50, 3: 100}
DEFAULT_EVENT_POINTS = {
    "waste_to_foundation": 10,
    "tableau_to_foundation": 10,
    "card_revealed": 5,
    "foundation_to_tableau": -15,
    "invalid_move": 0,
    "auto_move": 0,
    "undo_move": 0,
    "hint_used": 0,
}
DEFAULT_DRAW_BONUSES = {level: FULL_DRAW_BONUS if level <= 3 else HALVED_DRAW_BONUS for level in LEVELS}
DEFAULT_MULTIPLIERS = {1: Decimal("1.0"), 2: Decimal("1.2"), 3: Decimal("1.4"), 4: Decimal("1.8"), 5: Decimal("2.2")}
DEFAULT_WEIGHTS = {"time": Decimal("0.35"), "moves": Decimal("0.35"), "recycles": Decimal("0.30")}


@dataclass(frozen=True, slots=True)
class QualitySteps:
    """Values of a quality by limits: a count at a limit still has the better value.

    For ``time_on`` the limits are shares of time left, falling, and there are two values more than limits: the last
    but one for any time left at all, the last for none.
    """

    limits: tuple[Decimal, ...]
    values: tuple[Decimal, ...]


def _decimals(*texts: str) -> tuple[Decimal, ...]:
    return tuple(Decimal(text) for text in texts)


DEFAULT_QUALITY = {
    "time_off": QualitySteps(_decimals("10", "20", "30", "45"), _decimals("1.5", "1.2", "1.0", "0.8", "0.7")),
    "time_on": QualitySteps(_decimals("0.80", "0.50", "0.25"), _decimals("1.5", "1.2", "1.0", "0.8", "0.7")),
    "moves": QualitySteps(_decimals("80", "120", "180", "250"), _decimals("1.3", "1.1", "1.0", "0.85", "0.7")),
    "recycles": QualitySteps(_decimals("0", "2", "4", "7"), _decimals("1.2", "1.1", "1.0", "0.8", "0.5")),
}


@dataclass(frozen=True, slots=True)
class ScoringConfig:
    """The figures of one scoring system; every field is optional and checked, and none can change afterwards.

    Raises InvalidScoringConfigError (a ValueError) with the key as the file names it.
    """

    version: str = SCORING_SYSTEM_VERSION
    event_points: Mapping[str, int] = field(default_factory=lambda: DEFAULT_EVENT_POINTS)
    stock_draw_thresholds: Sequence[int] = (20, 40)
    stock_draw_penalties: Sequence[int] = (0, -1, -2)
    recycle_penalties: Sequence[int] = (0, 0, -10, -20, -35, -55, -80)
    deck_bonuses: Mapping[str, int] = field(default_factory=lambda: {"neapolitan": 100, "french": 50})
    draw_bonuses: Mapping[int, Mapping[int, int]] = field(default_factory=lambda: DEFAULT_DRAW_BONUSES)
    difficulty_multipliers: Mapping[int, Decimal] = field(default_factory=lambda: DEFAULT_MULTIPLIERS)
    timer_off_max: int = 1200
    timer_off_decay_per_minute: int = 40
    timer_on_max: int = 1000
    overtime_penalty_per_minute: int = -100
    strict_late_penalty: int = -500
    victory_base: int = 400
    victory_weights: Mapping[str, Decimal] = field(default_factory=lambda: DEFAULT_WEIGHTS)
    quality: Mapping[str, QualitySteps] = field(default_factory=lambda: DEFAULT_QUALITY)
    draw_unit: str = "action"
    warnings: Mapping[str, Sequence[int]] = field(default_factory=dict)
    min_score: int = 0

    def __post_init__(self) -> None:
        checked = {
            "version": check.version(self.version),
            "event_points": self._checked_event_points(),
            "stock_draw_thresholds": check.rising("stock_draw.thresholds", self.stock_draw_thresholds),
            "stock_draw_penalties": check.penalties("stock_draw.penalties", self.stock_draw_penalties),
            "recycle_penalties": check.penalties("recycle_penalties", self.recycle_penalties),
            "deck_bonuses": check.points_by_name("deck_bonuses", self.deck_bonuses, DECKS),
            "draw_bonuses": self._checked_draw_bonuses(),
            "difficulty_multipliers": check.multipliers("difficulty_multipliers", self.difficulty_multipliers, LEVELS),
            "victory_weights": check.weights("victory_bonus.weights", self.victory_weights, WEIGHT_NAMES),
            "quality": self._checked_quality(),
            "draw_unit": check.one_of("draw_unit", self.draw_unit, DRAW_UNITS),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)
        self._check_figures()
        object.__setattr__(self, "warnings", self._checked_warnings())

    def _checked_event_points(self) -> Mapping[str, int]:
        names = {event.value for event in FIXED_EVENTS}
        given = check.points_by_name("event_points", self.event_points, names, required=())
        return MappingProxyType({**DEFAULT_EVENT_POINTS, **given})

    def _checked_draw_bonuses(self) -> Mapping[int, Mapping[int, int]]:
        by_level = check.by_number("draw_bonuses", self.draw_bonuses, LEVELS)
        return MappingProxyType(
            {
                level: check.points_by_number(f"draw_bonuses.{level}", by_level[level], DRAW_COUNTS)
                for level in sorted(by_level)
            }
        )

    def _checked_quality(self) -> Mapping[str, QualitySteps]:
        given = check.mapping("quality", self.quality)
        check.names("quality", given, QUALITY_NAMES, required=())
        merged: dict[str, Any] = {**DEFAULT_QUALITY, **given}
        return MappingProxyType({name: self._checked_steps(name, merged[name]) for name in QUALITY_NAMES})

    @staticmethod
    def _checked_steps(name: str, steps: Any) -> QualitySteps:
        if isinstance(steps, QualitySteps):
            steps = {"limits": steps.limits, "values": steps.values}
        falling = name == "time_on"
        limits, values = check.steps(f"quality.{name}", steps, falling=falling, extra_values=2 if falling else 1)
        return QualitySteps(limits, values)

    def _check_figures(self) -> None:
        """The plain figures: their type, sign and size, and that the draw tiers have one price each."""
        for name in ("timer_off_max", "timer_off_decay_per_minute", "timer_on_max"):
            check.at_least_zero(f"time_bonus.{name}", getattr(self, name))
        check.at_least_zero("victory_bonus.base", self.victory_base)
        check.at_most_zero("time_bonus.overtime_penalty_per_minute", self.overtime_penalty_per_minute)
        check.at_most_zero("strict_late_penalty", self.strict_late_penalty)
        check.at_least_zero("min_score", self.min_score)
        check.tiers("stock_draw.penalties", self.stock_draw_thresholds, self.stock_draw_penalties)

    def _checked_warnings(self) -> Mapping[str, tuple[int, ...]]:
        """The counts after which a warning is due; by default every step at which the price changes."""
        given = check.mapping("warnings", self.warnings)
        check.names("warnings", given, WARNING_NAMES, required=())
        prices = self.recycle_penalties
        steps = {
            "stock_draw": tuple(self.stock_draw_thresholds),
            "recycle_waste": tuple(n for n in range(1, len(prices)) if prices[n] != prices[n - 1]),
            "timer_minutes": (1, 2, 5),
        }
        for name, value in given.items():
            steps[name] = check.rising(f"warnings.{name}", value)
        return MappingProxyType(steps)

    def points(self, event: ScoreEventType) -> int:
        """The fixed points of ``event``."""
        return self.event_points[event.value]

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain values that JSON can write, decimals as text."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}

    @property
    def hash(self) -> str:
        """A short fingerprint of every figure: scores are compared only where it is the same."""
        text = json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: Any) -> Any:
    if isinstance(value, QualitySteps):
        return {"limits": _plain(value.limits), "values": _plain(value.values)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Decimal) else value
