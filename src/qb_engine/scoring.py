"""Lane and match scores: pure functions of a board."""

from __future__ import annotations

from dataclasses import dataclass

from qb_engine.board_state import OWNERS, BoardState, tile_index
from qb_engine.effect_engine import EffectEngine, LaneScore
from qb_engine.kernel.scoring import lane_winner
from qb_engine.moves import LANES, Side

__all__ = ["LaneScore", "MatchScore", "compute_lane_power", "compute_match_score"]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The three lanes and what they come to; ``margin`` is yours minus the enemy's."""

    lanes: tuple[LaneScore, LaneScore, LaneScore]
    total_you: int
    total_enemy: int
    winner: Side | None
    margin: int


def compute_lane_power(board: BoardState, effect_engine: EffectEngine, lane_index: int) -> LaneScore:
    """Both powers of a lane, its winner, and its points before effects change them.

    Powers are recomputed first, which changes nothing: they follow from the rest of the board.
    """
    tile_index(lane_index, 0)
    engine = effect_engine.rules_engine
    seen = board.under(engine)
    engine.kernel.refresh(seen.cells, engine.tables, engine.rules, engine.work)
    you, enemy = (int(engine.kernel.power_in_lane(seen.cells, side, lane_index)) for side in range(2))
    winner = _side(lane_winner(you, enemy))
    return LaneScore(lane_index, you, enemy, winner, max(you, enemy) if winner else 0)


def compute_match_score(board: BoardState, effect_engine: EffectEngine | None = None) -> MatchScore:
    """The score of a board as it lies, with the effects that change lane points."""
    effects = effect_engine or EffectEngine.of(board)
    lanes = [compute_lane_power(board, effects, lane_index) for lane_index in range(LANES)]
    top, middle, bottom = effects.apply_score_modifiers(board, lanes)
    you, enemy = (sum(lane.lane_points for lane in (top, middle, bottom) if lane.winner == side) for side in ("Y", "E"))
    return MatchScore((top, middle, bottom), you, enemy, _side(lane_winner(you, enemy)), you - enemy)


def _side(number: int) -> Side | None:
    owner = OWNERS[number]
    return None if owner == "N" else owner
