"""What a voice can do, and the voice that says nothing."""

from __future__ import annotations

from typing import Protocol

RATES = range(-10, 11)
"""How fast, from slowest to fastest; 0 is the voice's own pace."""


class Speaker(Protocol):
    """A voice. It never raises and never waits: a game does not stop because a sound card did.

    ``trouble`` says in the system's words why nothing more is heard; it is empty while all is well.
    """

    @property
    def trouble(self) -> str:
        """Why the voice fell silent, or nothing."""

    def say(self, text: str, *, interrupt: bool = False) -> None:
        """Say ``text`` after what is being said, or at once when it interrupts."""

    def hush(self) -> None:
        """Say no more of what was asked for so far."""

    def close(self) -> None:
        """Finish what is being said and let the voice go."""


class SilentSpeaker:
    """Says nothing, for whoever listens with a screen reader or not at all."""

    trouble = ""

    def say(self, text: str, *, interrupt: bool = False) -> None:
        """Nothing is heard."""

    def hush(self) -> None:
        """There is nothing to stop."""

    def close(self) -> None:
        """There is nothing to let go."""


def one_line(text: str) -> str:
    """``text`` on one line, without anything a voice would obey or stumble over; empty when there is nothing to say."""
    readable = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(readable.split())
