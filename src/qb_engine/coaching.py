"""The quick coach: every legal move, your margin after it and after the enemy's worst and expected answers, and why.

Everything is seen from your seat and computed from what you see. ``quick`` looks exactly one reply ahead, and adds what
the ground is worth. Labels come from named thresholds, reasons from facts; docs/coaching.md says how to read them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from qb_engine.effect_engine import LaneScore
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.errors import ResolutionError
from qb_engine.game_state import GameState, placements
from qb_engine.move_reasons import Reason, Risk, Step, reasons_for, risk_of
from qb_engine.move_words import margins_words, move_words, reason_words
from qb_engine.moves import Move
from qb_engine.player_view import PlayerView
from qb_engine.prediction import Forecast, Forecaster, PredictionEngine, ThreatMap, threat_map
from qb_engine.scoring import MatchScore
from qb_engine.standing import grounds, is_settled, standing
from qb_engine.words import Voice, capitalised

Label = Literal["best", "good", "playable", "risky", "losing"]
Level = Literal["quick", "deep"]
LaneStatus = LaneScore
"""One lane of a position: both powers, who leads it, and what it pays."""

CLEAR_MARGIN = 8
"""Ahead or behind by more than one strong card can turn: clearly winning or losing."""
GOOD_WITHIN = 5.0
PLAYABLE_WITHIN = 15.0
"""A move may cost so much merit against the best one and is still called so.

By the search, good moves cost 2 percent of the wins on average, playable ones 5 and risky ones 16.
"""
LOSING_BELOW = -20.0
"""At such a merit one match in twelve is won."""
SAME = 1e-9


@dataclass(frozen=True, slots=True)
class PositionEvaluation:
    """A position before the enemy's answer: the score, and what the answer may make of it."""

    match_score: MatchScore
    you_margin: int
    enemy_best_margin: int
    enemy_expected_margin: float

    @property
    def lanes(self) -> tuple[LaneStatus, ...]:
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
    """A hand card on a tile, or a pass when all is None; of equal cards only the first is a candidate."""

    card_id: str | None = None
    hand_index: int | None = None
    lane_index: int | None = None
    col_index: int | None = None

    @property
    def move(self) -> Move | None:
        """The placement; None for a pass."""
        if self.card_id is None or self.lane_index is None or self.col_index is None:
            return None
        return Move(self.card_id, self.lane_index, self.col_index)

    def __str__(self) -> str:
        return str(self.move or "pass")


@dataclass(frozen=True, slots=True)
class MoveEvaluation:
    """A candidate with what it leads to. ``win_chance`` and its interval are the deep level's; quick has none.

    ``standing`` is what your ground and power after the move are worth against the enemy's, and 0 for a move that
    settles the match: after it no ground can be used.
    """

    candidate: MoveCandidate
    you_margin_after_move: int
    forecast: Forecast
    position_after_move: PositionEvaluation
    view_after: PlayerView = field(compare=False, repr=False)
    standing: int = 0
    is_settled: bool = False
    quality_rank: int = 0
    quality_label: Label = "playable"
    reasons: tuple[Reason, ...] = ()
    risk: Risk | None = None
    win_chance: float | None = None
    interval: tuple[float, float] | None = None
    samples: int = 0

    @property
    def move(self) -> Move | None:
        """The placement; None for a pass."""
        return self.candidate.move

    @property
    def ends_match(self) -> bool:
        """Whether there is no answer to it."""
        return self.view_after.is_over

    @property
    def you_margin_after_enemy_best(self) -> int:
        """Your margin after the answer that hurts most."""
        return self.forecast.worst_margin

    @property
    def you_margin_after_enemy_expected(self) -> float:
        """Your margin after the answer, on average."""
        return self.forecast.expected_margin

    @property
    def merit(self) -> float:
        """What the quick look ranks by: your margin after the answer, on average, and your standing."""
        return self.you_margin_after_enemy_expected + self.standing

    @property
    def enemy_threat_after_move(self) -> ThreatMap:
        """The forecast with whole scores and pressures, worked out when it is asked for."""
        return threat_map(self.view_after, self.forecast)

    @property
    def explanation_tags(self) -> tuple[str, ...]:
        """The tags of the reasons, for machines."""
        return tuple(reason.tag for reason in self.reasons)

    @property
    def explanation_lines(self) -> tuple[str, ...]:
        """The reasons in English; ``advice_words`` says them in any language."""
        return tuple(reason_words(reason, Voice()) for reason in self.reasons)


