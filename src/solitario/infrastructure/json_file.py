"""One JSON file that outlives crashes: read strictly, written durably, changed by one process at a time."""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kernelkit import strict_json
from kernelkit.durable import FileBusyError, exclusive, write_durably
from kernelkit.files import detail_of, read_plain
from kernelkit.spoken import sentence
from solitario.errors import shown
from solitario.infrastructure.errors import InvalidRecordsFileError, RecordsAccessError, RecordsBusyError

MAX_BYTES = 64 * 1024 * 1024
"""Enough for the games of a lifetime, and small enough to be read at once."""


UNUSABLE = sentence("it is not usable JSON: {detail}")


class JsonFile:
    """The file at ``path``; every error names it and leaves it as it was."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, missing: Any) -> Any:
        """The value in the file, ``missing`` when there is no file."""
        try:
            return strict_json.loads(read_plain(self.path, MAX_BYTES), MAX_BYTES)
        except FileNotFoundError:
            return missing
        except strict_json.InvalidJsonError as error:
            raise self.invalid("JSON", UNUSABLE, detail=error) from error
        except OSError as error:
            raise self._refused(error) from error

    def write(self, value: dict[str, Any]) -> None:
        """Replace the content by ``value``, durable when this returns."""
        with self._spoken():
            write_durably(self.path, self.text(value))

    def text(self, value: dict[str, Any]) -> bytes:
        """``value`` as it is written."""
        return _lines(value).encode()

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Keep other processes from changing the file between our reading and our writing it."""
        with self._spoken(), exclusive(self.path):
            yield

    def invalid(self, key: str, reason: str, **facts: Any) -> InvalidRecordsFileError:
        """The error that names this file, ``key`` in it and ``reason``."""
        return InvalidRecordsFileError(file=self.path.name, key=shown(key), reason=reason, **facts)

    @contextmanager
    def _spoken(self) -> Iterator[None]:
        try:
            yield
        except FileBusyError as error:
            raise RecordsBusyError(file=self.path.name) from error
        except OSError as error:
            raise self._refused(error) from error

    def _refused(self, error: OSError) -> RecordsAccessError:
        if error.errno in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT):
            return RecordsAccessError(file=self.path.name, reason=sentence("the disk is full"))
        reason = sentence("the disk refused: {detail}")
        return RecordsAccessError(file=self.path.name, reason=reason, detail=detail_of(error))


def _lines(value: dict[str, Any]) -> str:
    """``value`` as JSON with one line for each key and for each item of a list, to be read and compared by people."""
    parts = []
    for key, item in value.items():
        text = _compact(item)
        if isinstance(item, list) and item:
            text = "[\n" + ",\n".join(f"    {_compact(row)}" for row in item) + "\n  ]"
        parts.append(f"  {_compact(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _compact(value: Any) -> str:
    """``value`` on one line; ASCII, because a name read from a file may hold half a character."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False)
