"""The player's side of a table: lines of a pipe, lines or single keys at a terminal, and a picture for the eye.

    PipedTable     lines in, lines out; nobody is asked about the clock in between
    LineTable      whole lines at a terminal; the clock speaks on a line of its own, and what was typed comes back
    KeyTable       single keys, answers in plain lines one below the other: what a screen reader follows best
    SightedTable   single keys and a picture, drawn again when it changed

In all of them a colon or a whole line takes words, and an arrow moves at once where no letter was typed yet.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass

import click

from kernelkit.spoken import LANGUAGES, catalogue
from mazzo.cli.exits import INTERRUPTED
from mazzo.cli.streams import unchecked
from mazzo.cli.terminal.keys import Keys
from mazzo.dialogue.typed_line import TypedLine
from mazzo.errors import StorageError
from mazzo.hosts.steady_clock import SteadyClock
from mazzo.speech.sound_player import SoundBox
from mazzo.speech.speaker import Speaker
from mazzo.words.solitario import ANY_KEY, LEAPT, SOUNDLESS, SOUNDS_SILENCED, not_written
from solitario.application.controller import GameplayController
from solitario.application.messages import Message, alert
from solitario.application.sounds import PLACE, Sound, sounds_of
from solitario.presentation.picture import Picture
from solitario.presentation.voice import Voice
from solitario.presentation.words import said

TICK_SECONDS = 1.0
PAUSE_SECONDS = 2.0
"""How long a listener must have stopped typing before something is said into a line that was begun."""
CLEARED = "\x1b[2J\x1b[1;1H"
MOVING = ("left", "right", "up", "down", "home", "end")
MEANT = {"backspace": "k", "end_of_input": "q"}
"""Keys without a letter and the key that they stand for at the table."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a table is given besides the game: the language, a voice, the clock, and whether somebody listens."""

    language: str
    speaker: Speaker
    clock: SteadyClock | None = None
    is_heard: bool = False
    sounds: SoundBox | None = None


class PipedTable:
    """Lines in, lines out."""

    def __init__(self, controller: GameplayController, around: Surroundings) -> None:
        self.controller = controller
        self.speaker = around.speaker
        self.is_heard = around.is_heard
        self._language = around.language
        self._clock = around.clock
        self._sounds = around.sounds
        self._told_silence = False
        self._told_trouble = ""
        controller.seat.first_language = around.language

    @property
    def language(self) -> str:
        """The language spoken now: the one chosen at the table, else the one of the start."""
        return self.controller.seat.language or self._language

    def run(self, opening: list[Message]) -> int:
        """Play until the player leaves or the input ends; a game that is not over is kept, however this ends."""
        try:
            self._play(opening + self._sounded(opening))
        except KeyboardInterrupt:
            told = self._kept()
            with suppress(OSError):  # a window that was closed hears nothing
                click.echo()
                self.tell(told)
            return INTERRUPTED
        except BaseException:
            self._kept()
            raise
        return 0

    def _kept(self) -> list[Message]:
        """The clock written down whatever happens, and what is said to whoever leaves without a word."""
        try:
            return self.controller.interrupted()
        except StorageError as error:
            return [lost_move(error, is_move=False, is_leaving=True)]

    def _play(self, opening: list[Message]) -> None:
        self.tell(opening)
        while not self.controller.wants_to_leave:
            line = self._line()
            if line is None:
                self.tell(self._farewell())
                break
            self.tell(self._handled(line))

    def _line(self) -> str | None:
        """The next line; None at the end of the input."""
        return None if sys.stdin is None else sys.stdin.readline() or None

    def _farewell(self) -> list[Message]:
        """What is said when the input ends; a question left open is answered no."""
        asked = self.controller.seat.question is not None
        return (self._handled("") if asked else []) + self._handled("quit")

    def _handled(self, line: str) -> list[Message]:
        return self._answer(lambda: self.controller.handle(line))

    def _answer(self, asked: Callable[[], list[Message]]) -> list[Message]:
        """What the controller answers; an action that cannot be written down has not happened, and that is said."""
        working = nullcontext() if self._clock is None else self._clock.working()
        try:
            with working:
                told = asked()
        except StorageError as error:
            is_leaving = self.controller.wants_to_leave
            return [lost_move(error, is_move=not is_leaving, is_leaving=is_leaving)]
        return told + self._sounded(told)

    def _sounded(self, told: list[Message]) -> list[Message]:
        """Play the sounds of what is ``told``, if they are on; that none can be heard is said once."""
        volume = self.controller.seat.preferences.volume
        if self._sounds is None or not volume:
            return []
        is_switched_on = any(message.key == "sounds_set" for message in told)
        self._sounds.play([Sound(PLACE)] if is_switched_on else sounds_of(told), volume)
        if self._sounds.trouble is None or self._told_silence:
            return []
        self._told_silence = True
        return [silence(self._sounds.trouble)]

    # The clock

    def idle(self) -> list[Message]:
        """What there is to say although nobody asked; a leap of the clock counts as a pause, and that is said."""
        try:
            told = self._leapt() + self.controller.idle()
        except StorageError as error:
            # The clock could not be written: said once, since the next second would say it again.
            is_news, self._told_trouble = self._told_trouble != type(error).__name__, type(error).__name__
            return [lost_move(error, is_move=False)] if is_news else []
        return told

    def _leapt(self) -> list[Message]:
        leapt_ms = self._clock.leapt_ms() if self._clock is not None else 0
        if not leapt_ms or self.controller.engine.clock.is_stopped:
            return []
        seconds = round(leapt_ms / 1000)
        words = {each: catalogue("mazzo", each).gettext(LEAPT).format(seconds=seconds) for each in LANGUAGES}
        return [alert("trouble", **words)]

    def look(self) -> None:
        """Look at the clock, where nothing can be said."""
        if self._clock is not None:
            self._clock()

    # Words

    def voice(self) -> Voice:
        """The words for the table as it is now."""
        return Voice(
            self.language, self.controller.engine.settings.deck_type, self.controller.seat.preferences.verbosity
        )

    def tell(self, messages: list[Message]) -> None:
        """Print and speak ``messages``."""
        for number, message in enumerate(messages):
            text = said(message, self.voice())
            click.echo(wrapped(text))
            self.speaker.say(text, interrupt=number == 0)


