"""What a player has reached, and the notices a finished game calls for. Each rule looks only at the kept games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from kernelkit.spoken import catalogue, sentence
from solitario.application.score_records import GameRecord
from solitario.application.statistics import best_streak, level_to_step_down_to, measured_wins_of, wins_of

FEW_MOVES = 120
"""What the scoring system calls a good number of moves."""

Rule = Callable[[Sequence[GameRecord]], bool]


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the player as a value: its key and the facts in it, spoken in whatever language is chosen."""

    key: str
    facts: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def message(self, language: str) -> str:
        """The notice in words; a fact that is itself a sentence is translated too."""
        words = catalogue("solitario", language)
        facts = {name: words.gettext(value) if isinstance(value, str) else value for name, value in self.facts.items()}
        return words.gettext(self.key).format(**facts)


@dataclass(frozen=True, slots=True)
class Achievement:
    """Something to reach: its name in files, its title, what it takes, and the rule that looks for it."""

    name: str
    title: str
    description: str
    is_reached: Rule


def _wins(number: int) -> Rule:
    return lambda records: len(wins_of(records)) >= number


def _streak(number: int) -> Rule:
    return lambda records: best_streak(records) >= number


def _level(level: int) -> Rule:
    return lambda records: any(record.score.difficulty_level == level for record in wins_of(records))


def _both_decks(records: Sequence[GameRecord]) -> bool:
    return len({record.score.deck_type for record in measured_wins_of(records)}) >= 2


def _every_level(records: Sequence[GameRecord]) -> bool:
    return {record.score.difficulty_level for record in wins_of(records)} >= {1, 2, 3, 4, 5}


def _no_recycle(records: Sequence[GameRecord]) -> bool:
    return any(record.score.recycle_count == 0 for record in measured_wins_of(records))


def _few_moves(records: Sequence[GameRecord]) -> bool:
    return any(record.score.move_count <= FEW_MOVES for record in measured_wins_of(records))


ACHIEVEMENTS = (
    Achievement("first_win", sentence("First win"), sentence("a game won"), _wins(1)),
    Achievement("hundred_wins", sentence("A hundred wins"), sentence("one hundred games won"), _wins(100)),
    Achievement("first_win_level_5", sentence("Master"), sentence("a win at level 5"), _level(5)),
    Achievement("every_level", sentence("The whole ladder"), sentence("a win at every level"), _every_level),
    Achievement("ten_in_a_row", sentence("Ten in a row"), sentence("ten wins in a row"), _streak(10)),
    Achievement("both_decks", sentence("Two decks"), sentence("a win with each deck"), _both_decks),
    Achievement("no_recycle", sentence("Once through"), sentence("a win without recycling the waste"), _no_recycle),
    Achievement("few_moves", sentence("No detours"), sentence("a win with at most 120 moves"), _few_moves),
)


def reached(records: Sequence[GameRecord]) -> tuple[Achievement, ...]:
    """Every achievement that these games of one player, oldest first, have reached."""
    return tuple(achievement for achievement in ACHIEVEMENTS if achievement.is_reached(records))


def notices_after(records: Sequence[GameRecord]) -> tuple[Notice, ...]:
    """What the last of these games of one player calls for: a new best, what it reached, a hint to step down."""
    if not records:
        return ()
    *earlier, last = records
    before = set(reached(earlier))
    notices = [_best_notice(earlier, last)]
    notices += [
        Notice(
            sentence("Achievement reached, {title}: {description}."),
            {"title": new.title, "description": new.description},
        )
        for new in reached(records)
        if new not in before
    ]
    notices.append(_step_down_notice(records, last))
    return tuple(notice for notice in notices if notice is not None)


def _best_notice(earlier: Sequence[GameRecord], last: GameRecord) -> Notice | None:
    """A new personal best against earlier wins on the same board; a first win has nothing to beat."""
    totals = [record.score.total_score for record in wins_of(earlier) if record.board == last.board]
    if not last.score.is_victory or not totals or last.score.total_score <= max(totals):
        return None
    more = last.score.total_score - max(totals)
    return Notice(
        sentence("New personal best: {total} points, {more} above your last best."),
        {"total": last.score.total_score, "more": more},
    )


def _step_down_notice(records: Sequence[GameRecord], last: GameRecord) -> Notice | None:
    """The hint after a game that was not won; after a win it would be out of place."""
    easier = level_to_step_down_to(records, last.score.difficulty_level)
    if easier is None or last.score.is_victory:
        return None
    return Notice(
        sentence("Fewer than one in five of your latest games at level {level} were won: try level {easier}."),
        {"level": last.score.difficulty_level, "easier": easier},
    )
