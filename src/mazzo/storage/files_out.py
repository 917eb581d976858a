"""Files that a person names to be written: looked at before the work begins, and called as they were typed."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from kernelkit.durable import write_durably
from kernelkit.files import detail_of
from mazzo.errors import (
    FileThereError,
    FolderOutputError,
    NoFileNameError,
    NoFolderError,
    NotAFileError,
    OutputError,
)

STANDARD_OUTPUT = "-"


@dataclass(frozen=True, slots=True)
class Target:
    """Where a file goes, and how it is called in a sentence: as it was typed."""

    path: Path
    name: str

    @classmethod
    def at(cls, path: Path) -> Target:
        """A place that nobody typed."""
        return cls(path, str(path))

    def write_new(self, content: bytes) -> None:
        """Put ``content`` where nothing is yet, durable when this returns; FileThereError or OutputError."""
        with refusing(self.name):
            if self.path.exists():
                raise FileThereError(file=self.name)
        self.write(content)

    def write(self, content: bytes) -> None:
        """Put ``content`` there, durable when this returns; OutputError leaves an old file as it was."""
        with refusing(self.name):
            write_durably(self.path, content)


def never(_path: Path) -> bool:
    """No file that is there may be replaced."""
    return False


def checked_target(typed: str, suffix: str, may_replace: Callable[[Path], bool] = never) -> Target:
    """The file that ``typed`` means, with ``suffix`` if it has none; an OutputError when it cannot be written.

    A file that is there is refused unless ``may_replace`` says that it may go.
    """
    if typed in ("", STANDARD_OUTPUT) or "\0" in typed:
        raise NoFileNameError(file=typed)
    path = _at_home(typed)
    with refusing(typed):
        if path.is_dir():
            raise FolderOutputError(file=typed)
    if typed.rstrip(".")[-1:] in ("", "/", os.sep):
        raise NoFolderError(file=typed, folder=typed)
    name = typed
    if not path.suffix:
        path, name = path.with_name(path.name + suffix), typed + suffix
    with refusing(name):
        _check(Target(path, name), may_replace)
    return Target(path, name)


def _at_home(typed: str) -> Path:
    """The path with its home folder in place of the tilde; NoFolderError when nobody has that name."""
    try:
        return Path(typed).expanduser()
    except RuntimeError as error:
        raise NoFolderError(file=typed, folder=Path(typed).parts[0]) from error


def _check(target: Target, may_replace: Callable[[Path], bool]) -> None:
    """Nothing, or why no file can be written there; what is there is asked of the file that a link names."""
    path = target.path
    if path.is_symlink():
        with suppress(FileNotFoundError):
            path.stat()  # a link that leads to itself is refused here; newer versions of Python look away from it
    folder = path.resolve().parent
    if path.is_dir():
        raise FolderOutputError(file=target.name)
    if path.exists() and not path.is_file():
        raise NotAFileError(file=target.name)
    if path.exists() and not may_replace(path):
        raise FileThereError(file=target.name)
    if not folder.is_dir():
        raise NoFolderError(file=target.name, folder=str(Path(target.name).parent))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@contextmanager
def refusing(name: str) -> Iterator[None]:
    """Turn what the system refuses into an OutputError on the file called ``name``."""
    try:
        yield
    except (OSError, RuntimeError) as error:  # the second for a link that leads to itself
        detail = detail_of(error) if isinstance(error, OSError) else str(error)
        raise OutputError(file=name, detail=detail) from error
