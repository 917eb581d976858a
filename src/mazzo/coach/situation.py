"""Where a match stands after a step, as values: what is new, and what there is to know now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mazzo.coach.opponent import can_learn
from mazzo.coach.table import CoachTable, Listed
from qb_engine.chronicle.events import Event
from qb_engine.game_state import GameState
from qb_engine.match.log import Step
from qb_engine.match.phases import Phase
from qb_engine.moves import Side

if TYPE_CHECKING:
    from qb_engine.advice.mulligan import MulliganAdvice


@dataclass(frozen=True, slots=True)
class Situation:
    """The steps that are ``new``, the ``events`` of the last one, and by phase what there is to know.

    ``mulligan`` is there when one was worked out, ``listed`` at your move. ``gives_cards`` says that the match deals
    the cards itself, ``can_learn`` that something was seen of an enemy whose deck is not known.
    """

    phase: Phase
    new: tuple[Step, ...]
    events: tuple[Event, ...]
    game: GameState
    first: Side
    hand: tuple[str, ...]
    gives_cards: bool
    listed: Listed | None = None
    mulligan: MulliganAdvice | None = None
    can_learn: bool = False


def situation(table: CoachTable, from_step: int) -> Situation:
    """What there is to know after the steps from ``from_step`` on; in a sample the console moves first."""
    if table.game is not None:
        while table.game.is_waiting:
            table.game.go_on()
    match = table.match
    return Situation(
        phase=match.phase,
        new=tuple(step for step in match.steps[from_step:] if step.kind != "start"),
        events=tuple(match.state.last_events),
        game=match.state.game,
        first=match.steps[0].data["first"],
        hand=tuple(match.state.hand),
        gives_cards=table.gives_cards,
        listed=table.listed() if match.phase == "your_play" else None,
        mulligan=table.mulligan_advice() if match.phase == "mulligan" else None,
        can_learn=match.phase == "over" and can_learn(table) and (table.enemy is None or table.enemy.name is None),
    )
