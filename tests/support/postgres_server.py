"""A PostgreSQL of the tests alone: made by ``initdb``, reached by a socket in a folder of its own, ended with them.

It refuses to run as root, so root starts it as the user that Debian's package has made for it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROGRAMS = Path("/usr/lib/postgresql")
UNPRIVILEGED = "postgres"
PATIENCE = 60


class PostgresServer:
    """A running server; each database of it is asked for by name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"

    def url(self, database: str) -> str:
        """The address of ``database``, as a user would write it."""
        return f"postgresql://mazzo@/{database}?host={self.folder}"

    def make(self, database: str) -> str:
        """Create an empty ``database``; its address."""
        self.run("createdb", "-h", str(self.folder), "-U", "mazzo", database)
        return self.url(database)

    def ask(self, database: str, statement: str) -> str:
        """What the server answers, as text."""
        return self.run("psql", "-h", str(self.folder), "-U", "mazzo", "-d", database, "-Atqc", statement)

    def start(self) -> None:
        # The server is killed in the tests, never the machine: what the system was given is on the disk for it.
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off -c shared_buffers=16MB"
        self.run("pg_ctl", "-D", str(self.data), "-l", str(self.folder / "log"), "-o", options, "-w", "start")

    def stop(self, how: str = "fast") -> None:
        self.run("pg_ctl", "-D", str(self.data), "-m", how, "-w", "stop")

    def run(self, program: str, *options: str) -> str:
        command = [str(_program(program)), *options]
        if os.geteuid() == 0:
            command = ["runuser", "-u", UNPRIVILEGED, "--", *command]
        # A server that was started keeps an inherited output open as long as it runs; what it says is in its log.
        output = subprocess.DEVNULL if program == "pg_ctl" else subprocess.PIPE
        done = subprocess.run(
            command, cwd=self.folder, timeout=PATIENCE, text=True, check=False, stdout=output, stderr=output
        )
        assert done.returncode == 0, f"{program}: {done.stderr}"
        return (done.stdout or "").strip()


@contextmanager
def running() -> Iterator[PostgresServer]:
    """A server inside; its folder is short, because the path of a socket may have only 107 letters."""
    folder = Path(tempfile.mkdtemp(prefix="mazzo-pg-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, UNPRIVILEGED)
        server = PostgresServer(folder)
        server.run("initdb", "-D", str(server.data), "-U", "mazzo", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _program(name: str) -> Path:
    """Where the newest installed version has ``name``."""
    found = sorted(PROGRAMS.glob(f"*/bin/{name}")) or [Path(shutil.which(name) or name)]
    return found[-1]
