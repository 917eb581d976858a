"""Where a game against the computer is written down: a file that was named, or a numbered one in the data folder."""

from __future__ import annotations

from pathlib import Path

from kernelkit.durable import write_durably
from kernelkit.spoken import sentence
from mazzo.cli.exits import IO_ERROR, REFUSED
from mazzo.folders import Folders
from mazzo.play.errors import PlayError
from qb_engine.game_file import GameFile, qbn_text

SUFFIX = ".qbn"


class GameFileThereError(PlayError):
    """A file is never written over."""

    template = sentence("there is a file {file} already and it is left as it is. Choose another name")
    exit_code = REFUSED


class UnwritableGameError(PlayError):
    """The system refuses."""

    template = sentence("{file} could not be written: {detail}. Type save and another name")
    exit_code = IO_ERROR


class NotOverError(PlayError):
    """A file holds both hands and the seed, which nobody may see while the game goes on."""

    template = sentence(
        "the file would show the enemy's cards: a game under way is kept by itself. Type save at its end"
    )


class NoFolderError(PlayError):
    """There is nowhere to put the file."""

    template = sentence("{file} cannot be written: there is no folder {folder}. Choose another name")
    exit_code = IO_ERROR


def checked_target(path: Path) -> Path:
    """``path`` with the suffix of game files; GameFileThereError, or NoFolderError."""
    target = path.expanduser()
    target = target if target.suffix else target.with_suffix(SUFFIX)
    if target.exists():
        raise GameFileThereError(file=target.name)
    if not target.absolute().parent.is_dir():
        raise NoFolderError(file=target.name, folder=str(target.parent))
    return target


def in_folder(places: Folders, number: int) -> Path:
    """The file of a game by its number, after the other files of that name."""
    folder = places.data / "qb" / "games"
    folder.mkdir(parents=True, exist_ok=True)
    target, copy = folder / f"{number:04}{SUFFIX}", 1
    while target.exists():
        copy += 1
        target = folder / f"{number:04}-{copy}{SUFFIX}"
    return target


def write_game(path: Path, game: GameFile) -> Path:
    """Write the game to a new file; the file."""
    if path.exists():
        raise GameFileThereError(file=path.name)
    try:
        write_durably(path, qbn_text(game).encode())
    except OSError as error:
        raise UnwritableGameError(file=path.name, detail=error.strerror or str(error)) from error
    return path
