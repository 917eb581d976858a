"""Puzzles as a conversation: a line is a card with its tile or one of few words, and a try that fails says why."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from kernelkit.spoken import SpokenError, sentence
from mazzo.dialogue.clauses import read_tile, split_move
from mazzo.dialogue.conversation import Reply, refusal
from mazzo.dialogue.puzzle_verbs import PUZZLE
from mazzo.dialogue.typed_puzzle import meant_card, typed_puzzle
from mazzo.dialogue.typed_steps import numbered_card
from mazzo.dialogue.verbs import Typed
from mazzo.errors import MazzoError
from mazzo.puzzles.desk import PuzzleDesk
from mazzo.puzzles.shelf import PuzzleShelf
from mazzo.words.cards import card_lines
from mazzo.words.puzzle import (
    BACK,
    CAN_WIN,
    NO_MORE_HERE,
    OVER_PROMPT,
    PROMPT,
    RESTARTED,
    SHARED,
    SOLVED_BEFORE,
    SOLVED_SO_FAR,
    STOPPED,
    WON_PROMPT,
    dead_lines,
    hint_line,
    laid_lines,
    opening_lines,
    position_lines,
    solution_lines,
    won_line,
)
from mazzo.words.table import GOODBYE, Words
from qb_engine.card_hydrator import shipped
from qb_engine.chronicle.ledger import explain_power
from qb_engine.legality import LegalityChecker
from qb_engine.moves import Move, tile_place
from qb_engine.puzzles.collection import shipped_puzzles
from qb_engine.words.abilities import card_sentence
from qb_engine.words.scores import ledger_line
from qb_engine.words.voice import Voice, card_name

EXAMPLE = "1 m3"
"""How a move is typed, which is no hint: it may or may not be legal."""


class UnknownTryError(MazzoError):
    """The line is neither a move nor a command."""

    template = sentence("{asked!r} is no card with a tile, and no command")
    remedy = sentence("Type a card and a tile, such as {example}, or help")


class PuzzleSession:
    """A person at a puzzle; ``today`` gives the date when somebody asks for the day's puzzle."""

    is_slow = False

    def __init__(self, shelf: PuzzleShelf, voice: Voice, desk: PuzzleDesk, today: Callable[[], date]) -> None:
        self.words, self._shelf, self._today = Words(voice), shelf, today
        self.desk, self.is_done = desk, False
        self._hinted: tuple[Move, ...] | None = None
        self._last: list[str] = []

    @property
    def prompt_line(self) -> str:
        """What is asked for: an arrow to see, a full stop to hear."""
        desk = self.desk
        key = WON_PROMPT if desk.is_won else OVER_PROMPT if desk.is_over else PROMPT
        said = self.words.say(key, example=EXAMPLE)
        return f"{said}. " if self.words.voice.aloud else f"{said} > "

    def begin(self, *, is_daily: bool = False) -> Reply:
        """The puzzle and its task."""
        return self._guarded(lambda: self._opening(is_daily=is_daily))

    def handle(self, line: str) -> Reply:
        """Take one line."""
        return self._guarded(lambda: self._line(line))

    def get_ready(self) -> None:
        """Nothing has to be fetched."""

    def go_on(self) -> Reply:
        """Nothing follows by itself."""
        return Reply([])

    def kept(self) -> list[str]:
        """How many are solved, for whoever leaves."""
        return [self.words.say(SOLVED_SO_FAR, count=self._shelf.solved_count, all=len(shipped_puzzles()))]

    def _guarded(self, work: Callable[[], list[str]]) -> Reply:
        try:
            self._last = work() or self._last
        except SpokenError as error:
            return Reply([refusal(error, self.words.voice)], ok=False)
        return Reply(self._last, done=self.is_done)

    # What is typed.

    def _line(self, line: str) -> list[str]:
        typed = PUZZLE.read(line)
        if typed is not None:
            return self._commands()[typed.verb.name](typed)
        return self._lay(line) if line.strip() else position_lines(self.desk, self.words)

    def _commands(self) -> dict[str, Callable[[Typed], list[str]]]:
        return {
            "play": lambda typed: self._lay(typed.rest),
            "undo": lambda _typed: self._back(),
            "restart": lambda _typed: self._restart(),
            "pass": lambda _typed: self._stop(),
            "card": self._card,
            "legal": lambda _typed: self._legal(),
            "board": lambda _typed: position_lines(self.desk, self.words),
            "hand": lambda _typed: self.words.hand(self.desk.state.hand("Y").card_ids),
            "explain": self._explain,
            "check": lambda _typed: self._check(),
            "rec": lambda _typed: self._hint(),
            "solution": lambda _typed: solution_lines(self.desk.root, self.words),
            "share": lambda _typed: [self.words.say(SHARED), self.desk.text],
            "next": self._next,
            "daily": lambda _typed: self._sit(self._shelf.daily(self._today()), is_daily=True),
            "enter": lambda typed: self._sit(PuzzleDesk(typed_puzzle(typed.rest))),
            "again": lambda _typed: self._last,
            "help": lambda _typed: PUZZLE.help(self.words),
            "quit": lambda _typed: self._quit(),
        }

    # The try.

    def _lay(self, text: str) -> list[str]:
        parts = split_move(text)
        if parts is None:
            raise UnknownTryError(asked=text.strip()[:40], example=EXAMPLE)
        name, place = parts
        move = Move(self._held(name), *place)
        lines = laid_lines(self.desk.lay(move), self.desk, self.words)
        return [*lines, *self._ended()]

    def _ended(self) -> list[str]:
        """The end of a try: solved, or where it went wrong; nothing while it goes on."""
        if not self.desk.is_over:
            return []
        if self.desk.is_won:
            self._shelf.note_solved(self.desk)
            return [won_line(self.desk, self.words)]
        dead = self.desk.dead_end()
        return [self.words.say(STOPPED)] if dead is None else dead_lines(dead, self.words, is_over=True)

    def _held(self, name: str) -> str:
        """The card of the hand that a number or a name means."""
        hand = self.desk.state.hand("Y").card_ids
        return numbered_card(hand, name) or meant_card(name, hand)

    def _back(self) -> list[str]:
        move = self.desk.take_back()
        return [self.words.say(BACK, card=card_name(move.card_id)), *position_lines(self.desk, self.words)]

    def _restart(self) -> list[str]:
        self.desk.restart()
        return [self.words.say(RESTARTED), *position_lines(self.desk, self.words)]

    def _stop(self) -> list[str]:
        self.desk.stop()
        return self._ended()

    # Questions.

    def _card(self, typed: Typed) -> list[str]:
        """A card of the hand by its number, or any card by its name."""
        hand = self.desk.state.hand("Y").card_ids
        asked = typed.rest or "1"
        card = shipped().get_card(numbered_card(hand, asked) or meant_card(asked))
        if self.words.voice.aloud:
            return [card_sentence(card, shipped().effects, self.words.voice.language)]
        return card_lines(card, self.words.voice.language)

    def _legal(self) -> list[str]:
        state = self.desk.state
        checker = LegalityChecker(state.board)
        held = dict.fromkeys(state.hand("Y").card_ids)
        return [self.words.where(card_id, checker.legal_tiles("Y", card_id)) for card_id in held]

    def _explain(self, typed: Typed) -> list[str]:
        name = read_tile(typed.rest)
        found = None if name is None else explain_power(self.desk.state.board, *tile_place(name), {})
        if found is None:
            raise UnknownTryError(asked=typed.rest[:40], example=EXAMPLE)
        return [ledger_line(found, self.words.voice)]

    def _check(self) -> list[str]:
        if self.desk.is_won:
            return [self.words.say(NO_MORE_HERE)]
        dead = self.desk.dead_end()
        return [self.words.say(CAN_WIN)] if dead is None else dead_lines(dead, self.words, is_over=False)

    def _hint(self) -> list[str]:
        if self.desk.is_won:
            return [self.words.say(NO_MORE_HERE)]
        is_whole, self._hinted = self._hinted == tuple(self.desk.moves), tuple(self.desk.moves)
        return [hint_line(self.desk.hint(), self.words, is_whole=is_whole)]

    # Other puzzles.

    def _next(self, typed: Typed) -> list[str]:
        if typed.rest.isdecimal() and typed.rest.isascii():
            return self._sit(self._shelf.numbered(int(typed.rest[:6])))
        now = self.desk.shipped
        return self._sit(self._shelf.next(now.number if now else 0))

    def _sit(self, desk: PuzzleDesk, *, is_daily: bool = False) -> list[str]:
        self.desk, self._hinted = desk, None
        return self._opening(is_daily=is_daily)

    def _opening(self, *, is_daily: bool = False) -> list[str]:
        known = [self.words.say(SOLVED_BEFORE)] if self._shelf.is_solved(self.desk) else []
        return [*known, *opening_lines(self.desk, self.words, is_daily=is_daily)]

    def _quit(self) -> list[str]:
        self.is_done = True
        return [*self.kept(), self.words.say(GOODBYE)]
