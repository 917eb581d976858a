"""Mazzo as a system without POSIX would start it: ``python without_posix.py ARGUMENTS``.

What only POSIX has is taken away, and locks are those of Windows with a stand-in. Paths and the disk stay as they are:
this shows that nothing is needed that is not there, not that Windows was tried.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import types
from importlib.abc import MetaPathFinder

# What the standard library does with POSIX is done before it is taken away.
for _name in ("asyncio", "multiprocessing", "random", "secrets", "shutil", "sqlite3", "subprocess", "tempfile", "uuid"):
    importlib.import_module(_name)

MODULES = ("termios", "tty", "fcntl", "pwd", "grp", "resource", "pty", "readline", "syslog")
OF_OS = (
    "getuid", "geteuid", "getgid", "getegid", "fork", "fchmod", "fchown", "chown", "sched_getaffinity", "O_NOFOLLOW",
    "O_NONBLOCK", "O_DIRECTORY", "O_CLOEXEC", "set_blocking", "killpg", "setsid", "getpgrp", "tcgetpgrp", "statvfs",
    "mkfifo",
)  # fmt: skip
OF_SIGNAL = ("SIGHUP", "SIGALRM", "SIGWINCH", "SIGTSTP", "SIGCONT", "pthread_sigmask", "setitimer", "SIGUSR1")
CHECKING = ("kernelkit.durable", "kernelkit.files", "mazzo.cli.terminal.audience")
"""Our modules that ask by name which system this is."""


class _Missing(MetaPathFinder):
    """No module of POSIX is found."""

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> None:
        """Refuse those; anything else is looked for elsewhere."""
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


class _OtherSystem:
    """``os`` as our modules see it, with another name."""

    name = "nt"

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)


def take_away() -> None:
    """Leave what Windows has."""
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, _Missing())
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    console = types.ModuleType("msvcrt")
    console.LK_NBLCK = 2  # type: ignore[attr-defined]
    console.locking = lambda _descriptor, _how, _count: None  # type: ignore[attr-defined]
    console.kbhit = lambda: False  # type: ignore[attr-defined]
    console.getwch = lambda: "\x03"  # type: ignore[attr-defined]
    sys.modules["msvcrt"] = console
    for name in CHECKING:
        importlib.import_module(name).os = _OtherSystem()  # type: ignore[attr-defined]
    durable = sys.modules["kernelkit.durable"]
    durable.sys = types.SimpleNamespace(platform="win32")  # type: ignore[attr-defined]


if __name__ == "__main__":
    take_away()
    from mazzo.cli import main

    main(sys.argv[1:])
