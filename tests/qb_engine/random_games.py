"""Random whole games on the engine: the same seed gives the same game for ever.

Run as a program it prints one digest of many games, so that two processes can be compared.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from random import Random

from qb_engine.card_hydrator import shipped
from qb_engine.game_state import GameState
from qb_engine.models import DECK_SIZE
from qb_engine.moves import SIDES, Move, Side
from qb_engine.ruleset import PRESETS, Ruleset

IDLE_PASS_CHANCE = 0.04
MOST_PLIES = 80
"""Replace cards can go on for long where a full board does not end the game."""

Ply = tuple[Side, Move | None]


def random_decks(seed: int) -> tuple[list[str], list[str]]:
    """Two decks of fifteen different cards, legal under every ruleset."""
    chance = Random(seed)
    ids = [card.id for card in shipped().cards if not card.is_token]
    return chance.sample(ids, DECK_SIZE), chance.sample(ids, DECK_SIZE)


def random_game(ruleset: Ruleset, seed: int) -> GameState:
    """A game before its first move; every third one begins with the enemy."""
    return GameState(*random_decks(seed), seed=seed, ruleset=ruleset, first_player="E" if seed % 3 == 0 else "Y")


def make(state: GameState, ply: Ply) -> None:
    """One move and the end of its turn."""
    side, move = ply
    if move is None:
        state.pass_turn(side)
        return
    hand_index = state.hand(side).index_of(move.card_id)
    assert hand_index is not None
    state.play_card_from_hand(side, hand_index, move.lane_index, move.col_index)
    state.end_turn()


def random_plies(state: GameState, seed: int) -> Iterator[Ply]:
    """Random moves for ``state``, each to be made by whoever asks before the next is asked for."""
    chance = Random(seed)
    for _number in range(MOST_PLIES):
        side = state.side_to_act
        if side is None:
            return
        moves = state.legal_moves(side)
        yield side, chance.choice(moves) if moves and chance.random() >= IDLE_PASS_CHANCE else None


def digest_of_games(count: int) -> str:
    """One text for every hash, hand and score of ``count`` games under each preset."""
    digest = hashlib.sha256()
    for ruleset in PRESETS.values():
        for seed in range(count):
            state = random_game(ruleset, seed)
            state.mulligan("E", [seed % 5, (seed + 2) % 5])
            for ply in random_plies(state, seed):
                make(state, ply)
                hands = [state.hand(side).card_ids for side in SIDES]
                digest.update(repr((str(ply), state.state_hash, hands, str(state.board))).encode())
            digest.update(repr((state.outcome, state.score())).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    sys.stdout.write(digest_of_games(int(sys.argv[1])) + "\n")
