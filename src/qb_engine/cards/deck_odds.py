"""Weak points of a deck as exact chances: how often the first hand can do nothing, how soon a second rank opens.

Both are hypergeometric: of fifteen cards some will do, the first few are a random part, and one that does is enough.
The enemy is left out of it, and so is the mulligan, which only makes both better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from qb_engine.deck import Deck
from qb_engine.game_state import GameState, placements
from qb_engine.models import OPENING_HAND
from qb_engine.moves import Move
from qb_engine.rules_engine import RulesEngine, engine_for

SEEN_BY_ROUND_TWO = OPENING_HAND + 1
"""The hand and one draw: the first turn has none. What is laid in rounds 1 and 2 stands there in round 3."""
DEAD_HAND_LIMIT = Fraction(1, 20)
RANK_TWO_LIMIT = Fraction(9, 10)


@dataclass(frozen=True, slots=True)
class Odds:
    """``good`` of ``size`` cards will do and ``drawn`` are seen: the chance that at least one of them is there."""

    good: int
    size: int
    drawn: int

    @property
    def chance(self) -> Fraction:
        """At least one is among the cards seen."""
        return 1 - self.chance_of_none

    @property
    def chance_of_none(self) -> Fraction:
        """None is."""
        return Fraction(comb(self.size - self.good, self.drawn), comb(self.size, self.drawn))


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """The two figures of a deck: a card for turn 1, and a tile of rank 2 by round 3."""

    first_turn: Odds
    rank_two: Odds

    @property
    def has_dead_hands(self) -> bool:
        """Whether the opening hand is too often without a card to lay."""
        return self.first_turn.chance_of_none > DEAD_HAND_LIMIT

    @property
    def opens_slowly(self) -> bool:
        """Whether rank 2 comes too late too often."""
        return self.rank_two.chance < RANK_TWO_LIMIT


def check_deck(deck: Deck) -> DeckCheck:
    """The figures of ``deck`` under its own rules."""
    engine = engine_for(deck.ruleset)
    return DeckCheck(
        _odds(deck.card_ids, OPENING_HAND, lambda card_id: bool(_first_moves(engine, card_id))),
        _odds(deck.card_ids, SEEN_BY_ROUND_TWO, lambda card_id: opens_rank_two(engine, card_id)),
    )


def _odds(card_ids: Sequence[str], drawn: int, is_good: Callable[[str], bool]) -> Odds:
    good = {card_id for card_id in set(card_ids) if is_good(card_id)}
    return Odds(sum(card_id in good for card_id in card_ids), len(card_ids), drawn)


def opens_rank_two(engine: RulesEngine, card_id: str) -> bool:
    """Whether the card alone, laid somewhere on the opening board, leaves you a free tile of rank 2."""
    for move in _first_moves(engine, card_id):
        state = _opening(engine)
        state.play_free("Y", move)
        if any(tile.owner == "Y" and tile.rank >= 2 and not tile.is_occupied for tile in state.board.tiles):
            return True
    return False


def _first_moves(engine: RulesEngine, card_id: str) -> list[Move]:
    return placements(_opening(engine).board, "Y", [card_id])


def _opening(engine: RulesEngine) -> GameState:
    state = GameState.on(engine)
    engine.kernel.opening_board(state.cells)
    return state
