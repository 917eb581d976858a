"""Advice for a position that nobody followed: what the enemy may hold is worked out from the position alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qb_engine.coaching import CoachingEngine, CoachingRecommendation
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.models import DECK_SIZE, OPENING_HAND
from qb_engine.prediction import PredictionEngine

if TYPE_CHECKING:
    from qb_engine.search.race import DeepLook

ENEMY = 1


def advise_position(
    state: GameState, engine: CoachingEngine | None = None, *, deep: DeepLook | None = None
) -> CoachingRecommendation:
    """Every legal move of yours with its reasons, best first; the enemy's deck is unknown.

    Without ``deep`` the look is quick, and so it is when ``deep`` ends before every move was tried.
    """
    obs = EnemyObservation()
    obs.update_from_game_state(state)
    coach = engine or CoachingEngine(PredictionEngine())
    advice = coach.advise(view_of_position(state), obs, explain_all=True, deep=deep)
    is_enough = deep is None or all(move.samples for move in advice.moves)
    return advice if is_enough else advise_position(state, coach)


def view_of_position(state: GameState) -> PlayerView:
    """What you see of a position; an enemy's hand that is not written down has the size that the turns give it."""
    view = PlayerView.of(state)
    if state.record.hand_tracked[ENEMY]:
        return view
    held = assumed_hand_size(state)
    return replace(view, enemy_hand_count=held, enemy_deck_count=DECK_SIZE - OPENING_HAND - _draws(state))


def assumed_hand_size(state: GameState) -> int:
    """The enemy's hand when it drew on every turn but its first and laid a card on each but a pass just made."""
    begun = int(state.record.turns_begun[ENEMY])
    is_acting = state.side_to_act == "E" and not state.record.played
    laid = begun - (1 if is_acting else 0) - int(state.record.passes > 0 and not is_acting)
    return max(0, OPENING_HAND + _draws(state) - max(0, laid))


def _draws(state: GameState) -> int:
    """How often the enemy has drawn; its first turn has no draw and its deck an end."""
    return min(DECK_SIZE - OPENING_HAND, max(0, int(state.record.turns_begun[ENEMY]) - 1))
