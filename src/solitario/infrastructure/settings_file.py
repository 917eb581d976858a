"""``settings.json``: the player's choices from one game to the next.

``score_warnings_enabled`` is the specification's switch; ``score_warnings_level`` says how much when it is on
(balanced unless chosen). A key we do not know stays in the file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kernelkit.spoken import LANGUAGES, sentence
from solitario.application.preferences import VERBOSITIES, VOLUMES, Preferences
from solitario.application.warnings import WARNING_LEVELS
from solitario.domain.settings import CHOICES, GameSettings
from solitario.errors import InvalidSettingError, shown
from solitario.infrastructure.json_file import JsonFile
from solitario.infrastructure.versioned import checked_version

VERSION = 1
OFF, BALANCED = "off", "balanced"
SPEECH_RATES = tuple(range(-10, 11))


@dataclass(frozen=True, slots=True)
class StoredSettings:
    """Everything ``settings.json`` keeps; the defaults are those of a first start."""

    game: GameSettings = field(default_factory=GameSettings)
    preferences: Preferences = field(default_factory=Preferences)
    language: str | None = None
    speech_enabled: bool = False
    speech_rate: int = 0
    anonymous_statistics_enabled: bool = False
    types_lines: bool | None = None

    @property
    def score_warnings_enabled(self) -> bool:
        """The specification's switch."""
        return self.preferences.score_warnings != OFF


ALLOWED: dict[str, tuple[Any, ...]] = {
    "score_warnings_level": WARNING_LEVELS,
    "verbosity": VERBOSITIES,
    "sound_volume": VOLUMES,
    "language": (None, *LANGUAGES),
    "speech_enabled": (True, False),
    "speech_rate": SPEECH_RATES,
    "anonymous_statistics_enabled": (True, False),
    "types_lines": (None, True, False),
}
"""Every choice but those of the game itself, and what it may be."""


class SettingsFile:
    """The choices in the file at ``path``."""

    def __init__(self, path: Path) -> None:
        self._file = JsonFile(path)

    def load(self) -> StoredSettings:
        """The choices in the file, the defaults where it says nothing; InvalidRecordsFileError names the key."""
        return self.parsed(self.content({}))

    def content(self, missing: Any) -> Any:
        """What the file holds, whatever that is; ``missing`` when there is no file."""
        return self._file.read(missing)

    def save(self, settings: StoredSettings) -> None:
        """Keep ``settings``, durable when this returns; a file that cannot be read is not replaced."""
        with self._file.changing():
            before = self._file.read(missing={})
            self.parsed(before)
            self._file.write({**before, **written(settings)})

    def parsed(self, content: Any) -> StoredSettings:
        """The choices in ``content``; what is refused in it is said of this file."""
        checked_version(self._file, content, VERSION)
        chosen = {name: self._choice(name, content[name]) for name in ALLOWED if name in content}
        warnings = self._warnings(content, chosen.pop("score_warnings_level", BALANCED))
        preferences = Preferences(
            chosen.pop("verbosity", Preferences().verbosity), warnings, chosen.pop("sound_volume", Preferences().volume)
        )
        return StoredSettings(self._game(content), preferences, **chosen)

    def _warnings(self, content: dict[str, Any], level: str) -> str:
        """The level of warnings that the specification's switch and our own key give together."""
        enabled = content.get("score_warnings_enabled", level != OFF)
        if not isinstance(enabled, bool):
            raise self._file.invalid("score_warnings_enabled", sentence("it is neither true nor false"))
        if not enabled:
            return OFF
        return BALANCED if level == OFF else level

    def _choice(self, name: str, value: Any) -> Any:
        if any(value == allowed and type(value) is type(allowed) for allowed in ALLOWED[name]):
            return value
        choices = ", ".join(str(choice) for choice in ALLOWED[name])
        raise self._file.invalid(name, sentence("{value} is none of {choices}"), value=shown(value), choices=choices)

    def _game(self, content: dict[str, Any]) -> GameSettings:
        """The options of the next game: those of the level, and the player's where the level leaves a choice."""
        given = {name: content[name] for name in CHOICES if name in content}
        level = given.pop("level", GameSettings().level)
        try:
            return GameSettings.for_level(level if isinstance(level, int) else 0, **given)
        except InvalidSettingError as error:
            reason = sentence("it cannot be used: {detail}")
            raise self._file.invalid(error.facts["option"], reason, detail=shown(str(error))) from error


def written(settings: StoredSettings) -> dict[str, Any]:
    """Every choice as the file names it."""
    return {
        "version": VERSION,
        "score_warnings_enabled": settings.score_warnings_enabled,
        "score_warnings_level": settings.preferences.score_warnings,
        "verbosity": settings.preferences.verbosity,
        "sound_volume": settings.preferences.volume,
        "language": settings.language,
        "speech_enabled": settings.speech_enabled,
        "speech_rate": settings.speech_rate,
        "anonymous_statistics_enabled": settings.anonymous_statistics_enabled,
        "types_lines": settings.types_lines,
        **settings.game.as_dict(),
    }
