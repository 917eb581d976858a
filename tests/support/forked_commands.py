"""Start ``mazzo`` again and again without loading it each time: ``python forked_commands.py SOCKET COMMAND``.

Each request on the socket is the folder of a player and the arguments, with two open pipes; the answer is the number
of a new process that is the real command at the other end of them. It is a process of its own, so that it can be killed
like one, but what it imports is there already: a start costs milliseconds and not an interpreter.
"""

from __future__ import annotations

import io
import json
import os
import socket
import sys
import tempfile
from pathlib import Path

from mazzo.cli import main
from mazzo.storage.store import EventStore

WARM_UPS = {
    "coach": (["--sample", "--lang", "en"], "mull\np 1\nundo\nquit\n"),
    "solitario": (["--plain", "--lang", "en", "--deal", "1"], "draw\nundo\ntable\nscore\nquit\n"),
}


def warmed_up(command: str) -> None:
    """Play a little, so that every fork finds the rules, the words and the store loaded."""
    options, lines = WARM_UPS[command]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MAZZO_HOME"] = folder
        sys.stdin = io.StringIO(lines)
        main([command, *options], standalone_mode=False)
        EventStore.open(Path(folder) / "journal.sqlite3").close()


def be(home: str, arguments: list[str], heard: int, said: int) -> None:
    """Be the command until it ends or is killed."""
    os.dup2(heard, 0)
    os.dup2(said, 1)
    os.environ["MAZZO_HOME"] = home
    sys.stdin = os.fdopen(0, encoding="utf-8")
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", buffering=1)
    main(arguments)


def serve(requests: socket.socket) -> None:
    while True:
        message, pipes, _flags, _address = socket.recv_fds(requests, 65536, 2)
        if not message:
            return
        home, *arguments = json.loads(message)
        child = os.fork()
        if child == 0:
            requests.close()
            try:
                be(home, arguments, *pipes)
            finally:
                os._exit(1)
        for pipe in pipes:
            os.close(pipe)
        requests.send(str(child).encode())
        os.waitpid(child, 0)
        requests.send(b"ended")


if __name__ == "__main__":
    sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - it lasts as long as the process
    try:
        warmed_up(sys.argv[2])
    except SystemExit as ended:
        assert not ended.code  # noqa: PT017 - the command ends in its own way
    serve(socket.socket(fileno=int(sys.argv[1])))
