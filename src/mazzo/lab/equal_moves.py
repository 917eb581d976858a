"""Moves that are truly equal, and how often the search says that one of them is better.

On the opening board the top and the bottom lane are alike. With decks of plain cards whose patterns are the same up and
down, a card on the first tile of the top lane is worth exactly what it is worth at the bottom.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from kernelkit.chance import Chance, below, seeded
from qb_engine.card_hydrator import shipped
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.mind.net import Mind
from qb_engine.models import DECK_SIZE, Card
from qb_engine.moves import LANES, Move
from qb_engine.prediction import PredictionEngine
from qb_engine.ruleset import Ruleset
from qb_engine.search.race import Budget, search_view

TOP, BOTTOM = 0, LANES - 1
CARDS = 3
"""So many cards race, each with its two places: the best of many moves is the one that was lucky."""
LONGER = 15
"""Races are so many times as long as the searches of positions: the longer, the more often luck is looked at."""


def is_told_apart(ruleset: Ruleset, iterations: int, seed: int) -> bool:
    """Whether a search calls its best move better than the equal one, in the opening that ``seed`` deals."""
    chance = seeded(seed)
    view, observation = _opening(ruleset, chance)
    while len(_cheap(view)) < CARDS:
        view, observation = _opening(ruleset, chance)
    moves = [Move(card_id, lane, 0) for card_id in _cheap(view)[:CARDS] for lane in (TOP, BOTTOM)]
    belief = PredictionEngine().belief(view, observation)
    budget, mind = Budget(iterations=LONGER * iterations), Mind.or_none(view.engine)
    found = search_view(view, belief, budget, moves=moves, seed=seed, mind=mind)
    best = found.moves[0].move
    return not next(other.is_close for other in found.moves if other.move == _equal_to(best))


def _cheap(view: PlayerView) -> list[str]:
    """The cards of the hand that can be laid at once."""
    return [card_id for card_id in view.hand if view.engine.card(card_id).cost == 1]


def _equal_to(move: Move | None) -> Move:
    """The same card at the other end of the board."""
    assert move is not None
    return replace(move, lane_index=TOP + BOTTOM - move.lane_index)


def _opening(ruleset: Ruleset, chance: Chance) -> tuple[PlayerView, EnemyObservation]:
    """Your first turn with two decks of even cards; both lists are known."""
    decks = [_deck(chance) for _side in range(2)]
    state = GameState(*decks, seed=below(chance, 1 << 30), ruleset=ruleset, first_player="Y")
    return PlayerView.of(state), EnemyObservation(decks[1])


def _deck(chance: Chance) -> tuple[str, ...]:
    cards = list(even_cards())
    return tuple(cards.pop(below(chance, len(cards))) for _card in range(DECK_SIZE))


@cache
def even_cards() -> tuple[str, ...]:
    """The deck cards without abilities whose patterns are the same upwards and downwards."""
    return tuple(card.id for card in shipped().cards if not card.is_token and not card.effect_ids and _is_even(card))


def _is_even(card: Card) -> bool:
    cells = {(cell.dx, cell.dy, cell.kind) for cell in card.pattern}
    return cells == {(dx, -dy, kind) for dx, dy, kind in cells}
