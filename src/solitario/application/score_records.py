"""Finished games as they are kept, the boards they may be compared on, and the port that keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from solitario.domain.final_score import USUAL_PILES, FinalScore

GUEST = "guest"
"""The profile of whoever has not chosen one."""


class Board(NamedTuple):
    """Scores that may be compared: one major version of the scoring system, one set of figures, one rule."""

    major: str
    config_hash: str
    empty_piles: str = USUAL_PILES


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One finished game: its score, whose it is, when it ended and which deal it was.

    ``finished_at`` is ISO 8601 in UTC, empty when unknown; ``game_id`` names the game's journal, so that it is kept
    once; ``extra`` holds what a newer or older version wrote beside it.
    """

    score: FinalScore
    profile_id: str = GUEST
    finished_at: str = ""
    deal_number: int | None = None
    game_id: str = ""
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def board(self) -> Board:
        """The board this score stands on; the major number decides, not the version's last digits."""
        return Board(self.score.scoring_system_version.split(".")[0], self.score.config_hash, self.score.empty_piles)


class ScoreStorage(Protocol):
    """Where finished games are kept."""

    def records(self) -> Sequence[GameRecord]:
        """Every game that was kept, oldest first."""

    def add(self, record: GameRecord) -> bool:
        """Keep ``record``, durable when this returns; False when a game of the same ``game_id`` is kept already."""


def of_profile(records: Iterable[GameRecord], profile_id: str) -> list[GameRecord]:
    """The games of one profile, in the same order."""
    return [record for record in records if record.profile_id == profile_id]


def by_board(records: Iterable[GameRecord]) -> dict[Board, list[GameRecord]]:
    """The games on each board, newest version first; no game stands on two."""
    boards: dict[Board, list[GameRecord]] = {}
    for record in records:
        boards.setdefault(record.board, []).append(record)
    return {board: boards[board] for board in sorted(boards, key=_newest_first)}


def _newest_first(board: Board) -> tuple[int, str, str, bool]:
    is_easier = board.empty_piles != USUAL_PILES
    return (-int(board.major) if board.major.isdecimal() else 0, board.major, board.config_hash, is_easier)


def leaderboard(records: Iterable[GameRecord], board: Board, top: int = 10) -> list[GameRecord]:
    """The best wins on ``board``, highest total first; between equals the quicker, then the shorter, then the earlier.

    A game that was not won keeps its number but stands on no leaderboard.
    """
    wins = [record for record in records if record.score.is_victory and record.board == board]
    return sorted(wins, key=_rank)[:top]


def _rank(record: GameRecord) -> tuple[int, float, int, str, str]:
    score = record.score
    return (-score.total_score, score.elapsed_seconds, score.move_count, record.finished_at, record.game_id)
