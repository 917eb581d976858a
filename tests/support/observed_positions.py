"""Set-up positions for tests of what is seen of the enemy."""

from __future__ import annotations

from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.moves import Side, tile_place
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH, Ruleset

OFFICER, TROOPER, WOLF, MANDRAGORA, CRAB = "001", "002", "008", "010", "013"
CHIMERA, SHIVA, LEVIATHAN = "051", "096", "102"
MINION, MOOGLE, DIAMOND_DUST = "T01", "T02", "T19"
TOP, MIDDLE, BOTTOM = 0, 1, 2


def position(
    cards: dict[tuple[Side, str], str] | None = None, *, turn: int = 1, ruleset: Ruleset = REBIRTH
) -> GameState:
    """A board with these cards; nobody's hand is known."""
    state = GameState.on(engine_for(ruleset))
    state.engine.kernel.opening_board(state.cells)
    for (side, tile), card_id in (cards or {}).items():
        state.board.put_card(side, card_id, *tile_place(tile))
    state.record.turn = turn
    return state


def later(state: GameState) -> GameState:
    """A copy one turn on."""
    state = state.clone()
    state.record.turn += 1
    return state


def facts(observation: EnemyObservation) -> list[tuple[str, int | None, int | None, int | None]]:
    """Card, place and end of every enemy card that was seen."""
    cards = observation.get_all_enemy_observations()
    return [(card.card_id, card.lane_index, card.col_index, card.destroyed_on_turn) for card in cards]
