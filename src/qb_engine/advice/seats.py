"""Advice for the seat on the right: worked out in the mirrored view, told in the columns of the real board.

Only columns are turned. Margins, scores and lanes stay those of the player who is advised, and so does the view after a
move, which is always seen from the left.
"""

from __future__ import annotations

from dataclasses import replace

from qb_engine.advice.evaluation import CoachingRecommendation, MoveCandidate, MoveEvaluation
from qb_engine.advice.reasons import Reason
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.moves import Side, mirrored, other, tile_turned
from qb_engine.prediction import turned


def observed_from(obs: EnemyObservation, seat: Side) -> EnemyObservation:
    """What ``obs`` says about the enemy of ``seat``; it is ``obs`` itself when that is whom it watches.

    Seen from the other seat the enemy's deck is not known, only what it has played.
    """
    if obs.enemy_side == other(seat):
        return obs
    return obs.from_the_other_seat()


def candidate_turned(candidate: MoveCandidate) -> MoveCandidate:
    """The candidate in the mirrored columns."""
    return candidate if candidate.move is None else replace(candidate, col_index=mirrored(candidate.move).col_index)


def evaluation_turned(move: MoveEvaluation) -> MoveEvaluation:
    """The evaluation with every column mirrored."""
    risk = move.risk
    return replace(
        move,
        candidate=candidate_turned(move.candidate),
        forecast=turned(move.forecast),
        reasons=tuple(map(_reason_turned, move.reasons)),
        risk=None if risk is None else replace(risk, move=mirrored(risk.move)),
        reply=None if move.reply is None else mirrored(move.reply),
        is_turned=not move.is_turned,
    )


def advice_turned(advice: CoachingRecommendation) -> CoachingRecommendation:
    """The recommendation with every column mirrored."""
    return replace(advice, moves=tuple(map(evaluation_turned, advice.moves)))


def _reason_turned(reason: Reason) -> Reason:
    if "tile" not in reason.facts:
        return reason
    return replace(reason, facts=reason.facts | {"tile": tile_turned(reason.facts["tile"])})
