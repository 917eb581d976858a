"""What the lines of a coached match and of a game against the computer share: a step of the log."""

from __future__ import annotations

from typing import Any

from mazzo.schemas.document import Document, Part
from qb_engine.match.log import Step


class TableEvent(Part):
    """A step of the log; what its data hold depends on its kind."""

    number: int
    kind: str
    data: dict[str, Any]


class Line(Document):
    """A line that was entered and what was said; no line was entered for what comes by itself.

    ``expected`` is the prompt after it.
    """

    line: int
    entered: str | None
    said: list[str]
    expected: str | None


def table_event(step: Step) -> TableEvent:
    """The step as data."""
    return TableEvent(number=step.number, kind=step.kind, data=dict(step.data))
