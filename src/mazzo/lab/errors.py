"""What the lab refuses.

MazzoError
└── LabError
    ├── ResultsFileError     the file of results cannot be used (74)
    │   └── OtherMatchError  it holds another match, and is left as it is (65)
    ├── LostWorkerError      a worker process ended again and again (75); what was played before stands
    └── BrokenGameError      a game could not be played to its end, our fault (74); what was played before stands
"""

from __future__ import annotations

from kernelkit.spoken import sentence
from mazzo.errors import MazzoError


class LabError(MazzoError):
    """Anything the lab refuses."""


class ResultsFileError(LabError):
    """The file in which results are kept cannot be read or written."""

    template = sentence("the results cannot be kept in {file}: {detail}. Choose another file")


class OtherMatchError(ResultsFileError):
    """The file holds something else; it is left as it is."""

    template = sentence("{file} holds another match, or no match, and is left as it is. Choose another file")


class LostWorkerError(LabError):
    """A worker process ended in the middle of its work more often than can be put down to bad luck."""

    template = sentence(
        "a worker process ended {times} times over the same games: what was played before them is kept. Try again with "
        "fewer workers, as in --workers 1"
    )


class BrokenGameError(LabError):
    """A game could not be played to its end; ``detail`` is for whoever mends it."""

    template = sentence(
        "part {number} of the run could not be played to its end, what came before it is kept: {detail}"
    )
