"""Moments in which cards are typed, from games played by chance: your draws, your moves and the enemy's.

Each has the card that was meant, and what is known then: at a draw what is left of the deck, at a move the hand and the
cards that the tile takes, of the enemy's nothing, ten cards of its list, or its whole deck, beside what it has played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from qb_engine.card_hydrator import shipped
from qb_engine.game_state import GameState
from qb_engine.knowledge.belief import pool_copies
from qb_engine.legality import LegalityChecker
from qb_engine.models import Card
from qb_engine.moves import Move, Side
from support.typist import Moment

LISTED = 10


def moments(decks: Sequence[Sequence[str]], games: int) -> Iterator[tuple[str, Card, Moment]]:
    """The kind of each moment, the card that is meant, and what is known."""
    for number in range(games):
        yield from _game(decks[number % len(decks)], decks[(7 * number + 3) % len(decks)], number)


def _game(mine: Sequence[str], theirs: Sequence[str], seed: int) -> Iterator[tuple[str, Card, Moment]]:
    chance, state = Random(seed), GameState(tuple(mine), tuple(theirs), seed=seed)
    listed, played, left = set(chance.sample(list(theirs), LISTED)), Counter[str](), list(state.deck("Y"))
    while not state.is_over:
        side = state.side_to_act or "Y"
        if side == "Y":
            drawn = list((Counter(left) - Counter(state.deck("Y"))).elements())
            if len(drawn) == 1:
                yield "your draw", shipped().get_card(drawn[0]), Moment(left)
            left = list(state.deck("Y"))
        moves = state.legal_moves(side)
        move = chance.choice(moves) if moves else None
        if move is not None:
            card, fitting = shipped().get_card(move.card_id), _fitting(state, side, move)
            if side == "Y":
                yield "your move", card, Moment(list(state.hand("Y")), fitting=fitting)
            else:
                yield from _of_enemy(state, card, fitting, (listed, set(theirs)), played)
                played[move.card_id] += 1
        state.play(move)


def _fitting(state: GameState, side: Side, move: Move) -> set[str]:
    """The cards that the tile takes; a token only from a hand."""
    legal, hand = LegalityChecker(state.board), set(state.hand(side))
    cards = (card for card in shipped().cards if not card.is_token or card.id in hand)
    return {card.id for card in cards if legal.is_legal(side, card.id, move.lane_index, move.col_index)}


def _of_enemy(
    state: GameState, card: Card, fitting: set[str], lists: tuple[set[str], set[str]], played: Counter[str]
) -> Iterator[tuple[str, Card, Moment]]:
    """The enemy's card with nothing known, with a list in part, and with the deck known."""
    listed, deck = lists
    copies = pool_copies(state.ruleset)
    given = {card_id for card_id in state.hand("E") if shipped().get_card(card_id).is_token}
    seen = given | {card_id for card_id in played if played[card_id] < copies.get(card_id, 0)}
    known = {card_id for card_id in listed if played[card_id] < copies[card_id]}
    yield "enemy, unknown", card, Moment(None, seen, fitting)
    yield "enemy, 10 listed", card, Moment(None, seen | known, fitting)
    yield "enemy, deck known", card, Moment({*state.deck("E"), *state.hand("E")}, seen | deck, fitting)
