"""Long runs of the kernel: a playout is the game that the face would have played, move by move."""

from __future__ import annotations

import pytest

from kernelkit.chance import Chance, below, seeded
from qb_engine.game_state import GameState
from qb_engine.kernel import playout
from qb_engine.kernel.layout import State, Work
from qb_engine.moves import COLUMNS, Move, Side
from qb_engine.ruleset import REBIRTH, SPEC, Ruleset

from .random_games import make, random_game

pytestmark = pytest.mark.rules

BOTH = pytest.mark.parametrize("ruleset", [SPEC, REBIRTH], ids=["spec", "rebirth"])
RANDOM, GREEDY = playout.RANDOM, playout.GREEDY


def played_out(state: GameState, seed: int, you: int, enemy: int, games: int) -> tuple[list[int], int]:
    """Margins and plies of the kernel's own playouts."""
    engine = state.engine
    rows, works = [State() for _ in range(3)], [Work()]
    engine.kernel.copy_state(rows, state.cells)
    margins = [0] * games
    plies = playout.playouts(rows, engine.tables, engine.rules, works, [Chance()], seed, you, enemy, margins)
    return margins, plies


def listed(state: GameState, side: Side) -> list[Move]:
    """Every move by place in the hand and then by tile; of equal cards the first."""
    legal, hand = set(state.legal_moves(side)), state.hand(side).card_ids
    cards = [card for place, card in enumerate(hand) if card not in hand[:place]]
    moves = [Move(card, *divmod(tile, COLUMNS)) for card in cards for tile in range(15)]
    return [move for move in moves if move in legal]


def greediest(state: GameState, side: Side, moves: list[Move]) -> Move:
    sign = 1 if side == "Y" else -1
    values = []
    for move in moves:
        after = state.clone()
        make(after, (side, move))
        values.append(sign * after.score().margin)
    return moves[values.index(max(values))]


def followed(state: GameState, seed: int, stream: int, policies: dict[Side, int]) -> tuple[int, int]:
    """Margin and plies of the same game, played on the face."""
    chance, plies = seeded(seed, stream), 0
    while state.side_to_act is not None:
        side = state.side_to_act
        moves = listed(state, side)
        if not moves:
            make(state, (side, None))
        elif policies[side] == RANDOM:
            make(state, (side, moves[below(chance, len(moves))]))
        else:
            make(state, (side, greediest(state, side, moves)))
        plies += 1
    return state.score().margin, plies


@BOTH
@pytest.mark.parametrize(("you", "enemy"), [(RANDOM, RANDOM), (GREEDY, RANDOM), (RANDOM, GREEDY)])
def test_a_playout_is_the_game_the_face_would_have_played(ruleset: Ruleset, you: int, enemy: int) -> None:
    games = 4 if you == enemy == RANDOM else 1
    for seed in range(2):
        state = random_game(ruleset, seed)
        margins, plies = played_out(state, seed, you, enemy, games)
        one_by_one = [followed(state.clone(), seed, game, {"Y": you, "E": enemy}) for game in range(games)]
        assert (margins, plies) == ([margin for margin, _plies in one_by_one], sum(n for _margin, n in one_by_one))


@BOTH
def test_a_playout_leaves_the_game_it_started_from(ruleset: Ruleset) -> None:
    state = random_game(ruleset, 1)
    before = state.state_hash
    assert played_out(state, 7, RANDOM, RANDOM, 3) == played_out(state, 7, RANDOM, RANDOM, 3)
    assert state.state_hash == before


@BOTH
def test_a_finished_game_plays_out_as_it_stands(ruleset: Ruleset) -> None:
    state = random_game(ruleset, 1)
    for _pass in range(2):
        assert state.side_to_act is not None
        state.pass_turn(state.side_to_act)
    assert played_out(state, 7, RANDOM, RANDOM, 2) == ([0, 0], 0)


@BOTH
def test_a_random_ply_is_a_legal_move_or_a_pass_when_nothing_is_legal(ruleset: Ruleset) -> None:
    state = random_game(ruleset, 2)
    engine, chance = state.engine, [seeded(9)]
    passes = 0
    while state.side_to_act is not None:
        side, copy = state.side_to_act, state.clone()
        moves = listed(copy, side)
        expected = seeded(9)
        expected.word = list(chance[0].word)
        playout.random_ply(state.cells, engine.tables, engine.rules, [Work()], chance)
        make(copy, (side, moves[below(expected, len(moves))] if moves else None))
        passes += not moves
        assert state.state_hash == copy.state_hash
    assert passes >= 2


def test_copying_to_and_fro_keeps_a_state() -> None:
    state = random_game(SPEC, 3)
    rows = [State(), State()]
    state.engine.kernel.copy_state(rows, state.cells)
    playout.clones(rows, 5)
    for row in rows:
        again = GameState.on(state.engine, [row])
        assert again.state_hash == state.state_hash
