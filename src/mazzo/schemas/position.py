"""A position as data: its one spelling and everything that can be seen of it."""

from __future__ import annotations

from mazzo.schemas.board import Lane, Tile, lanes, tiles
from mazzo.schemas.document import NUMBERS, Document
from qb_engine.game_state import GameState
from qb_engine.moves import SIDES, Side
from qb_engine.notation.game_position import position_id, position_text


class PositionDocument(Document, tag=NUMBERS["position"]):
    """A position with the keys of a scenario's report; hands and legal moves of the sides whose hands are known."""

    position: str
    position_id: str
    rules: str
    turn: int
    tiles: dict[str, Tile]
    lanes: list[Lane]
    total_you: int
    total_enemy: int
    winner: Side | None
    game_over: bool
    side_to_act: Side | None
    hands: dict[Side, list[str]]
    legal_moves: dict[Side, list[str]]
    piles: dict[Side, list[str]]


class PerftDocument(Document, tag=NUMBERS["perft"]):
    """How many lines of 1, 2, 3... plies begin at a position."""

    position: str
    counts: list[int]


def position_document(state: GameState) -> PositionDocument:
    """The document of a position."""
    text, score = position_text(state), state.score()
    known: list[Side] = [side for side in SIDES if state.is_hand_tracked(side)]
    return PositionDocument(
        position=text,
        position_id=position_id(text),
        rules=state.ruleset.name,
        turn=state.turn,
        tiles=tiles(state),
        lanes=lanes(score),
        total_you=score.total_you,
        total_enemy=score.total_enemy,
        winner=score.winner,
        game_over=state.is_over,
        side_to_act=state.side_to_act,
        hands={side: list(state.hand(side)) for side in known},
        legal_moves={side: sorted(map(str, state.legal_moves(side))) for side in known},
        piles={side: list(state.deck(side)) for side in SIDES},
    )
