"""Moves in their order, with rank and label: by the chance to win that a look gives them, or without one by merit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from qb_engine.advice.evaluation import Label, MoveEvaluation
from qb_engine.advice.merit import figures, place_of, ranked_by_merit

if TYPE_CHECKING:
    from qb_engine.search.race import SearchResult

GOOD_LOSS = 0.05
PLAYABLE_LOSS = 0.10
"""A move may cost so much of the chance to win against the best one and is still called so."""
LOSING_CHANCE = 0.10
"""A move that wins less often is losing, where the best one wins more often, and so is one that is sure to lose."""
TOLD_APART = 0.03
"""A first look that sees two moves nearer to each other does not tell them apart: a search sees no difference."""


def rank_moves(evaluations: Sequence[MoveEvaluation]) -> list[MoveEvaluation]:
    """The evaluations best first, with rank and label: by their chances to win where all have one, else by merit."""
    if any(move.win_chance is None for move in evaluations):
        return ranked_by_merit(evaluations)
    return ranked_by_chance(evaluations)


def ranked_by_chance(evaluations: Sequence[MoveEvaluation]) -> list[MoveEvaluation]:
    """Best first by chance; what wins now is certain, and of that a pass comes first.

    At equal chances merit and margins decide, then card id, lane and column. A pass accepts the present score: unless
    it is ahead, or all there is, it comes last.
    """

    def order(move: MoveEvaluation) -> tuple[object, ...]:
        return not is_honest(move, evaluations), -_chance(move), -max(0, move.decided), *figures(move), *place_of(move)

    ordered = sorted(evaluations, key=order)
    close = [replace(move, is_close=_is_close(move, ordered[0])) for move in ordered]
    return _numbered([replace(move, is_close=False) if not is_honest(move, ordered) else move for move in close])


def ranked_by_search(evaluations: Sequence[MoveEvaluation], found: SearchResult) -> list[MoveEvaluation]:
    """The evaluations in the order of the search, with its chances.

    A pass accepts the present score: unless it is ahead, it comes last.
    """
    by_move = {evaluation.move: evaluation for evaluation in evaluations}
    ordered = sorted(found.moves, key=lambda chance: not is_honest(by_move[chance.move], evaluations))
    return _numbered(
        [
            replace(
                by_move[chance.move],
                win_chance=chance.win_chance,
                interval=chance.interval,
                compared=chance.compared,
                samples=chance.samples,
                is_close=chance.is_close,
                reply=chance.reply,
            )
            for chance in ordered
        ]
    )


def is_honest(move: MoveEvaluation, others: Sequence[MoveEvaluation]) -> bool:
    """Whether a move may lead the list: a pass accepts the present score, so it must be ahead or all there is."""
    return move.move is not None or move.you_margin_after_move > 0 or len(others) == 1


def _numbered(ordered: Sequence[MoveEvaluation]) -> list[MoveEvaluation]:
    """The moves with their ranks, and their labels by what they cost against the first."""
    return [
        replace(move, quality_rank=rank, quality_label=_label(move, ordered[0]))
        for rank, move in enumerate(ordered, start=1)
    ]


def _chance(move: MoveEvaluation) -> float:
    assert move.win_chance is not None
    return move.win_chance


def _is_close(move: MoveEvaluation, best: MoveEvaluation) -> bool:
    """Whether a first look does not tell it from the best one; from what is sure only what is as sure."""
    if _chance(best) == 1:
        return _chance(move) == 1 and move.wins_now == best.wins_now
    return _chance(best) - _chance(move) < TOLD_APART


def _label(move: MoveEvaluation, best: MoveEvaluation) -> Label:
    """Only moves that are not told apart from the first are called best too, and only near it."""
    lost = _chance(best) - _chance(move)
    if _chance(move) < LOSING_CHANCE <= _chance(best) or _chance(move) == 0 < _chance(best):
        return "losing"
    if lost <= GOOD_LOSS:
        return "best" if move.is_close else "good"
    return "playable" if lost <= PLAYABLE_LOSS else "risky"
