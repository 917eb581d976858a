"""The live coach on the mulligan: what to keep and what to return, worked out with the deep look's rules.

A number of games that was asked for is shared among the choices, so that the same line gets the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mazzo.coach.look import Look
from mazzo.coach.table import CoachTable
from qb_engine.rules_engine import RulesEngine

if TYPE_CHECKING:
    from qb_engine.advice.mulligan import MulliganAdvice


def consider_mulligan(
    table: CoachTable, engine: RulesEngine, asked: Look, is_cancelled: Callable[[], bool]
) -> MulliganAdvice | None:
    """Work the advice out on ``engine`` and keep it; None when it is broken off, or would take too long.

    In plain form only a number of games that was asked for is played.
    """
    if asked.iterations is None and not engine.compiled:
        return None
    from qb_engine.advice.mulligan import WORLDS, advise_mulligan

    state = table.match.state
    view = state.view().on(engine)
    belief = table.prediction.belief(view, state.observation)
    choices = len(view.hand) + 1
    worlds = WORLDS if asked.iterations is None else max(1, asked.iterations // choices)
    advice = advise_mulligan(view, belief, worlds, is_cancelled=is_cancelled)
    if advice is not None:
        table.keep_mulligan(advice)
    return advice
