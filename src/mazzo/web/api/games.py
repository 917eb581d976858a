"""Games against the computer for programs: only what you may see."""

from __future__ import annotations

from collections.abc import Callable

from mazzo.dialogue.reported import MissingCardError
from mazzo.play.setup import Dealing
from mazzo.play.table_game import TableGame
from mazzo.schemas.game import GameDocument, GameListDocument, game_document, game_list_document
from mazzo.web.api.asked import PASSED, GameAsked, GameStep, Numbered
from mazzo.web.api.operation import ROOT, STEPS, Call, Nothing, Operation, Reply
from mazzo.web.enemy import go_on, think
from mazzo.words.coach import step_line
from mazzo.words.play import end_lines
from qb_engine.moves import Move

MOST_LISTED = 20


def listed(call: Call, _place: Nothing, _asked: Nothing) -> GameListDocument:
    """The last games."""
    return game_list_document(call.house.games.last(MOST_LISTED))


def begin(call: Call, _place: Nothing, asked: GameAsked) -> Reply:
    """Deal a game."""
    options = {name: getattr(asked, name) for name in ("deck", "enemy", "first", "rules", "seed", "is_open")}
    terms = Dealing({**options, "level": str(asked.level), "challenge": None}, call.house.decks)()
    game = call.house.begun(lambda: call.house.games.begin(terms))
    return Reply(game_document(game, []), 201, f"{ROOT}/games/{game.number}")


def show(call: Call, place: Numbered, _asked: Nothing) -> GameDocument:
    """The game as it is."""
    return game_document(call.house.games.numbered(place.number), [])


def step(call: Call, place: Numbered, asked: GameStep) -> GameDocument:
    """What you do, and all that follows from it without a long thought."""
    game = call.house.games.numbered(place.number)
    begun = len(game.match.steps)
    _steps(call, game, asked)[asked.event]()
    go_on(game)
    said = [step_line(one, call.words) for one in game.match.steps[begun:]]
    if game.phase == "over":
        said += [line for line in end_lines(game, call.words) if line]
    return game_document(game, said)


def _steps(call: Call, game: TableGame, asked: GameStep) -> dict[str, Callable[[], object]]:
    def play() -> None:
        if asked.move is None:
            raise MissingCardError(event=asked.event, needed="move")
        if asked.move == PASSED:
            game.pass_turn()
        else:
            game.play(Move.parse(asked.move))

    return {
        "mulligan": lambda: game.mulligan([place - 1 for place in asked.returned]),
        "play": play,
        "pass": game.pass_turn,
        "undo": game.take_back,
        "resign": game.resign,
        "enemy": lambda: think(call.house, game),
    }


OPERATIONS = (
    Operation("GET", "/games", listed, {200: GameListDocument}),
    Operation("POST", "/games", begin, {201: GameDocument}, takes=GameAsked, may=STEPS),
    Operation("GET", "/games/{number}", show, {200: GameDocument}, place=Numbered),
    Operation("POST", "/games/{number}/steps", step, {200: GameDocument}, place=Numbered, takes=GameStep, may=STEPS),
)
