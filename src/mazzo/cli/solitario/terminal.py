"""The game at a terminal: plain lines for a screen reader, a picture and single keys for the eye.

Plain lines are what a pipe, ``NO_COLOR``, ``MAZZO_SCREEN_READER``, ``--plain`` or a dumb terminal get: no box, no
colour, nothing is drawn twice.
"""

from __future__ import annotations

import io
import os
import select
import shutil
import sys
from dataclasses import dataclass

import click

from kernelkit.spoken import LANGUAGES, catalogue
from mazzo.bootstrap import kept_store, solitario_games, voice_for
from mazzo.cli.exits import INTERRUPTED
from mazzo.cli.solitario.options import TableOptions
from mazzo.cli.streams import PlainStream, unchecked
from mazzo.cli.terminal.audience import is_sighted, language_of
from mazzo.cli.terminal.keys import KeyReader
from mazzo.errors import StorageError
from mazzo.hosts.solitario import (
    WantedGame,
    monotonic_ms,
    seated,
    trouble,
)
from mazzo.hosts.steady_clock import LONGEST_STEP_MS, SteadyClock
from mazzo.speech.speaker import SilentSpeaker, Speaker
from mazzo.storage.files_in import existing
from mazzo.words.solitario import ANY_KEY, LEAPT, SILENCED, VOICELESS
from solitario.application.controller import GameplayController
from solitario.application.messages import Message, alert
from solitario.infrastructure.settings_file import StoredSettings
from solitario.presentation.picture import Picture
from solitario.presentation.voice import Voice
from solitario.presentation.words import said

TICK_SECONDS = 1.0
CLEARED = "\x1b[2J\x1b[1;1H"


@dataclass(frozen=True, slots=True)
class Choices:
    """What was typed on the command line."""

    table: TableOptions
    is_new: bool = False
    profile: str | None = None
    speak: bool = False
    plain: bool = False
    language: str | None = None


def play_at_terminal(choices: Choices) -> int:
    """Play until the player leaves; the exit code."""
    _tolerate_any_text()
    if choices.table.scoring_config is not None:
        existing(choices.table.scoring_config)
    with kept_store() as store:
        clock = SteadyClock(monotonic_ms, LONGEST_STEP_MS if PlainTable.ticks() else None)
        games, told = solitario_games(store, clock, choices.table.scoring_config)
        stored, more = games.stored()
        language = language_of(choices.language, stored.language)
        if choices.profile is not None:
            games.profile_id = games.profile_called(choices.profile)
        settings, is_asked = choices.table.applied_to(stored.game), choices.table.asks_for_a_game
        wanted = WantedGame(settings, choices.table.deal, is_new=choices.is_new, is_asked=is_asked)
        controller, opening = seated(games, wanted, stored.preferences)
        speaker, silence = _speaker(choices, stored, language)
        table = SightedTable if is_sighted(choices.plain) and KeyReader.is_possible() else PlainTable
        try:
            return table(controller, language, speaker, clock).run([*told, *more, *silence, *opening])
        finally:
            speaker.close()
            if speaker.trouble:
                words = catalogue("mazzo", language).gettext(SILENCED)
                click.echo(words.format(detail=speaker.trouble), err=True)


def _tolerate_any_text() -> None:
    """Let a letter the terminal cannot show become a question mark instead of the end of the game."""
    for stream in (sys.stdin, sys.stdout):
        behind = stream.unchecked if isinstance(stream, PlainStream) else stream
        if isinstance(behind, io.TextIOWrapper):
            behind.reconfigure(errors="replace")


def _speaker(choices: Choices, stored: StoredSettings, language: str) -> tuple[Speaker, list[Message]]:
    """The voice that was asked for, and what there is to say when there is none."""
    if not (choices.speak or stored.speech_enabled):
        return SilentSpeaker(), []
    speaker = voice_for(language, stored.speech_rate)
    if not isinstance(speaker, SilentSpeaker):
        return speaker, []
    words = {each: catalogue("mazzo", each).gettext(VOICELESS) for each in LANGUAGES}
    return speaker, [alert("trouble", **words)]


def _clear() -> None:
    """Begin at the top of an empty screen."""
    click.echo(CLEARED, nl=False, file=unchecked())