class LineTable(PipedTable):
    """Whole lines at a terminal, typed key by key, so that the clock may speak and the line comes back."""

    prompt = "> "

    def __init__(self, controller: GameplayController, around: Surroundings, keys: Keys) -> None:
        super().__init__(controller, around)
        self.keys = keys

    def _play(self, opening: list[Message]) -> None:
        with self.keys:
            super()._play(opening)

    def _line(self) -> str | None:
        """The next line, or the name of an arrow; None at the end of the input."""
        return self.typed_line(self.prompt)

    def typed_line(self, prompt: str, *, speaks: bool = True) -> str | None:
        """A line typed after ``prompt``; while nobody types, the clock may speak unless ``speaks`` is off."""
        typed, last_key, last_look = TypedLine(), time.monotonic(), time.monotonic()
        _send(prompt)
        while True:
            key = self.keys.read(TICK_SECONDS)
            now = time.monotonic()
            if key is not None:
                last_key = now
            if not speaks:
                self.look()
            elif now - last_look >= TICK_SECONDS or key is None:
                last_look = now
                paused = not typed.text or not self.is_heard or now - last_key >= PAUSE_SECONDS
                if paused:
                    self._speak_between(prompt, typed)
                else:
                    self.look()
            if key == "enter":
                _send("\n")
                return typed.text
            if key == "end_of_input" and not typed.text:
                _send("\n")
                return None
            if key in MOVING and not typed.text:
                _send("\n")
                return key
            _send(typed.press(key or ""))

    def _speak_between(self, prompt: str, typed: TypedLine) -> None:
        """Say what the clock has to say on a line of its own; the line that was begun comes back below it."""
        messages = self.idle()
        if messages:
            _send("\n")
            self.tell(messages)
            _send(prompt + typed.shown())


