"""The review's room: a finished match, a game against the computer, or a record from a link, move by move."""

from __future__ import annotations

import asyncio
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NoBase64Error
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response, StreamingResponse

from kernelkit.spoken import SpokenError
from mazzo.play.errors import UnknownGameError
from mazzo.review.games import believed_game
from mazzo.web.house import House, house_of
from mazzo.web.jobs import AttemptAsked
from mazzo.web.looking import BusyError
from mazzo.web.missing import missing, refused
from mazzo.web.rendering import page, refusal, words_of
from mazzo.web.reviews import Reviewing
from mazzo.web.views.review import lesson_view, progress_words, review_view
from mazzo.words.learning import TRY_OR_SHOW, attempt_line
from mazzo.words.pages import saved_match_words
from mazzo.words.play import saved_game_words
from qb_engine.match.files import game_of
from qb_engine.moves import Move
from qb_engine.records import GameFile, qbn_text

router = APIRouter(prefix="/review", include_in_schema=False)
LARGEST_RECORD = 60_000
MOST_LISTED = 20
LOOK_AGAIN_SECONDS = 0.4
At = Annotated[int | None, Query(ge=0, le=400)]
Source = Annotated[str, Query(max_length=20_000)]


@router.get("")
def every(request: Request) -> Response:
    """What can be reviewed: matches that are over, games against the computer, a record that is pasted."""
    return _listed(request)


def _listed(request: Request, failed: str = "", status: int = 200, given: str = "") -> Response:
    house, words = house_of(request), words_of(request)
    found = [
        (f"/review/match/{number}", saved_match_words(number, match.state.game.score(), words))
        for number, match in _matches(house)
    ]
    found += [
        (f"/review/game/{game.number}", saved_game_words(game, words)) for game in house.games.finished(MOST_LISTED)
    ]
    return page(request, "reviews.html", status, room="review", found=found, failed=failed, given=given)


def _matches(house: House) -> list[tuple[int, Any]]:
    matches = house.matches
    last = [(matches.number(stream), matches.match(stream)) for stream in matches.streams()[-MOST_LISTED:][::-1]]
    return [(number, match) for number, match in last if match.phase == "over"]


@router.post("")
def opened(request: Request, record: Annotated[str, Form(max_length=LARGEST_RECORD)] = "") -> Response:
    """A record that was pasted: its review is at an address that holds all of it."""
    try:
        game = believed_game(record.encode()).game
    except SpokenError as error:
        return _listed(request, refusal(request, error), 422, record)
    return RedirectResponse(f"/review/shared?game={packed(game)}", 303)


def packed(game: GameFile) -> str:
    """The record as a part of an address."""
    return urlsafe_b64encode(zlib.compress(qbn_text(game).encode(), 9)).decode().rstrip("=")


def unpacked(text: str) -> bytes:
    """The record in a part of an address; nothing where it is none, or longer than a record is."""
    try:
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        return zlib.decompressobj().decompress(raw, LARGEST_RECORD)
    except (NoBase64Error, zlib.error, ValueError):
        return b""


def _record(house: House, kind: str, number: int, source: str) -> GameFile | None:
    """The game that an address means; None for nothing that is over. The reader's error for a bad record."""
    if kind == "shared":
        return believed_game(unpacked(source)).game
    if kind == "match":
        stream, table = house.matches.stream(number), house.table(number)
        if stream is None or table is None or table.match.phase != "over":
            return None
        return game_of(table.match.steps).seated(house.matches.seats.of(stream))
    try:
        game = house.games.numbered(number)
    except UnknownGameError:
        return None
    seat = house.games.seats.of(house.games.stream(number))
    return game.record().seated(seat) if game.phase == "over" else None


def _found(request: Request, kind: str, number: int, source: str) -> GameFile | Response:
    try:
        return _record(house_of(request), kind, number, source) or missing(request)
    except SpokenError as error:
        return refused(request, refusal(request, error))


def _here(kind: str, number: int, source: str, more: str = "") -> tuple[str, str]:
    """Path and query of a game's pages."""
    if kind == "shared":
        return f"/review/shared{more}", f"game={source}"
    return f"/review/{kind}/{number}{more}", ""


@router.get("/shared")
def shared(request: Request, game: Source = "", at: At = None) -> Response:
    """The review of a game that the link holds."""
    return _shown(request, "shared", 0, game, at) if game else RedirectResponse("/review", 303)


@router.get("/shared/learn")
def shared_learn(
    request: Request,
    game: Source = "",
    number: Annotated[int, Query(ge=1, le=99)] = 1,
    hand: Annotated[int | None, Query(ge=1, le=45)] = None,
    show: Annotated[bool, Query()] = False,
) -> Response:
    """The flagged moves of a game that the link holds."""
    return _learned(request, "shared", 0, game, number, hand, show)


