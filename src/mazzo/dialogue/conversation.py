"""A conversation at a table: one line in, what a person sees out. It reads and prints nothing itself.

Whatever is refused changes nothing and says what to type instead. A card's name in doubt becomes a numbered question,
and the answer resumes the line that it stood in.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from kernelkit.spoken import SpokenError
from mazzo.coach.table import USUAL, CoachTable, Listed
from mazzo.decks.names import NameBook, PassingNames
from mazzo.dialogue.clauses import MAX_LINE, split_move
from mazzo.dialogue.typed_steps import ChoiceNeededError, Expecting, NotNowError, meant_card
from mazzo.dialogue.verbs import COMMANDS, NO_WORDS, SEAT_WORDS, YES_WORDS, IncompleteCommandError, Typed
from mazzo.errors import StreamMovedError
from mazzo.play.seats import Seats
from mazzo.words.remedies import in_words, told
from mazzo.words.table import (
    LIST_GOES,
    NOTHING_ENTERED,
    ON_THE_LEFT,
    ON_THE_RIGHT,
    ONLY_CARD,
    REMEMBER,
    REMEMBERED,
    THIS_CARD,
    WHICH_CARD,
    WHICH_NAME,
    Words,
)
from qb_engine.cards.entry import CardChoice, read_card
from qb_engine.errors import IllegalMoveError, QueensBloodError
from qb_engine.legality import LegalityChecker
from qb_engine.match.phases import EXPECTED, Phase
from qb_engine.moves import Move, Seat, Side
from qb_engine.words.voice import Voice, capitalised

_ID_BEHIND = re.compile(r" \([0-9T][0-9]{2}\)", re.ASCII)
NAMES = ("{file}", "{stream}")
"""Facts that are spelled as they are, also at the beginning of a sentence."""


def refusal(error: SpokenError, voice: Voice) -> str:
    """Why something was refused, as a sentence; its tiles are those of the seat that is spoken to.

    By ear a card is its name alone, as everywhere.
    """
    message = told(in_words(error, voice), voice.language, voice.seat).rstrip(".")
    message = _ID_BEHIND.sub("", message) if voice.aloud else message
    return f"{message if error.template.startswith(NAMES) else capitalised(message)}."


@dataclass(frozen=True, slots=True)
class Instead:
    """Lines that take the place of the last ``count`` lines shown, on a screen that can be written over."""

    count: int
    lines: list[str]


@dataclass(frozen=True, slots=True)
class Reply:
    """What is shown; ``ok`` is False for a refusal, ``done`` True when the person leaves.

    ``more`` is True when something follows that takes time: show this, then go on. ``instead`` is shown in place of the
    ``lines`` where the screen can be written over.
    """

    lines: list[str]
    ok: bool = True
    done: bool = False
    more: bool = False
    instead: Instead | None = None


class MoreNeededError(Exception):
    """A line is not whole: ``begun`` waits for the rest of it."""

    def __init__(self, prompt: str, begun: str) -> None:
        self.prompt, self.begun = prompt, begun
        super().__init__(begun)


@dataclass(frozen=True, slots=True)
class Question:
    """Something that waits for an answer: what the prompt says, and what an answer does.

    ``cards`` are those that a number chooses from, ``is_yes_or_no`` says that nothing else is asked.
    """

    prompt: str
    answer: Callable[[str], list[str]]
    cards: tuple[str, ...] = ()
    is_yes_or_no: bool = False


@dataclass(slots=True, kw_only=True)
class TableTalk(CoachTable):
    """A table that is talked about: the words, how much is told, and the question that is still open.

    ``chosen`` remembers which card a word was said to mean while a command is resumed. ``decision`` is your move in the
    line that was typed last, None when that was another line. ``side_asked`` is whose move the command names, so that a
    refusal can say where the card may go instead. ``lines`` are where each line of several steps begins and ends among
    the steps of the match, ``taken_back`` the same of those that were taken back. Whoever listens hears one answer:
    where the table ``holds`` it back until a deep look is made, ``is_held`` says that it is still to be told.
    """

    words: Words
    detail: int = USUAL
    decision: str | None = None
    side_asked: Side | None = None
    chosen: dict[str, str] = field(default_factory=dict)
    lines: list[tuple[int, int]] = field(default_factory=list)
    taken_back: list[tuple[int, int]] = field(default_factory=list)
    names: NameBook = field(default_factory=PassingNames)
    question: Question | None = None
    holds: bool = False
    is_held: bool = False

    def hold(self, listed: Listed | None) -> bool:
        """Whether the answer is told later: it is a first look, and a deep one follows."""
        self.is_held = self.holds and listed is not None and listed.advice.level == "quick"
        return self.is_held

    def need(self, phase: Phase, typed: Typed) -> None:
        """Nothing, or NotNowError when the match expects something else."""
        if self.match.phase != phase:
            raise NotNowError(EXPECTED[self.match.phase], asked=typed.word)

    def incomplete(self, typed: Typed) -> IncompleteCommandError:
        """The error that shows how the command is typed."""
        text = f"{typed.word} {typed.rest}".strip()[:60]
        return IncompleteCommandError(asked=text, usage=self.words.typed(self.words.say(typed.verb.usage)))

    def card(self, text: str, pool: Iterable[str] | None) -> str:
        """The id of the card that ``text`` means; ChoiceNeededError when there are several."""
        return meant_card(text, pool, taught=self.names.taught, chosen=self.chosen)

    def cards(self, texts: Iterable[str], pool: Iterable[str] | None) -> list[str]:
        """The ids of several cards."""
        ids = None if pool is None else list(pool)
        return [self.card(text, ids) for text in texts]

    def expecting(self) -> Expecting:
        """What a line of steps can mean now; a number means the list where one was shown."""
        listed = [one.move for one in self.shown().moves] if self.has_list else None
        return Expecting(
            self.match.state,
            listed,
            enemy_list=self.certain_cards,
            taught=self.names.taught,
            chosen=self.chosen,
            seat=self.words.voice.seat,
        )

    def move(self, typed: Typed, text: str, pool: Iterable[str] | None) -> Move:
        """The move in ``text``; IncompleteCommandError when it has no card or no tile."""
        parts = split_move(text)
        if parts is None:
            raise self.incomplete(typed)
        name, (lane, column) = parts
        return Move(self.card(name, pool), lane, self.words.voice.column(column))

    def where(self, side: Side, card_id: str) -> str:
        """A sentence with the tiles that take the card now."""
        return self.words.where(card_id, LegalityChecker(self.match.state.game.board).legal_tiles(side, card_id))


class Conversation(ABC):
    """The turns of a conversation; what a line does is up to ``do``."""

    table: TableTalk
    seats: Seats

    def __init__(self, words: Words) -> None:
        self.words = words
        self.seat_asked: Seat | None = None
        self.is_done = False
        self._last: list[str] = []

    def take_seat(self, stream: str, *, is_new: bool) -> None:
        """Sit down to the match of ``stream``: where was asked for, where it was, or where it was last."""
        seat = self.seat_asked or (self.seats.last() if is_new else self.seats.of(stream))
        if seat != self.seats.of(stream):
            self.seats.sit(stream, seat)
        self.seat_asked = None
        self.look_from(seat)

    def look_from(self, seat: Seat) -> None:
        """Tell the columns from ``seat``, whatever is kept of the match."""
        self.words = self.table.words = Words(replace(self.words.voice, seat=seat))

    def seat_lines(self) -> list[str]:
        """That the columns are told from the other end; nothing on the left, where most people sit."""
        return [] if self.words.voice.seat == "left" else [self.words.say(ON_THE_RIGHT)]

    def change_seats(self, typed: Typed, stream: str) -> list[str]:
        """Sit on the side that was typed; what to know about it."""
        seat = SEAT_WORDS.get(typed.rest.casefold())
        if seat is None:
            raise self.table.incomplete(typed)
        self.seat_asked = seat
        self.take_seat(stream, is_new=False)
        return self.seat_lines() or [self.words.say(ON_THE_LEFT)]

    @property
    @abstractmethod
    def prompt(self) -> str:
        """What is expected now."""

    @property
    def prompt_line(self) -> str:
        """The prompt as it stands before the cursor: an arrow to see, a full stop to hear."""
        return f"{self.prompt}. " if self.words.voice.aloud else f"{self.prompt} > "

    @property
    def is_asking(self) -> bool:
        """Whether a question waits for its answer."""
        return self.table.question is not None

    @property
    def has_more(self) -> bool:
        """Whether something follows by itself."""
        return False

    def get_ready(self) -> None:
        """Begin to fetch what ``go_on`` needs; the first words come before that."""
        return

    @property
    def is_slow(self) -> bool:
        """Whether what follows by itself keeps a person waiting, who is told so."""
        return False

    @abstractmethod
    def go_on(self) -> Reply:
        """What follows by itself."""

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

    def remember(self, lines: list[str]) -> None:
        """Let ``lines`` be what was said last."""
        self._last = lines

    def guarded(self, work: Callable[[], list[str]], *, follows: bool = False) -> Reply:
        """What ``work`` says, or why it was refused; what ``follows`` is heard again together with what it follows."""
        try:
            lines = work()
        except SpokenError as error:
            refused = self.went_on_elsewhere() if isinstance(error, StreamMovedError) else error
            return Reply([refusal(refused, self.words.voice), *self.tiles_instead(error)], ok=False)
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
        except MoreNeededError as more:
            begun, asked = more.begun, more.prompt
            self.table.question = Question(asked, lambda text: self._completed(begun, text))
            return []
        except ChoiceNeededError as needed:
            choice, unknown = needed.choice, needed.unknown
        if unknown is not None:
            prompt = self.words.say(WHICH_NAME, asked=choice.asked)
            self.table.question = Question(prompt, lambda text: self._called(line, choice.asked, text))
            raise unknown
        prompt = self.words.say(THIS_CARD if len(choice.cards) == 1 else WHICH_CARD, count=len(choice.cards))
        ids = tuple(card.id for card in choice.cards)
        self.table.question = Question(prompt, lambda text: self._chosen(line, choice, text), ids)
        return self.words.choices(choice.asked, ids)

    def _chosen(self, line: str, choice: CardChoice, text: str) -> list[str]:
        """Go on with ``line`` when the answer is a number of the list or a card; any other is a line of its own."""
        word = text.strip()[:MAX_LINE]
        if word.isdecimal() and int(word) > len(choice.cards):
            return [self.words.say(ONLY_CARD if len(choice.cards) == 1 else LIST_GOES, count=len(choice.cards))]
        self.table.question = None
        if not word.strip("0"):
            return [self.words.say(NOTHING_ENTERED)]
        listed = [card.id for card in choice.cards]
        meant = listed[int(word) - 1] if word.isdecimal() else self._one_card(word, listed) or self._one_card(word)
        if meant is None:
            return self._line(text)
        self.table.chosen[choice.asked] = meant
        return self.resumable(line)

    def _one_card(self, text: str, ids: list[str] | None = None) -> str | None:
        """The one card, of these where there is a list, that an answer names; None when it is something else."""
        if text.strip().casefold() in COMMANDS:
            return None
        try:
            found = read_card(text, ids, taught=self.table.names.taught)
        except QueensBloodError:
            return None
        return None if isinstance(found, CardChoice) else found.id

    def _completed(self, begun: str, text: str) -> list[str]:
        """Go on with a line that was begun, or with one that is whole by itself; nothing more leaves it.

        What is neither leaves the question open.
        """
        open_question, self.table.question = self.table.question, None
        if not text.strip().strip("0"):
            return [self.words.say(NOTHING_ENTERED)]
        try:
            return self.resumable(f"{begun} {text.strip()[:MAX_LINE]}")
        except SpokenError as error:
            try:
                return self.resumable(text)
            except SpokenError:
                self.table.question = open_question
                raise error from None

    def _called(self, line: str, asked: str, text: str) -> list[str]:
        """Go on with ``line`` when the answer is a card, and offer to remember; any other answer is its own line."""
        self.table.question = None
        if not text.strip().strip("0"):
            return [self.words.say(NOTHING_ENTERED)]
        meant = self._one_card(text)
        if meant is None:
            return self._line(text)
        self.table.chosen[asked] = meant
        lines = self.resumable(line)
        if not self.is_asking and self.table.names.can_learn(asked):
            prompt = self.words.say(REMEMBER, name=asked, card=self.words.card(meant))
            self.table.question = Question(prompt, lambda answer: self._remembered(asked, meant, answer))
        return lines

    def _remembered(self, name: str, card_id: str, text: str) -> list[str]:
        """Keep the name when the answer is yes; neither yes nor no is a line of its own."""
        self.table.question = None
        word = text.strip().casefold()
        if word in YES_WORDS:
            self.table.names.teach(name, card_id)
            return [self.words.say(REMEMBERED, name=name, card=self.words.card(card_id))]
        return [] if word in NO_WORDS or not word else self._line(text)

    def tiles_instead(self, error: SpokenError) -> list[str]:
        """After a refused move the tiles that would do."""
        side = self.table.side_asked
        if not isinstance(error, IllegalMoveError) or side is None:
            return []
        return [self.table.where(side, str(error.facts["asked"])[:3])]
