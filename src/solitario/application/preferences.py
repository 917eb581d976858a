"""What a player chooses for every game: how much is said, warned and heard. These may change at any time."""

from __future__ import annotations

from dataclasses import dataclass

from kernelkit.spoken import sentence
from solitario.application.warnings import WARNING_LEVELS
from solitario.errors import InvalidSettingError

LOOK_SECONDS = 2.0
"""So long a player waits for an answer."""
VERBOSITIES = ("brief", "normal", "full")
VOLUMES = tuple(range(0, 101, 10))
"""How loud the short sounds are; 0 is none."""
USUAL_VOLUME = 60


@dataclass(frozen=True, slots=True)
class Preferences:
    """How much is said and warned, how loud sounds are; InvalidSettingError for a level that does not exist."""

    verbosity: str = "normal"
    score_warnings: str = "balanced"
    volume: int = 0

    def __post_init__(self) -> None:
        for option, value, choices in (
            ("verbosity", self.verbosity, VERBOSITIES),
            ("score_warnings", self.score_warnings, WARNING_LEVELS),
            ("volume", self.volume, VOLUMES),
        ):
            if value not in choices:
                reason = sentence("choose one of {allowed}")
                raise InvalidSettingError(
                    option=option, value=value, reason=reason, allowed=", ".join(map(str, choices))
                )
