"""The quick coach: every legal move, your margin after it and after the enemy's worst and expected answers, and why.

Everything is seen from your seat and computed from what you see. ``quick`` looks exactly one reply ahead. Labels come
from named thresholds, reasons from facts; docs/coaching.md says how to read them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from qb_engine.effect_engine import LaneScore
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState, placements
from qb_engine.move_reasons import Reason, Risk, reasons_for, risk_of
from qb_engine.moves import Move
from qb_engine.player_view import PlayerView
from qb_engine.prediction import Forecast, Forecaster, PredictionEngine
from qb_engine.scoring import MatchScore

Label = Literal["best", "good", "playable", "risky", "losing"]
Level = Literal["quick", "deep"]

CLEAR_MARGIN = 8
"""Ahead or behind by more than one strong card can turn: clearly winning or losing."""
GOOD_WITHIN = 2.0
PLAYABLE_WITHIN = 5.0
LOSING_BELOW = -8.0
SAME = 1e-9


@dataclass(frozen=True, slots=True)
class PositionEvaluation:
    """A position before the enemy's answer: the score, and what the answer may make of it."""

    match_score: MatchScore
    you_margin: int
    enemy_best_margin: int
    enemy_expected_margin: float

    @property
    def lanes(self) -> tuple[LaneScore, ...]:
        """The three lanes."""
        return self.match_score.lanes

    @property
    def is_clearly_winning(self) -> bool:
        """Whether you stay ahead by a clear margin whatever comes."""
        return self.enemy_best_margin >= CLEAR_MARGIN

    @property
    def is_clearly_losing(self) -> bool:
        """Whether you stay behind by a clear margin on average."""
        return self.enemy_expected_margin <= -CLEAR_MARGIN

    @property
    def is_even(self) -> bool:
        """Neither."""
        return not self.is_clearly_winning and not self.is_clearly_losing


@dataclass(frozen=True, slots=True)
class MoveCandidate:
    """A hand card on a tile, or a pass when ``move`` is None; of equal cards only the first is a candidate."""

    move: Move | None
    hand_index: int | None

    def __str__(self) -> str:
        return "pass" if self.move is None else str(self.move)


@dataclass(frozen=True, slots=True)
class MoveEvaluation:
    """A candidate with what it leads to. ``win_chance`` and its interval are the deep level's; quick has none."""

    candidate: MoveCandidate
    you_margin_after_move: int
    forecast: Forecast
    position_after_move: PositionEvaluation
    quality_rank: int = 0
    quality_label: Label = "playable"
    reasons: tuple[Reason, ...] = ()
    risk: Risk | None = None
    win_chance: float | None = None
    interval: tuple[float, float] | None = None
    samples: int = 0
    ends_match: bool = False

    @property
    def you_margin_after_enemy_best(self) -> int:
        """Your margin after the answer that hurts most."""
        return self.forecast.worst_margin

    @property
    def you_margin_after_enemy_expected(self) -> float:
        """Your margin after the answer, on average."""
        return self.forecast.expected_margin

    @property
    def explanation_tags(self) -> tuple[str, ...]:
        """The tags of the reasons, for machines."""
        return tuple(reason.tag for reason in self.reasons)


@dataclass(frozen=True, slots=True)
class CoachingRecommendation:
    """All moves, best first; ``top`` are the ones to show. ``is_guess`` says that the enemy's deck is not known."""

    position: PositionEvaluation
    moves: tuple[MoveEvaluation, ...]
    top_n: int
    is_guess: bool
    level: Level = "quick"
    primary: MoveEvaluation | None = field(default=None)

    @property
    def top(self) -> tuple[MoveEvaluation, ...]:
        """The first moves."""
        return self.moves[: self.top_n]


