"""What the lab refuses.

MazzoError
└── LabError
    ├── ResultsFileError     the file of results cannot be used (74)
    │   ├── OtherRunError    it holds another run, or none, and is left as it is (65)
    │   └── OtherEngineError another version or other cards played it; it is left as it is (65)
    ├── LostWorkerError      a worker process ended again and again (75); what was played before stands
    ├── ClusterError         no scheduler answers there, or not any more (75); what was played before stands
    │   ├── NoClusterError   what a cluster needs is not installed (2)
    │   └── OtherClusterError  somebody there has another version of the engine (65)
    ├── UnknownCampaignError  there is no campaign of this name (2)
    ├── NoSourceError        campaigns need the source, and it is not there (66)
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


class OtherRunError(ResultsFileError):
    """The file holds something else; it is left as it is."""

    template = sentence("{file} holds another run, or no run, and is left as it is. Choose another file")


class OtherEngineError(ResultsFileError):
    """Another engine played what the file holds; it is left as it is."""

    template = sentence(
        "{file} was played by version {there}, and here is version {here}: results of both are not mixed. Choose "
        "another file, or go on with the version that began it"
    )


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


class ClusterError(LabError):
    """The scheduler of a cluster cannot be reached."""

    template = sentence("no scheduler answers at {address}: {detail}. What was played before is kept")
    remedy = sentence("Start one with dask scheduler, and workers with dask worker {address}, or leave --cluster out")


class SilentClusterError(ClusterError):
    """Nobody answers at the address of a scheduler."""

    template = sentence("no scheduler answers at {address} within {seconds} s. What was played before is kept")
    remedy = ClusterError.remedy


class IdleClusterError(ClusterError):
    """A scheduler without workers."""

    template = sentence("no worker has joined the scheduler at {address}. What was played before is kept")
    remedy = sentence("Start some with dask worker {address}, or leave --cluster out")


class NoClusterError(ClusterError):
    """dask.distributed is not there."""

    template = sentence("--cluster needs dask.distributed, which is not installed here")
    remedy = sentence("Type pip install 'mazzo[cluster]'")


class OtherClusterError(ClusterError):
    """A machine of the cluster has another version of the engine."""

    template = sentence(
        "{who} has another engine: {there} there, {here} here. Results of both are not mixed, and what was played "
        "before is kept"
    )
    remedy = sentence("Install the same version everywhere and start the cluster again")


class UnknownCampaignError(LabError):
    """There is no such campaign."""

    template = sentence("there is no campaign {asked!r}. There are: {known}")


class NoSourceError(LabError):
    """Mazzo was installed without its source."""

    template = sentence(
        "campaigns are run by the tests and tools of the source, which is not here: run them in a checkout"
    )
