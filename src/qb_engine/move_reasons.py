"""Why a move is what it is: reasons as facts with numbers, each recomputable from the position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from qb_engine.board_state import BoardState
from qb_engine.game_state import GameState
from qb_engine.models import MAX_RANK
from qb_engine.moves import LANES, Move
from qb_engine.player_view import PlayerView
from qb_engine.prediction import Forecast
from qb_engine.scoring import MatchScore, compute_match_score

EPSILON = 0.5
"""A margin that moves by less on average is not worth a reason."""
TRIGGERS_WITH_FLAGS = ("first_enhanced_fired", "first_enfeebled_fired", "power_thresholds_fired")


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact about a move: a tag for machines, numbers by name, and how much it weighs in points."""

    tag: str
    facts: dict[str, Any]
    weight: float


@dataclass(frozen=True, slots=True)
class Risk:
    """The answer that hurts most: your margin after it, its chance, and the lanes it takes or ties."""

    move: Move
    margin: int
    chance: float
    lanes_lost: tuple[int, ...]
    lanes_tied: tuple[int, ...]


def reasons_for(
    view: PlayerView, before: MatchScore, cells: Any, move: Move | None, forecast: Forecast
) -> tuple[Reason, ...]:
    """Every reason that holds, the weightiest first; ties by tag."""
    board = BoardState(view.engine, cells)
    after = compute_match_score(board)
    found = [*_lanes(before, after), *_margin(before, forecast)]
    found += [*_tiles(view.board, board), *_triggers(view.board, board)]
    if move is None:
        found.append(Reason("pass", {"margin": after.margin}, 0.0))
    return tuple(sorted(found, key=lambda reason: (-abs(reason.weight), reason.tag)))


def _lanes(before: MatchScore, after: MatchScore) -> list[Reason]:
    """Lanes that change hands, with the lead afterwards and what the lane is worth."""
    found = []
    for lane in range(LANES):
        old, new = before.lanes[lane], after.lanes[lane]
        lead = new.power_you - new.power_enemy
        facts = {"lane": lane, "by": abs(lead), "points": new.lane_points}
        if new.winner == "Y" and old.winner != "Y":
            found.append(Reason(f"wins_lane_{lane}", facts, float(new.lane_points)))
        elif old.winner == "Y" and new.winner != "Y":
            found.append(Reason(f"loses_lane_{lane}", facts, -float(old.lane_points)))
    return found


def _margin(before: MatchScore, forecast: Forecast) -> list[Reason]:
    """What is left of the gain after the expected answer."""
    change = forecast.expected_margin - before.margin
    if abs(change) <= EPSILON:
        return []
    facts = {"from": before.margin, "to": round(forecast.expected_margin, 1)}
    return [Reason("improves_margin" if change > 0 else "worsens_margin", facts, change)]


def _tiles(before: BoardState, after: BoardState) -> list[Reason]:
    """Tiles taken from the enemy, tiles it can no longer use, and ranks that open for you."""
    pairs = list(zip(before.tiles, after.tiles, strict=True))
    found = []
    captured = sum(old.owner == "E" and new.owner == "Y" for old, new in pairs)
    if captured:
        found.append(Reason("captures_tiles", {"count": captured}, float(captured)))
    denied = sum(_is_free(old, "E") for old, _new in pairs) - sum(_is_free(new, "E") for _old, new in pairs)
    if denied > 0:
        found.append(Reason("denies_tiles", {"count": denied}, denied * 0.5))
    for rank in range(2, MAX_RANK + 1):
        opened = sum(_is_free(new, "Y") and new.rank >= rank for _old, new in pairs)
        if opened and not any(_is_free(old, "Y") and old.rank >= rank for old, _new in pairs):
            found.append(Reason(f"opens_rank_{rank}", {"rank": rank, "count": opened}, rank * 0.5))
    return found


def _is_free(tile: Any, side: str) -> bool:
    return bool(tile.owner == side and not tile.is_occupied)


def _triggers(before: BoardState, after: BoardState) -> list[Reason]:
    """Cards of yours whose first-time conditions this move made true."""
    found = []
    for old, new in zip(before.tiles, after.tiles, strict=True):
        if new.card_owner != "Y":
            continue
        earlier = old.trigger_state if old.uid == new.uid else type(new.trigger_state)()
        if any(getattr(new.trigger_state, name) != getattr(earlier, name) for name in TRIGGERS_WITH_FLAGS):
            found.append(Reason("sets_up_trigger", {"card_id": new.card_id, "tile": new.name}, 1.0))
    return found


def risk_of(view: PlayerView, cells: Any, forecast: Forecast) -> Risk | None:
    """What the answer that hurts most does; None when no answer of the enemy hurts."""
    worst = forecast.worst
    if worst.move is None:
        return None
    before = compute_match_score(BoardState(view.engine, cells))
    state = GameState.on(view.engine, view.engine.copied(cells))
    state.play_free("E", worst.move)
    after = state.score()
    changed = [lane for lane in range(LANES) if before.lanes[lane].winner == "Y" != after.lanes[lane].winner]
    lost = tuple(lane for lane in changed if after.lanes[lane].winner == "E")
    tied = tuple(lane for lane in changed if after.lanes[lane].winner is None)
    return Risk(worst.move, worst.margin, worst.weight, lost, tied)
