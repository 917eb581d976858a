"""Short sounds through whatever program this machine plays them with; nobody waits for one, and none is missed.

On Windows its own ``winsound`` plays, elsewhere the first program of ``PROGRAMS`` that is installed.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Protocol

from mazzo.speech.sound_waves import wav_of
from solitario.application.sounds import Sound

PROGRAMS = (("paplay",), ("pw-play",), ("aplay", "-q"), ("afplay",))
MOST_AT_ONCE = 4
"""A sound more is left out: a machine that plays slowly would still click when the game is long over."""
LAST_SECONDS = 1.0
"""So long the last sounds of a game that is left may take together."""
STEPS = 3
"""Into how many steps each side of the table is divided: as many as there are piles."""


class Player(Protocol):
    """Something that plays files. It never waits; OSError when it cannot play any more."""

    def play(self, file: Path) -> None:
        """Begin to play ``file``."""

    def close(self) -> None:
        """Play no more."""


class ProgramPlayer:
    """Plays each file with a process of its own."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._running: list[subprocess.Popen[bytes]] = []

    def play(self, file: Path) -> None:
        """Start the program; OSError when it cannot be started, or when one that ended had failed."""
        ended = [process for process in self._running if process.poll() is not None]
        self._running = [process for process in self._running if process not in ended]
        if any(process.returncode for process in ended):
            raise OSError(f"{Path(self._command[0]).name}: {max(process.returncode for process in ended)}")
        if len(self._running) < MOST_AT_ONCE:
            quiet = subprocess.DEVNULL
            command = [*self._command, str(file)]
            self._running.append(subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet))

    def close(self) -> None:
        """Let what still plays end, as long as a sound may last."""
        end = time.monotonic() + LAST_SECONDS
        for process in self._running:
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, end - time.monotonic()))
            process.kill()
            process.wait()
        self._running.clear()


class WindowsPlayer:
    """Plays through Windows itself, which cuts a sound off for the next."""

    def __init__(self) -> None:
        self._system = import_module("winsound")

    def play(self, file: Path) -> None:
        """Begin to play ``file``."""
        system = self._system
        try:
            system.PlaySound(str(file), system.SND_FILENAME | system.SND_ASYNC | system.SND_NODEFAULT)
        except RuntimeError as error:
            raise OSError(str(error)) from error

    def close(self) -> None:
        """End what still plays."""
        with suppress(RuntimeError):
            self._system.PlaySound(None, 0)


def find_player() -> Player | None:
    """What plays sounds on this machine; None when nothing does."""
    try:
        return WindowsPlayer()
    except ImportError:
        pass
    for program, *options in PROGRAMS:
        found = shutil.which(program)
        if found is not None:
            return ProgramPlayer((found, *options))
    return None


class SoundBox:
    """The sounds of one game; files are made in ``folder`` when they are first played.

    ``trouble`` says why nothing is heard: None while all is well, empty when nothing plays sounds here, else the
    system's words.
    """

    def __init__(self, folder: Path, find: Callable[[], Player | None] = find_player) -> None:
        self._folder = folder
        self._find = find
        self._player: Player | None = None
        self.trouble: str | None = None

    def play(self, sounds: Iterable[Sound], volume: int) -> None:
        """Begin to play each of ``sounds``; nothing when there is trouble."""
        try:
            for sound in sounds:
                self._begin(sound, volume)
        except OSError as error:
            self.trouble = str(error)

    def _begin(self, sound: Sound, volume: int) -> None:
        if self.trouble is not None:
            return
        if self._player is None:
            self._player = self._find()
        if self._player is None:
            self.trouble = ""
            return
        self._player.play(self._file(sound, volume))

    def _file(self, sound: Sound, volume: int) -> Path:
        """The file of ``sound``, made when it is not there; whole or not at all."""
        step = round(sound.side * STEPS)
        file = self._folder / f"{sound.kind}-{step + STEPS}-{volume}.wav"
        if not file.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            unfinished = file.with_suffix(".tmp")
            unfinished.write_bytes(wav_of(sound.kind, step / STEPS, volume))
            unfinished.replace(file)
        return file

    def close(self) -> None:
        """Play no more."""
        if self._player is not None:
            self._player.close()
