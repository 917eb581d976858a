"""What the environments refuse."""

from __future__ import annotations

from kernelkit.spoken import sentence
from qb_engine.errors import QueensBloodError


class IllegalAgentActionError(QueensBloodError, ValueError):
    """An action that the mask does not allow."""

    template = sentence(
        "action {asked} in game {game} is not legal now: take one whose mask is 1; actions go from 0 to {limit}, and "
        "{limit} is the pass"
    )
