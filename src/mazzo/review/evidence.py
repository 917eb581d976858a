"""Saved matches as evidence about the rules: each counts once, and only if it tells the truth about itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from kernelkit.spoken import SpokenError, sentence
from mazzo.errors import MazzoError
from mazzo.review.games import UntrueGameError
from qb_engine.match.rule_evidence import boards_in
from qb_engine.records import read_game, verify_sealed
from qb_engine.records.record import GameFile


class UntrueMatchError(UntrueGameError):
    """The same of a match that was given as evidence."""

    template = sentence("the match is not as the file says: {fault}")


class SameMatchError(MazzoError):
    """The same record under another name would count its boards twice."""

    template = sentence("this is the same match as {other}; it counts once")


@dataclass(frozen=True, slots=True)
class Source:
    """A file that was given: the match in it, or why it has none."""

    file: str
    game: GameFile | None = None
    error: SpokenError | None = None


def read_sources(files: Iterable[Path], read: Callable[[Path], bytes]) -> list[Source]:
    """Every file with its match or its fault; a match that was given already is one too."""
    sources: list[Source] = []
    seals: dict[str, str] = {}
    for file in files:
        try:
            game, seal = _match_in(read(file))
            if seal in seals:
                raise SameMatchError(other=seals[seal])
        except SpokenError as error:
            sources.append(Source(str(file), error=error))
        else:
            seals[seal] = str(file)
            sources.append(Source(str(file), game))
    return sources


def _match_in(raw: bytes) -> tuple[GameFile, str]:
    """The match in the bytes of a file, true and from its beginning, with its seal."""
    sealed = read_game(raw)
    report = verify_sealed(sealed)
    if not report.ok:
        raise UntrueMatchError(fault=report.faults[0])
    boards_in(report.game)
    return report.game, sealed.seal
