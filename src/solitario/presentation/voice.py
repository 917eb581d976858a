"""What a saying needs to know besides its facts: the language, the deck on the table, and how much to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from solitario.presentation.score_formatter import ScoreFormatter
from solitario.presentation.tongue import Tongue

Facts: TypeAlias = Mapping[str, Any]


@cache
def _formatter(language: str) -> ScoreFormatter:
    return ScoreFormatter(language)


@dataclass(frozen=True, slots=True)
class Voice:
    """A language at one table; ``verbosity`` is brief, normal or full."""

    language: str
    deck_type: str = "french"
    verbosity: str = "normal"
    tongue: Tongue = field(init=False)
    formatter: ScoreFormatter = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "formatter", _formatter(self.language))
        object.__setattr__(self, "tongue", self.formatter.tongue)

    @property
    def is_brief(self) -> bool:
        """Whether only the result is wanted."""
        return self.verbosity == "brief"

    @property
    def is_full(self) -> bool:
        """Whether points and counts are wanted too."""
        return self.verbosity == "full"

    def place(self, text: str) -> str:
        """A place by its name."""
        return self.tongue.place(text, self.deck_type)

    def empty(self, text: str) -> str:
        """A place where nothing lies."""
        return self.tongue.empty(text, self.deck_type)

    def to(self, text: str) -> str:
        """A place as the end of a move."""
        return self.tongue.to(text, self.deck_type)

    def from_(self, text: str) -> str:
        """A place as the start of a move."""
        return self.tongue.from_(text, self.deck_type)

    def going(self, cards: Sequence[str], where: str) -> str:
        """Cards and the way they go; a run, which has an end of its own, is set off by a comma."""
        return f"{self.tongue.run(cards)}{',' if len(cards) > 1 else ''} {where}"

    def time_left(self, seconds: int) -> str:
        """How long it is to the limit, or how long it was passed ago when ``seconds`` is negative."""
        time = self.tongue.duration(abs(seconds))
        if seconds < 0:
            return self.tongue.gettext("Past the limit by {time}.", time=time)
        return self.tongue.gettext("Time left: {time}.", time=time)

    def scored(self, points: int) -> str:
        """What an action brought or cost, when that is wanted and not nothing."""
        if not points or not self.is_full:
            return ""
        amount = self.tongue.points(points)
        return self.tongue.gettext("Plus {points}.", points=amount) if points > 0 else f"{capital(amount)}."


def capital(text: str) -> str:
    """``text`` with a capital first letter."""
    return text[:1].upper() + text[1:]


def joined(*sentences: str) -> str:
    """Sentences one after the other, leaving out those that are empty."""
    return " ".join(part.strip() for part in sentences if part.strip())
