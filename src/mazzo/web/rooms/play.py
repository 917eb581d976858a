"""The room of games against the computer: your cards and tiles by tapping, the enemy's thoughts in a worker."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from kernelkit.spoken import SpokenError
from mazzo.dialogue.coach_questions import QUESTIONS
from mazzo.dialogue.conversation import TableTalk
from mazzo.dialogue.play_errors import HINTS
from mazzo.dialogue.verbs import PLAY, command_in
from mazzo.play.errors import UnknownGameError
from mazzo.play.levels import DEFAULT_LEVEL, IMITATORS, LEVELS
from mazzo.play.setup import Dealing
from mazzo.play.table_game import TableGame
from mazzo.web.enemy import go_on, think
from mazzo.web.house import House, house_of
from mazzo.web.looking import BusyError
from mazzo.web.missing import missing
from mazzo.web.rendering import FRAGMENT, choices_of, page, refusal, text, words_of
from mazzo.web.views.play import play_view, told_line
from mazzo.words.levels import level_choices
from mazzo.words.pages import PUT_BACK
from mazzo.words.table import Words
from qb_engine.coaching import CoachingEngine
from qb_engine.legality import LegalityChecker
from qb_engine.moves import Move

router = APIRouter(prefix="/play", include_in_schema=False)
Text = Annotated[str, Form(max_length=1000)]
CHOICES = f"^([1-{len(LEVELS)}]|{'|'.join(IMITATORS)})$"
"""Who can be chosen on the page; others think as long as they like."""


@router.get("")
def last(request: Request) -> Response:
    """The game that goes on, or the way to a new one."""
    number = house_of(request).games.unfinished()
    return RedirectResponse("/play/new" if number is None else f"/play/{number}", 303)


@router.get("/new")
def new(request: Request) -> Response:
    """Levels and decks."""
    return _asked(request)


def _asked(request: Request, failed: str = "", status: int = 200, **given: Any) -> Response:
    names = [found.deck.name for found in house_of(request).decks.every()]
    values = {"decks": names, "levels": level_choices(words_of(request)), "usual": str(DEFAULT_LEVEL), "given": given}
    return page(request, "play_new.html", status, room="play", failed=failed, **values)


@router.post("/new")
def begin(
    request: Request,
    level: Annotated[str, Form(pattern=CHOICES)] = str(DEFAULT_LEVEL),
    deck: Text = "",
    enemy: Text = "",
    deck_typed: Text = "",
    enemy_typed: Text = "",
    first: Annotated[str, Form(pattern="^(you|enemy|random)$")] = "random",
    seed: Annotated[int | None, Form(ge=0, lt=2**31)] = None,
) -> Response:
    """Deal the cards; a deck that was typed goes before one that was chosen."""
    house, deck, enemy = house_of(request), deck_typed.strip() or deck, enemy_typed.strip() or enemy
    options = {"deck": deck.strip() or None, "enemy": enemy.strip() or None, "first": first, "seed": seed}
    try:
        terms = Dealing({**options, "level": level, "rules": None, "is_open": None, "challenge": None}, house.decks)()
    except SpokenError as error:
        given = {"level": level, "deck": deck, "enemy": enemy, "first": first}
        return _asked(request, refusal(request, error), 422, **given)
    return RedirectResponse(f"/play/{house.begun(lambda: house.games.begin(terms)).number}", 303)


@router.get("/{number}")
def game(
    request: Request,
    number: int,
    hand: Annotated[int | None, Query(ge=0, le=45)] = None,
    ask: Annotated[str | None, Query(max_length=80)] = None,
    since: Annotated[int | None, Query(ge=0, le=10_000)] = None,
) -> Response:
    """The game as it is, with what the visitor chose to look at; ``since`` a step, what happened is said."""
    found = _game(house_of(request), number)
    if found is None:
        return missing(request)
    said: list[str] = []
    failed = ""
    if ask is not None and found.phase == "your_play":
        said, failed = _hint(request, found, ask)
    line = "" if since is None else told_line(found, since, _words(request, number))
    return _shown(request, found, hand, said=said, line=line, failed=failed, is_page=True)


def _words(request: Request, number: int) -> Words:
    """The words of a game, from where its player sits."""
    games = house_of(request).games
    return words_of(request, games.seats.of(games.stream(number)))


def _game(house: House, number: int) -> TableGame | None:
    try:
        return house.games.numbered(number)
    except UnknownGameError:
        return None


def _hint(request: Request, found: TableGame, ask: str) -> tuple[list[str], str]:
    """What the coach says to a question, from what you may see."""
    typed, words = command_in(PLAY, ask), _words(request, found.number)
    if typed is None or typed.verb.name not in HINTS:
        return [], ""
    table = TableTalk(found.match, CoachingEngine(), gives_cards=True, words=words)
    try:
        return QUESTIONS[typed.verb.name](table, typed), ""
    except SpokenError as error:
        return [], refusal(request, error, words.voice.seat)


def _shown(
    request: Request,
    found: TableGame,
    hand: int | None = None,
    *,
    said: list[str] | None = None,
    line: str = "",
    failed: str = "",
    is_page: bool = False,
) -> Response:
    if FRAGMENT not in request.headers and not is_page and not failed:
        return RedirectResponse(f"/play/{found.number}", 303)
    words = _words(request, found.number)
    view = play_view(found, words, hand)
    if hand == 0:
        line = words.say(PUT_BACK)
    if view.chosen is not None:
        held = list(found.match.state.hand)[view.chosen - 1]
        line = words.where(held, LegalityChecker(found.match.state.game.board).legal_tiles("Y", held))
    values: dict[str, Any] = {"view": view, "said": said or [], "status_line": line, "failed": failed}
    if FRAGMENT in request.headers and not is_page:
        return HTMLResponse(text("parts/play.html", choices_of(request), **values))
    return page(request, "play.html", room="play", **values)


def _stepped(request: Request, number: int, step: Callable[[TableGame], object]) -> Response:
    """Do ``step``, then whatever is not yours to decide; a deep enemy thinks in a worker, and the page waits for it."""
    found, words = _game(house_of(request), number), _words(request, number)
    if found is None:
        return missing(request)
    begun = len(found.match.steps)
    try:
        step(found)
        go_on(found)
    except SpokenError as error:
        return _shown(request, found, failed=refusal(request, error, words.voice.seat))
    return _shown(request, found, line=told_line(found, begun, words))


@router.post("/{number}/mulligan")
def mulligan(
    request: Request,
    number: int,
    returned: Annotated[list[int], Form()] = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """The cards you return, by their places."""
    places = sorted({place - 1 for place in returned if 1 <= place <= 5})
    return _stepped(request, number, lambda found: found.mulligan(places))


@router.post("/{number}/play")
def play(
    request: Request,
    number: int,
    move: Annotated[str, Form(max_length=12)] = "",
    hand: Annotated[int, Form(ge=1, le=45)] = 1,
    tile: Annotated[str, Form(max_length=2)] = "",
) -> Response:
    """Your move: a card of your hand and a tile, a move of a hint, or a pass."""

    def step(found: TableGame) -> None:
        held = found.match.state.hand
        if move == "pass":
            found.pass_turn()
        else:
            found.play(Move.parse(move or f"{held[min(hand, len(held)) - 1] if held else ''}@{tile}"))

    return _stepped(request, number, step)


@router.post("/{number}/undo")
def undo(request: Request, number: int) -> Response:
    """Take your last move back."""
    return _stepped(request, number, lambda found: found.take_back())


@router.post("/{number}/resign")
def resign(request: Request, number: int) -> Response:
    """Give the game up."""
    return _stepped(request, number, lambda found: found.resign())


@router.post("/{number}/enemy")
def enemy(request: Request, number: int) -> Response:
    """Wait for the enemy's move: for a page without scripts."""
    house = house_of(request)
    try:
        return _stepped(request, number, lambda found: think(house, found))
    except (BusyError, EOFError):
        return RedirectResponse(f"/play/{number}", 303)


@router.get("/{number}/thinking")
async def thinking(request: Request, number: int) -> Response:
    """A stream with one event as soon as the enemy has moved."""
    house = house_of(request)
    found = await run_in_threadpool(_game, house, number)
    if found is None:
        return missing(request)

    def answered() -> None:
        think(house, found)
        go_on(found)

    async def events() -> AsyncIterator[str]:
        try:
            await run_in_threadpool(answered)
        except (BusyError, EOFError, SpokenError):
            yield "event: busy\nretry: 5000\ndata: \n\n"
            return
        yield "event: answer\ndata: \n\n"

    return StreamingResponse(events(), media_type="text/event-stream")
