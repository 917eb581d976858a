"""The opt-in counts for tuning the figures of scoring: how long, how many moves, draws and recycles games take.

Only counts in steps, by level, deck, draw and timer: no name, no deal, no date, no single game. The file stays on this
machine; it is written only when the player has switched it on, and may be deleted at any time.
"""

from __future__ import annotations

from bisect import bisect_left
from pathlib import Path
from typing import Any

from kernelkit.spoken import sentence
from solitario.domain.final_score import FinalScore
from solitario.infrastructure.json_file import JsonFile
from solitario.infrastructure.versioned import checked_version

VERSION = 1
STEPS = {
    "minutes": (5, 10, 15, 20, 30, 45, 60),
    "moves": (60, 80, 100, 120, 150, 180, 250),
    "stock_draws": (10, 20, 30, 40, 60, 100),
    "recycles": (0, 1, 2, 3, 4, 5, 6, 7),
}
"""Where each count is cut into steps; a number at a limit belongs to the step below."""


class AnonymousStatisticsFile:
    """The counts in the file at ``path``."""

    def __init__(self, path: Path) -> None:
        self._file = JsonFile(path)

    def counts(self) -> dict[str, dict[str, int]]:
        """The counts so far, by kind of game."""
        content = self._file.read(missing={})
        checked_version(self._file, content, VERSION)
        games = content.get("games", {})
        if not isinstance(games, dict) or not all(_is_counts(row) for row in games.values()):
            raise self._file.invalid("games", sentence("it does not hold counts"))
        return games

    def count(self, score: FinalScore) -> None:
        """Add one finished game to the counts."""
        with self._file.changing():
            games = self.counts()
            content = self._file.read(missing={})
            row = games.setdefault(_kind(score), {})
            for name in ("games", *(("wins",) if score.is_victory else ()), *_steps(score)):
                row[name] = row.get(name, 0) + 1
            self._file.write({**content, "version": VERSION, "games": games})


def _kind(score: FinalScore) -> str:
    return f"level {score.difficulty_level}, {score.deck_type}, draw {score.draw_count}, timer {score.timer_mode}"


def _steps(score: FinalScore) -> list[str]:
    """The steps this game falls into; only wins, because an abandoned game says nothing about a whole one."""
    if not score.is_victory:
        return []
    numbers = {
        "minutes": score.elapsed_seconds / 60,
        "moves": score.move_count,
        "stock_draws": score.stock_draw_count,
        "recycles": score.recycle_count,
    }
    return [f"{name} {_step(STEPS[name], number)}" for name, number in numbers.items()]


def _step(limits: tuple[int, ...], number: float) -> str:
    place = bisect_left(limits, number)
    return f"up to {limits[place]}" if place < len(limits) else f"above {limits[-1]}"


def _is_counts(row: Any) -> bool:
    return isinstance(row, dict) and all(type(number) is int and number >= 0 for number in row.values())
