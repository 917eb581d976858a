"""The score of one game: events in, points out, by exact arithmetic.

Points depend on how often each event happened, never on the order. Numbers are whole or fractions; the three places
where a fraction becomes whole points (provisional score, time bonus, victory bonus) go through ``_safe_truncate``.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any

from kernelkit.spoken import sentence
from solitario.domain.exact import Number, as_fraction
from solitario.domain.final_score import FinalScore
from solitario.domain.score_events import FIXED_EVENTS, ScoreEvent, ScoreEventType
from solitario.domain.scoring_config import DECKS, DRAW_COUNTS, LEVELS, ScoringConfig
from solitario.errors import InvalidScoreInputError, TruncationSafetyError

SECONDS_PER_MINUTE = 60
NO_QUALITY = Decimal(0)


class TimerMode(StrEnum):
    """What the timer does at its limit: there is none, the game ends, or the game goes on at a price."""

    OFF = "OFF"
    STRICT = "STRICT"
    PERMISSIVE = "PERMISSIVE"


class EndReason(StrEnum):
    """Why a game ended, as records spell it."""

    VICTORY = "victory"
    VICTORY_OVERTIME = "victory_overtime"
    ABANDON_NEW_GAME = "abandon_new_game"
    ABANDON_EXIT = "abandon_exit"
    ABANDON_APP_CLOSE = "abandon_app_close"
    TIMEOUT_STRICT = "timeout_strict"

    @property
    def is_victory(self) -> bool:
        """Whether the game was won."""
        return self in (EndReason.VICTORY, EndReason.VICTORY_OVERTIME)


class ScoringService:
    """The scorer of one game, built from its settings when the game starts.

    Raises InvalidScoreInputError (a ValueError) for a deck, draw count, level or mode that does not exist.
    """

    def __init__(
        self,
        config: ScoringConfig | None = None,
        difficulty_level: int = 1,
        deck_type: str = "french",
        draw_count: int = 1,
        timer_mode: str = TimerMode.OFF,
        timer_limit_seconds: int = 0,
    ) -> None:
        self.config = ScoringConfig() if config is None else config
        self.difficulty_level = _member("difficulty_level", difficulty_level, LEVELS)
        self.deck_type = _member("deck_type", deck_type, DECKS)
        self.draw_count = _member("draw_count", draw_count, DRAW_COUNTS)
        mode = TimerMode(_member("timer_mode", timer_mode, tuple(TimerMode)))
        limit = _count("timer_limit_seconds", timer_limit_seconds)
        # A mode without a limit, or a limit without a mode, is no timer, and is recorded as none.
        self.has_timer = mode is not TimerMode.OFF and limit > 0
        self.timer_mode = mode if self.has_timer else TimerMode.OFF
        self.timer_limit_seconds = limit if self.has_timer else 0
        self._counts: Counter[ScoreEventType] = Counter()
        self._log: list[ScoreEvent] = []

    # Events

    def record_event(self, event_type: ScoreEventType, times: int = 1) -> ScoreEvent:
        """The new line of the log, with its own points: for draws and recycles those of its number."""
        event_type = ScoreEventType(_member("event_type", event_type, tuple(ScoreEventType)))
        _count("times", times)
        before = self._points_of(event_type, self._counts[event_type])
        self._counts[event_type] += times
        return self._logged(event_type, self._points_of(event_type, self._counts[event_type]) - before, times)

    def withdraw_event(self, event_type: ScoreEventType) -> ScoreEvent:
        """The line that takes one ``event_type`` back after an undo; draws and recycles are never taken back."""
        if event_type not in FIXED_EVENTS or not self._counts[event_type]:
            reason = sentence("no such event can be withdrawn")
            raise InvalidScoreInputError(field="event_type", value=event_type.value, reason=reason)
        self._counts[event_type] -= 1
        return self._logged(event_type, -self.config.points(event_type), -1)

    def _logged(self, event_type: ScoreEventType, points: int, times: int) -> ScoreEvent:
        event = ScoreEvent(event_type, points, times)
        self._log.append(event)
        return event

    def replay(self, log: Iterable[ScoreEvent]) -> None:
        """Take in the events of another game's ``log``, in any order: the same counts, so the same score."""
        for event in sorted(log, key=lambda event: event.times < 0):
            if event.times < 0:
                self.withdraw_event(event.event_type)
            else:
                self.record_event(event.event_type, event.times)

    @property
    def log(self) -> tuple[ScoreEvent, ...]:
        """Every event so far, oldest first."""
        return tuple(self._log)

    @property
    def event_counts(self) -> Mapping[ScoreEventType, int]:
        """How often each event stands, withdrawn ones taken off."""
        return {event: self._counts[event] for event in ScoreEventType if self._counts[event]}

    @property
    def stock_draw_count(self) -> int:
        """Draws over the whole game; never goes down."""
        return self._counts[ScoreEventType.STOCK_DRAW]

    @property
    def recycle_count(self) -> int:
        """Recycles over the whole game; never goes down."""
        return self._counts[ScoreEventType.RECYCLE_WASTE]

    def get_base_score(self) -> int:
        """The points of all events; may be negative."""
        return sum(self._points_of(event, count) for event, count in self._counts.items())

    def _points_of(self, event_type: ScoreEventType, count: int) -> int:
        """The points of ``count`` events of one type, without walking through them."""
        if event_type is ScoreEventType.STOCK_DRAW:
            return self._stock_draw_total(count)
        if event_type is ScoreEventType.RECYCLE_WASTE:
            return self._recycle_total(count)
        return count * self.config.points(event_type)

    def _stock_draw_total(self, count: int) -> int:
        starts = (0, *self.config.stock_draw_thresholds)
        ends = (*self.config.stock_draw_thresholds, count)
        tiers = zip(starts, ends, self.config.stock_draw_penalties, strict=True)
        return sum(max(0, min(count, end) - start) * price for start, end, price in tiers)

    def _recycle_total(self, count: int) -> int:
        prices = self.config.recycle_penalties
        return sum(prices[:count]) + max(0, count - len(prices)) * prices[-1]

    def _calculate_stock_draw_penalty(self, draw_number: int) -> int:
        """Points for one draw, counted from 1 over the whole game; a threshold belongs to the milder tier."""
        tier = bisect_left(self.config.stock_draw_thresholds, draw_number)
        return self.config.stock_draw_penalties[tier]

    def _calculate_recycle_penalty(self, recycle_number: int) -> int:
        """Points for one recycle, counted from 1; past the end of the list the last figure stays."""
        if recycle_number <= 0:
            return 0
        prices = self.config.recycle_penalties
        return prices[min(recycle_number, len(prices)) - 1]

    def next_draw_points(self, cards_turned: int = 1) -> int:
        """What the next draw will cost if it turns ``cards_turned`` cards: 0 or less."""
        count = self.stock_draw_count
        times = cards_turned if self.config.draw_unit == "card" else 1
        return self._stock_draw_total(count + times) - self._stock_draw_total(count)

    def draws_points(self, cards: int, draw_count: int) -> int:
        """What it will cost to draw ``cards`` cards, ``draw_count`` at a time: 0 or less."""
        count = self.stock_draw_count
        times = cards if self.config.draw_unit == "card" else -(-cards // draw_count)
        return self._stock_draw_total(count + times) - self._stock_draw_total(count)

    def next_recycle_points(self) -> int:
        """What the next recycle will cost: 0 or less."""
        return self._calculate_recycle_penalty(self.recycle_count + 1)

    # The whole

    @property
    def deck_bonus(self) -> int:
        """Points for the deck."""
        return self.config.deck_bonuses[self.deck_type]

    @property
    def draw_bonus(self) -> int:
        """Points for the number of cards drawn at once, at this level."""
        return self.config.draw_bonuses[self.difficulty_level][self.draw_count]

    @property
    def difficulty_multiplier(self) -> Decimal:
        """The factor of the level."""
        return self.config.difficulty_multipliers[self.difficulty_level]

    def provisional_score(self) -> int:
        """(base + deck + draw) times the level's factor, truncated; never below 0."""
        plain = self.get_base_score() + self.deck_bonus + self.draw_bonus
        return self._safe_truncate(max(Fraction(0), plain * Fraction(self.difficulty_multiplier)), "provisional_score")

    def calculate_final_score(
        self, elapsed_seconds: Number, move_count: int, is_victory: bool, end_reason: str | None = None
    ) -> FinalScore:
        """The score of the game as it stands after ``elapsed_seconds``; bonuses are for won games only."""
        elapsed = self._checked_elapsed(elapsed_seconds)
        _count("move_count", move_count)
        reason = self._checked_end_reason(elapsed, is_victory, end_reason)
        provisional = self.provisional_score()
        time_bonus = self._calculate_time_bonus(elapsed) if is_victory else 0
        victory_bonus, quality = 0, NO_QUALITY
        qualities = (NO_QUALITY, NO_QUALITY, NO_QUALITY)
        if is_victory:
            victory_bonus, quality = self._calculate_victory_bonus_with_quality(elapsed, move_count)
            qualities = self._qualities(elapsed, move_count)
        return FinalScore(
            base_score=self.get_base_score(),
            deck_bonus=self.deck_bonus,
            draw_bonus=self.draw_bonus,
            difficulty_multiplier=float(self.difficulty_multiplier),
            time_bonus=time_bonus,
            victory_bonus=victory_bonus,
            total_score=max(self.config.min_score, provisional + time_bonus + victory_bonus),
            is_victory=is_victory,
            elapsed_seconds=float(elapsed),
            difficulty_level=self.difficulty_level,
            deck_type=self.deck_type,
            draw_count=self.draw_count,
            recycle_count=self.recycle_count,
            move_count=move_count,
            victory_quality_multiplier=float(quality),
            provisional_score=provisional,
            time_quality=float(qualities[0]),
            move_quality=float(qualities[1]),
            recycle_quality=float(qualities[2]),
            stock_draw_count=self.stock_draw_count,
            timer_mode=self.timer_mode.value,
            timer_limit_seconds=self.timer_limit_seconds,
            end_reason=reason.value,
            scoring_system_version=self.config.version,
            config_hash=self.config.hash,
        )

    # Time

    def _calculate_time_bonus(self, elapsed_seconds: Number) -> int:
        """Points for the time of a won game; negative past the limit."""
        elapsed = self._checked_elapsed(elapsed_seconds)
        config, limit = self.config, self.timer_limit_seconds
        if not self.has_timer:
            decayed = config.timer_off_max - config.timer_off_decay_per_minute * elapsed / SECONDS_PER_MINUTE
            return self._safe_truncate(max(Fraction(0), decayed), "time_bonus")
        if elapsed <= limit:
            return self._safe_truncate(config.timer_on_max * (limit - elapsed) / limit, "time_bonus")
        if self.timer_mode is TimerMode.STRICT:
            return config.strict_late_penalty
        # A fraction of a point is never given: a penalty grows to the next whole point.
        return math.floor(config.overtime_penalty_per_minute * (elapsed - limit) / SECONDS_PER_MINUTE)

    def _calculate_time_quality(self, elapsed_seconds: Number) -> Decimal:
        """The quality of the time: by minutes without a timer, by the share of time left with one."""
        elapsed = self._checked_elapsed(elapsed_seconds)
        if not self.has_timer:
            return self._step("time_off", elapsed / SECONDS_PER_MINUTE)
        steps, left = self.config.quality["time_on"], (self.timer_limit_seconds - elapsed) / self.timer_limit_seconds
        if left <= 0:
            return steps.values[-1]
        reached = [value for limit, value in zip(steps.limits, steps.values, strict=False) if left >= limit]
        return reached[0] if reached else steps.values[-2]

    def _calculate_move_quality(self, move_count: int) -> Decimal:
        """The quality of a number of moves: fewer are better."""
        return self._step("moves", _count("move_count", move_count))

    def _calculate_recycle_quality(self, recycle_count: int) -> Decimal:
        """The quality of a number of recycles: fewer are better."""
        return self._step("recycles", _count("recycle_count", recycle_count))

    def _step(self, name: str, amount: int | Fraction) -> Decimal:
        steps = self.config.quality[name]
        return steps.values[bisect_left(steps.limits, amount)]

    def _qualities(self, elapsed: Number, move_count: int) -> tuple[Decimal, Decimal, Decimal]:
        return (
            self._calculate_time_quality(elapsed),
            self._calculate_move_quality(move_count),
            self._calculate_recycle_quality(self.recycle_count),
        )

    def _calculate_victory_bonus_with_quality(self, elapsed_seconds: Number, move_count: int) -> tuple[int, Decimal]:
        """The bonus of a won game and the weighted quality that made it."""
        weights = (self.config.victory_weights[name] for name in ("time", "moves", "recycles"))
        parts = zip(self._qualities(elapsed_seconds, move_count), weights, strict=True)
        quality = sum((part * weight for part, weight in parts), start=Decimal(0))
        return self._safe_truncate(self.config.victory_base * Fraction(quality), "victory_bonus"), quality

    def _safe_truncate(self, value: float | Decimal | Fraction, context: str = "") -> int:
        """``value`` without its fraction; a negative one is our own mistake and raises, also under ``python -O``."""
        if value < 0:
            raise TruncationSafetyError(value=value, context=context)
        return math.floor(value)

    # Checks

    def _checked_elapsed(self, value: Number) -> Fraction:
        try:
            elapsed = as_fraction(value)
        except ValueError:
            reason = sentence("this is not a finite number of seconds")
            raise InvalidScoreInputError(field="elapsed_seconds", value=value, reason=reason) from None
        if elapsed < 0:
            raise InvalidScoreInputError(
                field="elapsed_seconds", value=value, reason=sentence("time is never negative")
            )
        return elapsed

    def _checked_end_reason(self, elapsed: Fraction, is_victory: bool, given: str | None) -> EndReason:
        """The reason given, when it fits; without one, what the numbers say."""
        if not isinstance(is_victory, bool):
            raise InvalidScoreInputError(field="is_victory", value=is_victory, reason=sentence("this is not yes or no"))
        if given is None:
            late = self.has_timer and elapsed > self.timer_limit_seconds
            won = EndReason.VICTORY_OVERTIME if late else EndReason.VICTORY
            return won if is_victory else EndReason.ABANDON_EXIT
        reason = EndReason(_member("end_reason", given, tuple(EndReason)))
        if reason.is_victory is not is_victory:
            raise InvalidScoreInputError(
                field="end_reason", value=given, reason=sentence("this contradicts whether the game was won")
            )
        return reason


def _member(field: str, value: Any, allowed: tuple[Any, ...]) -> Any:
    """``value`` when it is one of ``allowed``, of the same kind."""
    for member in allowed:
        if value == member and not isinstance(value, bool | float):
            return value
    names = ", ".join(str(member) for member in allowed)
    raise InvalidScoreInputError(field=field, value=value, reason=sentence("choose one of {allowed}"), allowed=names)


def _count(field: str, value: Any) -> int:
    """``value`` when it is a whole number from 0 up."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidScoreInputError(field=field, value=value, reason=sentence("this is not a whole number"))
    if value < 0:
        raise InvalidScoreInputError(field=field, value=value, reason=sentence("a count is never negative"))
    return value
