"""The ranking where no net can be asked: by merit, the expected margin after one reply and what ground is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from qb_engine.advice.evaluation import Label, MoveEvaluation

GOOD_WITHIN = 5.0
PLAYABLE_WITHIN = 15.0
"""A move may cost so much merit against the best one and is still called so.

By the search, good moves cost 2 percent of the wins on average, playable ones 5 and risky ones 16.
"""
LOSING_BELOW = -20.0
"""At such a merit one match in twelve is won."""
SAME = 1e-9


def ranked_by_merit(evaluations: Sequence[MoveEvaluation]) -> list[MoveEvaluation]:
    """Best first by merit, then expected, worst and immediate margin, card id, lane, column; with rank and label.

    A pass accepts the present score: it comes first when it ends the match and wins, and last otherwise. A card after
    which nothing can come is judged by the score alone, too: before the others when it wins, after them when it loses.
    The merit says so in one number.
    """
    ordered = sorted(evaluations, key=lambda move: (*figures(move), *place_of(move)))
    best = ordered[0] if ordered else None
    return [
        replace(move, quality_rank=rank, quality_label=_label(move, best), is_close=figures(move) == figures(best))
        for rank, move in enumerate(ordered, start=1)
        if best is not None
    ]


def figures(move: MoveEvaluation) -> tuple[float, ...]:
    """What tells two moves apart, less is better. Rounding keeps equal sums in another order equal."""
    return (
        -round(move.merit, 9),
        -round(move.you_margin_after_enemy_expected, 9),
        -move.you_margin_after_enemy_best,
        -move.you_margin_after_move,
    )


def place_of(move: MoveEvaluation) -> tuple[Any, ...]:
    """What decides between moves that are equal in all else."""
    place = move.candidate
    return place.card_id or "", place.lane_index or 0, place.col_index or 0


def _label(move: MoveEvaluation, best: MoveEvaluation) -> Label:
    """Only moves that nothing tells apart from the first are called best too."""
    if figures(move) == figures(best):
        return "best"
    is_behind = move.decided < best.decided
    is_lost = is_behind and move.decided < 0 and move.you_margin_after_enemy_expected < 0
    if is_lost or move.points <= LOSING_BELOW < best.points:
        return "losing"
    lost = best.points - move.points
    if lost <= GOOD_WITHIN + SAME and not is_behind:
        return "good"
    return "playable" if lost <= PLAYABLE_WITHIN + SAME else "risky"
