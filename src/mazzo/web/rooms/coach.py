"""The coach's room: a match mirrored from the console, tap by tap or by a typed line."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response, StreamingResponse

from kernelkit.spoken import SpokenError
from mazzo.coach.setup import Setup
from mazzo.coach.situation import situation
from mazzo.coach.table import CoachTable
from mazzo.decks.card_list import read_cards, split_list
from mazzo.dialogue.coach_setup import HandCountError
from mazzo.play.terms import SAMPLE_SEED
from mazzo.web.house import house_of
from mazzo.web.looking import BusyError
from mazzo.web.missing import missing
from mazzo.web.rendering import answer, choices_of, page, refusal, words_of
from mazzo.web.views.board import board_view
from mazzo.web.views.coach import Asking, coach_view, done_line
from qb_engine.board_state import BoardState
from qb_engine.models import OPENING_HAND
from qb_engine.moves import Move, tile_place

router = APIRouter(prefix="/coach", include_in_schema=False)
CardId = Annotated[str, Form(max_length=8)]
TileName = Annotated[str, Form(pattern="^[TMB][1-5]$")]
Short = Annotated[str, Form(max_length=40)]


@router.get("")
def last(request: Request) -> Response:
    """The match that goes on, or the way to a new one."""
    house = house_of(request)
    stream = house.matches.unfinished()
    place = "/coach/new" if stream is None else f"/coach/{house.matches.number(stream)}"
    return RedirectResponse(place, 303)


@router.get("/new")
def new(request: Request) -> Response:
    """The questions before a match."""
    return _asked(request)


def _asked(request: Request, failed: str = "", status: int = 200, **given: str) -> Response:
    house, words = house_of(request), words_of(request)
    names = [found.deck.name for found in house.decks.every()]
    lanes = board_view(BoardState.initial(), words)
    return page(request, "coach_new.html", status, room="coach", decks=names, lanes=lanes, failed=failed, given=given)


@router.post("/new")
def begin(
    request: Request,
    kind: Annotated[str, Form(pattern="^(sample|match)$")] = "match",
    deck: Annotated[str, Form(max_length=1000)] = "",
    hand: Annotated[str, Form(max_length=1000)] = "",
    enemy: Annotated[str, Form(max_length=1000)] = "",
    first: Annotated[str, Form(pattern="^[YE]$")] = "Y",
) -> Response:
    """Begin a match; what cannot be understood is asked again with what was given."""
    house = house_of(request)
    matches = house.matches
    if kind == "sample":
        stream = matches.fresh(SAMPLE_SEED)
        situation(house.seated(stream), 0)
        return RedirectResponse(f"/coach/{matches.number(stream)}", 303)
    try:
        setup = Setup(
            rules=matches.rules(),
            deck=house.decks.read(deck) if deck.strip() else None,
            hand=_opening_hand(hand),
            enemy=house.decks.read(enemy) if enemy.strip() else None,
            first="Y" if first == "Y" else "E",
        )
        stream = matches.fresh()
        setup.begin(matches.match(stream))
    except SpokenError as error:
        return _asked(request, refusal(request, error), 422, deck=deck, hand=hand, enemy=enemy, first=first)
    return RedirectResponse(f"/coach/{matches.number(stream)}", 303)


def _opening_hand(typed: str) -> tuple[str, ...]:
    hand = read_cards(split_list(typed), OPENING_HAND)
    if len(hand) != OPENING_HAND:
        raise HandCountError(needed=OPENING_HAND, count=len(hand))
    return hand


@router.get("/{number}")
def match(
    request: Request,
    number: int,
    card: Annotated[str | None, Query(max_length=8)] = None,
    hand: Annotated[int | None, Query(ge=1, le=45)] = None,
) -> Response:
    """The match as it is, with what the visitor chose to look at."""
    house, words = house_of(request), words_of(request)
    table = house.table(number)
    if table is None:
        return missing(request)
    deep = house.looked(table, words.voice.language)
    view = coach_view(table, number, words, Asking(card, hand), None if deep is None else deep.answer)
    return page(request, "coach.html", room="coach", view=view, deep=deep, status_line="", failed="")


def _stepped(request: Request, number: int, step: Callable[[CoachTable], object]) -> Response:
    """Do ``step`` to the match, and show what it is then; what is refused leaves it as it was, and is said."""
    house, words = house_of(request), words_of(request)
    table = house.table(number)
    if table is None:
        return missing(request)
    begun, failed = len(table.match.steps), ""
    try:
        step(table)
        situation(table, begun)
    except SpokenError as error:
        failed = refusal(request, error)
    line = "" if failed else done_line(table, begun, words)
    view = coach_view(table, number, words, Asking())
    return answer(
        request, "parts/coach.html", f"/coach/{number}", view=view, deep=None, status_line=line, failed=failed
    )


@router.post("/{number}/enemy")
def enemy(request: Request, number: int, card: CardId, tile: TileName) -> Response:
    """What the enemy laid, and where."""
    return _stepped(request, number, lambda table: table.match.enemy_play(Move(card, *tile_place(tile))))


@router.post("/{number}/enemy-pass")
def enemy_pass(request: Request, number: int) -> Response:
    """The enemy passed."""
    return _stepped(request, number, lambda table: table.match.enemy_pass())


@router.post("/{number}/draw")
def draw(request: Request, number: int, card: CardId = "") -> Response:
    """The card you drew; none when nothing was left."""
    return _stepped(request, number, lambda table: table.match.draw(card or None))


@router.post("/{number}/play")
def play(
    request: Request, number: int, move: Short = "", hand: Annotated[int, Form(ge=1, le=45)] = 1, tile: Short = ""
) -> Response:
    """Your move: one of the list, or a card of your hand and a tile."""

    def step(table: CoachTable) -> None:
        seat, held = table.game or table.match, table.match.state.hand
        if move == "pass":
            seat.pass_turn()
        else:
            seat.play(Move.parse(move or f"{held[min(hand, len(held)) - 1]}@{tile}"))

    return _stepped(request, number, step)


@router.post("/{number}/mulligan")
def mulligan(
    request: Request,
    number: int,
    returned: Annotated[list[int], Form()] = [],  # noqa: B006 - FastAPI copies it
    drawn: Annotated[str, Form(max_length=400)] = "",
) -> Response:
    """The cards you return, by their places, and those you get for them."""
    places = sorted({place - 1 for place in returned if 1 <= place <= 5})

    def step(table: CoachTable) -> None:
        if table.game is not None:
            table.game.mulligan(places)
        else:
            table.match.mulligan(places, read_cards(split_list(drawn), OPENING_HAND))

    return _stepped(request, number, step)


@router.post("/{number}/undo")
def undo(request: Request, number: int) -> Response:
    """One step back; in a sample to your last decision."""
    return _stepped(request, number, lambda table: (table.game or table.match).undo())


@router.post("/{number}/redo")
def redo(request: Request, number: int) -> Response:
    """The step again that was taken back last."""
    return _stepped(request, number, lambda table: (table.game or table.match).redo())


@router.get("/{number}/deep")
async def deep(request: Request, number: int) -> Response:
    """A stream with one event as soon as a deeper look is over; the page then shows what it found."""
    house, choices = house_of(request), choices_of(request)
    table = await run_in_threadpool(house.table, number)
    if table is None:
        return missing(request)
    asked = await run_in_threadpool(house.asked, number, choices.language)

    async def events() -> AsyncIterator[str]:
        try:
            found = await run_in_threadpool(house.lookers.look, asked)
        except (BusyError, EOFError):
            yield "event: busy\nretry: 5000\ndata: \n\n"
            return
        if found is not None:
            house.keep_looked(table, choices.language, found)
        yield f"event: {'nothing' if found is None else 'answer'}\ndata: \n\n"

    return StreamingResponse(events(), media_type="text/event-stream")
