"""The log of a live match: what was entered, never changed; undo, redo and corrections are entries like any other.

``effective`` folds the log into the steps that count now. A step is plain JSON data, so that a journal can keep it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kernelkit.journal import Entry

EDITS = ("undo", "redo", "fix")
"""Entries that change which steps count; every other entry is a step itself."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happened at the table; ``number`` is the entry it was made by, which people name in a fix."""

    number: int
    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Effective:
    """The steps that count now, and those that a redo would bring back, the next one last."""

    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()

    def after(self, entry: Entry) -> Effective:
        """What counts after one more entry; an undo or redo with nothing to do is never written."""
        if entry.kind == "undo":
            return Effective(self.steps[:-1], (*self.undone, self.steps[-1]))
        if entry.kind == "redo":
            return Effective((*self.steps, self.undone[-1]), self.undone[:-1])
        if entry.kind == "fix":
            return Effective(self.fixed(entry.data["number"], entry.data["kind"], entry.data["data"]))
        return Effective((*self.steps, Step(entry.number, entry.kind, entry.data)))

    def fixed(self, number: int, kind: str, data: Mapping[str, Any]) -> tuple[Step, ...]:
        """The steps with step ``number`` replaced."""
        return tuple(Step(number, kind, data) if step.number == number else step for step in self.steps)


def effective(entries: Iterable[Entry]) -> Effective:
    """What counts after all ``entries``."""
    result = Effective()
    for entry in entries:
        result = result.after(entry)
    return result
