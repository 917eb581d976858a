"""Files that survive: a new content stands complete under its name, or the old one still does.

    content ──► temporary name, same folder ──► counted ──► fsync ──► rename over the old ──► fsync of the folder

A full disk, a crash or a pulled plug at any arrow leaves the old file as it was.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kernelkit.files import NotPlainError, make_private, read_plain

LOCK_POLL_SECONDS = 0.01


class FileBusyError(OSError):
    """Another process holds the lock of this file and did not let go in time."""


def write_durably(path: Path, content: bytes) -> None:
    """Put ``content`` at ``path``, durable when this returns; OSError leaves the old file untouched.

    A link is followed, so that the file it names is replaced and not the link.
    """
    target = _followed(path)
    make_private(target.parent)
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        _write_new(temporary, content)
        rename_durably(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _followed(path: Path) -> Path:
    """What ``path`` leads to; OSError for a link that leads to itself."""
    try:
        return path.resolve()
    except RuntimeError as error:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from error


def _write_new(path: Path, content: bytes) -> None:
    """Write ``content`` to a new file, count what arrived and force it to the disk."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.fsync(descriptor)
        arrived = os.fstat(descriptor).st_size
    finally:
        os.close(descriptor)
    if arrived != len(content):
        raise OSError(f"{path.name}: {arrived} of {len(content)} bytes arrived on the disk")


def rename_durably(source: Path, target: Path) -> None:
    """Give ``source`` the name ``target`` and make the new name durable; an old ``target`` is replaced at once."""
    source.replace(target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Force the names in ``folder`` to the disk; systems that cannot open a folder keep their names durable alone."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def copy_durably(source: Path, target: Path, most_bytes: int) -> None:
    """Put a copy of ``source``, a plain file of at most so many bytes, at ``target``, durable when this returns."""
    write_durably(target, read_plain(source, most_bytes))


def free_name(path: Path, word: str) -> Path:
    """The first of ``name.word-1.suffix``, ``name.word-2.suffix`` ... that nothing bears yet, beside ``path``."""
    number = 1
    while (candidate := path.with_name(f"{path.stem}.{word}-{number}{path.suffix}")).exists():
        number += 1
    return candidate


@contextmanager
def exclusive(path: Path, timeout_seconds: float = 5.0) -> Iterator[None]:
    """Hold the lock of ``path`` for a while; FileBusyError when another process keeps it longer than we wait.

    The lock is on an empty file beside ``path``, which stays. The operating system lets it go when its holder dies, so
    that a crash never leaves a file locked; taking it needs no room on the disk.
    """
    make_private(path.parent)
    how = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path.with_name(path.name + ".lock"), how, 0o600)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotPlainError
        give_up = time.monotonic() + timeout_seconds
        while not _locked(descriptor):
            if time.monotonic() >= give_up:
                raise FileBusyError(f"{path.name} is in use by another program")
            time.sleep(LOCK_POLL_SECONDS)
        yield
    finally:
        os.close(descriptor)


def _locked(descriptor: int) -> bool:
    """Take the lock of an open file at once; False when somebody else has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
