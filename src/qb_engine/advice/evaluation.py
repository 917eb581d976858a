"""What the coach says, as values: a position, a move with what it leads to, and all moves ranked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from qb_engine.advice.reasons import Reason, Risk
from qb_engine.effect_engine import LaneScore
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import Move
from qb_engine.prediction import Forecast, ThreatMap, threat_map
from qb_engine.scoring import MatchScore
from qb_engine.words.moves import margins_words, move_words, reason_words
from qb_engine.words.voice import Voice, capitalised

Label = Literal["best", "good", "playable", "risky", "losing"]
Level = Literal["quick", "deep"]
LaneStatus = LaneScore
"""One lane of a position: both powers, who leads it, and what it pays."""

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

    ``is_close`` says that nothing tells it apart from the best move. The deep level adds ``win_chance`` with its
    interval and the enemy's main ``reply``, None for a pass.

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
    is_close: bool = False
    reply: Move | None = None

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
    """All moves, best first; ``top`` are the ones to show. ``is_guess`` says that the enemy's deck is not known.

    The deep level says how many games it played, or ``is_exact`` when it played all that can come.
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
