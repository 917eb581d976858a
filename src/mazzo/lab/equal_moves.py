"""Moves that are truly equal, and how often the search says that one of them is better.

On the opening board the top and the bottom lane are alike. With decks of plain cards whose patterns are the same up and
down, a card on the first tile of the top lane is worth exactly what it is worth at the bottom.
"""

from __future__ import annotations

from functools import cache

from kernelkit.chance import Chance, below, seeded
from qb_engine.card_hydrator import shipped
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.models import DECK_SIZE, Card
from qb_engine.moves import LANES, Move
from qb_engine.player_view import PlayerView
from qb_engine.prediction import PredictionEngine
from qb_engine.ruleset import Ruleset
from qb_engine.search import Budget, search_view

TOP, BOTTOM = 0, LANES - 1


def is_told_apart(ruleset: Ruleset, iterations: int, seed: int) -> bool:
    """Whether a search calls one of two equal moves better, in the opening that ``seed`` deals."""
    chance = seeded(seed)
    while True:
        view, observation = _opening(ruleset, chance)
        cheap = [card_id for card_id in view.hand if view.engine.card(card_id).cost == 1]
        if cheap:
            break
    moves = [Move(cheap[0], lane, 0) for lane in (TOP, BOTTOM)]
    belief = PredictionEngine().belief(view, observation)
    found = search_view(view, belief, Budget(iterations=iterations), moves=moves, seed=seed)
    return not found.moves[1].is_close


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
