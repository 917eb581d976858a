"""What Mazzo itself refuses, as one tree; the games have their own.

MazzoError
├── DeckFileError             a file of the player's decks or names cannot be read; it is left as it is
├── FolderError               a folder for what is kept cannot be made
│   └── HomeError             the folder that was asked for is the home of nobody
├── DeckNameError             a deck of that name is kept already, or comes with the game
├── UnknownDeckError          no deck has that name
├── InputError                a file that was named cannot be read
│   ├── MissingInputError     there is no such file
│   ├── FolderInputError      it is a folder
│   └── GarbledInputError     it is not text
├── OutputError               a file that was named cannot be written
│   ├── NoFolderError         there is no such folder
│   ├── NotAFileError         a device or a pipe has that name
│   ├── FileThereError        a file has that name, and none is written over
│   ├── FolderOutputError     a folder has that name
│   ├── NoFileNameError       what was typed names no file
│   └── StandardOutputError   what a command says cannot be written
└── StorageError
    ├── StoreBusyError        another program writes and did not let go in time
    ├── NewerStoreError       the file comes from a newer version; it is left as it is
    ├── ForeignStoreError     the file is a database, but not ours; it is left as it is
    ├── SpecialStoreError     a pipe, a device or a link stands where the file should be; it is left as it is
    ├── StoreWriteError       the disk is full, or refuses; what was written before stands
    ├── DamagedStoreError     what is read is not what was written; opening again salvages
    ├── UnsoundCopyError      what should be restored is damaged, or empty; nothing is changed
    ├── UnreadExportError     what should be taken in is not what was exported; nothing is changed
    ├── OtherHistoryError     a record went on differently here than in what should be taken in; nothing is changed
    ├── ServerError           the database server does not answer, or refuses
    ├── ServerAddressError    the address names no database that Mazzo can ask (also a ValueError)
    ├── ServerDriverError     what speaks to the database is not installed
    ├── StreamMovedError      somebody else has continued this record
    └── InvalidEventError     what should be written is not plain JSON, or the name is unusable (also a ValueError)
"""

from __future__ import annotations

from typing import Any, ClassVar

from kernelkit.journal import MovedError
from kernelkit.spoken import SpokenError, catalogue, sentence


class MazzoError(SpokenError):
    """Anything Mazzo refuses: what is so in ``template``, and in ``remedy`` what somebody who types can do about it.

    A remedy in small letters goes on after a colon, any other is a sentence of its own; ``words.remedies`` joins them.
    """

    package = "mazzo"
    remedy: ClassVar[str] = ""


class StorageError(MazzoError):
    """Anything the event store refuses; a ``reason`` among the facts is itself a sentence with facts."""

    def facts_in(self, language: str) -> dict[str, Any]:
        """The facts, the reason in words of ``language``."""
        facts = super().facts_in(language)
        if "reason" not in facts:
            return facts
        words = facts["reason"]
        reason = catalogue(self.package, language).gettext(words)
        return {**facts, "reason": reason.format(**facts)}


class StoreBusyError(StorageError):
    """Another program writes and did not let go in time."""

    template = sentence("{file} is in use by another program: close it and try again")


class NewerStoreError(StorageError):
    """The file comes from a newer version; it is left as it is."""

    template = sentence("{file} was written by a newer Mazzo, format {found}; this one knows {known}. Update Mazzo")


class ForeignStoreError(StorageError):
    """The file is a database of another program; it is left as it is."""

    template = sentence("{file} is not a Mazzo journal: move it away or choose another folder")


class SpecialStoreError(StorageError):
    """A pipe, a device, a folder or a link stands where the file should be; it is left as it is."""

    template = sentence("{file} is not used: {detail}. Move it away and start again")


class StoreWriteError(StorageError):
    """The disk is full, or refuses; what was written before stands."""

    template = sentence("{file} could not be written: {reason}. What was saved before is intact")


class DamagedStoreError(StorageError):
    """What is read is not what was written."""

    template = sentence("{file} is damaged: {reason}. Start again and what is readable will be kept")


class UnsoundCopyError(StorageError):
    """What should be restored is damaged, or no store at all."""

    template = sentence("the copy {file} is not sound: {reason}. Nothing was changed")
    remedy = sentence("Choose another copy")


