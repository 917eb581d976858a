"""The pairs of a match in a file as they are played, so that a run that ends early can be resumed.

One line of JSON says which match it is, then one line a pair: the margin and the turns of both games. A line that a
crash cut off is taken away; everything before it was on the disk a second after it was played.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from kernelkit import strict_json
from kernelkit.durable import FileBusyError, exclusive, write_durably
from kernelkit.files import detail_of, read_plain
from mazzo.lab.errors import OtherMatchError, ResultsFileError
from mazzo.lab.matches import MatchPlan, PairResult
from qb_engine.arena.arena import Result

SCHEMA = 1
MOST_BYTES = 1 << 30
FORCED_EVERY = 1.0
"""Seconds between two times at which results are forced to the disk: what a power cut costs at most."""
NUMBERS = 4


class MatchFile:
    """The pairs in the file at ``path``, for one writer at a time; ResultsFileError when it cannot be used."""

    def __init__(self, path: Path, plan: MatchPlan) -> None:
        self._path = path
        self._heading = _heading(plan)
        self._forced = time.monotonic()
        self.pairs: list[PairResult] = []

    def __enter__(self) -> Self:
        with self._spoken():
            self._lock = exclusive(self._path, timeout_seconds=1.0)
            self._lock.__enter__()
            try:
                end = self._read()
                self._file = os.open(self._path, os.O_WRONLY | os.O_CLOEXEC)
                os.ftruncate(self._file, end)
                os.lseek(self._file, end, os.SEEK_SET)
            except BaseException:
                self._lock.__exit__(None, None, None)
                raise
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        with self._spoken():
            try:
                os.fsync(self._file)
            finally:
                os.close(self._file)
                self._lock.__exit__(None, None, None)

    def add(self, pair: PairResult) -> None:
        """Keep the next pair."""
        numbers = [number for game in pair.games for number in (game.margin, game.plies)]
        rest = memoryview(_line(numbers))
        with self._spoken():
            while rest:
                rest = rest[os.write(self._file, rest) :]
            if time.monotonic() - self._forced > FORCED_EVERY:
                os.fsync(self._file)
                self._forced = time.monotonic()

    def _read(self) -> int:
        """Take the pairs that are there, in a new file none; where the last whole line ends."""
        if not self._path.exists():
            write_durably(self._path, _line(self._heading))
        raw = read_plain(self._path, MOST_BYTES)
        whole = raw[: raw.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if not lines or _value(lines[0]) != self._heading:
            raise OtherMatchError(file=self._path.name)
        self.pairs = [self._pair(_value(line)) for line in lines[1:]]
        return len(whole)

    def _pair(self, numbers: Any) -> PairResult:
        is_pair = isinstance(numbers, list) and len(numbers) == NUMBERS
        if not is_pair or not all(type(number) is int for number in numbers):
            raise OtherMatchError(file=self._path.name)
        return PairResult(Result(numbers[0], numbers[1]), Result(numbers[2], numbers[3]))

    @contextmanager
    def _spoken(self) -> Iterator[None]:
        try:
            yield
        except FileBusyError as error:
            raise ResultsFileError(file=self._path.name, detail=str(error)) from error
        except OSError as error:
            raise ResultsFileError(file=self._path.name, detail=detail_of(error)) from error


def _heading(plan: MatchPlan) -> dict[str, Any]:
    """What makes two runs the same match; how many pairs are asked for does not."""
    named = {name: value for name, value in asdict(plan).items() if name not in ("pairs", "ruleset")}
    text = json.dumps({**named, "ruleset": plan.ruleset.name}, default=str, sort_keys=True)
    return {"schema": SCHEMA, "match": json.loads(text)}


def _line(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _value(line: bytes) -> Any:
    """The value of a line; None, which is no heading and no pair, when it is no JSON."""
    try:
        return strict_json.loads(line)
    except strict_json.InvalidJsonError:
        return None
