"""Files that may lie: what is read is a plain file of a bounded size, and what is run is the user's own.

A name can stand for a pipe that never ends, a device that never stops, or a link to either; a folder that others may
write can hold anything. So nothing is opened by name alone:

    opened without waiting ──► looked at (a plain file? whose? who may write it?) ──► read up to a limit

The question is put to the open file and not to its name, so that nobody can exchange it between question and answer.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from kernelkit.spoken import Said, SpokenError, sentence

HOME_VARIABLE = "MAZZO_HOME"
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_QUIETLY = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_CHUNK = 1 << 20


class RefusedFileError(SpokenError, OSError):
    """A file or folder that is there and is not used, for a reason that can be said."""

    package = "kernelkit"


class NotPlainError(RefusedFileError):
    """A pipe, a device, a socket or a folder stands where a file should be."""

    template = sentence("it is not a plain file")


class TooLargeError(RefusedFileError):
    """The file is longer than anything we would write."""

    template = sentence("it has more than {limit} bytes")


class LinkError(RefusedFileError):
    """A link stands where the thing itself should be."""

    template = sentence("it is a link")


class UntrustedError(RefusedFileError):
    """What lies there could come from somebody else, and would be run."""

    template = sentence("{place} is not trusted: {reason}")


class NoHomeError(RefusedFileError):
    """The folder that was asked for is the home of nobody."""

    template = sentence("{variable} is {folder}, and nobody here has such a home")


SYSTEM_REASONS = frozenset(
    {
        sentence("Permission denied"),
        sentence("Operation not permitted"),
        sentence("No space left on device"),
        sentence("Disk quota exceeded"),
        sentence("File too large"),
        sentence("Is a directory"),
        sentence("Not a directory"),
        sentence("No such file or directory"),
        sentence("File exists"),
        sentence("File name too long"),
        sentence("Read-only file system"),
        sentence("Input/output error"),
        sentence("Too many open files"),
        sentence("Too many levels of symbolic links"),
        sentence("No such device or address"),
    }
)
"""What a system says most often when it refuses a file, as it says it in English."""


class SystemReasonError(SpokenError):
    """Why the system refused, in the language spoken."""

    package = "kernelkit"
    template = "{reason}"


def detail_of(error: OSError) -> SpokenError | str:
    """Why the system, or one of these rules, refused; itself when it can be said in any language."""
    if isinstance(error, SpokenError):
        return error
    reason = error.strerror or str(error)
    return SystemReasonError(reason=Said(reason)) if reason in SYSTEM_REASONS else reason


def home_folder(environment: Mapping[str, str] | None = None) -> Path | None:
    """The folder that ``MAZZO_HOME`` names, whole and with its tilde put in; None when it is not set or empty."""
    typed = (os.environ if environment is None else environment).get(HOME_VARIABLE, "")
    if not typed:
        return None
    try:
        return Path(typed).expanduser().absolute()
    except RuntimeError as error:
        raise NoHomeError(variable=HOME_VARIABLE, folder=typed) from error


def read_plain(path: Path, most_bytes: int) -> bytes:
    """The content of ``path``, or of the plain file it links to; at once NotPlainError or TooLargeError otherwise."""
    descriptor = os.open(path, os.O_RDONLY | _QUIETLY)
    try:
        _check_plain(os.fstat(descriptor))
        return _all_of(descriptor, most_bytes)
    finally:
        os.close(descriptor)


def check_plain(path: Path) -> None:
    """Nothing for a plain file and for a name nothing bears; LinkError and NotPlainError as they say."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return
    if stat.S_ISLNK(status.st_mode):
        raise LinkError
    _check_plain(status)


def read_own(path: Path, most_bytes: int) -> bytes:
    """The content of a file that nobody but this user can have put there; UntrustedError for any other.

    Folder and file belong to the user, nobody else may write them, and neither is a link.
    """
    if os.name != "posix":  # there a user's folders are closed by the system itself
        return read_plain(path, most_bytes)
    folder = _own_folder(path.parent)
    try:
        descriptor = _opened(path, os.O_RDONLY | _QUIETLY, folder)
        try:
            status = os.fstat(descriptor)
            _check_own(path, status, is_right_kind=stat.S_ISREG(status.st_mode))
            return _all_of(descriptor, most_bytes)
        finally:
            os.close(descriptor)
    finally:
        os.close(folder)


def check_own_folder(folder: Path) -> None:
    """Nothing when only this user can put files into ``folder``; UntrustedError, or FileNotFoundError for none."""
    if os.name == "posix":
        os.close(_own_folder(folder))


def make_private(folder: Path) -> None:
    """Make ``folder`` and what it lies in, where they are missing, for this user alone."""
    missing = [place for place in (folder, *folder.parents) if not os.path.lexists(place)]
    for place in reversed(missing):
        place.mkdir(PRIVATE_FOLDER, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(20, os.strerror(20), str(folder))


def close_to_others(path: Path, mode: int) -> None:
    """Take what others may do with ``path`` away, where it is ours and they may do something."""
    if os.name != "posix":
        return
    status = path.stat()
    if status.st_uid == os.geteuid() and stat.S_IMODE(status.st_mode) & 0o077:
        path.chmod(mode)


def _own_folder(folder: Path) -> int:
    """``folder`` opened, after the same questions as for a file."""
    descriptor = _opened(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        status = os.fstat(descriptor)
        _check_own(folder, status, is_right_kind=stat.S_ISDIR(status.st_mode))
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _opened(path: Path, how: int, folder: int | None = None) -> int:
    """``path`` opened, by its name in ``folder`` if that is given; UntrustedError for a link."""
    try:
        return os.open(path if folder is None else path.name, how | _NO_LINK, dir_fd=folder)
    except FileNotFoundError:
        raise
    except OSError as error:
        if path.is_symlink():
            raise UntrustedError(place=str(path), reason=Said(sentence("it is a link"))) from error
        raise


def _check_own(place: Path, status: os.stat_result, *, is_right_kind: bool) -> None:
    if not is_right_kind:
        raise UntrustedError(place=str(place), reason=Said(sentence("it is not a plain file")))
    if status.st_uid != os.geteuid():
        raise UntrustedError(place=str(place), reason=Said(sentence("it belongs to another user")))
    if status.st_mode & WRITABLE_BY_OTHERS:
        raise UntrustedError(place=str(place), reason=Said(sentence("others may write it")))


def _check_plain(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise IsADirectoryError(21, os.strerror(21)) if stat.S_ISDIR(status.st_mode) else NotPlainError


def _all_of(descriptor: int, most_bytes: int) -> bytes:
    """Everything in an open file, if it is not more than ``most_bytes``."""
    parts, left = [], most_bytes + 1
    while left and (part := os.read(descriptor, min(left, _CHUNK))):
        parts.append(part)
        left -= len(part)
    if not left:
        raise TooLargeError(limit=most_bytes)
    return b"".join(parts)
