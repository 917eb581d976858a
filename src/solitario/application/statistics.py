"""What the kept games say about a player: all together, by the clock, by level, by points.

Everything is computed from the records; nothing is counted twice or kept apart from them. Shares are exact fractions,
None where there is nothing to divide by. Points are added up on one board at a time, because others do not compare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from solitario.application.score_records import Board, GameRecord, by_board
from solitario.domain.final_score import USUAL_PILES

UNKNOWN_LEVEL = 0
"""What an old record counts as when it does not say."""
MEASURES = frozenset({"elapsed_seconds", "move_count", "recycle_count"})
"""What a best win is measured by; a record that lacks one of them is measured by none."""
STEP_DOWN_SHARE = Fraction(20, 100)
STEP_DOWN_GAMES = 10
"""Fewer games at a level say nothing about it."""
STEP_DOWN_WINDOW = 20
"""Only so many of the latest games count: a beginning long ago should not follow a player."""


@dataclass(frozen=True, slots=True)
class GlobalStatistics:
    """All games of a player."""

    games: int
    wins: int
    win_share: Fraction | None
    current_streak: int
    best_streak: int
    total_seconds: Fraction
    fastest_win_seconds: float | None
    fewest_moves_in_a_win: int | None
    end_reasons: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TimerStatistics:
    """The games played against a limit."""

    games: int
    wins_in_time: int
    wins_overtime: int
    timeouts: int
    games_without_limit: int


@dataclass(frozen=True, slots=True)
class LevelStatistics:
    """The games of one level."""

    level: int
    games: int
    wins: int
    win_share: Fraction | None


@dataclass(frozen=True, slots=True)
class ScoringStatistics:
    """The points on one board; best and average over wins only."""

    board: Board
    games: int
    wins: int
    best_total: int | None
    average_total: Fraction | None
    average_quality: Fraction | None
    average_moves: Fraction | None
    stock_draws: int
    recycles: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The four views of a player's games."""

    overall: GlobalStatistics
    timer: TimerStatistics
    levels: tuple[LevelStatistics, ...]
    scoring: tuple[ScoringStatistics, ...]


def statistics_of(records: Sequence[GameRecord]) -> Statistics:
    """The statistics of ``records``, which are one player's games, oldest first."""
    levels = sorted({record.score.difficulty_level for record in records} - {UNKNOWN_LEVEL})
    return Statistics(
        overall=_overall(records),
        timer=_timer(records),
        levels=tuple(_level(records, level) for level in levels),
        scoring=tuple(_scoring(records, board) for board in by_board(records)),
    )


def share(part: int, whole: int) -> Fraction | None:
    """``part`` of ``whole``, None of nothing."""
    return Fraction(part, whole) if whole else None


def wins_of(records: Sequence[GameRecord]) -> list[GameRecord]:
    """The games that were won."""
    return [record for record in records if record.score.is_victory]


def measured_wins_of(records: Sequence[GameRecord]) -> list[GameRecord]:
    """The games that were won by the usual rules and whose every figure is known: what is not recorded is not a 0."""
    return [
        record
        for record in wins_of(records)
        if not record.score.is_legacy
        and record.score.empty_piles == USUAL_PILES
        and not MEASURES & {*record.score.unrecorded}
    ]


def current_streak(records: Sequence[GameRecord]) -> int:
    """How many of the latest games were won in a row."""
    streak = 0
    for record in reversed(records):
        if not record.score.is_victory:
            break
        streak += 1
    return streak


def best_streak(records: Sequence[GameRecord]) -> int:
    """The most wins there ever were in a row."""
    best = streak = 0
    for record in records:
        streak = streak + 1 if record.score.is_victory else 0
        best = max(best, streak)
    return best


def level_to_step_down_to(records: Sequence[GameRecord], level: int) -> int | None:
    """The next easier level when fewer than a fifth of the latest games at ``level`` were won, else None."""
    latest = [record for record in records if record.score.difficulty_level == level][-STEP_DOWN_WINDOW:]
    if level <= 1 or len(latest) < STEP_DOWN_GAMES:
        return None
    return level - 1 if Fraction(len(wins_of(latest)), len(latest)) < STEP_DOWN_SHARE else None


def _overall(records: Sequence[GameRecord]) -> GlobalStatistics:
    wins, measured = wins_of(records), measured_wins_of(records)
    return GlobalStatistics(
        games=len(records),
        wins=len(wins),
        win_share=share(len(wins), len(records)),
        current_streak=current_streak(records),
        best_streak=best_streak(records),
        total_seconds=sum((Fraction(repr(record.score.elapsed_seconds)) for record in records), Fraction(0)),
        fastest_win_seconds=min((record.score.elapsed_seconds for record in measured), default=None),
        fewest_moves_in_a_win=min((record.score.move_count for record in measured), default=None),
        end_reasons=dict(sorted(Counter(record.score.end_reason for record in records).items())),
    )


def _timer(records: Sequence[GameRecord]) -> TimerStatistics:
    scores = [record.score for record in records]
    timed = [score for score in scores if score.timer_mode != "OFF" and score.timer_limit_seconds > 0]
    overtime = sum(score.end_reason == "victory_overtime" for score in timed)
    return TimerStatistics(
        games=len(timed),
        wins_in_time=sum(score.is_victory for score in timed) - overtime,
        wins_overtime=overtime,
        timeouts=sum(score.end_reason == "timeout_strict" for score in timed),
        games_without_limit=len(records) - len(timed),
    )


def _level(records: Sequence[GameRecord], level: int) -> LevelStatistics:
    games = [record for record in records if record.score.difficulty_level == level]
    wins = len(wins_of(games))
    return LevelStatistics(level, len(games), wins, share(wins, len(games)))


def _scoring(records: Sequence[GameRecord], board: Board) -> ScoringStatistics:
    games = [record for record in records if record.board == board]
    wins = [record.score for record in wins_of(games)]
    known_qualities = [Fraction(repr(score.victory_quality_multiplier)) for score in wins if not score.is_legacy]
    return ScoringStatistics(
        board=board,
        games=len(games),
        wins=len(wins),
        best_total=max((score.total_score for score in wins), default=None),
        average_total=share(sum(score.total_score for score in wins), len(wins)),
        average_quality=sum(known_qualities, Fraction(0)) / len(known_qualities) if known_qualities else None,
        average_moves=share(sum(score.move_count for score in wins), len(wins)),
        stock_draws=sum(record.score.stock_draw_count for record in games),
        recycles=sum(record.score.recycle_count for record in games),
    )
