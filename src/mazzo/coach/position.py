"""Whether a single position can be advised on."""

from __future__ import annotations

from mazzo.coach.errors import EnemyMoveError, NoHandError, NoMoveError
from qb_engine.game_state import GameState


def check_advisable(state: GameState) -> None:
    """Nothing, or the PositionError that says why there is no move of yours to advise."""
    if not state.is_hand_tracked("Y"):
        raise NoHandError
    if state.is_over:
        raise NoMoveError
    if state.side_to_act != "Y" or state.record.played:
        raise EnemyMoveError
