"""A table of Solitario as data: what its player sees, and nothing that lies face down."""

from __future__ import annotations

from collections.abc import Iterable

from mazzo.schemas.document import NUMBERS, Document, Part
from mazzo.schemas.solitario import MessagePart, ScoreFields, SettingsPart
from solitario.application.engine import GameEngine
from solitario.application.messages import Message
from solitario.domain.moves import DRAW, RECYCLE, Move
from solitario.domain.rules import legal_moves
from solitario.domain.table import Pile

WASTE_SHOWN = 3
STOCK_COMMANDS = {DRAW: "draw", RECYCLE: "recycle"}


class PilePart(Part):
    """A pile: how many cards lie face down, and those that show, the one on top last."""

    face_down: int
    face_up: list[str]


class TableDocument(Document, tag=NUMBERS["solitario-table"]):
    """A game as it lies. ``commands`` are all moves, as they are entered; ``question`` waits for yes or no.

    ``waste`` has the top of it only, the last card on top. ``score`` is final when the game is over, and before that
    what it would be if the game were given up now.
    """

    game: str
    deal: int
    settings: SettingsPart
    messages: list[MessagePart]
    question: str | None
    stock: int
    waste_count: int
    waste: list[str]
    foundations: list[str | None]
    piles: list[PilePart]
    commands: list[str]
    move_count: int
    score: ScoreFields
    is_over: bool
    is_won: bool


class GamePart(Part):
    """A game that has no end yet."""

    game: str
    deal: int
    settings: SettingsPart
    move_count: int


class GamesDocument(Document, tag=NUMBERS["solitario-games"]):
    """The games of whoever plays that have no end yet, the latest first."""

    games: list[GamePart]


def table_document(
    game: str, engine: GameEngine, messages: Iterable[tuple[Message, str]], question: str | None
) -> TableDocument:
    """The document of a table, with what was said last and what is asked."""
    table = engine.table
    tops = [table.foundation_top(index) for index in range(len(table.foundations))]
    return TableDocument(
        game=game,
        deal=engine.deal_number,
        settings=SettingsPart(**engine.settings.as_dict()),
        messages=[MessagePart(**message.as_dict(), text=text) for message, text in messages],
        question=question,
        stock=len(table.stock),
        waste_count=len(table.waste),
        waste=[str(card) for card in table.waste[-WASTE_SHOWN:]],
        foundations=[None if card is None else str(card) for card in tops],
        piles=[_pile(pile) for pile in table.tableau],
        commands=[] if engine.is_over else [typed_move(move) for move in legal_moves(table)],
        move_count=engine.move_count,
        score=ScoreFields(**(engine.final_score or engine.provisional_score()).as_dict()),
        is_over=engine.is_over,
        is_won=table.is_won,
    )


def games_document(games: Iterable[tuple[str, GameEngine]]) -> GamesDocument:
    """The document of the games that go on, each with its id."""
    return GamesDocument(
        games=[
            GamePart(
                game=game,
                deal=engine.deal_number,
                settings=SettingsPart(**engine.settings.as_dict()),
                move_count=engine.move_count,
            )
            for game, engine in games
        ]
    )


def typed_move(move: Move) -> str:
    """The command that makes a move: its places, and how many cards where it is more than one."""
    if move in STOCK_COMMANDS:
        return STOCK_COMMANDS[move]
    return f"move {move.source} {move.target}" + (f" {move.count}" if move.count > 1 else "")


def _pile(pile: Pile) -> PilePart:
    return PilePart(face_down=len(pile.face_down), face_up=[str(card) for card in pile.face_up])
