"""The same game with everything dealt anew that one side does not see: what a view shows must not change."""

from __future__ import annotations

from random import Random

from qb_engine.game_state import GameState
from qb_engine.moves import SIDES


def exchange_hidden(state: GameState, side: int, chance: Random) -> None:
    """Shuffle the own deck, and deal the enemy's unknown cards anew between its hand and its deck; tokens are seen."""
    own, other = SIDES[side], SIDES[1 - side]
    state.write_deck(own, chance.sample(state.deck(own), len(state.deck(own))))
    hand = list(state.hand(other))
    held = [place for place, card_id in enumerate(hand) if not state.engine.card(card_id).is_token]
    hidden = [*(hand[place] for place in held), *state.deck(other)]
    chance.shuffle(hidden)
    for place, card_id in zip(held, hidden, strict=False):
        hand[place] = card_id
    state.write_hand(other, hand)
    state.write_deck(other, hidden[len(held) :])