@dataclass(frozen=True, slots=True)
class CoachingRecommendation:
    """All moves, best first; ``top`` are the ones to show. ``is_guess`` says that the enemy's deck is not known."""

    position: PositionEvaluation
    moves: tuple[MoveEvaluation, ...]
    top_n: int
    is_guess: bool
    level: Level = "quick"

    @property
    def primary(self) -> MoveEvaluation | None:
        """The best move; None when the game is over."""
        return self.moves[0] if self.moves else None

    @property
    def top(self) -> tuple[MoveEvaluation, ...]:
        """The first moves."""
        return self.moves[: self.top_n]

    @property
    def primary_message(self) -> str:
        """The best move as an English sentence."""
        return "".join(_message(move) for move in self.moves[:1])

    @property
    def secondary_messages(self) -> tuple[str, ...]:
        """The other moves to show, a sentence each."""
        return tuple(_message(move) for move in self.top[1:])

    def find(self, move: Move | None) -> MoveEvaluation | None:
        """The evaluation of one move, None for one that is not among them."""
        return next((found for found in self.moves if found.move == move), None)


def _message(move: MoveEvaluation) -> str:
    voice = Voice()
    figures = margins_words(move.you_margin_after_enemy_expected, move.you_margin_after_enemy_best, voice)
    return capitalised(f"{move_words(move.move, voice)}: {move.quality_label}, {figures}.")


class CoachingEngine:
    """Advises the player whose view it is given; the enemy's seat is coached through the mirrored view."""

    def __init__(self, prediction: PredictionEngine | None = None) -> None:
        self.prediction = prediction or PredictionEngine()

    # The core: views in, advice out.

    def advise(
        self,
        view: PlayerView,
        obs: EnemyObservation,
        top_n: int = 3,
        *,
        allow_pass: bool = False,
        explain_all: bool = False,
    ) -> CoachingRecommendation:
        """Every legal move, best first, with reasons for the first ``top_n`` or for all."""
        belief = self.prediction.belief(view, obs)
        forecaster = Forecaster(view, belief)
        position = _position(view.score, forecaster.after(view.cells))
        ranked = rank_moves(_all_evaluated(view, forecaster, candidates(view, allow_pass=allow_pass)))
        shown = len(ranked) if explain_all else top_n
        explained = [explain(view, position, move) if place < shown else move for place, move in enumerate(ranked)]
        return CoachingRecommendation(position, tuple(explained), top_n, belief.is_guess)

    # The specification's surface: games in, turned into views at once.

    def enumerate_you_moves(self, state: GameState, *, allow_pass: bool = False) -> list[MoveCandidate]:
        """Every distinct placement of your hand, and a pass where it is honest or asked for."""
        return candidates(PlayerView.of(state), allow_pass=allow_pass)

    def evaluate_position(self, state: GameState, obs: EnemyObservation) -> PositionEvaluation:
        """The position as it lies, and after the enemy's answer to it."""
        view = PlayerView.of(state)
        return _position(view.score, self.prediction.forecast(view, self.prediction.belief(view, obs)))

    def evaluate_move(self, state: GameState, obs: EnemyObservation, candidate: MoveCandidate) -> MoveEvaluation:
        """One move with its reasons; rank and label it gets only among the others."""
        view = PlayerView.of(state)
        forecaster = Forecaster(view, self.prediction.belief(view, obs))
        position = _position(view.score, forecaster.after(view.cells))
        return explain(view, position, _evaluated(view, forecaster, candidate))

    def rank_moves(self, evaluations: Sequence[MoveEvaluation]) -> list[MoveEvaluation]:
        """The evaluations best first, with rank and label."""
        return rank_moves(evaluations)

    def recommend_moves(
        self, state: GameState, obs: EnemyObservation, top_n: int = 3, allow_pass: bool = False
    ) -> CoachingRecommendation:
        """Every legal move, best first, with reasons for the first ``top_n``; a pass only where it is honest."""
        return self.advise(PlayerView.of(state), obs, top_n, allow_pass=allow_pass)


def candidates(view: PlayerView, *, allow_pass: bool = False) -> list[MoveCandidate]:
    """Every distinct placement; a pass when it is asked for, is all there is, or ends the match and wins it."""
    moves = [] if view.is_over else placements(view.board, "Y", view.hand)
    found = [
        MoveCandidate(move.card_id, view.hand.index(move.card_id), move.lane_index, move.col_index) for move in moves
    ]
    wins_at_once = view.passes == 1 and view.score.margin > 0
    if not view.is_over and (allow_pass or not found or wins_at_once):
        found.append(MoveCandidate())
    return found


