"""The first look: your chance to win after each move, by one look of the learned net at what you would see then."""

from __future__ import annotations

from collections.abc import Mapping

from qb_engine.advice.standing import is_final
from qb_engine.knowledge.belief import EnemyBelief
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import Move

DIGITS = 9
"""Chances are compared so far: the last digits depend on who works out an exponential."""


def first_chances(view: PlayerView, belief: EnemyBelief) -> Mapping[Move | None, float] | None:
    """The chance of every move, None for a pass, by what is seen right after it.

    None where there is no net to ask: with cards of one's own, without weights that can be used, and in a light
    installation, which has no arrays to read them into. Then moves are ranked by merit.
    """
    try:
        # Imported here: whoever asks nothing of it does not wait for arrays.
        from qb_engine.mind.net import Mind
    except ModuleNotFoundError:
        return None
    mind = Mind.or_none(view.engine)
    return None if mind is None else mind.chances(view, belief)


def chance_then(then: PlayerView, belief: EnemyBelief, said: float) -> float:
    """The chance of a move that leads to ``then``: what the net ``said``, but the result where nothing can come."""
    if not is_final(then, belief):
        return round(said, DIGITS)
    margin = then.score.margin
    return ((margin > 0) + (margin >= 0)) / 2
