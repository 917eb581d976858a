"""Learning from mistakes: each flagged position once more, the answer hidden until it is found or asked for.

The conversation reads and prints nothing itself: it takes a line and gives back lines, so that a script sees exactly
what a person sees.
"""

from __future__ import annotations

from kernelkit.spoken import SpokenError, sentence
from mazzo.dialogue.clauses import PASS_WORDS, split_move
from mazzo.dialogue.conversation import Reply
from mazzo.dialogue.typed_steps import numbered_card
from mazzo.dialogue.verbs import WORDS
from mazzo.errors import MazzoError
from mazzo.review.learning import Lessons
from mazzo.words.learning import (
    BETTER_MOVE,
    NOTHING_TO_LEARN,
    OPENING,
    WHICH_ONE,
    attempt_line,
    found_line,
    position_lines,
)
from mazzo.words.remedies import in_words, told
from mazzo.words.table import Words
from qb_engine.card_hydrator import shipped
from qb_engine.cards.entry import CardChoice, read_card
from qb_engine.legality import LegalityChecker
from qb_engine.moves import Move, tile_name
from qb_engine.review.report import Review, ReviewedMove
from qb_engine.words.review import flagged_words
from qb_engine.words.voice import Voice

SHOW_WORDS = frozenset({"show", "mostra"})
SKIP_WORDS = frozenset({"skip", "salta"})
AGAIN_WORDS = frozenset({*WORDS["again"], "hand", "mano"})
QUIT_WORDS = frozenset(WORDS["quit"])
MAX_LINE = 200


class UnreadMoveError(MazzoError):
    """The line is no move and none of the few words."""

    template = sentence("{asked!r} is no move")
    remedy = sentence("Type a card by name or number and a tile, such as {example}, or pass, show, skip, again, quit")


class Learning:
    """The flagged moves of a review as a conversation; ``is_done`` when all have been looked at."""

    is_slow = False

    def __init__(self, review: Review, voice: Voice) -> None:
        self._words, self._lessons = Words(voice), Lessons(review)
        self._choice: tuple[CardChoice, str] | None = None
        self.is_done = self._lessons.current is None

    @property
    def prompt_line(self) -> str:
        """What is asked for."""
        return f"{self._words.say(BETTER_MOVE if self._choice is None else WHICH_ONE)}: "

    def opening(self) -> Reply:
        """How many there are, and the first; a sentence when there are none."""
        if self._lessons.current is None:
            return Reply([self._words.say(NOTHING_TO_LEARN)], done=True)
        said = self._words.say(OPENING, count=self._lessons.count, example=self._example())
        return Reply([said, "", *self._position()])

    def handle(self, line: str) -> Reply:
        """What follows from a line; an error of ours is a line too, and the position stays."""
        lines = self.answer(line)
        return Reply(lines, done=self.is_done)

    def get_ready(self) -> None:
        """Nothing has to be fetched."""

    def go_on(self) -> Reply:
        """Nothing follows by itself."""
        return Reply([], done=self.is_done)

    def kept(self) -> list[str]:
        """How many were found, for whoever leaves before the end."""
        return [found_line(self._lessons, self._words)]

    @property
    def _flagged(self) -> ReviewedMove:
        flagged = self._lessons.current
        assert flagged is not None
        return flagged

    def _position(self) -> list[str]:
        return position_lines(self._lessons, self._flagged, self._words)

    def _example(self) -> str:
        """A line that can be typed here and is not the answer: the move that was played, or a card of the hand."""
        flagged = self._flagged
        move = flagged.played
        if move is None:
            card_id = flagged.moment.view.hand[0]
            move = next(one for one in (Move(card_id, 1, 2), Move(card_id, 1, 1)) if one != flagged.best)
        name = shipped().get_card(move.card_id).name.casefold()
        column = self._words.voice.column(move.col_index)
        return f"{name} {tile_name(move.lane_index, column).lower()}"

    # What is typed.

    def answer(self, line: str) -> list[str]:
        """What is said to a line."""
        text = " ".join(line[:MAX_LINE].split())
        word = text.casefold()
        if word in QUIT_WORDS:
            self.is_done = True
            return self.kept()
        if word in AGAIN_WORDS:
            return self._position()
        if word in SHOW_WORDS:
            return [" ".join(flagged_words(self._lessons.review, self._flagged, self._words.voice)), *self._next()]
        if word in SKIP_WORDS:
            return self._next()
        try:
            return self._tried(self._read(text))
        except _ChoiceError:
            return self._choices()
        except SpokenError as error:
            voice = self._words.voice
            return [told(in_words(error, voice), voice.language, voice.seat)]

    def _tried(self, move: Move | None) -> list[str]:
        """Right, with the next position, or not yet."""
        attempt, flagged = self._lessons.attempt(move), self._flagged
        return [attempt_line(attempt, flagged, self._words), *(self._next() if attempt.is_good else [])]

    def _next(self) -> list[str]:
        self._choice = None
        self._lessons.skip()
        self.is_done = self._lessons.current is None
        return self.kept() if self.is_done else ["", *self._position()]

    def _read(self, text: str) -> Move | None:
        """The move that is meant, as the record writes it, legal here; None for a pass."""
        if self._choice is not None and text.isdecimal():
            choice, rest = self._choice
            number = int(text)
            if 1 <= number <= len(choice.cards):
                text = f"{choice.cards[number - 1].id} {rest}"
        self._choice = None
        if text.casefold() in PASS_WORDS:
            return None
        parts = split_move(text)
        if parts is None:
            raise UnreadMoveError(asked=text[:40], example=self._example())
        moment = self._flagged.moment
        name, (lane, typed) = parts
        place = lane, self._words.voice.column(typed)
        card_id = numbered_card(moment.view.hand, name)
        if card_id is None:
            card = read_card(name, moment.view.hand)
            if isinstance(card, CardChoice):
                self._choice = card, text[len(name) :].lstrip(" @")
                raise _ChoiceError
            card_id = card.id
        LegalityChecker(moment.board).check(moment.side, card_id, *place)
        return Move(card_id, *place)

    def _choices(self) -> list[str]:
        assert self._choice is not None
        cards = self._choice[0].cards
        return [f"{number}. {self._words.card(card.id)}" for number, card in enumerate(cards, start=1)]


class _ChoiceError(Exception):
    """A word may mean several cards; the cards are kept and asked about."""
