"""What would happen: moves applied to a copy, deterministically, while the original stays.

Whoever tries a move asks here; who also wants to be told its steps asks ``chronicle.trace``.
"""

from __future__ import annotations

from qb_engine.errors import IllegalActionError, Refusal
from qb_engine.game_state import GameState
from qb_engine.moves import Move, Side


class Simulation:
    """Plays on copies of a game. The copies carry the generator's state, so nothing in them is left to chance."""

    def __init__(self, state: GameState) -> None:
        self._state = state

    def after(self, side: Side, move: Move | None) -> GameState:
        """The game after ``side`` lays ``move`` from its hand, or passes when it is None, and its turn has ended."""
        state = self._state.clone()
        if move is None:
            state.pass_turn(side)
            return state
        hand_index = state.hand(side).index_of(move.card_id)
        if hand_index is None:
            size = len(state.hand(side))
            raise IllegalActionError(Refusal.CARD_NOT_HELD, str(move), needed=move.card_id, there=size)
        state.play_card_from_hand(side, hand_index, move.lane_index, move.col_index)
        state.end_turn()
        return state

    def after_free(self, side: Side, move: Move | None, hand_index: int | None = None) -> GameState:
        """The game right after ``move``, or a pass when it is None, whoever is to act; the turn does not end.

        The card comes from its place in the hand, or from nowhere.
        """
        state = self._state.clone()
        if move is None:
            state.pass_free()
        else:
            state.play_free(side, move, hand_index)
        return state

    def all_after(self, side: Side) -> list[tuple[Move, GameState]]:
        """Every legal move of ``side`` with the game it leads to, in the order of the moves."""
        return [(move, self.after(side, move)) for move in self._state.legal_moves(side)]
