"""Everything that Queen's Blood refuses, as values that can be read aloud in two languages.

What is no value of its kind is also a ValueError, what names nobody also a LookupError. The sentence states facts; what
would help is a ``Remedy``, which an edge puts into its own words.

QueensBloodError
├── InvalidDataError          a card file, effect file or scenario that cannot be played
│   └── BrokenFileError       the same for the card and effect files, the reason in the language of the reader
├── InvalidRulesetError       a switch or value that does not exist, or a mix that contradicts itself
├── InvalidTextError          a move or tile that cannot be read
├── UnknownCardError          an id or name nobody has, with the nearest names
├── InvalidDeckError          a list of cards that is not a deck
├── IllegalMoveError          a card that may not be laid there; carries a ``Refusal``
├── IllegalActionError        a draw, mulligan, pass or play at the wrong time; carries a ``Refusal``
│   ├── OffBoardError         a place that the board does not have
│   └── NotInHandError        a place that the hand does not have
├── ResolutionError           a play that would never come to rest, or overflows a named capacity
├── InvalidNotationError      text that cannot be read, with line, column and reason
│   ├── InvalidPositionError  a one-line position
│   ├── InvalidActionError    a move, pass, draw or mulligan
│   ├── InvalidDeckCodeError  a deck code
│   └── InvalidGameFileError  a ``.qbn`` game file
├── ReplayError               a game file that can be read and cannot be played, with event and line
├── UnknownHandError          a draw or mulligan reported for a hand that nobody follows
├── KnownPileError            a draw reported where the pile is known and draws happen by themselves
├── SeenOtherwiseError        a position in a game file that is not what was seen
├── ObservedTurnError         a report about a turn before the last one that was seen
├── DeckContradictionError    more copies seen than the enemy's known deck holds
├── InvalidCardTextError      a typed word that cannot be any card's id or name
├── CardNotOfferedError       a card that exists and is not among those that can be meant
├── LaterStepError            a correction of a live match after which a later step no longer fits
├── MatchStepError            an entry of a live match that does not fit now, with what is expected
├── UnreviewableError         a recorded game in which there is no move to judge
├── MixedFormsError           a state of the plain form handed to a compiled engine, or the other way round
├── UnknownPlayerError        nobody plays under that name
├── BrokenCompilerError       Numba is installed and cannot be used
└── UnusedCacheError          the compiled engine is not loaded from its cache, or cannot be kept there
"""

from __future__ import annotations

from enum import Enum
from typing import Any, ClassVar

from kernelkit.spoken import Said, SpokenError, catalogue, sentence


class Remedy(Enum):
    """What would help after a refusal, as an action: a terminal says what to type, a page shows a button."""

    START_A_MATCH = "start_a_match"
    EXCHANGE_CARDS = "exchange_cards"
    REPORT_YOUR_DRAW = "report_your_draw"
    MAKE_YOUR_MOVE = "make_your_move"
    REPORT_THE_ENEMYS_MOVE = "report_the_enemys_move"
    LEAVE_THE_MATCH = "leave_the_match"
    FIX_THE_LATER_STEP = "fix_the_later_step"
    REPAIR_THE_COMPILER = "repair_the_compiler"
    CLEAR_THE_CACHE = "clear_the_cache"


class QueensBloodError(SpokenError):
    """Root of what this package raises: facts in a sentence, and the action that would help, where there is one."""

    package: ClassVar[str] = "qb_engine"

    @property
    def remedy(self) -> Remedy | None:
        """What would help; None where the sentence itself says all there is."""
        return None


class InvalidDataError(QueensBloodError, ValueError):
    """``file``, the card or place in it, the field, and the reason."""

    template = sentence("{file}: {place}: {field}: {reason}")


class BrokenFileError(InvalidDataError):
    """A fault in a data file; ``reason`` is a sentence of its own with its own facts."""

    def __init__(self, file: str, place: str, field: str, reason: str, **reason_facts: Any) -> None:
        self.reason_key = reason
        self.reason_facts = reason_facts
        super().__init__(file=file, place=place, field=field, reason=reason.format(**reason_facts))

    def facts_in(self, language: str) -> dict[str, Any]:
        """The facts with the reason translated."""
        return {**self.facts, "reason": Said(self.reason_key, **self.reason_facts).said(self.package, language)}


class InvalidRulesetError(QueensBloodError, ValueError):
    """The rules that were asked for do not exist or contradict each other."""

    template = sentence("rules {asked}: {reason}")


