"""The coach: every legal move, your margin after it and after the enemy's worst and expected answers, and why.

Everything is seen from your seat and computed from what you see. ``quick`` is one look of the learned net at every
move, ``deep`` a search; both rank by the chance to win. Where no net can be asked ``quick`` ranks by merit, one reply
ahead. Labels come from named thresholds, reasons from facts; docs/coaching.md says how to read them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from qb_engine.advice.evaluation import CoachingRecommendation as CoachingRecommendation
from qb_engine.advice.evaluation import Label as Label
from qb_engine.advice.evaluation import LaneStatus as LaneStatus
from qb_engine.advice.evaluation import MoveCandidate as MoveCandidate
from qb_engine.advice.evaluation import MoveEvaluation as MoveEvaluation
from qb_engine.advice.evaluation import PositionEvaluation as PositionEvaluation
from qb_engine.advice.first_look import chance_then, first_chances
from qb_engine.advice.ranking import rank_moves as rank_moves
from qb_engine.advice.ranking import ranked_by_search
from qb_engine.advice.reasons import Comparison, reasons_for, reply_score, risk_of
from qb_engine.advice.seats import advice_turned, candidate_turned, evaluation_turned, observed_from
from qb_engine.advice.standing import grounds, is_settled, standing
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.errors import ResolutionError
from qb_engine.game_state import GameState, placements
from qb_engine.knowledge.belief import EnemyBelief
from qb_engine.knowledge.player_view import Counted, PlayerView
from qb_engine.moves import Move, Side
from qb_engine.prediction import Forecast, PredictionEngine
from qb_engine.scoring import MatchScore

if TYPE_CHECKING:
    from qb_engine.search.race import DeepLook, SearchResult

Chances = Mapping[Move | None, float]
"""What the first look says of each move."""


class CoachingEngine:
    """Advises the player whose view it is given, or the side to act of a game, in its own columns.

    ``by_merit`` ranks the first look as where no net can be asked.
    """

    def __init__(self, prediction: PredictionEngine | None = None, *, by_merit: bool = False) -> None:
        self.prediction, self._by_merit = prediction or PredictionEngine(), by_merit

    # The core: views in, advice out.

    def advise(
        self,
        view: PlayerView,
        obs: EnemyObservation,
        top_n: int = 3,
        *,
        allow_pass: bool = False,
        explain_all: bool = False,
        deep: DeepLook | None = None,
    ) -> CoachingRecommendation:
        """Every legal move, best first, with reasons for the first ``top_n`` or for all; without ``deep`` quickly.

        A deep look considers a pass whenever you are ahead.
        """
        belief = self.prediction.belief(view, obs)
        forecasts = _Forecasts(self.prediction, view, belief)
        position = _position(view.score, forecasts.after(view))
        allow_pass |= deep is not None and position.you_margin > 0
        found = candidates(view, allow_pass=allow_pass)
        ranked = rank_moves(_all_evaluated(view, forecasts, found, self._chances(view, belief)))
        advice = CoachingRecommendation(position, tuple(ranked), top_n, belief.is_guess)
        if deep is not None:
            advice = deepened(advice, _searched(view, belief, advice, deep))
        shown = len(ranked) if explain_all else top_n
        explained = (
            explain(view, position, move) if place < shown else move for place, move in enumerate(advice.moves)
        )
        return replace(advice, moves=tuple(explained))

    def _chances(self, view: PlayerView, belief: EnemyBelief) -> Chances | None:
        return None if self._by_merit else first_chances(view, belief)

    # The specification's surface: games in, turned into views at once. It answers for the side to act, or for ``side``,
    # in the columns of the board; after the end of a game for you.

    def enumerate_you_moves(
        self, state: GameState, *, allow_pass: bool = False, side: Side | None = None
    ) -> list[MoveCandidate]:
        """Every distinct placement of the side's hand, and a pass where it is honest or asked for."""
        seat = _seat(state, side)
        found = candidates(PlayerView.of(state, seat), allow_pass=allow_pass)
        return found if seat == "Y" else sorted(map(candidate_turned, found), key=_place_of)

    def evaluate_position(
        self, state: GameState, obs: EnemyObservation, *, side: Side | None = None
    ) -> PositionEvaluation:
        """The position as it lies for the side, and after its enemy's answer to it."""
        seat = _seat(state, side)
        view = PlayerView.of(state, seat)
        belief = self.prediction.belief(view, observed_from(obs, seat))
        return _position(view.score, self.prediction.forecast(view, belief))

    def evaluate_move(
        self, state: GameState, obs: EnemyObservation, candidate: MoveCandidate, *, side: Side | None = None
    ) -> MoveEvaluation:
        """One move with its reasons; rank and label it gets only among the others."""
        seat = _seat(state, side)
        view = PlayerView.of(state, seat)
        belief = self.prediction.belief(view, observed_from(obs, seat))
        forecasts, chances = _Forecasts(self.prediction, view, belief), self._chances(view, belief)
        position = _position(view.score, forecasts.after(view))
        if seat == "Y":
            return explain(view, position, _evaluated(view, forecasts, candidate, chances))
        turned = candidate_turned(candidate)
        return evaluation_turned(explain(view, position, _evaluated(view, forecasts, turned, chances)))

    def rank_moves(self, evaluations: Sequence[MoveEvaluation]) -> list[MoveEvaluation]:
        """The evaluations best first, with rank and label."""
        return rank_moves(evaluations)

    def recommend_moves(
        self,
        state: GameState,
        obs: EnemyObservation,
        top_n: int = 3,
        allow_pass: bool = False,
        *,
        side: Side | None = None,
    ) -> CoachingRecommendation:
        """Every legal move, best first, with reasons for the first ``top_n``; a pass only where it is honest.

        Margins are those of the side that is advised.
        """
        seat = _seat(state, side)
        advice = self.advise(PlayerView.of(state, seat), observed_from(obs, seat), top_n, allow_pass=allow_pass)
        return advice if seat == "Y" else advice_turned(advice)


