"""When to warn that something has become dearer, and about the time that is left.

A warning is due on crossing a threshold of the configuration (before <= threshold < after). ``minimal`` warns at the
first threshold of each kind only, ``balanced`` at all of them, ``complete`` also once the next action will be dearer.
"""

from __future__ import annotations

from dataclasses import dataclass

from solitario.domain.score_events import ScoreEventType
from solitario.domain.scoring_config import ScoringConfig

WARNING_LEVELS = ("off", "minimal", "balanced", "complete")


@dataclass(frozen=True, slots=True)
class ThresholdWarning:
    """A threshold that was passed (or, with ``is_ahead``, is about to be), what was charged and what comes next."""

    event_type: ScoreEventType
    threshold: int
    count: int
    charged_points: int
    next_points: int
    is_ahead: bool = False


def thresholds(config: ScoringConfig, event_type: ScoreEventType, level: str) -> tuple[int, ...]:
    """The thresholds that ``level`` warns at."""
    every = tuple(config.warnings[event_type.value])
    return {"off": (), "minimal": every[:1]}.get(level, every)


def threshold_warning(
    config: ScoringConfig, event_type: ScoreEventType, level: str, before: int, after: int, charged: int, upcoming: int
) -> ThresholdWarning | None:
    """The warning due when a count went from ``before`` to ``after``; None when none is."""
    known = thresholds(config, event_type, level)
    crossed = [threshold for threshold in known if before <= threshold < after]
    if crossed:
        return ThresholdWarning(event_type, crossed[-1], after, charged, upcoming)
    if level == "complete" and after in known and before < after and upcoming < charged:
        return ThresholdWarning(event_type, after, after, charged, upcoming, is_ahead=True)
    return None


def minutes_left_warning(config: ScoringConfig, limit_ms: int, before_ms: int, after_ms: int) -> int | None:
    """The warning minute reached between two moments, the latest of several; None when there is none."""
    reached = [
        minutes
        for minutes in config.warnings["timer_minutes"]
        if before_ms < limit_ms - minutes * 60_000 <= after_ms < limit_ms
    ]
    return min(reached) if reached else None