class UnreadExportError(StorageError):
    """What should be taken in is not what was exported."""

    template = sentence("{file}, line {line}: {reason}. Nothing was changed")
    remedy = sentence("Export again, or choose another file")


class OtherHistoryError(StorageError):
    """A record went on differently here than in what should be taken in."""

    template = sentence("record {stream} went another way here, from entry {number} on. Nothing was changed")
    remedy = sentence(
        "Set MAZZO_HOME to another folder to look at it, or put a whole copy in place with mazzo db restore"
    )


class StreamMovedError(StorageError, MovedError):
    """Somebody else has continued this record since it was last read here."""

    template = sentence("{stream} was continued elsewhere, from {known} to {found} entries: read it again first")


class ServerError(StorageError):
    """The database server cannot be reached, or refuses; what it acknowledged stands."""

    template = sentence("the database at {server} does not answer: {detail}. What was saved before is intact")
    remedy = sentence("Start it, or correct MAZZO_DATABASE_URL")


class ServerAddressError(StorageError, ValueError):
    """The address names no database that Mazzo can ask."""

    template = sentence("MAZZO_DATABASE_URL begins with {scheme}, which no known database does")
    remedy = sentence("Write postgresql://user@host/database, or remove it to keep games in a file")


class ServerDriverError(StorageError):
    """What speaks to the database is not installed."""

    template = sentence("a database server needs {missing}, which is not installed")
    remedy = sentence("Type pip install 'mazzo[server]'")


class InvalidEventError(StorageError, ValueError):
    """What should be written cannot be kept."""

    template = sentence("{stream}, {kind}: cannot be kept, {reason}")


class FolderError(MazzoError):
    """A folder for what is kept cannot be made; the doctor says what is in the way and how to get it out."""

    template = sentence("the folder {folder} cannot be made: {detail}")
    remedy = sentence("Type mazzo doctor to see what is in the way")


class HomeError(FolderError):
    """The folder that was asked for is the home of nobody."""

    template = sentence("there is no folder for what is kept: {detail}. Set it to a folder that can be written")
    remedy = ""


class DeckFileError(MazzoError):
    """The disk refuses; the file is left as it is."""

    template = sentence("{file} could not be used: {detail}. What was kept before is intact")


class DeckNameError(MazzoError):
    """The name is taken."""

    template = sentence("a deck called {name} is there already")
    remedy = sentence("choose another name, or add --replace for your own")


class UnknownDeckError(MazzoError):
    """No deck has that name."""

    template = sentence("no deck is called {asked}; there are {known}")
    remedy = sentence("Type: mazzo deck list")


class InputError(MazzoError):
    """The system refuses the file, for a reason in its own words."""

    template = sentence("the file {file} cannot be read: {detail}")


class MissingInputError(InputError):
    """There is no such file."""

    template = sentence("there is no file {file}")


class FolderInputError(InputError):
    """A folder stands where a file should be."""

    template = sentence("what is called {file} is a folder, not a file")


class GarbledInputError(InputError):
    """The content is not text."""

    template = sentence("{file}: byte {place} is not UTF-8")


class OutputError(MazzoError):
    """The system refuses, for a reason in its own words. No sentence begins with a name: it would be capitalised."""

    template = sentence("the file {file} could not be written: {detail}")
    remedy = sentence("Choose another name")


class NoFolderError(OutputError):
    """There is nowhere to put the file."""

    template = sentence("the file {file} cannot be written: there is no folder {folder}")
    remedy = sentence("Choose another name")


class NotAFileError(OutputError):
    """A device or a pipe: to rename a file over it would take it away."""

    template = sentence("what is called {file} is not a plain file and is left as it is")
    remedy = sentence("Choose another name")


class FileThereError(OutputError):
    """A file is never written over."""

    template = sentence("there is a file {file} already and it is left as it is")
    remedy = sentence("Choose another name")


class FolderOutputError(OutputError):
    """A folder stands where a file should be."""

    template = sentence("what is called {file} is a folder, not a file")
    remedy = sentence("Choose another name")


class NoFileNameError(OutputError):
    """Nothing, a letter that no name may have, or the sign for standard output, which carries words."""

    template = sentence("no file can be called {file!r}")
    remedy = sentence("Choose another name")


class StandardOutputError(OutputError):
    """The disk that standard output goes to is full, or refuses."""

    template = sentence("the output could not be written to its end: {detail}")
    remedy = ""
