"""Which engine plays: what a file of results names, and what every machine of a cluster must have in common."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import kernelkit
import mazzo
import qb_engine
from qb_engine.notation.fingerprints import data_hash, short_hash


@dataclass(frozen=True, slots=True)
class Identity:
    """The version, the hash of the card data, and that of every source that has a say in a game."""

    version: str
    data: str
    engine: str

    def __str__(self) -> str:
        return f"{self.version}, data {self.data}, engine {self.engine}"


@cache
def identity() -> Identity:
    """The identity of what is installed here."""
    return Identity(mazzo.__version__, data_hash(), _engine_hash())


def _engine_hash() -> str:
    """The short hash of all sources below the packages that play, wherever they are installed."""
    folders = [Path(package.__path__[0]) for package in (qb_engine, kernelkit)]
    files = [(folder, file) for folder in folders for file in folder.rglob("*.py")]
    texts = sorted(
        (f"{folder.name}/{file.relative_to(folder).as_posix()}", file.read_text("utf-8")) for folder, file in files
    )
    return short_hash("\0".join(part for text in texts for part in text))
