"""Lane and match scores: pure functions of a board and of the effects it is given.

Any engine that answers ``compute_effective_power`` and ``apply_score_modifiers`` can be given, a stub too. For our own
``EffectEngine`` the kernel adds a lane up at once, which gives the same sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from qb_engine.board_state import OWNERS, BoardState, tile_index
from qb_engine.effect_engine import EffectEngine, LaneScore
from qb_engine.kernel.scoring import lane_winner
from qb_engine.moves import COLUMNS, LANES, Side

__all__ = ["Effects", "LaneScore", "MatchScore", "compute_lane_power", "compute_match_score"]


class Effects(Protocol):
    """What scoring asks of an effect engine."""

    def compute_effective_power(self, board: BoardState, lane_index: int, col_index: int) -> int:
        """The power of the card on a tile with everything that acts on it."""
        ...

    def apply_score_modifiers(
        self, board_state: BoardState, lane_scores: list[LaneScore]
    ) -> Sequence[LaneScore] | None:
        """Adjust the lanes' points in place, or answer with the lanes as they are to count."""
        ...


@dataclass(slots=True)
class MatchScore:
    """The three lanes and what they come to; ``margin`` is yours minus the enemy's."""

    lanes: list[LaneScore]
    total_you: int
    total_enemy: int
    winner: Side | None
    margin: int


def compute_lane_power(board: BoardState, effect_engine: Effects, lane_index: int) -> LaneScore:
    """Both powers of a lane, its winner, and its points before effects change them.

    Powers are recomputed first, on a copy: the board is only read.
    """
    tile_index(lane_index, 0)
    you, enemy = _lane_powers(board, effect_engine, lane_index)
    winner = _side(lane_winner(you, enemy))
    return LaneScore(lane_index, you, enemy, winner, max(you, enemy) if winner else 0)


def compute_match_score(board: BoardState, effect_engine: Effects | None = None) -> MatchScore:
    """The score of a board as it lies, with the effects that change lane points."""
    if effect_engine is None:
        return _whole_score(board)
    lanes = [compute_lane_power(board, effect_engine, lane_index) for lane_index in range(LANES)]
    adjusted = effect_engine.apply_score_modifiers(board, lanes)
    lanes = lanes if adjusted is None else list(adjusted)
    you, enemy = (sum(lane.lane_points for lane in lanes if lane.winner == side) for side in ("Y", "E"))
    return MatchScore(lanes, you, enemy, _side(lane_winner(you, enemy)), you - enemy)


def _lane_powers(board: BoardState, effects: Effects, lane_index: int) -> tuple[int, int]:
    """The power of both sides in a lane, as ``effects`` sees each card of it."""
    if isinstance(effects, EffectEngine) and _own_power(effects):
        report = _scored(board.under(effects.rules_engine))
        return report.lane_power[0][lane_index], report.lane_power[1][lane_index]
    powers = {"Y": 0, "E": 0}
    for col_index in range(COLUMNS):
        side = board.tile(lane_index, col_index).card_owner
        if side is not None:
            powers[side] += effects.compute_effective_power(board, lane_index, col_index)
    return powers["Y"], powers["E"]


def _own_power(effects: EffectEngine) -> bool:
    """Whether powers are ours: neither a subclass nor the object itself answers otherwise."""
    ours = EffectEngine.compute_effective_power
    return getattr(effects.compute_effective_power, "__func__", None) is ours


def _whole_score(board: BoardState) -> MatchScore:
    """The same by the board's own effects, from one call of the kernel."""
    report = _scored(board)
    (yours, enemys), winners, points = report.lane_power, report.lane_winner, report.lane_points
    lanes = [LaneScore(lane, yours[lane], enemys[lane], _side(winners[lane]), points[lane]) for lane in range(LANES)]
    you, enemy = report.total
    return MatchScore(lanes, you, enemy, _side(lane_winner(you, enemy)), you - enemy)


def _scored(board: BoardState) -> Any:
    """What the kernel reports of the board: powers, winners and points of the lanes, and the totals."""
    engine, scratch = board.engine, board.engine.scratch
    engine.kernel.score_afresh(board.cells, *scratch.desk)
    return scratch.report


def _side(number: int) -> Side | None:
    owner = OWNERS[number]
    return None if owner == "N" else owner
