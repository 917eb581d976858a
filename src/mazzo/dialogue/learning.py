"""Learning from mistakes: each flagged position once more, the answer hidden until it is found or asked for.

The conversation reads and prints nothing itself: it takes a line and gives back lines, so that a script sees exactly
what a person sees.
"""

from __future__ import annotations

from collections.abc import Callable

import click

from kernelkit.spoken import SpokenError, sentence
from mazzo.dialogue.entry import numbered_card
from mazzo.dialogue.verbs import PASS_WORDS, split_move
from mazzo.errors import MazzoError
from mazzo.words.coach import Words
from qb_engine.card_hydrator import shipped
from qb_engine.cards.entry import CardChoice, read_card
from qb_engine.legality import LegalityChecker
from qb_engine.moves import Move, tile_name
from qb_engine.review.judge import Judge
from qb_engine.review.moments import seen_from
from qb_engine.review.report import FLAGS, Review, ReviewedMove
from qb_engine.scoring import compute_match_score
from qb_engine.search.race import MoveChance
from qb_engine.words.moves import decimal, move_words, percent_words
from qb_engine.words.review import FLAG_WORDS, flagged_words
from qb_engine.words.scores import score_sentence
from qb_engine.words.voice import Voice, capitalised

SHOW_WORDS = frozenset({"show", "mostra"})
SKIP_WORDS = frozenset({"skip", "salta"})
AGAIN_WORDS = frozenset({"again", "ancora", "ripeti", "hand", "mano"})
QUIT_WORDS = frozenset({"quit", "q", "exit", "esci"})
MAX_LINE = 200


class UnreadMoveError(MazzoError):
    """The line is no move and none of the few words."""

    template = sentence(
        "{asked!r} is no move. Type a card by name or number and a tile, such as {example}, or pass, show, skip, "
        "again, quit"
    )


