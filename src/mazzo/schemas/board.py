"""The board of Queen's Blood as data: tiles by name, the three lanes, what both sides have."""

from __future__ import annotations

from typing import Any

from mazzo.schemas.document import Part
from qb_engine.game_state import GameState
from qb_engine.moves import Owner, Side
from qb_engine.scoring import MatchScore


class Tile(Part):
    """A tile: whose pawns stand there, how many, and the card on it; ``power`` is 0 without one."""

    owner: Owner
    rank: int
    card: str | None
    card_owner: Side | None
    power: int
    power_delta: int
    scale_delta: int


class Lane(Part):
    """A lane: both powers, who wins it, and what it pays."""

    power_you: int
    power_enemy: int
    winner: Side | None
    lane_points: int


def tiles(state: GameState) -> dict[str, Tile]:
    """The fifteen tiles by their names."""
    return {tile.name: _tile(tile) for tile in state.board.tiles}


def _tile(tile: Any) -> Tile:
    return Tile(
        owner=tile.owner,
        rank=tile.rank,
        card=tile.card_id,
        card_owner=tile.card_owner,
        power=tile.power,
        power_delta=tile.power_delta,
        scale_delta=tile.scale_delta,
    )


def lanes(score: MatchScore) -> list[Lane]:
    """The lanes, top to bottom."""
    return [
        Lane(power_you=lane.power_you, power_enemy=lane.power_enemy, winner=lane.winner, lane_points=lane.lane_points)
        for lane in score.lanes
    ]


def scores(score: MatchScore) -> dict[Side, int]:
    """What each side has."""
    return {"Y": score.total_you, "E": score.total_enemy}