def _seat(state: GameState, side: Side | None) -> Side:
    return side or state.side_to_act or "Y"


def _place_of(candidate: MoveCandidate) -> tuple[bool, Move | None]:
    """Placements as moves are sorted, then the pass."""
    return candidate.move is None, candidate.move


class _Forecasts:
    """The enemy's answers as a prediction engine tells them.

    Our own engine works out what the enemy may hold once for all positions of a moment; one that forecasts in its own
    way is asked for each of them.
    """

    def __init__(self, prediction: PredictionEngine, view: PlayerView, belief: EnemyBelief) -> None:
        self.prediction, self._belief = prediction, belief
        ours = getattr(prediction.forecast, "__func__", None) is PredictionEngine.forecast
        self._forecaster = prediction.forecaster(view, belief) if ours else None

    def belief(self, view: PlayerView) -> EnemyBelief:
        """What the enemy may hold at ``view``: your own move may have put cards into its hand."""
        return replace(self._belief, certain=view.enemy_certain)

    def after(self, view: PlayerView) -> Forecast:
        """The answer to the position of ``view``."""
        if self._forecaster is None:
            return self.prediction.forecast(view, self.belief(view))
        return self._forecaster.knowing(view.enemy_certain).after(view.cells)


def advise(
    game: GameState,
    enemy_deck: Sequence[str] | None = None,
    *,
    coach: CoachingEngine | None = None,
    top_n: int = 3,
    deep: DeepLook | None = None,
) -> CoachingRecommendation:
    """Advice for the side to act, from what it sees; ``enemy_deck`` is what it knows of the other's cards, if anything.

    Margins are those of the side that is advised, columns those of the board.
    """
    side = game.side_to_act or "Y"
    view = PlayerView.of(game, side)
    obs = EnemyObservation(enemy_deck, allow_unknown=True)
    obs.update_from_game_state(view.game)
    advice = (coach or CoachingEngine()).advise(view, obs, top_n, deep=deep)
    return advice if side == "Y" else advice_turned(advice)


