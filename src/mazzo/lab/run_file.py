"""What a run has found so far, in a file, so that it can be resumed, extended and checked.

One line of JSON says which run it is: its kind and plan, seed and rules, and the version, the card data and the engine
that play it. Then comes one line a batch. A line that a crash cut off is taken away; everything before it was on the
disk a second after it was played.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from kernelkit import strict_json
from kernelkit.durable import FileBusyError, exclusive, write_durably
from kernelkit.files import detail_of, read_plain
from mazzo.lab.errors import OtherEngineError, OtherRunError, ResultsFileError
from mazzo.lab.identity import Identity, identity
from qb_engine.ruleset import Ruleset

SCHEMA = 2
MOST_BYTES = 1 << 30
MOST_HEADING = 1 << 16
FORCED_EVERY = 1.0
"""Seconds between two times at which results are forced to the disk: what a power cut costs at most."""
Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Heading:
    """Which run it is. How much is asked for is no part of it, so that a run can be extended."""

    kind: str
    seed: int
    rules: str
    plan: Mapping[str, Any]
    played_by: Identity

    @classmethod
    def of(cls, kind: str, seed: int, ruleset: Ruleset, plan: Mapping[str, Any]) -> Heading:
        """The heading of a run that is played here."""
        return cls(kind, seed, ruleset.name, json.loads(json.dumps(plan)), identity())

    @property
    def line(self) -> Line:
        """The heading as it is written; the seed is a text, as in every document."""
        of_run = {"schema": SCHEMA, "run": self.kind, "seed": str(self.seed), "rules": self.rules}
        return {**of_run, **asdict(self.played_by), "plan": self.plan}

    @classmethod
    def read(cls, line: Any, file: str) -> Heading:
        """The heading that a line says; OtherRunError when it is none."""
        try:
            if line["schema"] != SCHEMA:
                raise OtherRunError(file=file)
            played_by = Identity(*(str(line[name]) for name in ("version", "data", "engine")))
            return cls(str(line["run"]), int(line["seed"]), str(line["rules"]), dict(line["plan"]), played_by)
        except (TypeError, KeyError, ValueError) as error:
            raise OtherRunError(file=file) from error


class RunFile:
    """The lines in the file at ``path``, for one writer at a time; ResultsFileError when it cannot be used."""

    def __init__(self, path: Path, heading: Heading) -> None:
        self._path, self._heading = path, heading
        self._forced = time.monotonic()
        self.lines: list[Line] = []

    def __enter__(self) -> Self:
        with spoken(self._path):
            self._lock = exclusive(self._path, timeout_seconds=1.0)
            self._lock.__enter__()
            try:
                end = self._read()
                for line in self.lines:
                    self.take(line)
                self._file = os.open(self._path, os.O_WRONLY)
                os.ftruncate(self._file, end)
                os.lseek(self._file, end, os.SEEK_SET)
            except BaseException:
                self._lock.__exit__(None, None, None)
                raise
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        with spoken(self._path):
            try:
                os.fsync(self._file)
            finally:
                os.close(self._file)
                self._lock.__exit__(None, None, None)

    @property
    def name(self) -> str:
        """The file's name, for refusals."""
        return self._path.name

    def take(self, line: Line) -> None:
        """Take a line that was kept before; each kind of run knows what it means. OtherRunError when it is none."""

    def write(self, line: Line) -> None:
        """Keep the next line."""
        rest = memoryview(_written(line))
        with spoken(self._path):
            while rest:
                rest = rest[os.write(self._file, rest) :]
            if time.monotonic() - self._forced > FORCED_EVERY:
                os.fsync(self._file)
                self._forced = time.monotonic()

    def _read(self) -> int:
        """Take the lines that are there, in a new file none; where the last whole line ends."""
        if not self._path.exists():
            write_durably(self._path, _written(self._heading.line))
        there, self.lines, end = read_run(self._path)
        if there.played_by != self._heading.played_by:
            raise OtherEngineError(file=self._path.name, there=there.played_by, here=self._heading.played_by)
        if there != self._heading:
            raise OtherRunError(file=self._path.name)
        return end


def read_run(path: Path) -> tuple[Heading, list[Line], int]:
    """What a file of results holds, and where its last whole line ends; OtherRunError when it holds something else."""
    with spoken(path):
        raw = read_plain(path, MOST_BYTES)
    whole = raw[: raw.rfind(b"\n") + 1]
    first, *rest = [_value(line) for line in whole.splitlines()] or [None]
    heading = Heading.read(first, path.name)
    lines = [line for line in rest if isinstance(line, dict)]
    if len(lines) < len(rest):
        raise OtherRunError(file=path.name)
    return heading, lines, len(whole)


def read_heading(path: Path) -> Heading:
    """Which run a file holds, however long it is; OtherRunError when it holds none."""
    with spoken(path), path.open("rb") as file:
        first = file.readline(MOST_HEADING)
    return Heading.read(_value(first), path.name)


@contextmanager
def spoken(path: Path) -> Iterator[None]:
    """Say of what the system refuses that it is about this file."""
    try:
        yield
    except FileBusyError as error:
        raise ResultsFileError(file=path.name, detail=str(error)) from error
    except OSError as error:
        raise ResultsFileError(file=path.name, detail=detail_of(error)) from error


def _written(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _value(line: bytes) -> Any:
    """The value of a line; None, which is no heading and no result, when it is no JSON."""
    try:
        return strict_json.loads(line)
    except strict_json.InvalidJsonError:
        return None
