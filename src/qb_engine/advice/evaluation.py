"""What the coach finds, as values: a position, a move with what it leads to, and all moves ranked.

Values do not say sentences: ``words.advice`` does, in any language.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from qb_engine.advice.reasons import Reason, Risk
from qb_engine.effect_engine import LaneScore
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import Move
from qb_engine.prediction import Forecast, PredictionEngine, ThreatMap, threats_turned, turned
from qb_engine.scoring import MatchScore

Label = Literal["best", "good", "playable", "risky", "losing"]
Level = Literal["quick", "deep"]
LaneStatus = LaneScore
"""One lane of a position: both powers, who leads it, and what it pays."""

DECIDED_POINTS = 1000.0
"""A match that is decided outweighs everything that is not: merit has so many points more, or fewer, for each step."""
CLEAR_MARGIN = 8
"""Ahead or behind by more than one strong card can turn: clearly winning or losing."""


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
        return tuple(self.match_score.lanes)

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
    """A candidate with what it leads to.

    ``is_close`` says that nothing tells it apart from the best move. ``win_chance`` is what moves are ranked by, by the
    first look (``first_chance``) or by a search, which adds its interval and the enemy's main ``reply``, None for a
    pass. ``compared`` is where a search's chance lies by the comparison with the best move, for the best one by that
    with the next: it holds the other's chance just when they are close. Where no net can be asked the first look has no
    chance and ranks by ``merit``.

    An explained move has its reasons, its risk and ``reply_score``, the score after the answer that hurts most.

    ``standing`` is what your ground and power after the move are worth against the enemy's, and 0 for a move that
    settles the match: after it no ground can be used. ``is_turned`` says that the seat on the right is advised, in the
    columns of the board, while ``view_after`` is as always seen from the left.
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
    reply_score: MatchScore | None = field(default=None, compare=False, repr=False)
    win_chance: float | None = None
    first_chance: float | None = None
    interval: tuple[float, float] | None = None
    compared: tuple[float, float] | None = None
    samples: int = 0
    is_close: bool = False
    reply: Move | None = None
    is_turned: bool = False
    prediction: PredictionEngine | None = field(default=None, compare=False, repr=False)

    @property
    def move(self) -> Move | None:
        """The placement; None for a pass."""
        return self.candidate.move

    @property
    def ends_match(self) -> bool:
        """Whether there is no answer to it."""
        return self.view_after.is_over

    @property
    def wins_now(self) -> bool:
        """Whether it ends the match and wins it: nothing is more certain."""
        return self.ends_match and self.you_margin_after_move > 0

    @property
    def is_searched(self) -> bool:
        """Whether a search stated its chance."""
        return self.interval is not None

    @property
    def accepts_no_lead(self) -> bool:
        """Whether it is a pass below the moves that play on, because it accepts a score that wins nothing."""
        return self.move is None and self.quality_rank > 1 and self.you_margin_after_move <= 0

    @property
    def you_margin_after_enemy_best(self) -> int:
        """Your margin after the answer that hurts most."""
        return self.forecast.worst_margin

    @property
    def you_margin_after_enemy_expected(self) -> float:
        """Your margin after the answer, on average."""
        return self.forecast.expected_margin

    @property
    def points(self) -> float:
        """Your margin after the answer, on average, and your standing."""
        return self.you_margin_after_enemy_expected + self.standing

    @property
    def decided(self) -> int:
        """How far the move decides the match: 1 when nothing can come after it and it wins, -1 when it loses.

        What wins at once is above that, at 2, and a pass that wins at once at 3: it changes nothing. A pass accepts the
        present score; where that wins nothing, it is below all, at -2.
        """
        is_pass, worst = self.move is None, self.you_margin_after_enemy_best
        if self.wins_now:
            return 3 if is_pass else 2
        if is_pass:
            return -2
        if self.is_settled:
            return 1 if worst > 0 else -1 if self.you_margin_after_enemy_expected < 0 else 0
        return 0

    @property
    def merit(self) -> float:
        """What ranks without a net: the points, far above or below all others where the match is decided."""
        return self.points + DECIDED_POINTS * self.decided

    @property
    def enemy_threat_after_move(self) -> ThreatMap:
        """The forecast with whole scores and pressures, worked out when it is asked for."""
        prediction = self.prediction or PredictionEngine()
        if self.is_turned:
            return threats_turned(prediction.compute_threat_map(self.view_after, turned(self.forecast)))
        return prediction.compute_threat_map(self.view_after, self.forecast)

    @property
    def explanation_tags(self) -> tuple[str, ...]:
        """The tags of the reasons, for machines."""
        return tuple(reason.tag for reason in self.reasons)

    @property
    def is_inseparable(self) -> bool:
        """Whether nothing tells it apart from the best move, although it is ranked below it."""
        return self.is_close and self.quality_rank > 1


@dataclass(frozen=True, slots=True)
class CoachingRecommendation:
    """All moves, best first; ``top`` are the ones to show. ``is_guess`` says that the enemy's deck is not known.

    Both levels rank by the chance to win; the quick one goes by merit where no net can be asked. The deep level says
    how many games it played, or ``is_exact`` when it played all that can come.
    """

    position: PositionEvaluation
    moves: tuple[MoveEvaluation, ...]
    top_n: int
    is_guess: bool
    level: Level = "quick"
    iterations: int = 0
    is_exact: bool = False

    @property
    def primary(self) -> MoveEvaluation | None:
        """The best move; None when the game is over."""
        return self.moves[0] if self.moves else None

    @property
    def goes_by_chance(self) -> bool:
        """Whether moves are ranked by their chance to win."""
        return all(move.win_chance is not None for move in self.moves)

    @property
    def top(self) -> tuple[MoveEvaluation, ...]:
        """The first moves."""
        return self.moves[: self.top_n]

    def find(self, move: Move | None) -> MoveEvaluation | None:
        """The evaluation of one move, None for one that is not among them."""
        return next((found for found in self.moves if found.move == move), None)
