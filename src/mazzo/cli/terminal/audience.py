"""Who is at the other end: which language is spoken, whether somebody listens, whether a screen can be drawn on.

Decided here and nowhere else, so that every command takes the same words on the command line and the same settings of
the system to mean the same.
"""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TextIO

from kernelkit.spoken import LANGUAGES

SCREEN_READER = "MAZZO_SCREEN_READER"
OFF = ("", "0")
"""Values of the setting that say that no screen reader runs; any other says that one does."""
UNNAMED = "dumb" if os.name == "posix" else ""
"""What a terminal is taken for that does not say what it is."""


def language_of(chosen: str | None, stored: str | None = None) -> str:
    """The language typed, else the one kept in the settings, else the system's, else English."""
    system = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if not system:
        system = locale.getlocale()[0] or ""
    guessed = "it" if system.lower().startswith("it") else LANGUAGES[0]
    return chosen or stored or guessed


def typed_language(arguments: Sequence[str]) -> str | None:
    """The language that the arguments of any command ask for; None without one, or with one that is not spoken."""
    for place, argument in enumerate(arguments):
        name, _sign, value = argument.partition("=")
        if name == "--lang":
            chosen = value or " ".join(arguments[place + 1 : place + 2])
            return chosen if chosen in LANGUAGES else None
    return None


def is_heard(aloud: bool = False, environment: Mapping[str, str] | None = None) -> bool:
    """Whether somebody listens: the option was typed, or a screen reader runs."""
    return aloud or (os.environ if environment is None else environment).get(SCREEN_READER, "") not in OFF


def is_sighted(plain: bool, environment: Mapping[str, str] | None = None) -> bool:
    """Whether the terminal may complete, colour and draw: not for a pipe, a listener or whoever asked for plain."""
    settings = os.environ if environment is None else environment
    if plain or is_heard(environment=settings) or "NO_COLOR" in settings or settings.get("TERM", UNNAMED) == "dumb":
        return False
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def sees_progress() -> bool:
    """Whether a line of progress may be written over and over; a listener would hear each of them."""
    return is_terminal(sys.stderr) and not is_heard()


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person is at the other end; a closed stream is none at all."""
    return stream is not None and stream.isatty()
