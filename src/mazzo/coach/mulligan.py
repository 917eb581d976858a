"""The live coach on the mulligan: what to keep and what to return, worked out with the deep look's rules.

A number of games that was asked for is shared among the choices, so that the same line gets the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Callable

from kernelkit.spoken import sentence
from mazzo.coach.look import Look
from mazzo.coach.table import CoachTable
from qb_engine.rules_engine import RulesEngine


def consider_mulligan(table: CoachTable, engine: RulesEngine, asked: Look, is_stopped: Callable[[], bool]) -> list[str]:
    """Work the advice out on ``engine`` and say it; nothing when it is broken off, or would take too long.

    In plain form only a number of games that was asked for is played.
    """
    if asked.iterations is None and not engine.compiled:
        return []
    from qb_engine.advice.mulligan import WORLDS, advise_mulligan

    state = table.match.state
    view = state.view().on(engine)
    belief = table.prediction.belief(view, state.observation)
    choices = len(view.hand) + 1
    worlds = WORLDS if asked.iterations is None else max(1, asked.iterations // choices)
    advice = advise_mulligan(view, belief, worlds, is_cancelled=is_stopped)
    if advice is None:
        return []
    table.keep_mulligan(advice)
    return mulligan_said(table)


def mulligan_said(table: CoachTable) -> list[str]:
    """The advice on the mulligan that was worked out at this moment, and what to type; nothing when none was."""
    advice = table.mulligan_advice()
    if advice is None:
        return []
    from qb_engine.words.mulligan import mulligan_lines

    lines = mulligan_lines(advice, table.words.voice)
    if advice.advised.places:
        lines.append(_to_type(table, advice.advised.places))
    return [" ".join(lines)] if table.words.voice.aloud else lines


def _to_type(table: CoachTable, places: tuple[int, ...]) -> str:
    """The command that does it."""
    numbers = ",".join(str(place + 1) for place in places)
    alone, with_cards = sentence("Type mull {numbers}."), sentence("Type mull {numbers} and the cards you get.")
    key = alone if table.gives_cards else with_cards
    return table.words.say(key, numbers=numbers)
