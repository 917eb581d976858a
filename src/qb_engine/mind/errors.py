"""What the mind refuses."""

from __future__ import annotations

from kernelkit.spoken import sentence
from qb_engine.errors import QueensBloodError


class BrokenWeightsError(QueensBloodError, ValueError):
    """A file of weights that is not used: ``reason`` says why. Whoever would look with it searches without."""

    template = sentence("the learned weights in {file} are not used, and the search does without them: {reason}")


class NearRulesError(QueensBloodError):
    """No net was trained under just these rules; the nearest one judges. Said, and never raised."""

    template = sentence("no weights were learned under the rules {asked}; those of {near} judge instead")
