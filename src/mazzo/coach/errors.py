"""What the coach refuses; the match is as it was.

MazzoError
└── CoachError
    ├── NothingSeenError    no card of the enemy's was seen that could be kept
    ├── KnownDeckError      the enemy's deck is known, so there is nothing to learn
    ├── FalseRecordError    a file can be read and does not tell the truth about itself
    ├── NoDeckError         only the hand was entered
    └── PositionError       a position that cannot be advised on
        ├── NoHandError     your hand is not known
        ├── NoMoveError     the game is over
        └── EnemyMoveError  it is the enemy's move
"""

from __future__ import annotations

from typing import Any

from kernelkit.spoken import sentence
from mazzo.errors import MazzoError


class CoachError(MazzoError):
    """What was asked cannot be done; the match is as it was."""


class NothingSeenError(CoachError):
    """There is no card to keep."""

    template = sentence("no card of the enemy's deck was seen yet")
    remedy = sentence("type save enemy when some were")


class KnownDeckError(CoachError):
    """There is nothing to learn."""

    template = sentence("the enemy's deck is known in this match: there is nothing to learn from it")


class FalseRecordError(CoachError):
    """The file can be read and does not tell the truth about itself."""

    template = sentence("the file {file} cannot be loaded: {fault}. Nothing was changed")

    def facts_in(self, language: str) -> dict[str, Any]:
        """The facts, the fault in words of ``language``."""
        return {**self.facts, "fault": self.facts["fault"].message(language)}


class NoDeckError(CoachError):
    """Only the hand was entered."""

    template = sentence("your deck is not known in this match")
    remedy = sentence("name it when the next one starts")


class PositionError(CoachError):
    """A position that cannot be advised on."""


class NoHandError(PositionError):
    """There are no cards to advise on."""

    template = sentence("your hand is not known")
    remedy = sentence("add --hand with its cards, such as --hand 001,007,013")


class NoMoveError(PositionError):
    """The game is over."""

    template = sentence("the game is over: there is no move to advise")


class EnemyMoveError(PositionError):
    """It is not your move."""

    template = sentence("it is the enemy's move")
    remedy = sentence("write Y instead of E in the turn, or report what the enemy played")
