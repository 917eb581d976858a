"""Names that stand for something else than a file: pipes, devices, sockets, and links to them."""

from __future__ import annotations

import os
import socket
from contextlib import contextmanager, suppress
from pathlib import Path

ANOTHER_USER = 65534
"""Nobody, on every system we know."""


def _pipe(place):
    os.mkfifo(place)


def _folder(place):
    place.mkdir()


def _socket(place):
    with socket.socket(socket.AF_UNIX) as made:
        before = Path.cwd()
        os.chdir(place.parent)  # the name of a socket may not be long
        try:
            made.bind(place.name)
        finally:
            os.chdir(before)


def _link_to(target):
    return lambda place: place.symlink_to(target)


def _link_to_pipe(place):
    pipe = place.with_name(place.name + ".pipe")
    if not pipe.exists():
        os.mkfifo(pipe)
    place.symlink_to(pipe)


SPECIAL = {
    "a pipe": _pipe,
    "a folder": _folder,
    "a socket": _socket,
    "a link to an endless device": _link_to("/dev/zero"),
    "a link to an empty device": _link_to("/dev/null"),
    "a link to chance": _link_to("/dev/urandom"),
    "a link to a terminal": _link_to("/dev/tty"),
    "a link to a pipe": _link_to_pipe,
    "a link to itself": lambda place: place.symlink_to(place.name),
    "a link to nothing": lambda place: place.symlink_to("nothing.there/at all"),
    "a link to a folder": lambda place: place.symlink_to(place.parent),
    "a link to the system's memory": _link_to("/proc/self/mem"),
}
"""How to make each kind at a place."""


@contextmanager
def planted(kind, place):
    """Inside, ``place`` is something of this ``kind``."""
    SPECIAL[kind](place)
    try:
        yield
    finally:
        with suppress(OSError):
            place.rmdir() if place.is_dir() and not place.is_symlink() else place.unlink()


def another_user(place, monkeypatch):
    """Let ``place`` belong to another user: for root by giving it away, else by being somebody else ourselves."""
    if os.geteuid() == 0:
        os.chown(place, ANOTHER_USER, ANOTHER_USER)
        return
    asked = place.stat().st_ino
    honest = os.fstat

    def lying(descriptor):
        status = honest(descriptor)
        if status.st_ino != asked:
            return status
        return os.stat_result((*status[:4], ANOTHER_USER, *status[5:]))

    monkeypatch.setattr(os, "fstat", lying)