def after(view: PlayerView, candidate: MoveCandidate) -> PlayerView:
    """What you see after a move of yours, before the enemy's answer."""
    state = GameState.on(view.engine, view.engine.copied(view.cells))
    if candidate.move is None:
        state.record.passes += 1
        state.record.over = int(state.record.passes == 2)
        return replace(view, cells=state.cells)
    state.play_free("Y", candidate.move, candidate.hand_index)
    added = [card_id for side, card_id in state.added if side == "E"]
    return replace(
        view,
        cells=state.cells,
        hand=state.hand("Y").card_ids,
        enemy_hand_count=view.enemy_hand_count + len(added),
        enemy_certain=tuple(sorted((*view.enemy_certain, *added))),
    )


def _all_evaluated(view: PlayerView, forecaster: Forecaster, found: list[MoveCandidate]) -> list[MoveEvaluation]:
    """Every candidate that can be played: one that would never come to rest is refused as a whole, so it is none."""
    evaluations = []
    for candidate in found:
        with suppress(ResolutionError):
            evaluations.append(_evaluated(view, forecaster, candidate))
    if found and not evaluations:
        evaluations.append(_evaluated(view, forecaster, MoveCandidate()))
    return evaluations


def _evaluated(view: PlayerView, forecaster: Forecaster, candidate: MoveCandidate) -> MoveEvaluation:
    then = after(view, candidate)
    forecaster = forecaster.knowing(then.enemy_certain)
    forecast, score, ground = forecaster.after(then.cells), then.score, grounds(then)
    settled = is_settled(then, forecaster.belief, *ground)
    worth = 0 if settled else standing(*ground)
    return MoveEvaluation(candidate, score.margin, forecast, _position(score, forecast), then, worth, settled)


def _position(score: MatchScore, forecast: Forecast) -> PositionEvaluation:
    return PositionEvaluation(score, score.margin, forecast.worst_margin, forecast.expected_margin)


def rank_moves(evaluations: Sequence[MoveEvaluation]) -> list[MoveEvaluation]:
    """Best first by merit, then expected, worst and immediate margin, card id, lane, column; with rank and label.

    A pass accepts the present score: it comes first when it ends the match and wins, and last otherwise. A card after
    which nothing can come is judged by the score alone, too: before the others when it wins, after them when it loses.
    """
    ordered = sorted(evaluations, key=_order)
    if not ordered:
        return []
    best = ordered[0]
    numbered = enumerate(ordered, start=1)
    return [replace(move, quality_rank=place, quality_label=_label(move, best)) for place, move in numbered]


def _order(move: MoveEvaluation) -> tuple[Any, ...]:
    place = move.candidate
    return (*_merit(move), place.card_id or "", place.lane_index or 0, place.col_index or 0)


def _merit(move: MoveEvaluation) -> tuple[float, ...]:
    """What tells two moves apart, less is better. Rounding keeps equal sums in another order equal."""
    return (
        _tier(move),
        -round(move.merit, 9),
        -round(move.you_margin_after_enemy_expected, 9),
        -move.you_margin_after_enemy_best,
        -move.you_margin_after_move,
    )


def _tier(move: MoveEvaluation) -> int:
    """0 for a match that is won, 1 for one that goes on, 2 for one that is lost, 3 for a pass that wins nothing."""
    is_pass, worst = move.move is None, move.you_margin_after_enemy_best
    if worst > 0 and (move.ends_match if is_pass else move.is_settled):
        return 0
    if is_pass:
        return 3
    return 2 if move.is_settled and move.you_margin_after_enemy_expected < 0 else 1


def _label(move: MoveEvaluation, best: MoveEvaluation) -> Label:
    """Only moves that nothing tells apart from the first are called best too."""
    if _merit(move) == _merit(best):
        return "best"
    tier, is_behind = _tier(move), _tier(move) > _tier(best)
    is_lost = is_behind and tier > 1 and move.you_margin_after_enemy_expected < 0
    if is_lost or move.merit <= LOSING_BELOW < best.merit:
        return "losing"
    lost = best.merit - move.merit
    if lost <= GOOD_WITHIN + SAME and not is_behind:
        return "good"
    return "playable" if lost <= PLAYABLE_WITHIN + SAME else "risky"


def explain(view: PlayerView, before: PositionEvaluation, move: MoveEvaluation) -> MoveEvaluation:
    """The evaluation with its reasons and its risk."""
    step = Step(
        before=view,
        after=move.view_after,
        score_before=before.match_score,
        score_after=move.position_after_move.match_score,
        expected_without=before.enemy_expected_margin,
        forecast=move.forecast,
        is_pass=move.move is None,
        is_settled=move.is_settled,
    )
    return replace(move, reasons=reasons_for(step), risk=risk_of(step))
