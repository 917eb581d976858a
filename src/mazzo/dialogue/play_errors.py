"""What a line in a game against the computer is refused for, and the words that only a game knows."""

from __future__ import annotations

from kernelkit.spoken import sentence
from mazzo.play.errors import PlayError

HINTS = ("rec", "why", "why not", "all", "threats")
"""Commands that need hints to be on."""
ON_WORDS = frozenset({"on", "sì", "si", "s", "yes", "y", "attivi", "attiva"})
OFF_WORDS = frozenset({"off", "no", "n", "disattivi", "disattiva"})


class NamedTwiceError(PlayError):
    """A card is returned once."""

    template = sentence("{card} is named twice")
    remedy = sentence("Type each card that you return once, such as 2 5, or keep")


class NotWhileMulliganError(PlayError):
    """The cards to return are asked for."""

    template = sentence("the game begins after this")
    remedy = sentence("type the numbers of the cards you return, or keep")


class NotYourTurnError(PlayError):
    """The enemy's move or your draw is still to come."""

    template = sentence("it is not your turn yet")
    remedy = sentence("Press Enter to go on")


class MulliganOverError(PlayError):
    """Cards are returned once, before the first turn."""

    template = sentence("cards are returned before the first turn only")
    remedy = sentence("Type a card and a tile, such as 2 m1, or pass")


class HintsOffError(PlayError):
    """The coach helps only when asked to."""

    template = sentence("hints are off in this game")
    remedy = sentence("Type hints on, then {asked}")


class NoMulliganHintError(PlayError):
    """Thousands of games cannot be played in plain form while somebody waits."""

    template = sentence(
        "what to return is worked out by the compiled rules, and there are none here; mazzo doctor says why"
    )
    remedy = sentence("Type the numbers of the cards you return, or keep")


class OnOrOffError(PlayError):
    """Neither on nor off."""

    template = sentence("hints can be on or off, and {asked!r} is neither")
    remedy = sentence("Type hints on or hints off")
