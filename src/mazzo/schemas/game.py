"""A game against the computer as data: one document for each line, with what you see and nothing more."""

from __future__ import annotations

from mazzo.play.table_game import TableGame
from mazzo.schemas.board import Lane, Tile, lanes, scores, tiles
from mazzo.schemas.document import NUMBERS, Part
from mazzo.schemas.table import Line, TableEvent, table_event
from qb_engine.moves import Side


class Game(Part):
    """The game from your seat."""

    number: int
    rules: str
    enemy: str
    phase: str
    turn: int
    board: dict[str, Tile]
    hand: list[str]
    enemy_hand_count: int
    lanes: list[Lane]
    scores: dict[Side, int]
    legal_moves: list[str]
    last_event: TableEvent
    take_backs: int
    is_resigned: bool


class GameLine(Line, tag=NUMBERS["game-line"]):
    """One line at the table, and the game after it."""

    game: Game


def game_part(game: TableGame) -> Game:
    """The game as it stands."""
    state = game.match.state
    return Game(
        number=game.number,
        rules=state.game.ruleset.name,
        enemy=str(game.terms.player),
        phase=game.phase,
        turn=state.game.turn,
        board=tiles(state.game),
        hand=list(state.hand),
        enemy_hand_count=state.enemy_hand_count,
        lanes=lanes(state.game.score()),
        scores=scores(state.game.score()),
        legal_moves=[str(move) for move in state.game.legal_moves("Y")] if game.phase == "your_play" else [],
        last_event=table_event(game.match.steps[-1]),
        take_backs=game.take_backs,
        is_resigned=game.is_resigned,
    )
