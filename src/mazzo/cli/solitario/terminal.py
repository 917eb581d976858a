"""The game at a terminal: who sits down at which table, and what is said first.

A screen reader gets single keys with plain answers, one below the other: no box, no colour, nothing is drawn twice.
``--plain`` and ``NO_COLOR`` get the same answers to whole lines, as a pipe and a dumb terminal do; ``--keys`` and
``--lines`` choose. Everybody else gets keys and a picture.
"""

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass

import click

from kernelkit.spoken import LANGUAGES, announcements, catalogue
from mazzo.bootstrap import kept_store, solitario_games, voice_for
from mazzo.cli.solitario.options import TableOptions
from mazzo.cli.solitario.tables import KeyTable, LineTable, PipedTable, SightedTable, Surroundings
from mazzo.cli.streams import PlainStream
from mazzo.cli.terminal.audience import UNNAMED, is_heard, is_sighted, language_of
from mazzo.cli.terminal.keys import Keys, key_reader
from mazzo.folders import folders
from mazzo.hosts.solitario import WantedGame, monotonic_ms, seated
from mazzo.hosts.steady_clock import LONGEST_STEP_MS, SteadyClock
from mazzo.speech.sound_player import SoundBox
from mazzo.speech.speaker import SilentSpeaker, Speaker
from mazzo.storage.files_in import existing
from mazzo.words.solitario import SILENCED, VOICELESS
from solitario.application.controller import GameplayController
from solitario.application.messages import Message, alert
from solitario.infrastructure.settings_file import StoredSettings


@dataclass(frozen=True, slots=True)
class Choices:
    """What was typed on the command line."""

    table: TableOptions
    is_new: bool = False
    profile: str | None = None
    speak: bool = False
    plain: bool = False
    language: str | None = None
    lines: bool | None = None


def play_at_terminal(choices: Choices) -> int:
    """Play until the player leaves; the exit code."""
    _tolerate_any_text()
    if choices.table.scoring_config is not None:
        existing(choices.table.scoring_config)
    with announcements.chosen(), kept_store() as store:
        keys = _keys()
        clock = SteadyClock(monotonic_ms, LONGEST_STEP_MS if keys is not None else None)
        games, told = solitario_games(store, clock, choices.table.scoring_config)
        stored, more = games.stored()
        language = announcements.language = language_of(choices.language, stored.language)
        if choices.profile is not None:
            games.profile_id = games.profile_called(choices.profile)
        typing = _typing(choices, stored, keys)
        settings, is_asked = choices.table.applied_to(stored.game), choices.table.asks_for_a_game
        deal = choices.table.deal_number(settings, games.picked)
        wanted = WantedGame(settings, deal, is_new=choices.is_new, is_asked=is_asked, typing=typing)
        controller, opening = seated(games, wanted, stored.preferences)
        speaker, silence = _speaker(choices, stored, language)
        sounds = SoundBox(folders().sounds)
        around = Surroundings(language, speaker, clock, is_heard=is_heard(), sounds=sounds)
        try:
            return _table(controller, around, keys, plain=choices.plain).run([*told, *more, *silence, *opening])
        finally:
            sounds.close()
            speaker.close()
            if speaker.trouble:
                words = catalogue("mazzo", language).gettext(SILENCED)
                click.echo(words.format(detail=speaker.trouble), err=True)


def _keys() -> Keys | None:
    """The keys of this terminal; None for a pipe, and for a terminal that only knows lines."""
    return None if os.environ.get("TERM", UNNAMED) == "dumb" else key_reader()


def _typing(choices: Choices, stored: StoredSettings, keys: Keys | None) -> str:
    """How this player types: lines into a pipe, whole lines at a terminal, or single keys."""
    if keys is None:
        return "pipe"
    chosen = stored.types_lines if choices.lines is None else choices.lines
    reads_keys = is_heard() or is_sighted(choices.plain) if chosen is None else not chosen
    return "keys" if reads_keys else "lines"


def _table(controller: GameplayController, around: Surroundings, keys: Keys | None, *, plain: bool) -> PipedTable:
    if keys is None:
        return PipedTable(controller, around)
    if controller.seat.typing == "lines":
        return LineTable(controller, around, keys)
    return (SightedTable if is_sighted(plain) else KeyTable)(controller, around, keys)


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
