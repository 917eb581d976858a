"""The files of games on this machine: those that a person names, and the numbered ones in the data folder."""

from __future__ import annotations

from mazzo.errors import NoFolderError
from mazzo.folders import Folders
from mazzo.play.files import SUFFIX
from mazzo.storage.files_in import input_bytes, typed_file
from mazzo.storage.files_out import Target, checked_target, refusing


class TypedFiles:
    """Files by the names that people type."""

    def target(self, typed: str, suffix: str) -> Target:
        """The file that ``typed`` means, to be written; OutputError when it cannot be."""
        return checked_target(typed, suffix)

    def content(self, typed: str) -> tuple[str, bytes]:
        """Name and content of the file that ``typed`` means; InputError when it cannot be read."""
        path = typed_file(typed)
        return path.name, input_bytes(path)


def numbered_game(places: Folders, number: int) -> Target:
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
