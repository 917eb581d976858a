"""What the files of Solitario can be refused for; all of it leaves the file as it was.

SolitarioError
├── InvalidScoringConfigError
│   └── InvalidScoringConfigFileError   a scoring configuration is malformed or holds an unusable figure
├── InvalidRequestFileError             a game to be scored is not described in JSON
└── RecordsError
    ├── InvalidRecordsFileError         a file is malformed, or a key in it holds something unusable
    ├── NewerRecordsFileError           a file was written by a newer version
    ├── RecordsAccessError              the disk is full or refuses
    ├── RecordsBusyError                another program writes the file and does not let go
    └── NewerEntryError                 an entry of the journal was written by another version
"""

from __future__ import annotations

from kernelkit.spoken import sentence
from solitario.errors import InvalidScoringConfigError, ReasonedError


class InvalidScoringConfigFileError(InvalidScoringConfigError):
    """A scoring configuration file is unusable; ``file`` names it, ``key`` the place in it."""

    template = sentence("{file}, {key}: {reason}")


class InvalidRequestFileError(ReasonedError):
    """A file that describes a game to be scored is not JSON."""

    template = sentence("{file}: {reason}")


class RecordsError(ReasonedError):
    """A file of scores, settings or profiles cannot be used."""


class InvalidRecordsFileError(RecordsError):
    """A file is malformed, or ``key`` in it holds something unusable."""

    template = sentence("{file}, {key}: {reason}. The file is left as it is: repair it, or move it away to begin anew")


class NewerRecordsFileError(RecordsError):
    """A file was written by a newer version; it is left as it is."""

    template = sentence("{file} was written by a newer version, {found}; this one knows {known}. Update Mazzo")


class RecordsAccessError(RecordsError):
    """The disk is full or refuses; the old file is intact."""

    template = sentence("{file} could not be read or written: {reason}. What was saved before is intact")


class RecordsBusyError(RecordsError):
    """Another program writes the file and does not let go."""

    template = sentence("{file} is in use by another program: try again")


class NewerEntryError(RecordsError):
    """An entry of the journal is of a kind that this version does not know."""

    template = sentence("entry {number} of {stream} is {kind}, which this version does not know. Update Mazzo")
