"""What is expected next in a live match, as a phase and as an action that an edge puts into its own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from qb_engine.errors import Remedy

Phase = Literal["start", "mulligan", "your_draw", "your_play", "enemy_play", "over"]

EXPECTED: Mapping[str, Remedy] = {
    "start": Remedy.START_A_MATCH,
    "mulligan": Remedy.EXCHANGE_CARDS,
    "your_draw": Remedy.REPORT_YOUR_DRAW,
    "your_play": Remedy.MAKE_YOUR_MOVE,
    "enemy_play": Remedy.REPORT_THE_ENEMYS_MOVE,
    "over": Remedy.LEAVE_THE_MATCH,
}
"""What can be done in each phase; every MatchStepError carries it."""
