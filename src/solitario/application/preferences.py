"""What a player chooses for every game: how much is said, and which warnings. These may change at any time."""

from __future__ import annotations

from dataclasses import dataclass

from kernelkit.spoken import sentence
from solitario.application.warnings import WARNING_LEVELS
from solitario.errors import InvalidSettingError

LOOK_SECONDS = 2.0
"""So long a player waits for an answer."""
VERBOSITIES = ("brief", "normal", "full")


@dataclass(frozen=True, slots=True)
class Preferences:
    """How much is said and how much is warned; InvalidSettingError for a level that does not exist."""

    verbosity: str = "normal"
    score_warnings: str = "balanced"

    def __post_init__(self) -> None:
        for option, value, choices in (
            ("verbosity", self.verbosity, VERBOSITIES),
            ("score_warnings", self.score_warnings, WARNING_LEVELS),
        ):
            if value not in choices:
                reason = sentence("choose one of {allowed}")
                raise InvalidSettingError(option=option, value=value, reason=reason, allowed=", ".join(choices))
