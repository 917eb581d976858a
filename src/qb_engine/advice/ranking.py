"""The deep level: quick evaluations ranked again by how often each move wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from qb_engine.advice.evaluation import Label, MoveEvaluation

if TYPE_CHECKING:
    from qb_engine.search.race import MoveChance, SearchResult

GOOD_LOSS = 0.05
PLAYABLE_LOSS = 0.10
"""A move may cost so much of the chance to win against the best one and is still called so."""
LOSING_CHANCE = 0.10
"""A move that wins less often is losing, where the best one wins more often."""


def ranked_by_chance(evaluations: Sequence[MoveEvaluation], found: SearchResult) -> list[MoveEvaluation]:
    """The evaluations in the order of the search, with chances and labels by them.

    A pass accepts the present score: unless it is ahead, it comes last.
    """
    by_move = {evaluation.move: evaluation for evaluation in evaluations}
    honest = [chance for chance in found.moves if _is_honest(by_move[chance.move])]
    passing = [chance for chance in found.moves if not _is_honest(by_move[chance.move])]
    ordered = [*honest, *passing]
    return [
        replace(
            by_move[chance.move],
            quality_rank=place,
            quality_label=_label(chance, ordered[0]),
            win_chance=chance.win_chance,
            interval=chance.interval,
            compared=chance.compared,
            samples=chance.samples,
            is_close=chance.is_close,
            reply=chance.reply,
        )
        for place, chance in enumerate(ordered, start=1)
    ]


def _is_honest(evaluation: MoveEvaluation) -> bool:
    return evaluation.move is not None or evaluation.you_margin_after_move > 0


def _label(chance: MoveChance, best: MoveChance) -> Label:
    """Only moves that the games played do not tell apart from the first are called best too, and only near it."""
    lost = best.win_chance - chance.win_chance
    if chance.win_chance < LOSING_CHANCE <= best.win_chance:
        return "losing"
    if lost <= GOOD_LOSS:
        return "best" if chance.is_close else "good"
    return "playable" if lost <= PLAYABLE_LOSS else "risky"
