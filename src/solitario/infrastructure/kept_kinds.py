"""What the streams share: entries that only another version can have written are refused, never skipped."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from kernelkit.kept import Change
from solitario.errors import shown
from solitario.infrastructure.errors import NewerEntryError

NO_FILE: Any = object()
"""Stands for the content of a file that is not there; anything else can be in one."""


def check_kind(change: Change, known: Collection[str], stream: str, number: int) -> str:
    """The kind of the entry; NewerEntryError for one that is not ``known``."""
    if change.kind not in known:
        raise NewerEntryError(stream=stream, number=number, kind=shown(change.kind))
    return change.kind
