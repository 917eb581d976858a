"""What a game against the computer refuses.

MazzoError
└── PlayError
    ├── UnknownLevelError       nobody plays at that level
    ├── TimedLevelError         that player thinks by the clock
    ├── UnknownGameError        no game has that number
    ├── InvalidChallengeError   a text that is no challenge (play/challenge.py)
    ├── SettledChallengeError   a challenge beside what it settles (play/challenge.py)
    ├── MovedGameError          the game went on in another window
    ├── NothingToTakeBackError  you have not moved yet
    │   └── ReturnedCardsError  nor since you returned cards, which stay returned
    ├── HiddenChallengeError    so would a challenge
    ├── NotOverError            a file would show what is hidden while the game goes on
    └── GameOverError           the game has ended
"""

from __future__ import annotations

from kernelkit.spoken import sentence
from mazzo.errors import MazzoError


class PlayError(MazzoError):
    """What cannot be done; the game is as it was."""


class UnknownLevelError(PlayError):
    """Nobody plays at that level."""

    template = sentence("there is no level {asked!r}")
    remedy = sentence("choose 1 to {count}, weakest to strongest, console or person, or a player such as deep:1000")


class TimedLevelError(PlayError):
    """A player with a time budget may answer the same move differently another time."""

    template = sentence(
        "{asked} thinks by the clock and may answer the same move differently when it is taken back and made again"
    )
    remedy = sentence("Type deep:ITERATIONS instead, such as deep:4000")


class UnknownGameError(PlayError):
    """No game has that number."""

    template = sentence("there is no game {number} here")
    remedy = sentence("Type mazzo play --new to begin one")


class MovedGameError(PlayError):
    """Somebody else has made a move in it since it was last read here."""

    template = sentence("game {number} went on elsewhere, perhaps in another window, and nothing was done here")
    remedy = sentence("Type quit, then mazzo play --game {number}")


class NothingToTakeBackError(PlayError):
    """You have not moved yet."""

    template = sentence("you have made no move that could be taken back")


class ReturnedCardsError(NothingToTakeBackError):
    """The new cards were seen."""

    template = sentence("you have made no move that could be taken back. The cards you returned stay returned")


class GameOverError(PlayError):
    """The game has ended and is written down."""

    template = sentence("the game is over")
    remedy = sentence("Type new for another one, or quit")


class HiddenChallengeError(PlayError):
    """The line tells the seed and both decks, which nobody may see while the game goes on."""

    template = sentence("the line would tell what is hidden while the game goes on")
    remedy = sentence("Type challenge at its end")


class NotOverError(PlayError):
    """A file holds both hands and the seed, which nobody may see while the game goes on."""

    template = sentence("the file would show the enemy's cards: a game under way is kept by itself")
    remedy = sentence("Type save at its end")