def advise_position(
    state: GameState, engine: CoachingEngine | None = None, *, deep: DeepLook | None = None
) -> CoachingRecommendation:
    """Every legal move of yours in a position that nobody followed, best first; the enemy's deck is unknown.

    Without ``deep`` the look is quick, and so it is when ``deep`` ends before every move was tried.
    """
    obs = EnemyObservation()
    obs.update_from_game_state(state)
    coach = engine or CoachingEngine()
    view = PlayerView.of(state, counted=Counted.in_position(state))
    advice = coach.advise(view, obs, explain_all=True, deep=deep)
    is_enough = deep is None or all(move.samples for move in advice.moves)
    return advice if is_enough else advise_position(state, coach)


def _searched(view: PlayerView, belief: EnemyBelief, quick: CoachingRecommendation, deep: DeepLook) -> SearchResult:
    """The chances of the moves that the quick look found."""
    # A quick look starts sooner without NumPy, which only the search needs.
    from qb_engine.mind.net import Mind
    from qb_engine.search.race import search_view

    return search_view(
        view,
        belief,
        deep.budget,
        moves=[move.move for move in quick.moves],
        seed=deep.seed,
        threads=deep.threads,
        is_cancelled=deep.is_cancelled,
        mind=Mind.or_none(view.engine),
    )


def deepened(quick: CoachingRecommendation, found: SearchResult) -> CoachingRecommendation:
    """The advice with the chances of ``found``, ranked by them."""
    moves = tuple(ranked_by_search(quick.moves, found))
    return replace(quick, moves=moves, level="deep", iterations=found.iterations, is_exact=found.is_exact)


def candidates(view: PlayerView, *, allow_pass: bool = False) -> list[MoveCandidate]:
    """Every distinct placement; a pass when it is asked for, is all there is, or ends the match and wins it."""
    moves = [] if view.is_over else placements(view.board, "Y", view.hand)
    found = [
        MoveCandidate(move.card_id, view.hand.index(move.card_id), move.lane_index, move.col_index) for move in moves
    ]
    wins_at_once = view.score.margin > 0 and view.after(None).is_over
    if not view.is_over and (allow_pass or not found or wins_at_once):
        found.append(MoveCandidate())
    return found


def _all_evaluated(
    view: PlayerView, forecasts: _Forecasts, found: list[MoveCandidate], chances: Chances | None
) -> list[MoveEvaluation]:
    """Every candidate that can be played: the rules refuse one that would never come to rest."""
    evaluations = []
    for candidate in found:
        with suppress(ResolutionError):
            evaluations.append(_evaluated(view, forecasts, candidate, chances))
    if found and not evaluations:
        evaluations.append(_evaluated(view, forecasts, MoveCandidate(), chances))
    return evaluations


def _evaluated(
    view: PlayerView, forecasts: _Forecasts, candidate: MoveCandidate, chances: Chances | None
) -> MoveEvaluation:
    then = view.after(candidate.move)
    forecast, score, ground = forecasts.after(then), then.score, grounds(then)
    belief = forecasts.belief(then)
    settled = is_settled(then, belief, *ground)
    chance = None if chances is None else chance_then(then, belief, chances[candidate.move])
    return MoveEvaluation(
        candidate=candidate,
        you_margin_after_move=score.margin,
        forecast=forecast,
        position_after_move=_position(score, forecast),
        view_after=then,
        standing=0 if settled else standing(*ground),
        is_settled=settled,
        win_chance=chance,
        first_chance=chance,
        prediction=forecasts.prediction,
    )


def _position(score: MatchScore, forecast: Forecast) -> PositionEvaluation:
    return PositionEvaluation(score, score.margin, forecast.worst_margin, forecast.expected_margin)


def explain(view: PlayerView, before: PositionEvaluation, move: MoveEvaluation) -> MoveEvaluation:
    """The evaluation with its reasons and its risk."""
    compared = Comparison(
        before=view,
        after=move.view_after,
        score_before=before.match_score,
        score_after=move.position_after_move.match_score,
        expected_without=before.enemy_expected_margin,
        forecast=move.forecast,
        is_pass=move.move is None,
        is_settled=move.is_settled,
    )
    after = reply_score(compared)
    return replace(move, reasons=reasons_for(compared), risk=risk_of(compared, after), reply_score=after)
