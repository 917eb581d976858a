"""What Mazzo itself refuses, as one tree; the games have their own.

MazzoError
├── DeckFileError             the file of the player's decks cannot be read or written; it is left as it is
│   └── DeckFileBusyError     another program writes it and did not let go in time
├── FolderError               a folder for what is kept cannot be made
│   └── HomeError             the folder that was asked for is the home of nobody
├── DeckNameError             a deck of that name is kept already, or comes with the game
├── UnknownDeckError          no deck has that name
└── StorageError
    ├── StoreBusyError        another program writes and did not let go in time
    ├── NewerStoreError       the file comes from a newer version; it is left as it is
    ├── ForeignStoreError     the file is a database, but not ours; it is left as it is
    ├── StoreWriteError       the disk is full, or refuses; what was written before stands
    ├── DamagedStoreError     what is read is not what was written; opening again salvages
    ├── StreamMovedError      somebody else has continued this record
    └── InvalidEventError     what should be written is not plain JSON, or the name is unusable (also a ValueError)
"""

from __future__ import annotations

from typing import Any, ClassVar

from kernelkit.spoken import SpokenError, catalogue, sentence


class MazzoError(SpokenError):
    """Anything Mazzo refuses; ``exit_code`` is what the command line ends with."""

    package = "mazzo"
    exit_code: ClassVar[int] = 1


class StorageError(MazzoError):
    """Anything the event store refuses; a ``reason`` among the facts is itself a sentence with facts."""

    exit_code = 74

    def facts_in(self, language: str) -> dict[str, Any]:
        """The facts, the reason in words of ``language``."""
        if "reason" not in self.facts:
            return self.facts
        words = self.facts["reason"]
        reason = catalogue(self.package, language).gettext(words)
        return {**self.facts, "reason": reason.format(**self.facts)}


class StoreBusyError(StorageError):
    """Another program writes and did not let go in time."""

    template = sentence("{file} is in use by another program: close it and try again")
    exit_code = 75


class NewerStoreError(StorageError):
    """The file comes from a newer version; it is left as it is."""

    template = sentence("{file} was written by a newer Mazzo, format {found}; this one knows {known}. Update Mazzo")
    exit_code = 65


class ForeignStoreError(StorageError):
    """The file is a database of another program; it is left as it is."""

    template = sentence("{file} is not a Mazzo journal: move it away or choose another folder")
    exit_code = 65


class StoreWriteError(StorageError):
    """The disk is full, or refuses; what was written before stands."""

    template = sentence("{file} could not be written: {reason}. What was saved before is intact")


class DamagedStoreError(StorageError):
    """What is read is not what was written."""

    template = sentence("{file} is damaged: {reason}. Start again and what is readable will be kept")
    exit_code = 65


class StreamMovedError(StorageError):
    """Somebody else has continued this record since it was last read here."""

    template = sentence("{stream} was continued elsewhere, from {known} to {found} entries: read it again first")
    exit_code = 75


class InvalidEventError(StorageError, ValueError):
    """What should be written cannot be kept."""

    template = sentence("{stream}, {kind}: cannot be kept, {reason}")
    exit_code = 65


class FolderError(MazzoError):
    """A folder for what is kept cannot be made; the doctor says what is in the way and how to get it out."""

    template = sentence("the folder {folder} cannot be made: {detail}. Type mazzo doctor to see what is in the way")
    exit_code = 74


class HomeError(FolderError):
    """The folder that was asked for is the home of nobody."""

    template = sentence("there is no folder for what is kept: {detail}. Set it to a folder that can be written")


class DeckFileError(MazzoError):
    """The disk refuses; what was kept before stands."""

    template = sentence("{file} could not be used: {detail}. What was kept before is intact")
    exit_code = 74


class DeckFileBusyError(DeckFileError):
    """Another program writes and did not let go in time."""

    template = sentence("{file} is in use by another program: close it and try again")
    exit_code = 75


class DeckNameError(MazzoError):
    """The name is taken."""

    template = sentence("a deck called {name} is there already: choose another name, or add --replace for your own")


class UnknownDeckError(MazzoError):
    """No deck has that name."""

    template = sentence("no deck is called {asked}; there are {known}. Type: mazzo deck list")
