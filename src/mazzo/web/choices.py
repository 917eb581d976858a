"""What a visitor chose about how pages look and speak: kept in one cookie of the browser, and nowhere else.

Nothing in it is secret or personal; a value that is not known is the usual one, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from kernelkit.spoken import LANGUAGES

COOKIE = "mazzo"
LONGEST = 400
"""Characters of the cookie that are read."""
YEAR = 365 * 24 * 3600

VALUES: Mapping[str, tuple[str, ...]] = {
    "language": LANGUAGES,
    "theme": ("auto", "light", "dark"),
    "contrast": ("usual", "more"),
    "size": ("usual", "large", "larger"),
    "keys": ("on", "off"),
    "says": ("normal", "brief", "full"),
    "suits": ("two", "four"),
    "voice": ("off", "on"),
    "rate": ("usual", "slow", "fast", "faster"),
    "sounds": ("off", "on"),
}
"""Every choice with its values, the usual one first."""


@dataclass(frozen=True, slots=True)
class Choices:
    """One value for each choice."""

    language: str = "en"
    theme: str = "auto"
    contrast: str = "usual"
    size: str = "usual"
    keys: str = "on"
    says: str = "normal"
    suits: str = "two"
    voice: str = "off"
    rate: str = "usual"
    sounds: str = "off"

    @classmethod
    def read(cls, cookie: str, accepted: str = "") -> Choices:
        """The choices of a ``cookie``; the language of a visitor who chose none is the first accepted one we speak."""
        pairs = (part.split(".", 1) for part in cookie[:LONGEST].split("~") if "." in part)
        known = {name: value for name, value in pairs if value in VALUES.get(name, ())}
        return cls(**{"language": spoken_language(accepted), **known})

    def cookie(self) -> str:
        """The choices as a cookie keeps them."""
        return "~".join(f"{field.name}.{getattr(self, field.name)}" for field in fields(self))


def spoken_language(accepted: str) -> str:
    """The first language of an Accept-Language header that is spoken here, English if there is none."""
    for part in accepted[:LONGEST].split(","):
        language = part.split(";")[0].strip().lower()[:2]
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]
