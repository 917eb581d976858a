"""Whether a record is true: it is played again, and everything it claims is compared with what happens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from kernelkit.spoken import catalogue, sentence
from qb_engine.errors import QueensBloodError, ReplayError
from qb_engine.notation.actions import Draw, Mulligan
from qb_engine.notation.fingerprints import data_hash
from qb_engine.notation.game_position import position_id, position_text
from qb_engine.records.qbn_writer import UNFINISHED, event_line, event_text, tag_line
from qb_engine.records.record import GameFile, Sealed, SideAction
from qb_engine.records.replay import Playback, replayed

FaultKind = Literal["seal", "data", "start", "event", "result", "final"]
_SENTENCES = {
    "seal": sentence("line {line}: the content was changed since it was sealed: {expected} is right, {found} is there"),
    "data": sentence("line {line}: recorded with other card data: {expected} is played here, {found} is there"),
    "start": sentence("the game cannot begin: {cause}"),
    "event": sentence("ply {ply}, line {line}: {found} cannot happen: {cause}"),
    "result": sentence("line {line}: the result is {expected} and {found} is there"),
    "final": sentence("line {line}: the last position is {expected} and {found} is there"),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One claim that is not true; ``ply`` counts moves and passes from 1, ``cause`` is what the rules say."""

    kind: FaultKind
    line: int
    expected: str
    found: str
    ply: int | None = None
    cause: QueensBloodError | None = None

    def message(self, language: str) -> str:
        """The fault as one sentence."""
        facts: dict[str, Any] = {"line": self.line, "ply": self.ply, "expected": self.expected, "found": self.found}
        facts["cause"] = "" if self.cause is None else self.cause.message(language)
        return catalogue(QueensBloodError.package, language).gettext(_SENTENCES[self.kind]).format(**facts)


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What a replay found; ``position`` is the last position's text, None when it was not reached."""

    game: GameFile
    faults: tuple[Fault, ...]
    position: str | None

    @property
    def ok(self) -> bool:
        """Whether every claim is true."""
        return not self.faults


def verify(game: GameFile) -> VerifyReport:
    """Everything in the record that is not so, in the order of the file."""
    faults: list[Fault] = []
    if game.data_hash != data_hash():
        faults.append(Fault("data", tag_line(game, "data"), data_hash(), game.data_hash))
    position = None
    try:
        playback = replayed(game)
        position = position_text(playback.state)
    except ReplayError as error:
        faults.append(_event_fault(game, error))
    except QueensBloodError as error:
        faults.append(Fault("start", error.facts.get("line", 1), "", "", cause=error))
    else:
        faults += _end_faults(game, playback, position)
    return VerifyReport(game, tuple(faults), position)


def verify_sealed(sealed: Sealed) -> VerifyReport:
    """The same for a game as it was read, its seal compared too."""
    report = verify(sealed.game)
    if sealed.is_whole:
        return report
    fault = Fault("seal", tag_line(sealed.game, "seal"), sealed.seal_needed, sealed.seal)
    return replace(report, faults=(*report.faults, fault))


def _event_fault(game: GameFile, error: ReplayError) -> Fault:
    number = error.facts["number"]
    found = event_text(game.events[number - 1])
    return Fault("event", event_line(game, number), "", found, ply_of(game, number), error.cause)


def ply_of(game: GameFile, number: int) -> int:
    """The ply to which an event belongs: moves and passes before it, and its own."""
    before = game.events[: number - 1]
    return 1 + sum(isinstance(event, SideAction) and not isinstance(event.action, Draw | Mulligan) for event in before)


def _end_faults(game: GameFile, playback: Playback, position: str) -> Iterator[Fault]:
    if playback.result != game.result:
        needed, there = (str(result or UNFINISHED) for result in (playback.result, game.result))
        yield Fault("result", tag_line(game, "result"), needed, there)
    if position_id(position) != game.final:
        yield Fault("final", tag_line(game, "final"), position_id(position), game.final)
