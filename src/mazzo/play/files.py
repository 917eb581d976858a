"""Where a game is written down, and what whoever keeps files is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from qb_engine.records import GameFile, qbn_text

SUFFIX = ".qbn"


class Target(Protocol):
    """A file to be written, and how it is called in a sentence: as it was typed."""

    @property
    def path(self) -> Path:
        """Where it is."""

    @property
    def name(self) -> str:
        """How it is called."""

    def write_new(self, content: bytes) -> None:
        """Put ``content`` where nothing is yet; OutputError when it cannot be."""


class Files(Protocol):
    """The files that a person names in a conversation."""

    def target(self, typed: str, suffix: str) -> Target:
        """The file that ``typed`` means, to be written; OutputError when it cannot be."""

    def content(self, typed: str) -> tuple[str, bytes]:
        """Name and content of the file that ``typed`` means; InputError when it cannot be read."""


def write_game(target: Target, game: GameFile) -> None:
    """Write the game to a new file; an OutputError when it cannot be."""
    target.write_new(qbn_text(game).encode())
