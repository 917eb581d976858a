"""Leaderboards, statistics and imports in words, one short line each."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from solitario.application.score_records import Board, GameRecord, leaderboard
from solitario.application.statistics import ScoringStatistics, Statistics
from solitario.domain.settings import LEVELS
from solitario.presentation.score_formatter import LEGACY_NOTICE
from solitario.presentation.tongue import Tongue


class RecordsFormatter:
    """What the kept games say, in one language."""

    def __init__(self, language: str) -> None:
        self.tongue = Tongue(language)

    def board_lines(self, records: Sequence[GameRecord], board: Board, top: int) -> list[str]:
        """The best wins on one board, with a heading that says which figures they were scored by."""
        tongue, wins = self.tongue, leaderboard(records, board, top)
        heading = tongue.gettext("Best wins, scoring {version}:", version=self._board_name(board))
        if not wins:
            return [heading, tongue.gettext("No win yet.")]
        return [heading, *(self._win(rank, record) for rank, record in enumerate(wins, start=1))]

    def _board_name(self, board: Board) -> str:
        if board.major == "1":
            return self.tongue.gettext(LEGACY_NOTICE)
        return f"{board.major}.0" + (f", {board.config_hash[:6]}" if board.config_hash else "")

    def _win(self, rank: int, record: GameRecord) -> str:
        tongue, score = self.tongue, record.score
        points = tongue.points(score.total_score)
        time = tongue.duration(int(score.elapsed_seconds))
        moves = tongue.ngettext("{n} move", "{n} moves", score.move_count)
        deck = tongue.deck(score.deck_type)
        return tongue.gettext(
            "{rank}. {points}, level {level}, {deck} deck, {time}, {moves}.",
            rank=rank,
            points=points,
            level=score.difficulty_level,
            deck=deck,
            time=time,
            moves=moves,
        )

    def statistics_lines(self, statistics: Statistics) -> list[str]:
        """All games, games against the clock, games by level, points by board."""
        if not statistics.overall.games:
            return [self.tongue.gettext("No game has been finished yet.")]
        lines = [*self._overall_lines(statistics), *self._timer_lines(statistics)]
        lines += [self._level_line(level.level, level.games, level.win_share) for level in statistics.levels]
        return lines + [line for scoring in statistics.scoring for line in self._scoring_lines(scoring)]

    def _overall_lines(self, statistics: Statistics) -> list[str]:
        tongue, overall = self.tongue, statistics.overall
        games = tongue.ngettext("{n} game", "{n} games", overall.games)
        wins = tongue.ngettext("{n} win", "{n} wins", overall.wins)
        share = self._share(overall.win_share)
        streak = tongue.ngettext("{n} win", "{n} wins", overall.best_streak)
        time = tongue.duration(int(overall.total_seconds))
        return [
            tongue.gettext("{games}, {wins}, {share}.", games=games, wins=wins, share=share),
            tongue.gettext("Longest run: {streak}.", streak=streak),
            tongue.gettext("Time at the table: {time}.", time=time),
        ]

    def _timer_lines(self, statistics: Statistics) -> list[str]:
        timer = statistics.timer
        if not timer.games:
            return []
        return [
            self.tongue.gettext(
                "Against the clock: {games}, won in time {in_time}, won late {late}, timed out {out}.",
                games=timer.games,
                in_time=timer.wins_in_time,
                late=timer.wins_overtime,
                out=timer.timeouts,
            )
        ]

    def _level_line(self, level: int, games: int, win_share: Fraction | None) -> str:
        name = self.tongue.gettext(LEVELS[level].name) if level in LEVELS else ""
        counted = self.tongue.ngettext("{n} game", "{n} games", games)
        share = self._share(win_share)
        return self.tongue.gettext(
            "Level {number} {name}: {games}, {share}.", number=level, name=name, games=counted, share=share
        )

    def _scoring_lines(self, scoring: ScoringStatistics) -> list[str]:
        if scoring.best_total is None or scoring.average_total is None:
            return []
        board = self._board_name(scoring.board)
        best, average = self.tongue.points(scoring.best_total), self.tongue.points(int(scoring.average_total))
        return [
            self.tongue.gettext(
                "Scoring {version}: best win {best}, average win {average}.", version=board, best=best, average=average
            )
        ]

    def _share(self, share: Fraction | None) -> str:
        percent = 0 if share is None else int(share * 100)
        return self.tongue.gettext("{percent} percent won", percent=percent)

    def imported(self, added: int, known: int, legacy: int) -> str:
        """What an import brought."""
        games = self.tongue.ngettext("{n} game added", "{n} games added", added)
        text = self.tongue.gettext("{games}, {known} known already.", games=games, known=known)
        return f"{text} {self.tongue.gettext(LEGACY_NOTICE)}." if legacy else text
