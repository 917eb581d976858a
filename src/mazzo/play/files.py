"""Where a game against the computer is written down: a file that was named, or a numbered one in the data folder."""

from __future__ import annotations

from kernelkit.spoken import sentence
from mazzo.errors import NoFolderError
from mazzo.folders import Folders
from mazzo.play.errors import PlayError
from mazzo.storage.files_out import Target, refusing
from qb_engine.records import GameFile, qbn_text

SUFFIX = ".qbn"


class NotOverError(PlayError):
    """A file holds both hands and the seed, which nobody may see while the game goes on."""

    template = sentence(
        "the file would show the enemy's cards: a game under way is kept by itself. Type save at its end"
    )


def in_folder(places: Folders, number: int) -> Target:
    """The file of a game by its number, after the other files of that name; OutputError without a folder for it."""
    folder = places.data / "qb" / "games"
    target, copy = folder / f"{number:04}{SUFFIX}", 1
    with refusing(str(target)):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError) as error:
            raise NoFolderError(file=str(target), folder=str(folder)) from error
        while target.exists():
            copy += 1
            target = folder / f"{number:04}-{copy}{SUFFIX}"
    return Target.at(target)


def write_game(target: Target, game: GameFile) -> None:
    """Write the game to a new file; an OutputError when it cannot be."""
    target.write_new(qbn_text(game).encode())
