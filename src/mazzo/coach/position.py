"""A single position: whether it can be advised on, and a match that begins with it."""

from __future__ import annotations

from mazzo.coach.errors import EnemyMoveError, NoHandError, NoMoveError
from mazzo.decks.card_list import read_cards
from qb_engine.game_state import GameState
from qb_engine.kernel.layout import HAND_CAPACITY
from qb_engine.match.board_sync import all_tiles
from qb_engine.match.log import Step
from qb_engine.match.state import replayed
from qb_engine.notation.game_position import read_position


def check_advisable(state: GameState) -> None:
    """Nothing, or the PositionError that says why there is no move of yours to advise."""
    if not state.is_hand_tracked("Y"):
        raise NoHandError
    if state.is_over:
        raise NoMoveError
    if state.side_to_act != "Y" or state.record.played:
        raise EnemyMoveError


def steps_from(text: str, hand: str | None = None) -> tuple[Step, ...]:
    """The steps of a match that begins with a position, at whoever's move; ``hand`` is yours where it has none.

    What the position says of the enemy's cards stays unknown. InvalidPositionError, CardListError or a PositionError
    where there is nothing to begin with.
    """
    state = read_position(text)
    if hand is not None:
        state.write_hand("Y", read_cards([hand], HAND_CAPACITY))
    if not state.is_hand_tracked("Y"):
        raise NoHandError
    side, record = state.side_to_act, state.record
    if side is None or state.is_over:
        raise NoMoveError
    start = {"hand": list(state.hand("Y").card_ids), "first": side, "rules": state.ruleset.name}
    begun = [int(turns) for turns in record.turns_begun]
    steps = (
        Step(1, "start", {**start, "deck": None, "enemy_deck": None}),
        Step(2, "mulligan", {"returned": [], "drawn": []}),
        Step(3, "sync_board", {"tiles": all_tiles(state)}),
        Step(4, "sync_turn", {"side": side, "passes": int(record.passes), "turn": int(record.turn), "begun": begun}),
    )
    replayed(steps)
    return steps
