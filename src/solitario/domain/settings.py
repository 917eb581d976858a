"""The options of a game and the five levels that set and lock them.

A game is played by frozen settings; an option changed while it runs is for the next game. Deck and draw count are free
at every level, because scoring prices all their combinations; a level only sets their default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType
from typing import Any

from kernelkit.spoken import sentence
from solitario.domain.cards import DECKS
from solitario.domain.final_score import USUAL_PILES
from solitario.domain.rules import DealRules
from solitario.domain.scoring_config import DRAW_COUNTS, ScoringConfig
from solitario.domain.scoring_service import SECONDS_PER_MINUTE, ScoringService, TimerMode
from solitario.errors import InvalidSettingError, LockedSettingError

RECYCLE_MODES = ("turned", "shuffled")
KING, ANY = EMPTY_PILES = (USUAL_PILES, "any")
"""What an empty pile takes: a king, or by the easier rule any card."""
TIMER_MINUTES = (0, *range(5, 65, 5))
"""0 is no limit."""


@dataclass(frozen=True, slots=True)
class Level:
    """What a level sets (``defaults``) and what it does not let the player change (``locked``)."""

    number: int
    name: str
    defaults: Mapping[str, Any]
    locked: frozenset[str]


def _level(number: int, name: str, *locked: str, **defaults: Any) -> Level:
    return Level(number, name, MappingProxyType(defaults), frozenset(locked))


TIMER_OPTIONS = ("timer_mode", "timer_minutes")
ALL_LOCKED = (*TIMER_OPTIONS, "recycle_mode", "empty_piles", "command_tips")
_OFF, _STRICT, _PERMISSIVE = TimerMode.OFF.value, TimerMode.STRICT.value, TimerMode.PERMISSIVE.value
LEVELS = {
    level.number: level
    for level in (
        _level(
            1,
            sentence("Beginner"),
            *TIMER_OPTIONS,
            draw_count=1,
            timer_mode=_OFF,
            timer_minutes=0,
            recycle_mode="shuffled",
            empty_piles=KING,
            command_tips=True,
        ),
        _level(
            2,
            sentence("Easy"),
            "timer_mode",
            draw_count=2,
            timer_mode=_PERMISSIVE,
            timer_minutes=0,
            recycle_mode="shuffled",
            empty_piles=KING,
            command_tips=True,
        ),
        _level(
            3,
            sentence("Normal"),
            draw_count=3,
            timer_mode=_OFF,
            timer_minutes=0,
            recycle_mode="turned",
            empty_piles=KING,
            command_tips=True,
        ),
        _level(
            4,
            sentence("Expert"),
            *ALL_LOCKED,
            draw_count=3,
            timer_mode=_PERMISSIVE,
            timer_minutes=30,
            recycle_mode="turned",
            empty_piles=KING,
            command_tips=False,
        ),
        _level(
            5,
            sentence("Master"),
            *ALL_LOCKED,
            draw_count=3,
            timer_mode=_STRICT,
            timer_minutes=15,
            recycle_mode="turned",
            empty_piles=KING,
            command_tips=False,
        ),
    )
}
CHOICES: Mapping[str, tuple[Any, ...]] = MappingProxyType(
    {
        "deck_type": tuple(DECKS),
        "level": tuple(LEVELS),
        "draw_count": DRAW_COUNTS,
        "timer_mode": (_OFF, _STRICT, _PERMISSIVE),
        "timer_minutes": TIMER_MINUTES,
        "recycle_mode": RECYCLE_MODES,
        "empty_piles": EMPTY_PILES,
        "command_tips": (True, False),
    }
)
"""Every option and its values, in the order in which they are read out."""


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The options one game is played by; InvalidSettingError or LockedSettingError when they do not go together."""

    deck_type: str = "french"
    level: int = 3
    draw_count: int = field(default=3)
    timer_mode: str = _OFF
    timer_minutes: int = 0
    recycle_mode: str = "turned"
    command_tips: bool = True
    empty_piles: str = KING

    def __post_init__(self) -> None:
        for option, choices in CHOICES.items():
            self._check_choice(option, getattr(self, option), choices)
        for option in sorted(LEVELS[self.level].locked):
            self._check_lock(option, getattr(self, option))

    def _check_choice(self, option: str, value: Any, choices: tuple[Any, ...]) -> None:
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            allowed = ", ".join(str(choice) for choice in choices)
            reason = sentence("choose one of {allowed}")
            raise InvalidSettingError(option=option, value=value, reason=reason, allowed=allowed)

    def _check_lock(self, option: str, value: Any) -> None:
        level = LEVELS[self.level]
        fixed = level.defaults[option]
        if value != fixed:
            reason = sentence("level {level} fixes it at {fixed}")
            raise LockedSettingError(option=option, value=value, reason=reason, level=level.number, fixed=fixed)

    @classmethod
    def for_level(cls, level: int, deck_type: str = "french", **changes: Any) -> GameSettings:
        """The settings of ``level``, with ``changes`` where it leaves a choice."""
        if level not in LEVELS:
            allowed = ", ".join(map(str, LEVELS))
            reason = sentence("choose one of {allowed}")
            raise InvalidSettingError(option="level", value=level, reason=reason, allowed=allowed)
        return cls(**{"deck_type": deck_type, "level": level, **LEVELS[level].defaults, **changes})

    def with_option(self, option: str, value: Any) -> GameSettings:
        """These settings with one option changed; another level brings its own options along."""
        if option not in CHOICES:
            allowed = ", ".join(CHOICES)
            raise InvalidSettingError(
                option=option, value=value, reason=sentence("the options are {allowed}"), allowed=allowed
            )
        if option == "level":
            return GameSettings.for_level(value, self.deck_type)
        changes = {option: value}
        # Minutes without a mode would mean no timer: the option just changed decides what becomes of the other.
        if option == "timer_minutes" and value and self.timer_mode == _OFF:
            changes["timer_mode"] = _PERMISSIVE
        if option == "timer_mode" and value == _OFF:
            changes["timer_minutes"] = 0
        return replace(self, **changes)

    @property
    def timer_limit_seconds(self) -> int:
        """The limit that counts; 0 when there is none."""
        return self.timer_minutes * SECONDS_PER_MINUTE if self.timer_mode != _OFF else 0

    def rules(self, deal_number: int) -> DealRules:
        """What the rules need to know to play ``deal_number`` by these settings."""
        shuffles, is_open = self.recycle_mode == "shuffled", self.empty_piles == ANY
        return DealRules(deal_number, self.draw_count, shuffles, is_open)

    def scorer(self, config: ScoringConfig) -> ScoringService:
        """A new scorer for one game by these settings."""
        return ScoringService(
            config, self.level, self.deck_type, self.draw_count, self.timer_mode, self.timer_limit_seconds
        )

    def as_dict(self) -> dict[str, Any]:
        """Every option by its name, as journals and settings files write it."""
        return asdict(self)
