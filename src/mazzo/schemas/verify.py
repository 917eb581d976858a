"""What a replay of a saved game found, as data."""

from __future__ import annotations

from mazzo.schemas.document import NUMBERS, Document, Part
from qb_engine.notation.game_position import position_id
from qb_engine.records.verify import Fault, FaultKind, VerifyReport, ply_of


class FaultPart(Part):
    """One claim of the file that is not so."""

    kind: FaultKind
    ply: int | None
    line: int
    expected: str
    found: str
    message: str


class VerifyDocument(Document, tag=NUMBERS["verify"]):
    """The game that was played again; the position is its last one, None when it was not reached."""

    rules: str
    plies: int
    events: int
    result: str | None
    position: str | None
    position_id: str | None
    faults: list[FaultPart]


def verify_document(report: VerifyReport, language: str) -> VerifyDocument:
    """The document of a report, its messages in ``language``."""
    events = len(report.game.events)
    return VerifyDocument(
        ok=report.ok,
        rules=report.game.opening.ruleset.name,
        plies=ply_of(report.game, events + 1) - 1,
        events=events,
        result=None if report.game.result is None else str(report.game.result),
        position=report.position,
        position_id=None if report.position is None else position_id(report.position),
        faults=[_fault(fault, language) for fault in report.faults],
    )


def _fault(fault: Fault, language: str) -> FaultPart:
    cause = "" if fault.cause is None else fault.cause.message(language)
    return FaultPart(
        kind=fault.kind,
        ply=fault.ply,
        line=fault.line,
        expected=fault.expected or cause,
        found=fault.found,
        message=fault.message(language),
    )
