"""What one player can see: the only thing that prediction and coaching are ever given.

A view is always seen from your seat. It has no place for a seed, the order of a deck or what the enemy holds: two games
that differ only in these give equal views. The enemy's seat is the same view of the mirrored game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from qb_engine.board_state import BoardState
from qb_engine.game_state import GameState
from qb_engine.moves import SIDES, Side, other
from qb_engine.rules_engine import RulesEngine
from qb_engine.scoring import MatchScore, compute_match_score


@dataclass(frozen=True, slots=True, eq=False)
class PlayerView:
    """Board, own hand and counts. ``deck_ids`` is what you may still draw, in no order; None when nobody told."""

    engine: RulesEngine
    cells: Any
    hand: tuple[str, ...]
    deck_ids: tuple[str, ...] | None
    enemy_hand_count: int
    enemy_deck_count: int
    enemy_certain: tuple[str, ...]

    @classmethod
    def of(cls, state: GameState, seat: Side = "Y") -> PlayerView:
        """What the player in ``seat`` sees of ``state``, as if it were yours."""
        engine = state.engine
        cells = engine.copied(state.cells)
        if seat == "E":
            engine.kernel.mirror_state(cells, state.cells)
        enemy = state.hand(other(seat))
        view = cls(
            engine=engine,
            cells=cells,
            hand=state.hand(seat).card_ids,
            deck_ids=tuple(sorted(state.deck(seat))),
            enemy_hand_count=len(enemy),
            enemy_deck_count=len(state.deck(other(seat))),
            # Tokens are in no deck, so whoever holds one was seen to get it.
            enemy_certain=tuple(sorted(card_id for card_id in enemy if engine.card(card_id).is_token)),
        )
        view.forget_hidden()
        return view

    def forget_hidden(self) -> None:
        """Blank out both decks and the enemy's hand in the record."""
        record = self.engine.seen(self.cells)
        for side in range(2):
            record.deck_count[side] = 0
            for place in range(len(record.deck[side])):
                record.deck[side][place] = 0
        record.hand_tracked[1] = 0
        record.hand_count[1] = 0
        for place in range(len(record.hand[1])):
            record.hand[1][place] = 0

    def on(self, engine: RulesEngine) -> PlayerView:
        """The view of a plain engine as ``engine`` plays it, which has the same cards and rules; nothing is shared."""
        return replace(self, engine=engine, cells=engine.copied(engine.row(self.engine.seen(self.cells))))

    @property
    def board(self) -> BoardState:
        """The board, for reading."""
        return BoardState(self.engine, self.cells)

    @property
    def score(self) -> MatchScore:
        """The score as the board lies."""
        return compute_match_score(self.board)

    @property
    def passes(self) -> int:
        """How many passes in a row have just been made."""
        return int(self.engine.seen(self.cells).passes)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.engine.seen(self.cells).over)

    @property
    def is_your_turn(self) -> bool:
        """Whether you are to act."""
        return not self.is_over and SIDES[self.engine.seen(self.cells).side_to_act] == "Y"
