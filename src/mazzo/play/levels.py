"""How strong the enemy plays: the arena's players in the order of their measured strength, and some who imitate."""

from __future__ import annotations

from mazzo.play.errors import TimedLevelError, UnknownLevelError
from qb_engine.arena.players import PlayerSpec
from qb_engine.errors import UnknownPlayerError

LEVELS = ("casual:0.4", "casual:0.16", "casual:0.06", "net", "deep:400", "deep:16000")
"""Level 1 comes first; ``make strength`` plays each against the one below, and docs/strength.md has the results."""
IMITATORS = ("console", "person")
"""Who do not play as well as they can, but as others do: chosen by their names."""
DEFAULT_LEVEL = 3


def read_level(text: str) -> PlayerSpec:
    """The player at a level from 1, or one called by its name; UnknownLevelError for nobody.

    TimedLevelError for one that thinks by the clock: taking a move back and making it again could get another answer.
    """
    if text in _numbers():
        return PlayerSpec.parse(LEVELS[int(text) - 1])
    try:
        player = PlayerSpec.parse(text)
    except UnknownPlayerError as error:
        raise UnknownLevelError(asked=text[:40], count=len(LEVELS)) from error
    if player.is_timed:
        raise TimedLevelError(asked=text[:40])
    return player


def level_of(player: PlayerSpec) -> int | None:
    """The level, from 1, at which ``player`` plays; None for a player of no level."""
    return LEVELS.index(str(player)) + 1 if str(player) in LEVELS else None


def needs_compiled_rules(player: PlayerSpec) -> bool:
    """Whether it plays so many games in its head that plain rules are too slow for it."""
    return player.iterations > 0


def _numbers() -> list[str]:
    return [str(level + 1) for level in range(len(LEVELS))]
