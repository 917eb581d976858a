"""Programs at the other end of two pipes that cost milliseconds to start, for tests that kill them by the dozen."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parent / "forked_commands.py"


class Talk:
    """A process, and the two pipes by which it is talked to."""

    def __init__(self, pid: int, typed: int, heard: int) -> None:
        self.pid = pid
        self._typed = os.fdopen(typed, "w", encoding="utf-8", buffering=1)
        self._heard = os.fdopen(heard, encoding="utf-8")

    def send(self, *lines: str) -> None:
        self._typed.write("".join(f"{line}\n" for line in lines))

    def line(self) -> str:
        """The next line that is said."""
        text = self._heard.readline()
        assert text, "the program ended by itself"
        return text.rstrip()

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self._heard.close()
        with contextlib.suppress(BrokenPipeError):  # What was still to be sent has no reader any more.
            self._typed.close()


class Forks:
    """Starts ``mazzo`` as copies of a process that has everything loaded, one at a time."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._requests, theirs = socket.socketpair()
        environment = {**os.environ, "MAZZO_SCREEN_READER": "0"}
        program = [sys.executable, PROGRAM, str(theirs.fileno()), command]
        self._process = subprocess.Popen(program, pass_fds=[theirs.fileno()], env=environment)
        theirs.close()

    def start(self, home: Path, *arguments: str) -> tuple[int, int, int]:
        """The number of a new process, where to type and where to listen."""
        heard_there, typed = os.pipe()
        heard, said_there = os.pipe()
        request = json.dumps([str(home), self.command, *arguments]).encode()
        socket.send_fds(self._requests, [request], [heard_there, said_there])
        os.close(heard_there)
        os.close(said_there)
        return int(self._requests.recv(64)), typed, heard

    def kill(self, talk: Talk) -> None:
        talk.kill()
        assert self._requests.recv(64) == b"ended"

    def close(self) -> None:
        self._requests.close()
        assert self._process.wait(timeout=30) == 0
