"""Random games of Queen's Blood for tests: the same seed gives the same game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kernelkit.chance import below, seeded
from qb_engine.card_hydrator import shipped
from qb_engine.game_state import GameState
from qb_engine.moves import Move, Side, other
from qb_engine.notation.actions import Action, Mulligan, Pass
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

VARIANTS = (
    SPEC,
    REBIRTH,
    Ruleset.parse("spec+destroyed_tile=restore"),
    Ruleset.parse("spec+zero_power_destroys=true+aura_can_destroy=true+order=effects_first"),
    Ruleset.parse("spec+pawns_under_cards=false+destroyed_tile=to_destroyer+zero_power_destroys=true"),
    Ruleset.parse("rebirth+pawns_on_destroy=retract+destroyed_tile=underlay"),
    Ruleset.parse("rebirth+capture=keep_plus+pawns_under_cards=true+token_by_rank=false"),
    Ruleset.parse("rebirth+destroyed_tile=clear+mulligan_return=bottom+end_on_full_board=true"),
)


def random_deck(chance: Any) -> tuple[str, ...]:
    """Fifteen different cards, in no order."""
    cards = [card.id for card in shipped().cards if not card.is_token]
    return tuple(cards.pop(below(chance, len(cards))) for _card in range(15))


def random_action(state: GameState, chance: Any) -> Action:
    """A legal move of the side to act, or now and then a pass."""
    side = state.side_to_act
    assert side is not None
    moves = state.legal_moves(side)
    return moves[below(chance, len(moves))] if moves and below(chance, 14) else Pass()


def act(state: GameState, action: Action) -> None:
    """Make the action of the side to act, and end its turn."""
    side = state.side_to_act
    assert side is not None
    if isinstance(action, Move):
        index = state.hand(side).index_of(action.card_id)
        assert index is not None
        state.play_card_from_hand(side, index, action.lane_index, action.col_index)
        state.end_turn()
    else:
        state.pass_turn(side)


class RandomGame:
    """A game that plays itself and remembers what it did."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        self.chance = seeded(seed, 7)
        self.seed = seed
        self.decks = random_deck(self.chance), random_deck(self.chance)
        self.first: Side = "Y" if below(self.chance, 2) else "E"
        self.state = GameState(*self.decks, seed=seed, ruleset=ruleset, first_player=self.first)
        self.opening_hands = self.state.hand("Y").card_ids, self.state.hand("E").card_ids
        self.actions: list[tuple[Side, Action]] = []
        if below(self.chance, 2):
            self._mulligan(self.first)
            self._mulligan(other(self.first))

    def _mulligan(self, side: Side) -> None:
        places = tuple(place for place in range(5) if below(self.chance, 3) == 0)
        self.state.mulligan(side, places)
        self.actions.append((side, Mulligan(places)))

    def plies(self, limit: int = 200) -> Iterator[GameState]:
        """The state after each of at most so many further turns."""
        while limit > 0 and not self.state.is_over:
            side, action = self.state.side_to_act, random_action(self.state, self.chance)
            assert side is not None
            act(self.state, action)
            self.actions.append((side, action))
            limit -= 1
            yield self.state

    def played(self) -> RandomGame:
        """The same game at its end."""
        for _state in self.plies():
            pass
        return self
