"""What one player can see: the only thing that prediction and coaching are ever given.

A view is always seen from your seat. It has no place for a seed, the order of a deck or what the enemy holds: two games
that differ only in these give equal views. The enemy's seat is the same view of the mirrored game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from qb_engine.board_state import BoardState
from qb_engine.game_state import GameState
from qb_engine.models import DECK_SIZE, OPENING_HAND
from qb_engine.moves import SIDES, Move, Side, other
from qb_engine.rules_engine import RulesEngine
from qb_engine.scoring import MatchScore, compute_match_score
from qb_engine.simulation import Simulation


@dataclass(frozen=True, slots=True)
class Counted:
    """What a player knows of cards that lie face down: how many there are, and which ones are certain.

    ``deck_ids`` is what you may still draw, in no order; None when your deck is not known.
    """

    deck_ids: tuple[str, ...] | None
    enemy_hand_count: int
    enemy_deck_count: int
    enemy_certain: tuple[str, ...]

    @classmethod
    def of(cls, state: GameState, seat: Side = "Y") -> Counted:
        """What the game itself says: both piles are written down in it, and so is the enemy's hand."""
        enemy = state.hand(other(seat))
        return cls(
            deck_ids=tuple(sorted(state.deck(seat))),
            enemy_hand_count=len(enemy),
            enemy_deck_count=len(state.deck(other(seat))),
            # Tokens are in no deck, so whoever holds one was seen to get it.
            enemy_certain=tuple(sorted(card_id for card_id in enemy if state.engine.card(card_id).is_token)),
        )

    @classmethod
    def in_position(cls, state: GameState) -> Counted:
        """The same for a position that nobody followed: an enemy's hand not written down is as the turns give it."""
        counted = cls.of(state)
        if state.is_hand_tracked("E"):
            return counted
        left = DECK_SIZE - OPENING_HAND - state.draws_made("E")
        return replace(counted, enemy_hand_count=assumed_hand_size(state), enemy_deck_count=left)


def assumed_hand_size(state: GameState) -> int:
    """The enemy's hand when it drew whenever it could and laid a card on every turn but a pass just made."""
    begun = int(state.record.turns_begun[SIDES.index("E")])
    is_acting = state.side_to_act == "E" and not state.record.played
    laid = begun - (1 if is_acting else 0) - int(state.record.passes > 0 and not is_acting)
    return max(0, OPENING_HAND + state.draws_made("E") - max(0, laid))


@dataclass(frozen=True, slots=True, eq=False)
class PlayerView:
    """Board, own hand and what is counted. ``of`` is the one way to make one."""

    engine: RulesEngine
    cells: Any
    hand: tuple[str, ...]
    counted: Counted

    @classmethod
    def of(cls, state: GameState, seat: Side = "Y", counted: Counted | None = None) -> PlayerView:
        """What the player in ``seat`` sees of ``state``, as if it were yours.

        Where the game does not hold the hidden cards, ``counted`` says what somebody counted along.
        """
        engine = state.engine
        cells = engine.copied(state.cells)
        if seat == "E":
            engine.kernel.mirror_state(cells, state.cells)
        view = cls(engine, cells, state.hand(seat).card_ids, counted or Counted.of(state, seat))
        view._forget_hidden()
        return view

    def holding(self, card_id: str) -> PlayerView:
        """The view of somebody who holds this card too, to ask what it would do; ResolutionError for a full hand."""
        state = self.game.clone()
        state.write_hand("Y", (*self.hand, card_id))
        return replace(self, cells=state.cells, hand=state.hand("Y").card_ids)

    def after(self, move: Move | None) -> PlayerView:
        """What you see after a move of yours, None for a pass, before the enemy's answer.

        ResolutionError for a move that would never come to rest.
        """
        hand_index = None if move is None else self.hand.index(move.card_id)
        state = Simulation(self.game).after_free("Y", move, hand_index)
        added = [card_id for side, card_id in state.added if side == "E"]
        counted = replace(
            self.counted,
            enemy_hand_count=self.enemy_hand_count + len(added),
            enemy_certain=tuple(sorted((*self.enemy_certain, *added))),
        )
        return replace(self, cells=state.cells, hand=state.hand("Y").card_ids, counted=counted)

    def _forget_hidden(self) -> None:
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
        """The view as ``engine`` plays it, which has the same cards and rules; nothing is shared."""
        return replace(self, engine=engine, cells=engine.adopted(self.cells))

    @property
    def deck_ids(self) -> tuple[str, ...] | None:
        """What you may still draw, in no order; None when your deck is not known."""
        return self.counted.deck_ids

    @property
    def enemy_hand_count(self) -> int:
        """How many cards the enemy holds."""
        return self.counted.enemy_hand_count

    @property
    def enemy_deck_count(self) -> int:
        """How many cards the enemy has left to draw."""
        return self.counted.enemy_deck_count

    @property
    def enemy_certain(self) -> tuple[str, ...]:
        """The cards that are certain to be in the enemy's hand."""
        return self.counted.enemy_certain

    @property
    def game(self) -> GameState:
        """The game as far as it is seen, over the view's own record: to read, or to simulate on."""
        return GameState.on(self.engine, self.cells)

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
