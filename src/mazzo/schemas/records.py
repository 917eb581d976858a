"""What the kept games of Solitario say, as data: scores, statistics, players and choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import UNSET, UnsetType

from mazzo.schemas.document import NUMBERS, Document, Part
from mazzo.schemas.solitario import ScoreFields
from solitario.application.achievements import Achievement
from solitario.application.profiles import Profiles
from solitario.application.score_records import GUEST, Board, GameRecord
from solitario.application.statistics import (
    GlobalStatistics,
    LevelStatistics,
    ScoringStatistics,
    Statistics,
    TimerStatistics,
)
from solitario.infrastructure.scores_file import Imported
from solitario.infrastructure.settings_file import StoredSettings


class ImportDocument(Document, tag=NUMBERS["solitario-import"]):
    """What an import did: games added, games that were there already, and how many of the added are legacy."""

    added: int
    known: int
    legacy: int


class ScoresExportDocument(Document, tag=NUMBERS["solitario-export"]):
    """The file that was written, and how many games are in it."""

    file: str
    games: int


class RankedScore(ScoreFields):
    """One line of a board."""

    profile: str
    finished_at: str
    deal: int | None


class BoardPart(Part):
    """Scores that may be compared: one scoring system, one set of figures, best first."""

    scoring: str
    config_hash: str
    empty_piles: str
    scores: list[RankedScore]


class ScoresDocument(Document, tag=NUMBERS["solitario-scores"]):
    """The best wins, board by board."""

    boards: list[BoardPart]


class OverallPart(Part):
    """All games of a player; a share is from 0 to 1, None of nothing."""

    games: int
    wins: int
    win_share: float | None
    current_streak: int
    best_streak: int
    total_seconds: float
    fastest_win_seconds: float | None
    fewest_moves_in_a_win: int | None
    end_reasons: dict[str, int]


class TimerPart(Part):
    """The games against a limit."""

    games: int
    wins_in_time: int
    wins_overtime: int
    timeouts: int
    games_without_limit: int


class LevelPart(Part):
    """The games of one level."""

    level: int
    games: int
    wins: int
    win_share: float | None


class BoardStatistics(Part):
    """The points on one board; best and averages over wins only."""

    scoring: str
    config_hash: str
    empty_piles: str
    games: int
    wins: int
    best_total: int | None
    average_total: float | None
    average_quality: float | None
    average_moves: float | None
    stock_draws: int
    recycles: int


class StatisticsDocument(Document, tag=NUMBERS["solitario-statistics"]):
    """What the finished games of a player add up to; achievements by their names."""

    profile: str
    overall: OverallPart
    timer: TimerPart
    levels: list[LevelPart]
    boards: list[BoardStatistics]
    achievements: list[str]


class ProfilePart(Part):
    """A player."""

    id: str
    name: str
    is_default: bool


class ProfilesDocument(Document, tag=NUMBERS["solitario-profiles"]):
    """The players at this table."""

    profiles: list[ProfilePart]


class ProfileDocument(Document, tag=NUMBERS["solitario-profile"]):
    """The player who was made, renamed, deleted or chosen."""

    name: str
    new_name: str | UnsetType = UNSET


class SettingsDocument(Document, tag=NUMBERS["solitario-settings"]):
    """The choices that hold for every game; the language is None where the system's is spoken."""

    language: str | None
    types_lines: bool | None
    sound_volume: int
    speech_enabled: bool
    speech_rate: int
    anonymous_statistics_enabled: bool


def import_document(imported: Imported) -> ImportDocument:
    """The document of an import."""
    return ImportDocument(added=imported.added, known=imported.known, legacy=imported.legacy)


def scores_document(
    boards: Iterable[tuple[Board, Sequence[GameRecord]]], profiles: Profiles, language: str
) -> ScoresDocument:
    """The document of the best games of each board; players without a name are called something in ``language``."""
    return ScoresDocument(
        boards=[
            BoardPart(
                scoring=board.major,
                config_hash=board.config_hash,
                empty_piles=board.empty_piles,
                scores=[_ranked(record, profiles.name_of(record.profile_id, language)) for record in best],
            )
            for board, best in boards
        ]
    )


def _ranked(record: GameRecord, player: str) -> RankedScore:
    fields = record.score.as_dict()
    return RankedScore(profile=player, finished_at=record.finished_at, deal=record.deal_number, **fields)


def statistics_document(player: str, found: Statistics, reached: Iterable[Achievement]) -> StatisticsDocument:
    """The document of a player's statistics."""
    return StatisticsDocument(
        profile=player,
        overall=_overall(found.overall),
        timer=_timer(found.timer),
        levels=[_level(level) for level in found.levels],
        boards=[_board(board) for board in found.scoring],
        achievements=[achievement.name for achievement in reached],
    )


def _overall(overall: GlobalStatistics) -> OverallPart:
    return OverallPart(
        games=overall.games,
        wins=overall.wins,
        win_share=_decimal(overall.win_share),
        current_streak=overall.current_streak,
        best_streak=overall.best_streak,
        total_seconds=float(overall.total_seconds),
        fastest_win_seconds=overall.fastest_win_seconds,
        fewest_moves_in_a_win=overall.fewest_moves_in_a_win,
        end_reasons=dict(overall.end_reasons),
    )


def _timer(timer: TimerStatistics) -> TimerPart:
    return TimerPart(
        games=timer.games,
        wins_in_time=timer.wins_in_time,
        wins_overtime=timer.wins_overtime,
        timeouts=timer.timeouts,
        games_without_limit=timer.games_without_limit,
    )


def _level(level: LevelStatistics) -> LevelPart:
    return LevelPart(level=level.level, games=level.games, wins=level.wins, win_share=_decimal(level.win_share))


def _board(scoring: ScoringStatistics) -> BoardStatistics:
    return BoardStatistics(
        scoring=scoring.board.major,
        config_hash=scoring.board.config_hash,
        empty_piles=scoring.board.empty_piles,
        games=scoring.games,
        wins=scoring.wins,
        best_total=scoring.best_total,
        average_total=_decimal(scoring.average_total),
        average_quality=_decimal(scoring.average_quality),
        average_moves=_decimal(scoring.average_moves),
        stock_draws=scoring.stock_draws,
        recycles=scoring.recycles,
    )


def _decimal(share: Fraction | None) -> float | None:
    """The nearest decimal."""
    return None if share is None else float(share)


def profiles_document(profiles: Profiles, language: str) -> ProfilesDocument:
    """The document of all players, the guest first."""
    ids = [GUEST, *(profile.profile_id for profile in profiles)]
    return ProfilesDocument(
        profiles=[
            ProfilePart(id=one, name=profiles.name_of(one, language), is_default=one == profiles.default_id)
            for one in ids
        ]
    )


def settings_document(stored: StoredSettings) -> SettingsDocument:
    """The document of the choices that hold for every game."""
    return SettingsDocument(
        language=stored.language,
        types_lines=stored.types_lines,
        sound_volume=stored.preferences.volume,
        speech_enabled=stored.speech_enabled,
        speech_rate=stored.speech_rate,
        anonymous_statistics_enabled=stored.anonymous_statistics_enabled,
    )
