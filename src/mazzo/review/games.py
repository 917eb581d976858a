"""A saved game that is to be believed: read, played again, and found to go as its file says."""

from __future__ import annotations

from typing import Any

from kernelkit.spoken import sentence
from mazzo.errors import MazzoError
from qb_engine.records import VerifyReport, read_game, verify_sealed


class UntrueGameError(MazzoError):
    """The file can be read, and the game does not go as it says; ``fault`` is the first thing that is not so."""

    template = sentence("the game is not what the file says: {fault}")

    def facts_in(self, language: str) -> dict[str, Any]:
        """The fault in words of ``language``."""
        return {"fault": self.facts["fault"].message(language)}


def believed_game(raw: bytes) -> VerifyReport:
    """The game in the bytes of a file; that other card data recorded it is borne, and a fault of the report.

    UntrueGameError for any other fault, the error of the reader for what is no game.
    """
    report = verify_sealed(read_game(raw))
    for fault in report.faults:
        if fault.kind != "data":
            raise UntrueGameError(fault=fault)
    return report
