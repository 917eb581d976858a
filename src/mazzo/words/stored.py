"""What is said when the store was opened: what was kept of a damaged one, and which files it has taken over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kernelkit.spoken import catalogue, sentence

ONE_TAKEN_OVER = sentence("What was in {file} is kept with your games from now on; the file stays as it was.")
SEVERAL_TAKEN_OVER = sentence(
    "What was in {files} and {file} is kept with your games from now on; the files stay as they were."
)


class Rescue(Protocol):
    """What was kept of a damaged store."""

    def message(self, language: str) -> str:
        """It as one sentence."""


def store_news(salvaged: Rescue | None, taken_over: Sequence[str], language: str) -> list[str]:
    """The sentences, none where all was as it should be."""
    lines = [] if salvaged is None else [salvaged.message(language)]
    return [*lines, taken_over_line(taken_over, language)] if taken_over else lines


def taken_over_line(files: Sequence[str], language: str) -> str:
    """Which files were taken over, at least one."""
    *others, last = files
    key = SEVERAL_TAKEN_OVER if others else ONE_TAKEN_OVER
    return catalogue("mazzo", language).gettext(key).format(files=", ".join(others), file=last)
