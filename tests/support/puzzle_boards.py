"""Random boards to be solved, and every order of laying cards gone through one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator

from qb_engine.card_hydrator import shipped
from qb_engine.game_state import GameState
from qb_engine.moves import Move
from qb_engine.puzzles.solver import Line
from qb_engine.rules_engine import RulesEngine

POOL = [card.id for card in shipped().cards if not card.is_token]


def random_puzzle(seed: int, engine: RulesEngine) -> GameState:
    """A board after some random plies, and two or three cards in the hand; equal cards among them now and then."""
    chance = random.Random(seed)
    game = GameState(chance.sample(POOL, 15), chance.sample(POOL, 15), seed=seed, engine=engine)
    for _ply in range(chance.randint(2, 10)):
        moves = game.legal_moves(game.side_to_act)
        game.play(chance.choice(moves) if moves else None)
        if game.is_over:
            break
    game.write_hand("Y", chance.choices(POOL, k=chance.choice((2, 2, 3))))
    return game


def exhaustive_lines(state: GameState) -> Iterator[Line]:
    """Every winning line, by laying each card of the hand on each tile in every order, with nothing remembered."""
    if state.score().margin > 0:
        yield ()
        return
    for card_id in dict.fromkeys(state.hand("Y").card_ids):
        for tile in range(15):
            move, after = Move(card_id, *divmod(tile, 5)), state.clone()
            if move in state.legal_moves("Y"):
                after.play_free("Y", move, after.hand("Y").card_ids.index(card_id))
                yield from ((move, *rest) for rest in exhaustive_lines(after))
