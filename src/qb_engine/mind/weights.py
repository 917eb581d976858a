"""The file of a trained net: one line of JSON that says where it comes from, and the numbers.

The seal in the header is a hash of everything else in the file, header and numbers, and is compared before anything is
used. ``layout`` and ``cards`` are hashes of what the features mean: a net that was trained on other ones is foreign.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from kernelkit.durable import write_durably
from kernelkit.files import detail_of, read_plain
from kernelkit.records import Cells, unpacked
from kernelkit.spoken import Said, sentence
from kernelkit.strict_json import InvalidJsonError, loads
from qb_engine.card_hydrator import shipped
from qb_engine.kernel import net as layout
from qb_engine.kernel.net import Net
from qb_engine.mind.errors import BrokenWeightsError

FORMAT = 1
MAX_BYTES = 1024 * 1024
FIELDS = {
    "format": int,
    "rules": str,
    "command": str,
    "seed": int,
    "settings": dict,
    "generations": list,
    "data": str,
    "layout": str,
    "cards": str,
    "seal": str,
}
"""What a header has, each of its kind."""


@dataclass(frozen=True)
class Weights:
    """A net with its header."""

    header: dict[str, Any]
    net: np.ndarray[Any, Any]

    def rows(self, compiled: bool) -> Cells[Net] | np.ndarray[Any, Any]:
        """The net in a row of one cell, in the form that is played."""
        return self.net if compiled else self._plain

    @cached_property
    def _plain(self) -> Cells[Net]:
        """For plain rules, unpacked once, because that takes longer than some looks."""
        return [unpacked(Net, self.net)]


def layout_hash() -> str:
    """A hash of what the places of the features mean."""
    places = {name: value for name, value in vars(layout).items() if name.isupper() and isinstance(value, int)}
    return hashlib.sha256(repr(sorted(places.items())).encode()).hexdigest()[:16]


def cards_hash() -> str:
    """A hash of the cards in the order of their numbers."""
    return hashlib.sha256(" ".join(card.id for card in shipped().cards).encode()).hexdigest()[:16]


def content_of(header: dict[str, Any], net: np.ndarray[Any, Any]) -> bytes:
    """The file of a net: ``header`` has everything but the seal."""
    numbers = net.tobytes()
    return _line({**header, "seal": _seal(header, numbers)}) + b"\n" + numbers


def write_weights(path: Path, header: dict[str, Any], net: np.ndarray[Any, Any]) -> None:
    """Write a net to a file that is whole or not there."""
    write_durably(path, content_of(header, net))


def _line(header: dict[str, Any]) -> bytes:
    return json.dumps(header, sort_keys=True, separators=(",", ":")).encode()


def _seal(header: dict[str, Any], numbers: bytes) -> str:
    return hashlib.sha256(_line(header) + numbers).hexdigest()


def read_weights(path: Path, rules: str) -> Weights:
    """The net in ``path``, which was trained under ``rules``; BrokenWeightsError for any other file."""
    try:
        return _Reader(path.name).weights(read_plain(path, MAX_BYTES), rules)
    except OSError as error:
        raise BrokenWeightsError(file=path.name, reason=detail_of(error)) from error


@dataclass(frozen=True, slots=True)
class _Reader:
    """Doubts one file."""

    file: str

    def weights(self, content: bytes, rules: str) -> Weights:
        line, _newline, numbers = content.partition(b"\n")
        header = self._header(line)
        if header["format"] > FORMAT:
            self._refuse(
                sentence("it has format {there}, and this version reads {known}"), there=header["format"], known=FORMAT
            )
        seal = header.pop("seal")
        if header["format"] != FORMAT or _seal(header, numbers) != seal:
            self._refuse(sentence("it is damaged: its seal does not fit what it holds"))
        if header["rules"] != rules:
            self._refuse(
                sentence("it was trained under the rules {there} and {needed} are played"),
                there=header["rules"],
                needed=rules,
            )
        kind = Net.dtype  # type: ignore[attr-defined]
        if (header["layout"], header["cards"]) != (layout_hash(), cards_hash()) or len(numbers) != kind.itemsize:
            self._refuse(sentence("it was trained on other cards or by another version"))
        return Weights(header, np.frombuffer(numbers, kind).copy())

    def _header(self, line: bytes) -> dict[str, Any]:
        try:
            header = loads(line)
        except InvalidJsonError:
            header = None
        if not isinstance(header, dict) or header.keys() != FIELDS.keys():
            self._refuse(sentence("it is not a file of weights"))
        if not all(isinstance(header[name], kind) for name, kind in FIELDS.items()):
            self._refuse(sentence("it is not a file of weights"))
        return header

    def _refuse(self, reason: str, **facts: Any) -> NoReturn:
        raise BrokenWeightsError(file=self.file, reason=Said(reason, **facts))