class KeyTable(LineTable):
    """Single keys; each answer is a line below the last, nothing is drawn again."""

    def _play(self, opening: list[Message]) -> None:
        with self.keys:
            self.tell(opening)
            while not self.controller.wants_to_leave:
                self.tell(self._next())

    def _next(self) -> list[Message]:
        """What the next key brings, or what the clock says when none comes."""
        key = self.keys.read(TICK_SECONDS)
        self.look()
        if key is None:
            return self.idle()
        if key == ":":
            # At a question too: the letters of a command typed there would otherwise be answers, and one of them yes.
            line = self.typed_line(": ")
            return self._handled(line or "") if line or self.controller.seat.question else []
        if key == "end_of_input":
            return self._farewell()
        return self._answer(lambda: self.controller.press(MEANT.get(key, key)))


class SightedTable(KeyTable):
    """A picture of the table, drawn again when it or what is said below it changed."""

    def _play(self, opening: list[Message]) -> None:
        self.caption: list[str] = []
        self._drawn: object = None
        with self.keys:
            self.tell(opening)
            while not self.controller.wants_to_leave:
                self._draw(Picture(self.language, has_colour=True))
                messages = self._next()
                if messages:
                    self.caption.clear()
                    self.tell(messages)
                    self._page()
        click.echo("\n".join(self.caption))

    def typed_line(self, prompt: str, *, speaks: bool = False) -> str | None:
        """A line below the picture; what the clock says waits until it is drawn again."""
        self._drawn = None
        return super().typed_line(prompt, speaks=speaks)

    def tell(self, messages: list[Message]) -> None:
        """Put ``messages`` under the picture and speak them."""
        for number, message in enumerate(messages):
            text = said(message, self.voice())
            self.caption += wrapped(text).splitlines()
            self.speaker.say(text, interrupt=number == 0)

    def _page(self) -> None:
        """Show what is longer than the screen a page at a time; a shorter text stands under the picture."""
        rows = max(2, shutil.get_terminal_size().lines - 2)
        if len(self.caption) <= rows:
            return
        self._drawn = None
        for start in range(0, len(self.caption), rows):
            _clear()
            click.echo("\n".join(self.caption[start : start + rows]))
            click.echo(catalogue("mazzo", self.language).gettext(ANY_KEY))
            while self.keys.read(TICK_SECONDS) is None:
                self.look()
        self.caption.clear()

    def _draw(self, picture: Picture) -> None:
        seat, drawn = self.controller.seat, ""
        if not seat.is_paused:
            # A pause stops the clock, so nobody shall think on with the table in sight.
            drawn = picture.drawn(seat.engine.table, seat.cursor, seat.selection, seat.engine.settings.draw_count)
        caption = "\n".join(self.caption)
        now = drawn, caption, shutil.get_terminal_size()
        if now == self._drawn:
            return
        self._drawn = now
        _clear()
        if drawn:
            click.echo(f"{drawn}\n", file=unchecked())
        click.echo(caption)


def lost_move(error: StorageError, *, is_move: bool = True, is_leaving: bool = False) -> Message:
    """What could not be written down has not happened, in every language."""
    words = {each: not_written(error, each, is_move=is_move, is_leaving=is_leaving) for each in LANGUAGES}
    return alert("trouble", **words)


def silence(detail: str) -> Message:
    """That no sound can be heard and why, in every language; without ``detail`` nothing plays sounds here."""
    words = {each: catalogue("mazzo", each).gettext(SOUNDS_SILENCED if detail else SOUNDLESS) for each in LANGUAGES}
    return alert("trouble", **{each: text.format(detail=detail) for each, text in words.items()})


def wrapped(text: str) -> str:
    """``text`` broken at spaces where the terminal would break it anywhere; a pipe gets it as it is."""
    if sys.stdout is None or not sys.stdout.isatty():
        return text
    width = max(20, shutil.get_terminal_size().columns - 1)
    lines = (textwrap.wrap(line, width, break_on_hyphens=False) or [""] for line in text.splitlines())
    return "\n".join(part for line in lines for part in line)


def _send(text: str) -> None:
    """Show ``text`` as it is, at once; only letters that were typed and steps of the cursor are sent this way."""
    if text:
        click.echo(text, nl=False, file=unchecked())


def _clear() -> None:
    """Begin at the top of an empty screen."""
    click.echo(CLEARED, nl=False, file=unchecked())
