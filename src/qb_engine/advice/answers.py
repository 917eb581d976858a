"""Why a move, and why not: everything that the answers to these two questions say, as values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from qb_engine.advice.contrast import told_apart
from qb_engine.advice.evaluation import CoachingRecommendation, MoveEvaluation
from qb_engine.advice.ranking import TOLD_APART
from qb_engine.advice.reasons import EPSILON, Reason
from qb_engine.advice.standing import grounds
from qb_engine.prediction import score_after
from qb_engine.scoring import MatchScore

Verdict = Literal["best", "too_close", "worse"]
Pair = tuple[int, int]
"""Yours and the enemy's."""


@dataclass(frozen=True, slots=True)
class Why:
    """A move in full: the score before it, after it and after the answer that hurts most; ``count`` moves are legal."""

    move: MoveEvaluation
    count: int
    before: MatchScore
    after: MatchScore
    reply: MatchScore


@dataclass(frozen=True, slots=True)
class Difference:
    """Powers in a lane, or without a lane the tiles held, that differ between the best move and the asked one."""

    lane_index: int | None
    best: Pair
    asked: Pair


@dataclass(frozen=True, slots=True)
class WhyNot:
    """What a move gives away against the best one: margins and standing, below 0 for a loss, lanes, tiles, reasons.

    ``missed`` are reasons that speak for the best move alone, ``own`` those for the asked one, the weightiest first.
    ``looked_better`` says that a first look has the asked move ahead by a percent or more, and the search behind.
    ``reply`` is the score after the answer that hurts the asked move most.
    """

    asked: MoveEvaluation
    best: MoveEvaluation
    verdict: Verdict
    expected: float
    worst: int
    now: int
    standing: int
    differences: tuple[Difference, ...]
    missed: tuple[Reason, ...]
    own: tuple[Reason, ...]
    looked_better: bool
    reply: MatchScore


def why(advice: CoachingRecommendation, move: MoveEvaluation) -> Why:
    """What speaks for a move of the advice, and what it leads to."""
    return Why(
        move=move,
        count=len(advice.moves),
        before=advice.position.match_score,
        after=move.position_after_move.match_score,
        reply=_replied(move),
    )


def _replied(move: MoveEvaluation) -> MatchScore:
    """The score after the answer that hurts most."""
    return move.reply_score or score_after(move.view_after, move.forecast.worst.move)


def why_not(advice: CoachingRecommendation, asked: MoveEvaluation) -> WhyNot:
    """What speaks against a move of the advice."""
    best = advice.moves[0]
    return WhyNot(
        asked=asked,
        best=best,
        verdict=_verdict(best, asked),
        expected=asked.you_margin_after_enemy_expected - best.you_margin_after_enemy_expected,
        worst=asked.you_margin_after_enemy_best - best.you_margin_after_enemy_best,
        now=asked.you_margin_after_move - best.you_margin_after_move,
        standing=asked.standing - best.standing,
        differences=tuple(_differences(best, asked)),
        missed=tuple(reason for reason in told_apart(best, asked) if reason.weight >= 0),
        own=tuple(reason for reason in told_apart(asked, best) if reason.weight > 0),
        looked_better=best.is_searched and _looked_better(asked, best),
        reply=_replied(asked),
    )


def _looked_better(asked: MoveEvaluation, best: MoveEvaluation) -> bool:
    """Whether a first look puts the asked move before the one that the search found best."""
    if asked.first_chance is None or best.first_chance is None:
        return asked.merit - best.merit > EPSILON
    return asked.first_chance - best.first_chance >= TOLD_APART


def _verdict(best: MoveEvaluation, asked: MoveEvaluation) -> Verdict:
    if asked.candidate == best.candidate:
        return "best"
    return "too_close" if asked.is_inseparable else "worse"


def _differences(best: MoveEvaluation, asked: MoveEvaluation) -> Iterator[Difference]:
    pairs = zip(_balances(best).items(), _balances(asked).values(), strict=True)
    return (Difference(lane, better, other) for (lane, better), other in pairs if better != other)


def _balances(move: MoveEvaluation) -> dict[int | None, Pair]:
    """Yours and the enemy's after the move: the power in each lane, and the tiles held."""
    yours, theirs = grounds(move.view_after)
    lanes: dict[int | None, Pair] = {
        lane.lane_index: (lane.power_you, lane.power_enemy) for lane in move.position_after_move.lanes
    }
    return {**lanes, None: (yours.held, theirs.held)}