class Learning:
    """The flagged moves of a review, one after the other; ``is_over`` when all have been looked at."""

    def __init__(self, review: Review, voice: Voice) -> None:
        self._review, self._words = review, Words(voice)
        self._judge = Judge(review.iterations, review.seed)
        self._left = [move for move in review.flagged if move.side == review.side]
        self._count, self._found = len(self._left), 0
        self._choice: tuple[CardChoice, str] | None = None
        self.is_over = not self._left

    @property
    def prompt(self) -> str:
        """What is asked for."""
        if self._choice is not None:
            return self._words.say(sentence("Which one? Its number"))
        return self._words.say(sentence("Your better move"))

    # What is said.

    def opening(self) -> list[str]:
        """How many there are, and the first; a sentence when there are none."""
        if not self._left:
            return [self._words.say(sentence("Nothing to learn here: no move was flagged."))]
        key = sentence(
            "Moves to find again: {count}. Type a card by name or number and a tile, such as {example}, or pass; "
            "show, skip, again, quit."
        )
        return [self._words.say(key, count=self._count, example=self._example()), "", *self._position()]

    def _example(self) -> str:
        """A line that can be typed here and is not the answer: the move that was played, or a card of the hand."""
        flagged = self._left[0]
        move = flagged.played
        if move is None:
            card_id = flagged.moment.view.hand[0]
            move = next(one for one in (Move(card_id, 1, 2), Move(card_id, 1, 1)) if one != flagged.best)
        name = shipped().get_card(move.card_id).name.casefold()
        return f"{name} {tile_name(move.lane_index, move.col_index).lower()}"

    def _position(self) -> list[str]:
        """The position as its player saw it, without the answer."""
        move, words = self._left[0], self._words
        moment, voice = move.moment, words.voice
        yours = sentence("{number} of {count}. Turn {turn}: you played {move}, {flag}, {points} points lost.")
        theirs = sentence("{number} of {count}. Turn {turn}: the enemy played {move}, {flag}, {points} points lost.")
        heading = words.say(
            yours if move.side == "Y" else theirs,
            number=self._count - len(self._left) + 1,
            count=self._count,
            turn=moment.turn,
            move=move_words(move.played, voice),
            flag=voice.say(FLAG_WORDS[move.flag]) if move.flag else "",
            points=decimal(move.points_lost, voice),
        )
        score = score_sentence(compute_match_score(moment.board), voice)
        hand = words.say(sentence("Hand:") if move.side == "Y" else sentence("The enemy's hand:"))
        return [heading, *words.board(moment.board), score, hand, *words.hand(moment.view.hand)]

    # What is typed.

    def answer(self, line: str) -> list[str]:
        """What follows from a line; an error of ours is a line too, and the position stays."""
        text = " ".join(line[:MAX_LINE].split())
        word = text.casefold()
        if word in QUIT_WORDS:
            self.is_over = True
            return [self._done()]
        if word in AGAIN_WORDS:
            return self._position()
        if word in SHOW_WORDS:
            return [" ".join(flagged_words(self._review, self._left[0], self._words.voice)), *self._next()]
        if word in SKIP_WORDS:
            return self._next()
        try:
            return self._tried(self._read(text))
        except _ChoiceError:
            return self._choices()
        except SpokenError as error:
            return [error.message(self._words.voice.language)]

    def _next(self) -> list[str]:
        self._choice = None
        self._left.pop(0)
        self.is_over = not self._left
        return [self._done()] if self.is_over else ["", *self._position()]

    def _done(self) -> str:
        return self._words.say(sentence("Found: {found} of {count}."), found=self._found, count=self._count)

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
        moment = self._left[0].moment
        name, place = parts
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

    # What it is worth.

    def _tried(self, move: Move | None) -> list[str]:
        """Right, with the next position, or not yet, with both chances and never the answer."""
        flagged, words = self._left[0], self._words
        named = move_words(move, words.voice)
        if move == flagged.played:
            key = sentence("{move} is what was played: {chance}. Try again, or type show.")
            return [words.say(key, move=capitalised(named), chance=percent_words(flagged.win_after, words.voice))]
        best, tried = self._chances(flagged, move)
        facts = {"move": named, "chance": percent_words(tried.win_chance, words.voice)}
        least = FLAGS[-1][1]
        is_good = tried.is_close or round(100 * (best.win_chance - tried.win_chance), 1) < least
        if not is_good:
            key = sentence("Not yet: {move} wins {chance}, the better move {best}. Try again, or type show.")
            return [words.say(key, best=percent_words(best.win_chance, words.voice), **facts)]
        self._found += 1
        return [self._praise(flagged, move, facts), *self._next()]

    def _praise(self, flagged: ReviewedMove, move: Move | None, facts: dict[str, str]) -> str:
        voice = self._words.voice
        played = {"played": move_words(flagged.played, voice), "left": percent_words(flagged.win_after, voice)}
        if move == flagged.best:
            return self._words.say(sentence("Right: {move}, {chance}; {played} left {left}."), **facts, **played)
        key = sentence("Right too: {move}, {chance}. The search's own choice is {best}; {played} left {left}.")
        return self._words.say(key, best=move_words(flagged.best, voice), **facts, **played)

    def _chances(self, flagged: ReviewedMove, move: Move | None) -> tuple[MoveChance, MoveChance]:
        """The leader of the two and the tried move; the move of the review is not searched again against itself."""
        moment = flagged.moment
        best, tried = (seen_from(moment.side, one) for one in (flagged.best, move))
        found = self._judge.compared(moment, [best] if best == tried else [best, tried])
        return found.moves[0], next(chance for chance in found.moves if chance.move == tried)


class _ChoiceError(Exception):
    """A word may mean several cards; the cards are kept and asked about."""


def converse(learning: Learning, read: Callable[[str], str]) -> None:
    """Talk until all is found, skipped or left. The end of the input is a way to leave."""
    click.echo("\n".join(learning.opening()))
    while not learning.is_over:
        try:
            line = read(f"{learning.prompt}: ")
        except EOFError:
            line = "quit"
        click.echo("\n".join(learning.answer(line)))