@router.get("/shared/progress")
async def shared_progress(request: Request, game: Source = "") -> Response:
    """How far the review of a linked game is."""
    return await _told(request, "shared", 0, game)


@router.get("/{kind}/{number}")
def one(request: Request, kind: str, number: int, at: At = None) -> Response:
    """The review of a match or a game of this table."""
    return _shown(request, kind, number, "", at) if kind in ("match", "game") else missing(request)


@router.get("/{kind}/{number}/learn")
def learn(
    request: Request,
    kind: str,
    number: int,
    at: Annotated[int, Query(alias="number", ge=1, le=99)] = 1,
    hand: Annotated[int | None, Query(ge=1, le=45)] = None,
    show: Annotated[bool, Query()] = False,
) -> Response:
    """Find the better moves yourself; the answer stays hidden until it is asked for."""
    return _learned(request, kind, number, "", at, hand, show) if kind in ("match", "game") else missing(request)


@router.get("/{kind}/{number}/progress")
async def progress(request: Request, kind: str, number: int) -> Response:
    """How far a review is, until it is there."""
    return await _told(request, kind, number, "") if kind in ("match", "game") else missing(request)


@router.post("/attempt")
def attempt(
    request: Request,
    kind: Annotated[str, Form(pattern="^(match|game|shared)$")],
    game: Annotated[str, Form(max_length=20_000)] = "",
    number: Annotated[int, Form(ge=0)] = 0,
    at: Annotated[int, Form(ge=1, le=99)] = 1,
    hand: Annotated[int, Form(ge=1, le=45)] = 1,
    tile: Annotated[str, Form(max_length=2)] = "",
    move: Annotated[str, Form(max_length=12)] = "",
) -> Response:
    """A move in the place of the one that was played: what it is worth, and never the answer."""
    return _learned(request, kind, number, game, at, hand, False, tried=move or tile)


def _shown(request: Request, kind: str, number: int, source: str, at: int | None) -> Response:
    game = _found(request, kind, number, source)
    if isinstance(game, Response):
        return game
    path, query = _here(kind, number, source)
    making = house_of(request).reviews.of(game)
    if making.review is None:
        return _waits(request, making, path, query)
    view = review_view(making.review, game, words_of(request, game.seat), at)
    address = f"/review/shared?game={packed(game)}"
    fields = {"game": source} if kind == "shared" else {}
    values = {"view": view, "place": path, "query": query, "link": address, "fields": fields}
    return page(request, "review.html", room="review", **_any(values))


def _any(values: dict[str, Any]) -> dict[str, Any]:
    """Values of a page, whatever they are."""
    return values


def _waits(request: Request, making: Reviewing, path: str, query: str) -> Response:
    """The page that says how far the review is, or why there is none."""
    failed = "" if making.error is None else refusal(request, making.error)
    told = progress_words(making, words_of(request))
    values = {"place": path, "query": query, "told": told, "failed": failed, "is_busy": making.is_busy}
    return page(request, "review_waits.html", room="review", **_any(values))


async def _told(request: Request, kind: str, number: int, source: str) -> Response:
    game = await run_in_threadpool(_found, request, kind, number, source)
    if isinstance(game, Response):
        return game
    making, words = await run_in_threadpool(house_of(request).reviews.of, game), words_of(request)

    async def events() -> AsyncIterator[str]:
        while not making.is_over:
            yield f"event: progress\ndata: {progress_words(making, words)}\n\n"
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
        yield f"event: {'busy' if making.is_busy else 'answer'}\ndata: \n\n"

    return StreamingResponse(events(), media_type="text/event-stream")


def _learned(
    request: Request, kind: str, number: int, source: str, at: int, hand: int | None, show: bool, tried: str = ""
) -> Response:
    game = _found(request, kind, number, source)
    if isinstance(game, Response):
        return game
    house, words = house_of(request), words_of(request, game.seat)
    path, query = _here(kind, number, source)
    making = house.reviews.of(game)
    if making.review is None:
        return _waits(request, making, path, query)
    view = lesson_view(making.review, at, words, hand, show=show)
    said, is_good, failed = "", False, ""
    if tried and view is not None:
        try:
            move = None if tried == "pass" else Move.parse(f"{view.held(hand or 1)}@{tried}")
            found = house.lookers.do(AttemptAsked(making.review, at, move)) if view.takes(move) else None
            if found is not None:
                said, is_good = attempt_line(found, view.flagged, words, TRY_OR_SHOW), found.is_good
            else:
                failed = view.refused(move)
        except SpokenError as error:
            failed = refusal(request, error)
        except (BusyError, EOFError):
            failed = view.busy
    values = {"view": view, "place": path, "query": query, "said": said, "is_good": is_good, "failed": failed}
    hidden = {"kind": kind, "number": number, "game": source, "at": at}
    return page(request, "review_learn.html", room="review", at=at, hidden=hidden, **_any(values))