class InvalidTextError(QueensBloodError, ValueError):
    """``text`` is not what ``expected`` describes."""

    template = sentence("{text!r} cannot be read: expected {expected}")


class UnknownCardError(QueensBloodError, LookupError):
    """No card has this id or name."""

    template = sentence("no card is called {asked!r}; the nearest are {nearest}")


class InvalidDeckError(QueensBloodError, ValueError):
    """The cards are not a deck under these rules."""

    template = sentence("the deck is refused: {reason}")


class Refusal(Enum):
    """Why an action is refused; the value is the sentence."""

    TILE_OCCUPIED = sentence("the tile already holds {there}")
    TILE_NOT_OWNED = sentence("the tile must belong to {needed} and it belongs to {there}")
    RANK_TOO_LOW = sentence("the card needs rank {needed} and the tile has rank {there}")
    NEEDS_OWN_CARD = sentence("the card replaces a card of its own side and the tile holds {there}")
    NEEDS_OWN_TILE = sentence(
        "the card replaces a card of its own side or goes on its own empty tile; the tile holds {there}"
    )
    REPLACE_OFF = sentence("these rules let no card replace another")
    NOT_IN_HAND = sentence("the hand has {there} cards and card number {needed} was asked for")
    CARD_NOT_HELD = sentence("the hand of {there} cards does not hold {needed}")
    NOT_YOUR_TURN = sentence("{there} must act first")
    ALREADY_PLAYED = sentence("a card was already played this turn; end the turn first")
    ALREADY_DREW = sentence("this turn's draw is done or skipped")
    GAME_OVER = sentence("the game is over")
    MULLIGAN_DONE = sentence("this side has had its mulligan")
    MULLIGAN_LATE = sentence("a mulligan comes before the side's first turn")
    MULLIGAN_INDICES = sentence("each hand place from 1 to {needed} may be named once and {there} was asked for")
    MULLIGAN_ROOM = sentence("the draw pile has room for {needed} cards and {there} would be in it")
    MULLIGAN_TOKEN = sentence("{there} is a token, and tokens are never part of a deck")
    OFF_BOARD = sentence("the board has 3 lanes and 5 columns")


class _RefusedError(QueensBloodError):
    """What was asked and the refusal, both in the language of the reader."""

    template = sentence("{asked} refused: {reason}")

    def __init__(self, refusal: Refusal, asked: str | Said, needed: Any = "", there: Any = "") -> None:
        self.refusal = refusal
        super().__init__(asked=asked, needed=needed, there=there)

    def facts_in(self, language: str) -> dict[str, Any]:
        words = catalogue(self.package, language)
        said = super().facts_in(language)
        facts = {key: words.gettext(fact) if isinstance(fact, str) and fact else fact for key, fact in said.items()}
        return {**facts, "reason": words.gettext(self.refusal.value).format(**facts)}


class IllegalMoveError(_RefusedError, ValueError):
    """A placement that the rules do not allow; nothing has changed."""


class IllegalActionError(_RefusedError):
    """An action at the wrong time; nothing has changed."""


class OffBoardError(IllegalActionError, IndexError):
    """A lane or column that is not there; nothing has changed."""


class NotInHandError(IllegalActionError, IndexError):
    """A place in the hand where no card is; nothing has changed."""


class ResolutionError(QueensBloodError):
    """A play that the engine will not follow to its end; nothing has changed."""

    template = sentence("{asked} refused: {capacity} overflowed its limit of {limit}")


class InvalidNotationError(QueensBloodError, ValueError):
    """Where a text cannot be read, lines and columns from 1; ``reason`` is a sentence of its own with its own facts."""

    template = sentence("line {line}, column {column}: {reason}")

    def __init__(self, line: int, column: int, reason: str, **reason_facts: Any) -> None:
        self.reason_key = reason
        self.reason_facts = reason_facts
        super().__init__(line=line, column=column)

    def reason(self, language: str) -> str:
        """The reason alone."""
        return Said(self.reason_key, **self.reason_facts).said(self.package, language)

    def facts_in(self, language: str) -> dict[str, Any]:
        """The facts with the reason translated."""
        return {**self.facts, "reason": self.reason(language)}


class InvalidPositionError(InvalidNotationError):
    """A text that is not a position, or not its one spelling."""


class InvalidActionError(InvalidNotationError):
    """A text that is not a move, pass, draw or mulligan."""


class InvalidDeckCodeError(InvalidNotationError):
    """A text that is not a deck code, or a mistyped one."""


