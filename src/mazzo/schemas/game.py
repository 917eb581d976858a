"""A game against the computer as data: one document for each line, with what you see and nothing more."""

from __future__ import annotations

from collections.abc import Iterable

from mazzo.play.table_game import TableGame
from mazzo.schemas.board import Lane, Tile, lanes, scores, tiles
from mazzo.schemas.document import NUMBERS, Document, Part
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


class GameDocument(Document, tag=NUMBERS["game"]):
    """A game against the computer as it stands, and what has happened since what was done.

    ``enemy_hand`` is what the enemy still held when the game ended; nothing before.
    """

    said: list[str]
    enemy_hand: list[str]
    game: Game


class GameEntry(Part):
    """A game within a list."""

    number: int
    enemy: str
    phase: str
    steps: int


class GameListDocument(Document, tag=NUMBERS["game-list"]):
    """The last games, the latest first."""

    games: list[GameEntry]


def game_document(game: TableGame, said: list[str]) -> GameDocument:
    """The document of a game."""
    return GameDocument(said=said, enemy_hand=list(game.enemy_hand), game=game_part(game))


def game_list_document(games: Iterable[TableGame]) -> GameListDocument:
    """The document of some games."""
    return GameListDocument(
        games=[
            GameEntry(number=one.number, enemy=str(one.terms.player), phase=one.phase, steps=len(one.match.steps))
            for one in games
        ]
    )


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
