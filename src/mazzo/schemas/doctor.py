"""What the doctor found, as data."""

from __future__ import annotations

from mazzo.schemas.document import NUMBERS, Document, Part


class FindingPart(Part):
    """One thing that was looked at; ``remedy`` is empty where all is well."""

    name: str
    ok: bool
    found: str
    remedy: str


class DoctorDocument(Document, tag=NUMBERS["doctor"]):
    """Everything that was looked at."""

    findings: list[FindingPart]
