"""Start ``mazzo coach`` again and again without loading it each time: ``python coach_forks.py SOCKET``.

Each request on the socket is the folder of a player and the arguments, with two open pipes; the answer is the number
of a new process that is the real command at the other end of them. It is a process of its own, so that it can be killed
like one, but what it imports is there already: a start costs milliseconds and not an interpreter.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import tempfile
from pathlib import Path

from mazzo.cli import main
from mazzo.storage.store import EventStore


def warmed_up() -> None:
    """Play a little, so that every fork finds the rules, the words and the store loaded."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.txt"
        script.write_text("mull\np 1\nundo\n", encoding="utf-8")
        os.environ["MAZZO_HOME"] = folder
        main(["coach", "--sample", "--script", str(script), "--lang", "en"], standalone_mode=False)
        EventStore.open(Path(folder) / "journal.sqlite3").close()


def coach(home: str, arguments: list[str], heard: int, said: int) -> None:
    """Be the command until it ends or is killed."""
    os.dup2(heard, 0)
    os.dup2(said, 1)
    os.environ["MAZZO_HOME"] = home
    sys.stdin = os.fdopen(0, encoding="utf-8")
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", buffering=1)
    main(["coach", *arguments])


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
                coach(home, arguments, *pipes)
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
        warmed_up()
    except SystemExit as ended:
        assert not ended.code  # noqa: PT017 - the command ends in its own way
    serve(socket.socket(fileno=int(sys.argv[1])))