class InvalidGameFileError(InvalidNotationError):
    """A text that is not a game file."""


class ReplayError(QueensBloodError):
    """``cause`` is what the rules, or the file itself, have against event ``number`` on ``line`` of the file."""

    template = sentence("event {number}, line {line}: {cause}")

    def __init__(self, number: int, line: int, cause: QueensBloodError) -> None:
        self.cause = cause
        super().__init__(number=number, line=line)

    def facts_in(self, language: str) -> dict[str, Any]:
        """The facts with the cause in the language of the reader."""
        return {**self.facts, "cause": self.cause.message(language)}


class SeenOtherwiseError(QueensBloodError):
    """A sync says what was seen and gives another position; nothing has changed."""

    template = sentence("{asked} was seen and the position has {there}")


class ObservedTurnError(QueensBloodError, ValueError):
    """Time only goes forward: nothing has been noted."""

    template = sentence("turn {asked} cannot be observed: turn {last} has been seen already")


class DeckContradictionError(QueensBloodError, ValueError):
    """The plays and the deck list cannot both be true; nothing has been noted."""

    template = sentence(
        "card {card_id} was seen {seen}x and the enemy's known deck holds it {copies}x; "
        "played so far: {played}; the deck: {deck}"
    )


class InvalidCardTextError(QueensBloodError, ValueError):
    """Too short, too long, or with characters that nobody types."""

    template = sentence(
        "{asked!r} cannot be a card: an id or a name of at most {limit} characters is needed, with letters or digits"
    )


class CardNotOfferedError(QueensBloodError, LookupError):
    """The card is clear, and it is not one of those that can be meant here."""

    template = sentence("{asked!r} is {card}, which cannot be meant here; the cards to name are: {offered}")


class UnknownHandError(QueensBloodError):
    """A report about the cards of a hand that nobody follows; nothing has changed."""

    template = sentence("{asked} refused: nobody knows what this side holds")


class KnownPileError(QueensBloodError):
    """A draw reported by hand where the pile is known; nothing has changed."""

    template = sentence("{asked} refused: the draw pile is known, so draws happen by themselves")


class LaterStepError(QueensBloodError):
    """A correction that a later step does not survive; the match is as it was. ``cause`` is what that step lacks."""

    template = sentence("step {number}, which came later, would not fit any more: {cause}")

    @property
    def remedy(self) -> Remedy:
        """That step comes first."""
        return Remedy.FIX_THE_LATER_STEP


class MatchStepError(QueensBloodError):
    """An entry that cannot be made now; the match is as it was. ``expected`` is the action that can."""

    template = sentence("{asked} refused: {reason}")

    def __init__(self, *, expected: Remedy, **facts: str | Said) -> None:
        self.expected = expected
        super().__init__(**facts)

    @property
    def remedy(self) -> Remedy:
        """What is expected instead."""
        return self.expected


class NoAdviceNowError(MatchStepError):
    """Advice is asked for, in whatever words, and it is not your move."""

    template = sentence("there is advice when it is your move")


class UnreviewableError(QueensBloodError):
    """A game that was read and holds no move that could be judged."""

    template = sentence("the game cannot be reviewed: {reason}")


class BrokenCompilerError(QueensBloodError):
    """The engine should run compiled and cannot be: a fault of the installation, not of what was asked."""

    template = sentence("the engine cannot be compiled: {trouble}")

    @property
    def remedy(self) -> Remedy:
        """The installation is to be looked at."""
        return Remedy.REPAIR_THE_COMPILER


class UnusedCacheError(QueensBloodError):
    """Code that is run is taken only from a place that is the user's alone; elsewhere the engine does without."""

    template = sentence("the compiled engine in the cache is not used: {trouble}")

    @property
    def remedy(self) -> Remedy:
        """The place of the cache is to be looked at."""
        return Remedy.CLEAR_THE_CACHE


class MixedFormsError(QueensBloodError):
    """A state of the one form was handed to an engine of the other: ``RulesEngine.adopted`` takes both."""

    template = sentence("the engine plays {needed} states and was given a {there} one")


class UnknownPlayerError(QueensBloodError, LookupError):
    """Nobody plays under that name."""

    template = sentence(
        "there is no player {asked!r}: a player is random, greedy, console, person, merit, quick, net, casual with a "
        "warmth, or deep with a number of iterations or of seconds a move, as in casual:0.1, deep:1000 or deep:1s"
    )
