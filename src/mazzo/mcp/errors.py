"""What the tools refuse, each with the tool that helps.

MazzoError
└── RefusedCallError
    ├── NoMatchError          no match has begun
    ├── NoSolitaireError      no game of Solitario was dealt
    ├── NoOpeningHandError         a match from a console begins with its opening hand
    ├── NothingDoneError      the table of a solitaire is as it was
    ├── MissingPlacesError    a move at solitaire needs two places
    └── MatchGoesOnError      a review would show what is hidden
"""

from __future__ import annotations

from kernelkit.spoken import sentence
from mazzo.errors import MazzoError


class RefusedCallError(MazzoError):
    """Something that a tool does not do now; the remedy names the tool that helps."""


class NoMatchError(RefusedCallError):
    """No match has begun."""

    template = sentence("no match has begun")
    remedy = sentence("Call qb_new_match")


class NoSolitaireError(RefusedCallError):
    """No game was dealt."""

    template = sentence("no game of Solitario was dealt")
    remedy = sentence("Call solitaire_new_game")


class NoOpeningHandError(RefusedCallError):
    """Nobody here deals the hand of a match that is played elsewhere."""

    template = sentence("a match from a console begins with your opening hand of {count} cards, and {there} were named")
    remedy = sentence("Call qb_new_match again with hand")


class NothingDoneError(RefusedCallError):
    """The game says why."""

    template = "{said}"
    remedy = sentence("Call solitaire_show: it lists every legal move")


class MissingPlacesError(RefusedCallError):
    """A move goes from somewhere to somewhere."""

    template = sentence("a move needs a source and a target")
    remedy = sentence("Call solitaire_play again with both, such as source 3 and target 5")


class MatchGoesOnError(RefusedCallError):
    """Judging moves looks at every card."""

    template = sentence("the match goes on, and a review looks at every card")
    remedy = sentence("Play it to its end with qb_report first")
