"""The controller: a key or a line in, messages out, never text.

    typed ──► Command ──► one function ──► engine ──► messages ──► history
                              │
              question, help, pause: the clock stands still until the next answer

Warnings wait until an action is done and no card is held, so that none falls into the middle of a move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from solitario.application import answers, asking, keeping, managing, playing
from solitario.application.actions import time_message
from solitario.application.commands import Command, is_later, is_no, is_yes, understood, understood_key
from solitario.application.engine import GameEngine
from solitario.application.messages import Message, Priority, status, tip
from solitario.application.preferences import Preferences
from solitario.application.seat import GameHost, Seat

Handler: TypeAlias = Callable[[Seat, tuple[str, ...]], list[Message]]


def _consulting(name: str) -> Handler:
    """The command ``name`` of ``consulting``; the solver is imported when somebody asks it."""

    def asked(seat: Seat, words: tuple[str, ...]) -> list[Message]:
        from solitario.application import consulting

        handler: Handler = getattr(consulting, name)
        return handler(seat, words)

    return asked


DIRECTIONS = ("left", "right", "up", "down", "home", "end")
HANDLERS: dict[str, Handler] = {
    **{direction: playing.step(direction) for direction in DIRECTIONS},
    "go": playing.go,
    "select": playing.select,
    "cancel": playing.cancel,
    "move": playing.move,
    "send": playing.send,
    "draw": playing.draw,
    "recycle": playing.recycle,
    "undo": playing.undo,
    "redo": playing.redo,
    "auto": playing.auto,
    "hint": playing.hint,
    **{name: _consulting(name) for name in ("rewind", "practice", "winnable", "chance", "oracle")},
    "where": asking.where,
    "card": asking.card,
    "selection": asking.selection,
    "waste": asking.waste,
    "stock": asking.stock,
    "foundations": asking.foundations,
    "table": asking.table,
    "time": asking.time,
    "score": asking.score,
    "cost": asking.cost,
    "moves": asking.moves,
    "repeat": asking.repeat,
    "messages": asking.messages,
    "older": asking.older,
    "newer": asking.newer,
    "detail": asking.detail,
    "pause": managing.pause,
    "new": managing.new,
    "deals": managing.deals,
    "restart": managing.restart,
    "abandon": managing.abandon,
    "options": managing.options,
    "set": managing.set_,
    "verbosity": managing.verbosity,
    "warnings": managing.warnings,
    "sounds": managing.sounds,
    "games": keeping.games,
    "statistics": keeping.statistics,
    "records": keeping.records,
    "events": keeping.events,
    "profile": keeping.profile,
    "language": keeping.language,
    "help": managing.help_,
    "quit": managing.quit_,
}
LONGEST_ECHO = 40
WALKING = frozenset({"repeat", "messages", "older", "newer"})
"""Going through the messages adds none."""
KEEPING = frozenset({"games", "statistics", "records", "events", "profile", "language"})
MANAGING = KEEPING | {"help", "options", "set", "verbosity", "warnings", "sounds", "quit", "new", "deals", "restart"}
WHILE_OVER = WALKING | MANAGING | {"detail", "score", "time", "table", "foundations"}
WHILE_PAUSED = WALKING | MANAGING | {"pause", "abandon"}


class GameplayController:
    """One player at one table: every key and every line goes through here."""

    def __init__(
        self, host: GameHost, engine: GameEngine, preferences: Preferences | None = None, typing: str = "lines"
    ) -> None:
        self.seat = Seat(host, engine, Preferences() if preferences is None else preferences, typing)

    @property
    def engine(self) -> GameEngine:
        """The game on the table."""
        return self.seat.engine

    @property
    def wants_to_leave(self) -> bool:
        """Whether the player has said goodbye."""
        return self.seat.wants_to_leave

    def greeting(self, *, is_resumed: bool = False) -> list[Message]:
        """What is said when the table is first seen."""
        return self._remembered(self.seat.opening(is_resumed=is_resumed))

    def handle(self, line: str) -> list[Message]:
        """What a typed line brings about."""
        if self.seat.question is not None:
            return self._remembered(self._answered(line))
        self.seat.typed = line
        return self._run(self._from_menu(line) or understood(line), typed=line)

    def press(self, key: str) -> list[Message]:
        """What a single key brings about, in a terminal or a page that reads keys."""
        if self.seat.question is not None:
            return self._remembered(self._answered("" if key in ("enter", "escape", "k") else key))
        command = self._from_menu(key) or understood_key(key)
        if command is None and len(key) > 1:
            # A key without a letter of its own has a name only inside the program.
            return self._remembered([status("unknown_key")])
        return self._run(command, typed=key)

    def idle(self) -> list[Message]:
        """What has to be said although nobody asked: the clock, and warnings that waited."""
        told = self._remembered(self._ticked() + self._released())
        self.engine.keep_time()
        return told

    def interrupted(self) -> list[Message]:
        """What is said to somebody who leaves in the middle of anything: what is kept. The clock is written first."""
        return managing.quit_(self.seat, ())

    def _from_menu(self, typed: str) -> Command | None:
        """What ``typed`` chooses from a list that was just read out; whatever it is, the list is put away."""
        menu, self.seat.menu = self.seat.menu, {}
        return menu.get(typed.strip())

    def _run(self, command: Command | None, typed: str) -> list[Message]:
        self.engine.clock.go("help")
        ended = self._ticked()
        if ended and (command is None or command.name not in WHILE_OVER):
            return self._remembered(ended)
        if command is None:
            return self._remembered([status("not_understood", typed=_shown(typed))])
        messages = ended + self._allowed(command) + self._after_action()
        return messages if command.name in WALKING else self._remembered(messages)

    def _allowed(self, command: Command) -> list[Message]:
        """The answer to ``command``, unless the game is over or paused and it needs one that runs."""
        if self.engine.is_over and command.name not in WHILE_OVER:
            # At the end there is nothing to draw, and the draw key becomes the key of the detailed score.
            return [answers.detail_answer(self.engine) if command.name == "draw" else status("is_over")]
        if self.seat.is_paused and command.name not in WHILE_PAUSED:
            return [status("is_paused")]
        return HANDLERS[command.name](self.seat, command.arguments)

    def _answered(self, line: str) -> list[Message]:
        """What yes or no brings about; anything else repeats the question."""
        question = self.seat.question
        if question is not None and question.on_later is not None and is_later(line):
            self.seat.question = None
            self.engine.clock.go("question")
            return question.on_later()
        if understood(line) == Command("quit"):
            # Nothing was answered, so nothing is given up: the game is kept as it stands.
            self.seat.question = None
            self.engine.clock.go("question")
            return managing.quit_(self.seat, ())
        if question is None or not (is_yes(line) or is_no(line)):
            return [status("answer_yes_or_no"), *([question.message] if question else [])]
        self.seat.question = None
        self.engine.clock.go("question")
        return [status("kept_playing")] if is_no(line) else question.on_yes()

    def _after_action(self) -> list[Message]:
        """What follows an action: the end, or warnings that waited and the news that nothing useful is left."""
        if self.seat.question is not None:
            return []
        return self.seat.end_messages() or self._released() + self._practised() + self._stuck() + self._can_finish()

    def _released(self) -> list[Message]:
        """Warnings that waited, unless a card is still held or something else is being said."""
        if self.seat.selection is not None or self.seat.is_paused or self.seat.question is not None:
            return []
        waiting, self.seat.waiting = self.seat.waiting, []
        return waiting

    def _practised(self) -> list[Message]:
        """Who practises hears when a turn lost the game."""
        if not self.seat.practises or not self.seat.table_changed or self.engine.is_over:
            return []
        return _consulting("practised")(self.seat, ())

    def _stuck(self) -> list[Message]:
        """Say once that nothing useful is left; a change for the better lets it be said again."""
        if self.engine.is_over or not self.seat.table_changed:
            return []
        self.seat.table_changed = False
        was_stuck, self.seat.said_stuck = self.seat.said_stuck, self.engine.is_stuck
        is_news = self.seat.said_stuck and not was_stuck
        return [status("stuck"), *self.seat.tips(tip("tip_stuck"))] if is_news else []

    def _can_finish(self) -> list[Message]:
        """Say once a game that the rest goes by itself: every card lies open, and none waits to be drawn."""
        table = self.engine.table
        if self.engine.is_over or self.seat.said_finish or table.face_down_count or table.stock or table.waste:
            return []
        self.seat.said_finish = True
        return [status("can_finish")]

    def _ticked(self) -> list[Message]:
        """Let the clock speak: warnings wait their turn, the end of a STRICT game does not."""
        self.seat.waiting += [time_message(notice, self.engine) for notice in self.engine.tick()]
        return self.seat.end_messages()

    def _remembered(self, messages: list[Message]) -> list[Message]:
        self.seat.history.add([message for message in messages if message.priority is not Priority.TIP])
        return messages


def _shown(typed: str) -> str:
    """What was typed, short and without control characters, so that saying it does nothing to the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in typed.strip()[:LONGEST_ECHO])
