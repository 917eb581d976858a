"""What the enemy may do next, tile by tile and lane by lane: the facts behind the threat map in words."""

from __future__ import annotations

from dataclasses import dataclass

from qb_engine.game_state import placements
from qb_engine.knowledge.belief import EnemyBelief
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import LANES, Move
from qb_engine.prediction import ThreatMap, score_after
from qb_engine.scoring import MatchScore


@dataclass(frozen=True, slots=True)
class TileThreat:
    """A tile that the enemy's answer may change: the chance that it does, and by which cards, the likeliest first."""

    tile: str
    chance: float
    cards: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class LaneFlip:
    """The cheapest way in which the enemy takes a lane that it does not lead: the move, its lead then, its chance.

    Cheapest is the card that needs the lowest rank; among these the one that is likeliest in the hand.
    """

    lane_index: int
    move: Move
    by: int
    chance: float


@dataclass(frozen=True, slots=True)
class Threats:
    """All of it; a lane that the enemy leads already, or cannot take at once, has no flip."""

    score: MatchScore
    tiles: tuple[TileThreat, ...]
    flips: tuple[LaneFlip | None, ...]
    worst_margin: int
    expected_margin: float
    is_guess: bool


def threats_of(view: PlayerView, belief: EnemyBelief, threats: ThreatMap) -> Threats:
    """The threats of the enemy's next move."""
    margins = threats.best_enemy_score, threats.expected_enemy_score
    return Threats(view.score, tile_threats(threats), lane_flips(view, belief), *margins, belief.is_guess)


def tile_threats(threats: ThreatMap) -> tuple[TileThreat, ...]:
    """Every tile that an answer changes, row by row."""
    order = sorted(threats.tile_pressure, key=lambda tile: ("TMB".index(tile[0]), tile[1]))
    found = []
    for tile in order:
        cards = [
            (outcome.move.card_id, outcome.weight)
            for outcome in threats.outcomes
            if outcome.move is not None and tile in outcome.tiles
        ]
        likeliest = tuple(sorted(cards, key=lambda card: (-card[1], card[0])))
        found.append(TileThreat(tile, threats.tile_pressure[tile], likeliest))
    return tuple(found)


def lane_flips(view: PlayerView, belief: EnemyBelief) -> tuple[LaneFlip | None, ...]:
    """The cheapest flip of each lane, over every card the enemy may hold and every tile it may go to."""
    before = view.score
    found: list[list[LaneFlip]] = [[] for _lane in range(LANES)]
    for move in [] if view.is_over else placements(view.board, "E", belief.card_ids):
        after = score_after(view, move)
        for lane in range(LANES):
            if before.lanes[lane].winner != "E" == after.lanes[lane].winner:
                by = after.lanes[lane].power_enemy - after.lanes[lane].power_you
                found[lane].append(LaneFlip(lane, move, by, belief.chance_to_hold(move.card_id)))

    def cost(flip: LaneFlip) -> tuple[object, ...]:
        return view.engine.card(flip.move.card_id).cost, -flip.chance, flip.move

    return tuple(min(flips, key=cost, default=None) for flips in found)
