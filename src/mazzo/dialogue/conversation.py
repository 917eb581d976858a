"""A conversation at a table: one line in, what a person sees out. It reads and prints nothing itself.

Whatever is refused changes nothing and says what to type instead. A card's name in doubt becomes a numbered question,
and the answer resumes the line that it stood in.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from kernelkit.spoken import SpokenError, sentence
from mazzo.coach.table import ChoiceNeededError, CoachTable, Question
from mazzo.dialogue.verbs import MAX_LINE
from mazzo.errors import StreamMovedError
from mazzo.words.coach import Words
from mazzo.words.remedies import told
from qb_engine.cards.entry import CardChoice
from qb_engine.errors import IllegalMoveError
from qb_engine.words.voice import capitalised

NAMES = ("{file}", "{stream}")
"""Facts that are spelled as they are, also at the beginning of a sentence."""


def refusal(error: SpokenError, language: str) -> str:
    """Why something was refused, as a sentence."""
    message = told(error, language).rstrip(".")
    return f"{message if error.template.startswith(NAMES) else capitalised(message)}."


@dataclass(frozen=True, slots=True)
class Reply:
    """What is shown; ``ok`` is False for a refusal, ``done`` True when the person leaves.

    ``more`` is True when something follows that takes time: show this, then go on.
    """

    lines: list[str]
    ok: bool = True
    done: bool = False
    more: bool = False


class Conversation(ABC):
    """The turns of a conversation; what a line does is up to ``do``."""

    table: CoachTable

    def __init__(self, words: Words) -> None:
        self.words = words
        self.is_done = False
        self._last: list[str] = []

    @property
    def has_more(self) -> bool:
        """Whether something follows by itself."""
        return False

    @abstractmethod
    def do(self, line: str) -> list[str]:
        """Do what the line says; what is said to it. A SpokenError when it cannot be done."""

    @abstractmethod
    def went_on_elsewhere(self) -> SpokenError:
        """What to say when somebody else has continued what lies on this table, and what to type then."""

    def handle(self, line: str) -> Reply:
        """Take one line."""
        return self.guarded(lambda: self._line(line))

    @abstractmethod
    def kept(self) -> list[str]:
        """How to go on with what a person leaves, whichever way; nothing when there is nothing to go on with."""

    def said_last(self) -> list[str]:
        """What was said last."""
        return self._last

    def guarded(self, work: Callable[[], list[str]], *, follows: bool = False) -> Reply:
        """What ``work`` says, or why it was refused; what ``follows`` is heard again together with what it follows."""
        try:
            lines = work()
        except SpokenError as error:
            refused = self.went_on_elsewhere() if isinstance(error, StreamMovedError) else error
            return Reply([refusal(refused, self.words.voice.language), *self.tiles_instead(error)], ok=False)
        self._last = [*self._last, *lines] if follows else lines or self._last
        return Reply(lines, done=self.is_done, more=self.has_more)

    def _line(self, line: str) -> list[str]:
        if self.table.question is not None:
            return self.table.question.answer(line)
        self.table.chosen, self.table.side_asked = {}, None
        return self.resumable(line)

    def resumable(self, line: str) -> list[str]:
        """Do what ``line`` says; when a card is in doubt, ask, and do it with the answer."""
        try:
            return self.do(line)
        except ChoiceNeededError as needed:
            choice = needed.choice
        several, one = (
            sentence("Which card? A number from 1 to {count}, 0 for none"),
            sentence("1 for this card, 0 for none"),
        )
        prompt = self.words.say(one if len(choice.cards) == 1 else several, count=len(choice.cards))
        self.table.question = Question(prompt, lambda text: self._chosen(line, choice, text))
        asked = self.words.say(sentence("{asked!r} may be:"), asked=choice.asked)
        return [asked, *(f"{number}  {self.words.card(card.id)}" for number, card in enumerate(choice.cards, start=1))]

    def _chosen(self, line: str, choice: CardChoice, text: str) -> list[str]:
        """Go on with ``line`` when the answer is a number of the list; any other answer is a line of its own."""
        word = text.strip()[:MAX_LINE]
        if word.isdecimal() and int(word) > len(choice.cards):
            several, one = sentence("The list goes from 1 to {count}."), sentence("There is only card 1.")
            return [self.words.say(one if len(choice.cards) == 1 else several, count=len(choice.cards))]
        self.table.question = None
        if not word.strip("0"):
            return [self.words.say(sentence("Nothing was entered."))]
        if not word.isdecimal():
            return self._line(text)
        self.table.chosen[choice.asked] = choice.cards[int(word) - 1].id
        return self.resumable(line)

    def tiles_instead(self, error: SpokenError) -> list[str]:
        """After a refused move the tiles that would do."""
        side = self.table.side_asked
        if not isinstance(error, IllegalMoveError) or side is None:
            return []
        return [self.table.where(side, str(error.facts["asked"])[:3])]
