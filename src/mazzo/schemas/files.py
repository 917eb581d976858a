"""The JSON files that commands keep: Solitario's games, players, choices and counts.

They are written by ``solitario.infrastructure`` and have a ``version`` instead of a ``schema``; keys of other versions
stay in them, so others may be there as well.
"""

from __future__ import annotations

from mazzo.schemas.document import Part
from mazzo.schemas.solitario import ScoreFields


class KeptScore(ScoreFields, forbid_unknown_fields=False):
    """A finished game."""

    profile_id: str
    finished_at: str
    deal_number: int | None
    game_id: str


class ScoresFile(Part, forbid_unknown_fields=False):
    """Every finished game, oldest first."""

    version: str
    scores: list[KeptScore]


class KeptProfile(Part, forbid_unknown_fields=False):
    """A player."""

    id: str
    name: str


class ProfilesFile(Part, forbid_unknown_fields=False):
    """The players, the one who plays by default, and the number of the next."""

    version: int
    default: str
    next_number: int
    profiles: list[KeptProfile]


class SettingsFile(Part, forbid_unknown_fields=False):
    """The choices from one game to the next."""

    version: int
    score_warnings_enabled: bool
    score_warnings_level: str
    verbosity: str
    language: str | None
    speech_enabled: bool
    speech_rate: int
    anonymous_statistics_enabled: bool
    deck_type: str
    level: int
    draw_count: int
    timer_mode: str
    timer_minutes: int
    recycle_mode: str
    command_tips: bool


class AnonymousStatisticsFile(Part, forbid_unknown_fields=False):
    """Counts by kind of game, and in each by what is counted."""

    version: int
    games: dict[str, dict[str, int]]
