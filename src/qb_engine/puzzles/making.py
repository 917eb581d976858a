"""New puzzles: a board on which somebody has played, cards in the hand, and exactly one way to win with all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kernelkit.chance import Chance, below, seeded
from qb_engine.card_hydrator import shipped
from qb_engine.game_state import GameState
from qb_engine.models import DECK_SIZE
from qb_engine.notation.game_position import position_of
from qb_engine.notation.position import EMPTY_HOLDING, Holding, usual_begun
from qb_engine.puzzles.grading import Grade, grade
from qb_engine.puzzles.solver import LargePuzzleError, Line, Node, solve
from qb_engine.ruleset import REBIRTH, Ruleset

FEWEST_CARDS, MOST_CARDS = 2, 5
STREAM = 7
"""The generator stream of puzzles, apart from those that deal."""
FEWEST_PLIES, MOST_PLIES = 4, 9
"""How long somebody has played on a board."""
MOST_BEHIND = 14
HANDS = 12
"""Hands that are tried on a board before it is cleared away."""
MOST_NODES = 1_500
"""So many positions are looked through at once, in either form; larger puzzles are for those who type them in."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in one line, its one winning line, and how hard it is to find."""

    text: str
    line: Line
    grade: Grade


def made_puzzles(seed: int, cards: int, ruleset: Ruleset = REBIRTH) -> Iterator[Puzzle]:
    """Puzzles with so many cards in the hand, without end; the same seed makes the same ones."""
    chance = seeded(seed, STREAM)
    while True:
        board = _played_board(chance, ruleset)
        if not -MOST_BEHIND <= board.score().margin < 0 or not _is_plain(board):
            continue
        for _hand in range(HANDS):
            board.write_hand("Y", _cards(chance, cards))
            found = checked_puzzle(board)
            if found is not None and _needs_all(found, board):
                yield found
                break


def checked_puzzle(state: GameState) -> Puzzle | None:
    """The puzzle of a position with exactly one winning line; None for any other."""
    try:
        root = solve(state, most_nodes=MOST_NODES)
    except LargePuzzleError:
        return None
    return puzzle_of(state, root)


def puzzle_of(state: GameState, root: Node) -> Puzzle | None:
    """The same, of a position that was solved."""
    found = grade(root)
    return None if found is None else Puzzle(puzzle_text(state), next(root.lines()), found)


def puzzle_text(state: GameState) -> str:
    """The puzzle in one line: what lies on the board and what you hold. Whose turn it was does not matter."""
    there = replace(position_of(state), side="Y", turn=1, begun=usual_begun("Y", 1), passes=0, mulligans=())
    hand = Holding(True, state.hand("Y").card_ids, ())
    return str(replace(there, has_played=False, has_drawn=True, is_over=False, holdings=(hand, EMPTY_HOLDING)))


def _played_board(chance: Chance, ruleset: Ruleset) -> GameState:
    """A board after some plies of two players who lay whatever comes to hand."""
    decks = [_cards(chance, DECK_SIZE) for _side in range(2)]
    state = GameState(*decks, seed=below(chance, 1 << 30), ruleset=ruleset, first_player="Y")
    for _ply in range(FEWEST_PLIES + below(chance, MOST_PLIES + 1 - FEWEST_PLIES)):
        side = state.side_to_act
        moves = state.legal_moves(side) if side else []
        if side and not state.is_over:
            state.play(moves[below(chance, len(moves))] if moves else None)
    return state


def _cards(chance: Chance, count: int) -> tuple[str, ...]:
    """So many different cards that a deck may hold."""
    pool = [card.id for card in shipped().cards if not card.is_token]
    return tuple(pool.pop(below(chance, len(pool))) for _card in range(count))


def _is_plain(board: GameState) -> bool:
    """Whether all that matters can be seen: no tokens, and no card that remembers more than its power."""
    cards = [card for card in position_of(board).cards if card is not None]
    return all(card.flags is None and card.spawned_by is None and not card.scale_delta for card in cards)


def _needs_all(found: Puzzle, board: GameState) -> bool:
    """Whether the line lays every card of the hand, and something tempts beside it."""
    held = Counter(board.hand("Y").card_ids)
    return not held - Counter(move.card_id for move in found.line) and found.grade.tempting > 0
