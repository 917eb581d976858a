"""The voice of the espeak-ng program: one process that says each line it is given."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from contextlib import suppress

from mazzo.speech.speaker import one_line

PROGRAM = "espeak-ng"
WORDS_PER_MINUTE, WORDS_PER_STEP = 175, 14
CLOSE_SECONDS = 10.0


class EspeakSpeaker:
    """Speaks through espeak-ng; text goes through its input, so that none of it is taken for an option.

    ``arguments`` are handed to the program as they are, ``("-w", "file.wav")`` to write instead of speak.
    """

    def __init__(self, language: str, rate: int = 0, program: str = PROGRAM, arguments: Sequence[str] = ()) -> None:
        pace = str(WORDS_PER_MINUTE + WORDS_PER_STEP * rate)
        self._command = [program, "-v", language, "-s", pace, *arguments]
        self._process: subprocess.Popen[bytes] | None = None
        self.trouble = ""

    def say(self, text: str, *, interrupt: bool = False) -> None:
        """Say ``text`` after what is being said, or at once when it interrupts."""
        line = one_line(text)
        if interrupt:
            self.hush()
        if line and not self.trouble:
            self._write(line.encode() + b"\n")

    def _write(self, line: bytes) -> None:
        """Hand a line to the program; when it is far behind or gone, begin with a new one."""
        for _attempt in range(2):
            try:
                os.write(self._input(), line)
            except (BlockingIOError, BrokenPipeError):
                self.hush()
            except OSError as error:
                self.trouble = str(error)
                return
            else:
                return
        self.trouble = f"{self._command[0]} does not listen"

    def _input(self) -> int:
        """The input of the running program, which is started when there is none."""
        if self._process is None or self._process.poll() is not None:
            quiet = subprocess.DEVNULL
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet)
            if self._process.stdin is not None and hasattr(os, "set_blocking"):  # Windows has it since Python 3.12
                os.set_blocking(self._process.stdin.fileno(), False)
        if self._process.stdin is None:
            raise BrokenPipeError(f"{self._command[0]} has no input")
        return self._process.stdin.fileno()

    def hush(self) -> None:
        """End the program in the middle of its sentence; the next sentence starts it again."""
        if self._process is not None:
            self._process.kill()
            self._let_go()

    def close(self) -> None:
        """Let the program finish what it was given, within reason."""
        if self._process is None:
            return
        if self._process.stdin is not None:
            with suppress(BrokenPipeError):
                self._process.stdin.close()
        try:
            self._process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._let_go()

    def _let_go(self) -> None:
        if self._process is not None:
            self._process.wait()
            if self._process.stdin is not None:
                with suppress(BrokenPipeError):
                    self._process.stdin.close()
        self._process = None
