"""The puzzles' room: the day's, by number, or one from a link. The try is in the address: a link holds it all."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from kernelkit.spoken import SpokenError
from mazzo.dialogue.typed_puzzle import typed_puzzle
from mazzo.puzzles.desk import PuzzleDesk
from mazzo.puzzles.shelf import NoSuchPuzzleError
from mazzo.web.house import House, house_of
from mazzo.web.missing import missing, refused
from mazzo.web.rendering import page, refusal, words_of
from mazzo.web.views.puzzle import puzzle_view
from mazzo.words.puzzle import hint_line, solution_lines
from mazzo.words.table import Words
from qb_engine.moves import Move
from qb_engine.puzzles.collection import daily_puzzle, shipped_puzzles

router = APIRouter(prefix="/puzzles", include_in_schema=False)
Tried = Annotated[str, Query(max_length=80)]
Tries = Annotated[int, Query(ge=1, le=999)]


@router.get("")
def every(request: Request) -> Response:
    """Every puzzle by its grade, the day's first."""
    shelf = house_of(request).puzzles
    found = [(one, shelf.is_known(one)) for one in shipped_puzzles()]
    values = {"solved": shelf.solved_count, "daily": daily_puzzle(date.today()).number}
    unsolved = next((one.number for one, is_solved in found if not is_solved), 1)
    return page(request, "puzzles.html", room="puzzles", puzzles=found, next=unsolved, **values)


@router.get("/daily")
def daily() -> Response:
    """The puzzle of the day."""
    return RedirectResponse(f"/puzzles/{daily_puzzle(date.today()).number}", 303)


@router.get("/shared")
def shared(
    request: Request,
    puzzle: Annotated[str, Query(max_length=400)] = "",
    tried: Tried = "",
    tries: Tries = 1,
    hand: Annotated[int | None, Query(ge=1, le=9)] = None,
    show: Annotated[str, Query(pattern="^(hint|tile|solution)?$")] = "",
) -> Response:
    """A puzzle that a link holds."""
    if not puzzle:
        return RedirectResponse("/puzzles", 303)
    try:
        desk = PuzzleDesk(typed_puzzle(puzzle))
    except SpokenError as error:
        return refused(request, refusal(request, error))
    return _shown(request, desk, tried, tries, hand, show)


@router.get("/{number}")
def numbered(
    request: Request,
    number: int,
    tried: Tried = "",
    tries: Tries = 1,
    hand: Annotated[int | None, Query(ge=1, le=9)] = None,
    show: Annotated[str, Query(pattern="^(hint|tile|solution)?$")] = "",
) -> Response:
    """A puzzle that comes with the game."""
    desk = _numbered(house_of(request), number)
    return missing(request) if desk is None else _shown(request, desk, tried, tries, hand, show)


def _numbered(house: House, number: int) -> PuzzleDesk | None:
    try:
        return house.puzzles.numbered(number)
    except NoSuchPuzzleError:
        return None


def _laid(desk: PuzzleDesk, tried: str, tries: int) -> None:
    """The try of an address, laid; the rules' error where it cannot be."""
    desk.tries = tries
    for move in filter(None, tried.split(",")):
        desk.lay(Move.parse(move))


def _shown(request: Request, desk: PuzzleDesk, tried: str, tries: int, hand: int | None, show: str) -> Response:
    words, failed = words_of(request), ""
    try:
        _laid(desk, tried, tries)
        said = _told(desk, show, words)
    except SpokenError as error:
        said, failed = [], refusal(request, error)
    shelf = house_of(request).puzzles
    view = puzzle_view(desk, words, hand, is_solved=shelf.is_solved(desk))
    line = "" if view.chosen is None else words.where(view.chosen_id, view.chosen_places)
    values: dict[str, Any] = {"view": view, "said": said, "failed": failed, "tries": tries, "line": line}
    return page(request, "puzzle.html", room="puzzles", **values)


def _told(desk: PuzzleDesk, show: str, words: Words) -> list[str]:
    """A hint, with its tile or without, or the solution; nothing where nobody asked."""
    if show == "solution":
        return solution_lines(desk.root, words)
    return [hint_line(desk.hint(), words, is_whole=show == "tile")] if show and not desk.is_won else []


@router.post("/lay")
def lay(
    request: Request,
    puzzle: Annotated[str, Form(max_length=400)],
    number: Annotated[int, Form(ge=0)] = 0,
    tried: Annotated[str, Form(max_length=80)] = "",
    tries: Annotated[int, Form(ge=1, le=999)] = 1,
    hand: Annotated[int, Form(ge=1, le=9)] = 1,
    tile: Annotated[str, Form(max_length=2)] = "",
) -> Response:
    """Lay a card of the hand on a tile: the address of the try then; a puzzle that is won is noted."""
    house = house_of(request)
    try:
        desk = (_numbered(house, number) if number else None) or PuzzleDesk(typed_puzzle(puzzle))
        _laid(desk, tried, tries)
        held = desk.state.hand("Y").card_ids
        move = Move.parse(f"{held[min(hand, len(held)) - 1] if held else ''}@{tile}")
        desk.lay(move)
    except SpokenError as error:
        return refused(request, refusal(request, error))
    if desk.is_won:
        house.puzzles.note_solved(desk)
    here = f"/puzzles/{number}" if number else "/puzzles/shared"
    given = {"tried": ",".join(map(str, desk.moves)), "tries": tries} | ({} if number else {"puzzle": puzzle})
    return RedirectResponse(f"{here}?{urlencode(given)}", 303)
