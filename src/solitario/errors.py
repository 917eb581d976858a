"""What Solitario refuses, as one tree.

SolitarioError
├── InvalidScoringConfigError   a figure of the scoring configuration is unusable (also a ValueError)
├── InvalidScoreInputError      a number or name given to the scorer is unusable (also a ValueError)
├── TruncationSafetyError       our own arithmetic went below zero where it must not (also a ValueError)
├── InvalidSettingError         an option has no such value (also a ValueError)
│   └── LockedSettingError      the level fixes this option
├── InvalidDealError            there is no deal or card of that name (also a ValueError)
├── IllegalMoveError            the rules refuse the move; its fact ``refusal`` says which rule
├── NothingToDoError            there is nothing to undo, redo or finish
├── GameOverError               the game has ended and takes no more actions
└── InvalidJournalError         a journal does not replay
"""

from __future__ import annotations

from typing import Any

from kernelkit.spoken import SpokenError, catalogue, sentence


def shown(value: Any) -> str:
    """``value`` as it may stand in a message: short, and with nothing in it that a terminal would obey."""
    text = value if isinstance(value, str) and value.isprintable() else ascii(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


class SolitarioError(SpokenError):
    """Anything Solitario refuses."""

    package = "solitario"


class ReasonedError(SolitarioError):
    """An error whose ``reason``, when it has one, is itself a sentence with facts."""

    def facts_in(self, language: str) -> dict[str, Any]:
        """The facts, the reason in words of ``language``."""
        facts = super().facts_in(language)
        key = facts.get("reason")
        return (
            facts
            if key is None
            else {**facts, "reason": catalogue(self.package, language).gettext(key).format(**facts)}
        )


class InvalidScoringConfigError(ReasonedError, ValueError):
    """A figure of the scoring configuration is unusable; ``key`` names it as the file does."""

    template = sentence("scoring configuration, {key}: {reason}")


class InvalidScoreInputError(ReasonedError, ValueError):
    """A number or a name given to the scorer is unusable; ``field`` names it."""

    template = sentence("{field} {value}: {reason}")

    def facts_in(self, language: str) -> dict[str, Any]:
        """The facts, what was given short and harmless enough to be printed."""
        facts = super().facts_in(language)
        return {**facts, "field": shown(facts["field"]), "value": shown(repr(facts["value"]))}


class TruncationSafetyError(SolitarioError, ValueError):
    """A value about to be truncated is negative: our own broken invariant."""

    template = sentence("Truncation safety violated: {value} < 0 (context: {context}). Domain logic bug.")


class InvalidSettingError(ReasonedError, ValueError):
    """An option has no such value."""

    template = sentence("option {option}, value {value!r}: {reason}")


class LockedSettingError(InvalidSettingError):
    """The level fixes this option."""


class InvalidDealError(ReasonedError, ValueError):
    """There is no deal, deck or card of that name."""

    template = sentence("{value!r}: {reason}")


class IllegalMoveError(ReasonedError):
    """The rules refuse the move; the fact ``refusal`` is the rule."""

    template = sentence("{move} refused: {reason}")


class NothingToDoError(ReasonedError):
    """There is nothing to undo, redo or finish."""

    template = "{reason}"


class GameOverError(SolitarioError):
    """The game has ended and takes no more actions."""

    template = sentence("the game is over")


class InvalidJournalError(ReasonedError):
    """A journal does not replay; ``number`` is the entry that does not fit."""

    template = sentence("journal entry {number}: {reason}")
