"""Files that count their versions 1, 2, 3: the one check they share."""

from __future__ import annotations

from typing import Any

from kernelkit.spoken import sentence
from solitario.infrastructure.errors import NewerRecordsFileError
from solitario.infrastructure.json_file import JsonFile


def checked_version(file: JsonFile, content: Any, known: int) -> None:
    """Refuse ``content`` that is no table, has no usable version, or one newer than ``known``."""
    if not isinstance(content, dict):
        raise file.invalid("JSON", sentence("it is not a table of names and values"))
    version = content.get("version", known)
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise file.invalid("version", sentence("it is not a number from 1 up"))
    if version > known:
        raise NewerRecordsFileError(file=file.path.name, found=version, known=known)
