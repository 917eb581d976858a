"""What the kept games of Solitario say, as short lines for the ear; the terminal and the web say the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from kernelkit.spoken import catalogue, sentence
from solitario.application.achievements import Achievement, reached
from solitario.application.profiles import Profiles
from solitario.application.score_records import Board, GameRecord, by_board, leaderboard, of_profile
from solitario.application.statistics import (
    GlobalStatistics,
    LevelStatistics,
    ScoringStatistics,
    Statistics,
    TimerStatistics,
    statistics_of,
)
from solitario.domain.final_score import USUAL_PILES
from solitario.domain.scoring_config import ScoringConfig
from solitario.infrastructure.scores_file import Imported
from solitario.presentation.score_formatter import LEGACY_NOTICE
from solitario.presentation.tongue import Tongue

LEGACY_MAJOR = "1"
TABLE_TOP = 3
"""How many best wins are said at the table."""
END_REASONS = {
    "victory": sentence("won"),
    "victory_overtime": sentence("won past the time limit"),
    "abandon_new_game": sentence("given up for a new game"),
    "abandon_exit": sentence("given up"),
    "abandon_app_close": sentence("left by closing the program"),
    "timeout_strict": sentence("out of time"),
    "": sentence("ended for a reason not known"),
}


class RecordsWords:
    """Statistics and leaderboards in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._words = catalogue("mazzo", language)
        self._tongue = Tongue(language)

    def statistics(self, name: str, statistics: Statistics, reached: Iterable[Achievement]) -> list[str]:
        """Everything about one player, one line a subject."""
        if not statistics.overall.games:
            return [self._say(sentence("{name}: no finished games yet."), name=name)]
        return [
            *self._overall(name, statistics.overall),
            *self._timer(statistics.timer),
            *map(self._level, statistics.levels),
            *map(self._scoring, statistics.scoring),
            self._achievements(reached),
        ]

    def imported(self, imported: Imported) -> str:
        """What an import did."""
        key = sentence("Games added: {added}. Already there: {known}. From before version 2: {legacy}.")
        return self._say(key, added=imported.added, known=imported.known, legacy=imported.legacy)

    def exported(self, file: str, count: int) -> str:
        """What an export wrote."""
        return self._say(sentence("Written to {file}. Finished games: {count}."), file=file, count=count)

    def boards(self, boards: Iterable[tuple[Board, Iterable[GameRecord]]], profiles: Profiles) -> list[str]:
        """The best games of each board below its heading."""
        lines = []
        for board, best in boards:
            lines += [self.board(board), *(self.rank(place, one, profiles) for place, one in enumerate(best, 1))]
        return lines or [self._say(sentence("No wins yet."))]

    def board(self, board: Board) -> str:
        """The heading of a board."""
        if board.empty_piles != USUAL_PILES:
            usual = self.board(board._replace(empty_piles=USUAL_PILES))
            return self._say(sentence("{board}, any card on an empty pile"), board=usual)
        if board.major == LEGACY_MAJOR:
            return self._tongue.gettext(LEGACY_NOTICE)
        if board.config_hash == ScoringConfig().hash:
            return self._say(sentence("Scoring system {major}, standard figures"), major=board.major)
        if not board.config_hash:
            return self._say(sentence("Scoring system {major}, figures not recorded"), major=board.major)
        own = sentence("Scoring system {major}, own figures {hash}")
        return self._say(own, major=board.major, hash=board.config_hash[:8])

    def rank(self, number: int, record: GameRecord, profiles: Profiles) -> str:
        """One line of a leaderboard; what a record does not say is left out."""
        score = record.score
        measures = {
            "difficulty_level": self._say(sentence("level {level}"), level=score.difficulty_level),
            "deck_type": self._deck(score.deck_type),
            "elapsed_seconds": self._duration(Fraction(repr(score.elapsed_seconds))),
            "move_count": self.ngettext("{count} move", "{count} moves", score.move_count),
        }
        parts = [
            self._tongue.points(score.total_score),
            profiles.name_of(record.profile_id, self.language),
            *(said for name, said in measures.items() if getattr(score, name) and name not in score.unrecorded),
            self._tongue.date(record.finished_at),
        ]
        return f"{number}. " + ", ".join(part for part in parts if part)

    def _overall(self, name: str, overall: GlobalStatistics) -> list[str]:
        lines = [
            f"{name}: {self._games(overall.games, overall.wins, overall.win_share)}.",
            self._say(
                sentence("Wins in a row: {current} now, {best} at best."),
                current=overall.current_streak,
                best=overall.best_streak,
            ),
        ]
        if overall.total_seconds:
            lines.append(self._say(sentence("Time at the table: {time}."), time=self._duration(overall.total_seconds)))
        if overall.fastest_win_seconds is not None and overall.fewest_moves_in_a_win is not None:
            fastest = self._duration(Fraction(repr(overall.fastest_win_seconds)))
            moves = self.ngettext("{count} move", "{count} moves", overall.fewest_moves_in_a_win)
            lines.append(self._say(sentence("Fastest win: {time}. Shortest win: {moves}."), time=fastest, moves=moves))
        return [*lines, self._endings(overall.end_reasons)]

    def _endings(self, reasons: Mapping[str, int]) -> str:
        parts = [
            f"{self._words.gettext(END_REASONS[reason]) if reason in END_REASONS else reason} {count}"
            for reason, count in reasons.items()
        ]
        return self._say(sentence("How games ended: {parts}."), parts=", ".join(parts))

    def _timer(self, timer: TimerStatistics) -> list[str]:
        if not timer.games:
            return []
        return [
            self._say(
                sentence("Against the clock: {games}, {in_time} won in time, {overtime} won late, {timeouts} run out."),
                games=self.ngettext("{count} game", "{count} games", timer.games),
                in_time=timer.wins_in_time,
                overtime=timer.wins_overtime,
                timeouts=timer.timeouts,
            )
        ]

    def _level(self, level: LevelStatistics) -> str:
        games = self._games(level.games, level.wins, level.win_share)
        return self._say(sentence("Level {level}: {games}."), level=level.level, games=games)

    def _scoring(self, scoring: ScoringStatistics) -> str:
        heading = self.board(scoring.board)
        if scoring.best_total is None or scoring.average_total is None:
            return self._say(sentence("{board}: no wins yet."), board=heading)
        parts = [
            self._say(sentence("best {points}"), points=self._tongue.points(scoring.best_total)),
            self._say(sentence("average {points}"), points=self._tongue.points(int(scoring.average_total))),
        ]
        if scoring.average_quality is not None:
            percent = self._percent(scoring.average_quality)
            parts.append(self._say(sentence("average quality {percent}"), percent=percent))
        if scoring.stock_draws:  # a game without any is one that does not record them
            parts.append(self.ngettext("{count} draw in all", "{count} draws in all", scoring.stock_draws))
        if scoring.stock_draws or scoring.recycles:
            parts.append(self.ngettext("{count} recycle in all", "{count} recycles in all", scoring.recycles))
        return f"{heading}: {', '.join(parts)}."

    def _achievements(self, reached: Iterable[Achievement]) -> str:
        titles = [self._tongue.gettext(achievement.title) for achievement in reached]
        if not titles:
            return self._say(sentence("Achievements: none yet."))
        return self._say(sentence("Achievements: {titles}."), titles=", ".join(titles))

    def _games(self, games: int, wins: int, share: Fraction | None) -> str:
        return self._say(
            sentence("{games}, {wins} won, {percent}"),
            games=self.ngettext("{count} game", "{count} games", games),
            wins=wins,
            percent=self._percent(share or Fraction(0)),
        )

    def _deck(self, deck_type: str) -> str:
        return self._tongue.deck(deck_type) if deck_type in ("french", "neapolitan") else deck_type

    def _percent(self, share: Fraction) -> str:
        """``share`` as whole percent, a half rounded up."""
        return self._say(sentence("{number} percent"), number=int(share * 100 + Fraction(1, 2)))

    def _duration(self, seconds: Fraction) -> str:
        """Whole seconds with their hours, minutes and seconds."""
        hours, rest = divmod(int(seconds), 3600)
        parts = [self.ngettext("{count} hour", "{count} hours", hours)] if hours else []
        if rest or not hours:
            parts.append(self._tongue.duration(rest))
        return " ".join(parts)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """So many of something; named as the collector of sentences knows it."""
        return self._words.ngettext(one, many, count).format(count=count)

    def _say(self, key: str, **facts: Any) -> str:
        return self._words.gettext(key).format(**facts)


def table_lines(kind: str, records: Sequence[GameRecord], profiles: Profiles, player: str, language: str) -> list[str]:
    """The statistics or the best wins of ``player``, as they are said at the table."""
    words, own = RecordsWords(language), of_profile(records, player)
    if kind == "statistics":
        return words.statistics(profiles.name_of(player, language), statistics_of(own), reached(own))
    boards = [(board, best) for board in by_board(own) if (best := leaderboard(own, board, TABLE_TOP))]
    return words.boards(boards, profiles)
