"""Files that a person names to be read, and why one could not be."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from kernelkit.files import TooLargeError, detail_of, read_plain
from kernelkit.strict_json import MAX_BYTES
from mazzo.errors import FolderInputError, GarbledInputError, InputError, MissingInputError

STANDARD_INPUT = Path("-")


def typed_file(typed: str) -> Path:
    """The file that ``typed`` means; MissingInputError for the home folder of nobody."""
    try:
        return Path(typed).expanduser()
    except RuntimeError as error:
        raise MissingInputError(file=typed) from error


def existing(file: Path) -> Path:
    """``file``; MissingInputError when there is none."""
    if not file.exists():
        raise MissingInputError(file=file.name)
    return file


def input_bytes(file: Path, most_bytes: int = MAX_BYTES) -> bytes:
    """The content of ``file``, a plain one, or of standard input for ``-``; never more than anybody accepts."""
    try:
        if file == STANDARD_INPUT:
            # A closed standard input is no stream at all.
            return b"" if sys.stdin is None else _bounded(sys.stdin.buffer, most_bytes)
        return read_plain(file, most_bytes)
    except (FileNotFoundError, ValueError) as error:  # the second for a letter that no name may have
        raise MissingInputError(file=file.name) from error
    except IsADirectoryError as error:
        raise FolderInputError(file=file.name or str(file)) from error
    except OSError as error:
        raise InputError(file=file.name, detail=detail_of(error)) from error


def _bounded(stream: BinaryIO, most_bytes: int) -> bytes:
    raw = stream.read(most_bytes + 1)
    if len(raw) > most_bytes:
        raise TooLargeError(limit=most_bytes)
    return raw


def input_text(file: Path) -> str:
    """The text in ``file``; GarbledInputError names the first byte that is not UTF-8."""
    try:
        return input_bytes(file).decode("utf-8")
    except UnicodeDecodeError as error:
        raise GarbledInputError(file=file.name, place=error.start) from error