class CoachingEngine:
    """Advises the player whose view it is given; the enemy's seat is coached through the mirrored view."""

    def __init__(self, prediction: PredictionEngine | None = None) -> None:
        self.prediction = prediction or PredictionEngine()

    def recommend_moves(
        self, state: GameState, obs: EnemyObservation, top_n: int = 3, *, allow_pass: bool = False
    ) -> CoachingRecommendation:
        """Every legal move, best first, with reasons for the first ``top_n``; a pass only where it is honest."""
        return self.advise(PlayerView.of(state), obs, top_n, allow_pass=allow_pass)

    def advise(
        self,
        view: PlayerView,
        obs: EnemyObservation,
        top_n: int = 3,
        *,
        allow_pass: bool = False,
        explain_all: bool = False,
    ) -> CoachingRecommendation:
        """The same for a view."""
        belief = self.prediction.belief(view, obs)
        forecaster = Forecaster(view, belief)
        position = _position(view.score, forecaster.after(view.cells))
        evaluations = [
            self._evaluated(view, forecaster, candidate) for candidate in candidates(view, allow_pass=allow_pass)
        ]
        ranked = rank_moves(evaluations)
        shown = len(ranked) if explain_all else top_n
        explained = [explain(view, position, move) if place < shown else move for place, move in enumerate(ranked)]
        best = explained[0] if explained else None
        return CoachingRecommendation(position, tuple(explained), top_n, belief.is_guess, primary=best)

    def _evaluated(self, view: PlayerView, forecaster: Forecaster, candidate: MoveCandidate) -> MoveEvaluation:
        cells = after(view, candidate)
        forecast = forecaster.after(cells)
        state = GameState.on(view.engine, cells)
        score = state.score()
        return MoveEvaluation(candidate, score.margin, forecast, _position(score, forecast), ends_match=state.is_over)


def candidates(view: PlayerView, *, allow_pass: bool = False) -> list[MoveCandidate]:
    """Every distinct placement; a pass when it is asked for, is all there is, or ends the match and wins it."""
    moves = [] if view.is_over else placements(view.board, "Y", view.hand)
    found = [MoveCandidate(move, view.hand.index(move.card_id)) for move in moves]
    wins_at_once = view.passes == 1 and view.score.margin > 0
    if not view.is_over and (allow_pass or not found or wins_at_once):
        found.append(MoveCandidate(None, None))
    return found


def after(view: PlayerView, candidate: MoveCandidate) -> Any:
    """The position after a move of yours, before the enemy's answer."""
    state = GameState.on(view.engine, view.engine.copied(view.cells))
    if candidate.move is None:
        state.record.passes += 1
        state.record.over = int(state.record.passes == 2)
    else:
        state.play_free("Y", candidate.move, candidate.hand_index)
    return state.cells


def _position(score: MatchScore, forecast: Forecast) -> PositionEvaluation:
    return PositionEvaluation(score, score.margin, forecast.worst_margin, forecast.expected_margin)


def rank_moves(evaluations: Sequence[MoveEvaluation]) -> list[MoveEvaluation]:
    """Best first by expected, worst and immediate margin, then card id, lane and column; each with rank and label.

    A pass accepts the present score: it comes first when it ends the match and wins, and last otherwise.
    """
    ordered = sorted(evaluations, key=_order)
    if not ordered:
        return []
    best = ordered[0]
    numbered = enumerate(ordered, start=1)
    return [replace(move, quality_rank=place, quality_label=_label(move, best)) for place, move in numbered]


def _order(move: MoveEvaluation) -> tuple[Any, ...]:
    is_pass = move.candidate.move is None
    wins_at_once = is_pass and move.ends_match and move.you_margin_after_move > 0
    margins = (
        -move.you_margin_after_enemy_expected,
        -move.you_margin_after_enemy_best,
        -move.you_margin_after_move,
    )
    return (0 if wins_at_once else 2 if is_pass else 1, *margins, str(move.candidate))


def _label(move: MoveEvaluation, best: MoveEvaluation) -> Label:
    """Only moves that nothing tells apart from the first are called best too."""
    expected, leader = move.you_margin_after_enemy_expected, best.you_margin_after_enemy_expected
    if _order(move)[:4] == _order(best)[:4]:
        return "best"
    if expected <= LOSING_BELOW < leader or (move.candidate.move is None and expected < 0):
        return "losing"
    if leader - expected <= GOOD_WITHIN + SAME:
        return "good"
    return "playable" if leader - expected <= PLAYABLE_WITHIN + SAME else "risky"


def explain(view: PlayerView, before: PositionEvaluation, move: MoveEvaluation) -> MoveEvaluation:
    """The evaluation with its reasons and its risk."""
    cells = after(view, move.candidate)
    reasons = reasons_for(view, before.match_score, cells, move.candidate.move, move.forecast)
    return replace(move, reasons=reasons, risk=risk_of(view, cells, move.forecast))
