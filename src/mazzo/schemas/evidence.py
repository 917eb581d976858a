"""What synced boards say about the rules, as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from mazzo.review.evidence import Source
from mazzo.schemas.document import NUMBERS, Document, Part
from qb_engine.match.rule_evidence import Evidence, SwitchSupport


class EvidenceFile(Part):
    """A file that was given: how many boards it has, or why it counts for nothing."""

    file: str
    ok: bool
    boards: int
    error: str | None


class ValuePart(Part):
    """A value of a switch: the boards that it explains and contradicts, and in how many files they are."""

    value: str
    is_ours: bool
    explained: int
    explained_files: int
    contradicted: int
    contradicted_files: int


class SwitchPart(Part):
    """A switch of the rules; ``fits`` are the values that the boards tell from the others, if any."""

    switch: str
    values: list[ValuePart]
    unexplained: int
    fits: list[str]


class EvidenceDocument(Document, tag=NUMBERS["evidence"]):
    """What the boards in the files say, switch by switch."""

    rules: str
    files: list[EvidenceFile]
    boards: int
    switches: list[SwitchPart]


def evidence_document(sources: Sequence[Source], found: Evidence, rules: str, language: str) -> EvidenceDocument:
    """The document of what was found in ``sources``, faults in words of ``language``."""
    counts = iter(found.boards)
    files = [
        EvidenceFile(
            file=source.file,
            ok=source.error is None,
            boards=0 if source.game is None else next(counts),
            error=None if source.error is None else source.error.message(language),
        )
        for source in sources
    ]
    return EvidenceDocument(
        ok=all(file.ok for file in files),
        rules=rules,
        files=files,
        boards=sum(found.boards),
        switches=[_switch(switch) for switch in found.switches],
    )


def _switch(switch: SwitchSupport) -> SwitchPart:
    return SwitchPart(
        switch=switch.switch,
        values=[ValuePart(**asdict(value)) for value in switch.values],
        unexplained=switch.unexplained,
        fits=list(switch.best) if switch.is_told else [],
    )
