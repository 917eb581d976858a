"""Why a move is what it is: reasons as facts with numbers, each recomputable from the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from qb_engine.advice.standing import grounds
from qb_engine.board_state import BoardState, CardTriggerState
from qb_engine.kernel.ground import HELD
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.models import MAX_RANK
from qb_engine.moves import COLUMNS, LANES, Move, tile_name
from qb_engine.prediction import Forecast, score_after
from qb_engine.scoring import MatchScore

EPSILON = 0.5
"""A margin that moves by less on average is not worth a reason."""
DENIED_TILE_POINTS = 0.5
OPENED_RANK_POINTS = 0.5
BUILT_CARD_SHARE = 0.5
"""What a card that can be laid from now on is worth, as a part of its power."""
BLOCKED_RANK_POINTS = 1.0
CHANGED_POWER_POINTS = 0.5
GAINED_CARD_POINTS = 2.0
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
    """The answer that hurts most: your margin after it, its chance, and the lanes it takes from you or ties.

    ``harm`` is what it costs of your margin. With a ``rank`` the move is an example only: the chance is that of all
    answers which cost as much or more, and most of those cards have this rank.
    """

    move: Move
    margin: int
    chance: float
    lanes_lost: tuple[int, ...]
    lanes_tied: tuple[int, ...]
    harm: int
    rank: int | None = None


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
    found += [*_built(compared), *_blocked(before, after), *_cards(before, after), *_gained(compared)]
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


def _built(compared: Comparison) -> Iterator[Reason]:
    """Ranks that open for a card of your hand, which no free tile of yours carried before: the strongest such card."""
    old, new = _ground(compared.before.board), _ground(compared.after.board)
    cards = {card_id: compared.after.engine.card(card_id) for card_id in compared.after.hand}
    for rank in range(2, MAX_RANK + 1):
        waiting = [card for card in cards.values() if card.cost == rank and not card.is_replace]
        tiles = [place for place, tile in enumerate(new) if tile[0] == "Y" and not tile[2] and tile[1] >= rank]
        if not waiting or not tiles or any(there >= rank for there in _free_ranks(old, "Y")):
            continue
        card = min(waiting, key=lambda card: (-card.power, card.id))
        facts = {"rank": rank, "tile": tile_name(*divmod(tiles[0], COLUMNS)), "card_id": card.id}
        yield Reason(f"builds_rank_{rank}", facts, rank * OPENED_RANK_POINTS + card.power * BUILT_CARD_SHARE)


def _blocked(before: BoardState, after: BoardState) -> Iterator[Reason]:
    """The only free tile of that rank or a higher one that the enemy had, and has no more."""
    old, new = _ground(before), _ground(after)
    for rank in range(2, MAX_RANK + 1):
        tiles = [place for place, tile in enumerate(old) if tile[0] == "E" and not tile[2] and tile[1] >= rank]
        if len(tiles) == 1 and not any(there >= rank for there in _free_ranks(new, "E")):
            facts = {"rank": rank, "tile": tile_name(*divmod(tiles[0], COLUMNS))}
            yield Reason(f"blocks_rank_{rank}", facts, rank * BLOCKED_RANK_POINTS)


def _cards(before: BoardState, after: BoardState) -> Iterator[Reason]:
    """Cards of the enemy that are destroyed, and what the powers of the others change by."""
    remaining = {tile.uid: tile for tile in after.tiles if tile.card_id is not None}
    changed: Counter[str] = Counter()
    for old in before.tiles:
        if old.card_id is None:
            continue
        new = remaining.get(old.uid)
        if new is None:
            if old.card_owner == "E":
                facts = {"card_id": old.card_id, "tile": old.name}
                yield Reason("destroys", facts, float(max(1, old.power)))
            continue
        changed["weakens"] += max(0, old.power - new.power) if new.card_owner == "E" else 0
        changed["strengthens"] += max(0, new.power - old.power) if new.card_owner == "Y" else 0
    for tag, by in changed.items():
        if by:
            yield Reason(tag, {"by": by}, by * CHANGED_POWER_POINTS)


def _gained(compared: Comparison) -> Iterator[Reason]:
    """Cards that the move puts into your hand."""
    gained = Counter(compared.after.hand) - Counter(compared.before.hand)
    if gained:
        facts = {"card_id": min(gained), "count": gained.total()}
        yield Reason("gains_card", facts, GAINED_CARD_POINTS * gained.total())


def reply_score(compared: Comparison) -> MatchScore:
    """The score after the answer that hurts most."""
    return score_after(compared.after, compared.forecast.worst.move)


def risk_of(compared: Comparison, after: MatchScore) -> Risk | None:
    """What the answer that hurts most does, with the score ``after`` it; None when no answer of the enemy hurts."""
    worst = compared.forecast.worst
    if worst.move is None:
        return None
    before = compared.score_after
    changed = [lane for lane in range(LANES) if before.lanes[lane].winner == "Y" != after.lanes[lane].winner]
    lost = tuple(lane for lane in changed if after.lanes[lane].winner == "E")
    tied = tuple(lane for lane in changed if after.lanes[lane].winner is None)
    return Risk(worst.move, worst.margin, worst.weight, lost, tied, before.margin - worst.margin)