class PlainTable:
    """Lines in, lines out."""

    def __init__(
        self, controller: GameplayController, language: str, speaker: Speaker, clock: SteadyClock | None = None
    ) -> None:
        self.controller = controller
        self.language = language
        self.speaker = speaker
        self._clock = clock

    @staticmethod
    def ticks() -> bool:
        """Whether the clock is looked at every second here, so that a longer step is a leap."""
        return os.name == "posix" and sys.stdin is not None and sys.stdin.isatty()

    def idle(self) -> list[Message]:
        """What there is to say although nobody asked; a leap of the clock counts as a pause, and that is said."""
        return self._leapt() + self.controller.idle()

    def _leapt(self) -> list[Message]:
        leapt_ms = self._clock.leapt_ms() if self._clock is not None else 0
        if not leapt_ms or self.controller.engine.clock.is_stopped:
            return []
        seconds = round(leapt_ms / 1000)
        words = {each: catalogue("mazzo", each).gettext(LEAPT).format(seconds=seconds) for each in LANGUAGES}
        return [alert("trouble", **words)]

    def run(self, opening: list[Message]) -> int:
        """Play until the player leaves or the input ends; a game that is not over is kept."""
        try:
            self._play(opening)
        except KeyboardInterrupt:
            self.controller.engine.save_clock()
            return INTERRUPTED
        return 0

    def _play(self, opening: list[Message]) -> None:
        self.tell(opening)
        while not self.controller.wants_to_leave:
            line = self._line()
            if line is None:
                self.tell(self._farewell())
                break
            self.tell(self._answer(line))

    def _farewell(self) -> list[Message]:
        """What is said when the input ends; a question left open is answered no."""
        unanswered = self._answer("") if self.controller.seat.question is not None else []
        return unanswered + self._answer("quit")

    def _answer(self, line: str) -> list[Message]:
        """What ``line`` brings about; an action that cannot be written down has not happened, and that is said."""
        try:
            return self.controller.handle(line)
        except StorageError as error:
            return [trouble(error)]

    def _look(self) -> None:
        """Look at the clock, where nothing can be said."""
        if self._clock is not None:
            self._clock()

    def voice(self) -> Voice:
        """The words for the table as it is now."""
        return Voice(
            self.language, self.controller.engine.settings.deck_type, self.controller.seat.preferences.verbosity
        )

    def tell(self, messages: list[Message]) -> None:
        """Print and speak ``messages``."""
        for number, message in enumerate(messages):
            text = said(message, self.voice())
            click.echo(text)
            self.speaker.say(text, interrupt=number == 0)

    def _line(self) -> str | None:
        """The next line; while a person thinks, the clock may speak. None at the end of the input."""
        if sys.stdin is None:
            return None
        if sys.stdin.isatty():
            click.echo("> ", nl=False)
            while os.name == "posix" and not select.select([sys.stdin], [], [], TICK_SECONDS)[0]:
                self.tell(self.idle())
        line = sys.stdin.readline()
        return line or None


class SightedTable(PlainTable):
    """A picture of the table, drawn again after each key."""

    def _play(self, opening: list[Message]) -> None:
        self.caption: list[str] = []
        picture = Picture(self.language, has_colour=True)
        with KeyReader() as keys:
            self.tell(opening)
            while not self.controller.wants_to_leave:
                self._draw(picture)
                key = keys.read(TICK_SECONDS)
                self._look()
                if key is None:
                    messages = self.idle()
                elif key == ":":
                    messages = self._answer(keys.line(": ", self._look, TICK_SECONDS))
                else:
                    messages = self._pressed(key)
                if messages:
                    self.caption.clear()
                    self.tell(messages)
                    self._page(keys)
        click.echo("\n".join(self.caption))

    def _pressed(self, key: str) -> list[Message]:
        try:
            return self.controller.press(key)
        except StorageError as error:
            return [trouble(error)]

    def tell(self, messages: list[Message]) -> None:
        """Put ``messages`` under the picture and speak them."""
        for number, message in enumerate(messages):
            text = said(message, self.voice())
            self.caption += text.splitlines()
            self.speaker.say(text, interrupt=number == 0)

    def _page(self, keys: KeyReader) -> None:
        """Show what is longer than the screen a page at a time; a shorter text stands under the picture."""
        rows = max(2, shutil.get_terminal_size().lines - 2)
        if len(self.caption) <= rows:
            return
        for start in range(0, len(self.caption), rows):
            _clear()
            click.echo("\n".join(self.caption[start : start + rows]))
            click.echo(catalogue("mazzo", self.language).gettext(ANY_KEY))
            while keys.read(TICK_SECONDS) is None:
                self._look()
        self.caption.clear()

    def _draw(self, picture: Picture) -> None:
        seat = self.controller.seat
        _clear()
        click.echo(picture.drawn(seat.engine.table, seat.cursor, seat.selection), file=unchecked())
        click.echo()
        click.echo("\n".join(self.caption))
