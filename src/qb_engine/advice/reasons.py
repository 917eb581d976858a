"""Why a move is what it is: reasons as facts with numbers, each recomputable from the position."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from qb_engine.advice.standing import grounds
from qb_engine.board_state import BoardState, CardTriggerState
from qb_engine.kernel.ground import HELD
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.models import MAX_RANK
from qb_engine.moves import LANES, Move
from qb_engine.prediction import Forecast, score_after
from qb_engine.scoring import MatchScore

EPSILON = 0.5
"""A margin that moves by less on average is not worth a reason."""
DENIED_TILE_POINTS = 0.5
OPENED_RANK_POINTS = 0.5
FLAGS_OF_TRIGGERS = {
    "on_first_enhanced": "first_enhanced_fired",
    "on_first_enfeebled": "first_enfeebled_fired",
    "on_power_threshold": "power_thresholds_fired",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact about a move: a tag for machines, numbers by name, and how much it weighs in points."""

    tag: str
    facts: dict[str, Any]
    weight: float


@dataclass(frozen=True, slots=True)
class Risk:
    """The answer that hurts most: your margin after it, its chance, and the lanes it takes from you or ties."""

    move: Move
    margin: int
    chance: float
    lanes_lost: tuple[int, ...]
    lanes_tied: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A move of yours as two moments: what was seen before it and what after, with scores and forecasts of both.

    After a move that settles the match ground is worth nothing.
    """

    before: PlayerView
    after: PlayerView
    score_before: MatchScore
    score_after: MatchScore
    expected_without: float
    forecast: Forecast
    is_pass: bool
    is_settled: bool = False


def reasons_for(compared: Comparison) -> tuple[Reason, ...]:
    """Every reason that holds, the weightiest first; ties by tag, then by tile."""
    if compared.is_pass:
        return (Reason("pass", {"margin": compared.score_after.margin, "ends_match": compared.after.is_over}, 0.0),)
    before, after = compared.before.board, compared.after.board
    found = [
        *_lanes(compared.score_before, compared.score_after),
        *_margin(compared.expected_without, compared.forecast),
    ]
    found += [*_held(compared), *_tiles(before, after), *_triggers(before, after)]
    return tuple(sorted(found, key=lambda reason: (-abs(reason.weight), reason.tag)))


def margin_last(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """The reasons with the expected margin behind what can be seen on the board: figures say most of it already."""
    return tuple(sorted(reasons, key=lambda reason: reason.tag.endswith("_margin")))


def _lanes(before: MatchScore, after: MatchScore) -> list[Reason]:
    """Lanes that change hands, with the lead afterwards and what the lane is worth."""
    found = []
    for lane in range(LANES):
        old, new = before.lanes[lane], after.lanes[lane]
        facts = {"lane": lane, "by": abs(new.power_you - new.power_enemy), "points": new.lane_points}
        if new.winner == "Y" and old.winner != "Y":
            found.append(Reason(f"wins_lane_{lane}", facts, float(new.lane_points)))
        elif old.winner == "Y" and new.winner != "Y":
            found.append(Reason(f"loses_lane_{lane}", facts, -float(old.lane_points)))
    return found


def _margin(expected_without: float, forecast: Forecast) -> list[Reason]:
    """What the move changes in your margin after the expected answer, against making no move."""
    change = forecast.expected_margin - expected_without
    if abs(change) <= EPSILON:
        return []
    facts = {"from": round(expected_without, 1), "to": round(forecast.expected_margin, 1)}
    return [Reason("improves_margin" if change > 0 else "worsens_margin", facts, change)]


def _held(compared: Comparison) -> list[Reason]:
    """How many tiles both sides hold, when the move changes the difference."""
    (yours, theirs), (yours_before, theirs_before) = grounds(compared.after), grounds(compared.before)
    change = yours.held - theirs.held - yours_before.held + theirs_before.held
    if not change:
        return []
    facts = {
        "yours": yours.held,
        "theirs": theirs.held,
        "yours_before": yours_before.held,
        "theirs_before": theirs_before.held,
    }
    weight = 0.0 if compared.is_settled else float(HELD * change)
    return [Reason("gains_ground" if change > 0 else "loses_ground", facts, weight)]


def _tiles(before: BoardState, after: BoardState) -> list[Reason]:
    """Tiles taken from the enemy, tiles it can no longer use, and ranks that open for you."""
    old, new = _ground(before), _ground(after)
    found = []
    captured = sum(was[0] == "E" and now[0] == "Y" for was, now in zip(old, new, strict=True))
    if captured:
        found.append(Reason("captures_tiles", {"count": captured}, float(captured)))
    denied = len(_free_ranks(old, "E")) - len(_free_ranks(new, "E"))
    if denied > 0:
        found.append(Reason("denies_tiles", {"count": denied}, denied * DENIED_TILE_POINTS))
    for rank in range(2, MAX_RANK + 1):
        opened = sum(there >= rank for there in _free_ranks(new, "Y"))
        if opened and not any(there >= rank for there in _free_ranks(old, "Y")):
            found.append(Reason(f"opens_rank_{rank}", {"rank": rank, "count": opened}, rank * OPENED_RANK_POINTS))
    return found


def _ground(board: BoardState) -> list[tuple[str, int, bool]]:
    """Owner, rank and whether a card lies there, tile by tile."""
    return [(tile.owner, tile.rank, tile.is_occupied) for tile in board.tiles]


def _free_ranks(ground: list[tuple[str, int, bool]], side: str) -> list[int]:
    """The ranks of a side's tiles without a card."""
    return [rank for owner, rank, is_occupied in ground if owner == side and not is_occupied]


def _triggers(before: BoardState, after: BoardState) -> list[Reason]:
    """Cards of yours whose first-time abilities this move set off."""
    found = []
    for old, new in zip(before.tiles, after.tiles, strict=True):
        if new.card_owner != "Y" or new.card_id is None:
            continue
        earlier = old.trigger_state if old.uid == new.uid else CardTriggerState()
        effects = (after.engine.effects[effect_id] for effect_id in after.engine.card(new.card_id).effect_ids)
        flags = [FLAGS_OF_TRIGGERS[effect.trigger] for effect in effects if effect.trigger in FLAGS_OF_TRIGGERS]
        if any(getattr(new.trigger_state, flag) != getattr(earlier, flag) for flag in flags):
            found.append(Reason("sets_up_trigger", {"card_id": new.card_id, "tile": new.name}, 1.0))
    return found


def risk_of(compared: Comparison) -> Risk | None:
    """What the answer that hurts most does; None when no answer of the enemy hurts."""
    worst = compared.forecast.worst
    if worst.move is None:
        return None
    before, after = compared.score_after, score_after(compared.after, worst.move)
    changed = [lane for lane in range(LANES) if before.lanes[lane].winner == "Y" != after.lanes[lane].winner]
    lost = tuple(lane for lane in changed if after.lanes[lane].winner == "E")
    tied = tuple(lane for lane in changed if after.lanes[lane].winner is None)
    return Risk(worst.move, worst.margin, worst.weight, lost, tied)
