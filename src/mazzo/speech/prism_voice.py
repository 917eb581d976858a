"""The voice of prismatoid: the player's own screen reader, or the system's voice, whichever it finds."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Protocol

from mazzo.speech.speaker import one_line

DISTRIBUTION, MODULE = "prismatoid", "prism"
"""The distribution is called otherwise than its module, and other distributions have a module of that name."""


class PrismBackend(Protocol):
    """What we use of a prismatoid backend."""

    def speak(self, text: str, interrupt: bool = False) -> None:
        """Say ``text``."""

    def stop(self) -> None:
        """Say no more."""


class PrismSpeaker:
    """Speaks through a prismatoid backend; ``error`` is the class of whatever the backend raises.

    ``context`` is kept as long as the speaker: prismatoid ends its voices with it.
    """

    def __init__(self, voice: PrismBackend, error: type[Exception], context: object = None) -> None:
        self._voice = voice
        self._error = error
        self._context = context
        self.trouble = ""

    def say(self, text: str, *, interrupt: bool = False) -> None:
        """Say ``text`` after what is being said, or at once when it interrupts."""
        line = one_line(text)
        if not line or self.trouble:
            return
        try:
            self._voice.speak(line, interrupt)
        except self._error as error:
            self.trouble = str(error)

    def hush(self) -> None:
        """Say no more of what was asked for so far; a voice that cannot stop goes on to its end."""
        try:
            self._voice.stop()
        except self._error as error:
            if not _is_harmless(error):
                self.trouble = str(error)

    def close(self) -> None:
        """Nothing waits for us: the screen reader finishes by itself."""


def _is_harmless(error: Exception) -> bool:
    """Whether a voice only says that it cannot stop, or that it was silent already."""
    return isinstance(error, NotImplementedError) or type(error).__name__ == "PrismNotSpeakingError"


def prism_speaker() -> PrismSpeaker | None:
    """A speaker with the best voice prismatoid finds; None when it is not installed or finds none."""
    try:
        version(DISTRIBUTION)
        prism: Any = import_module(MODULE)
    except (PackageNotFoundError, ImportError, OSError):
        return None
    try:
        context = prism.Context()
        return PrismSpeaker(context.acquire_best(), prism.PrismError, context)
    except (prism.PrismError, ValueError, RuntimeError):
        return None
