"""The application: every room behind one door."""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from mazzo.engines import CompiledRules
from mazzo.storage.store import EventStore
from mazzo.web.guard import Guard
from mazzo.web.house import House
from mazzo.web.looking import Lookers
from mazzo.web.missing import fault, missing, refused
from mazzo.web.readiness import PlainAtFirst
from mazzo.web.reviews import Reviews
from mazzo.web.rooms import (
    cards,
    coach,
    coach_start,
    decks,
    home,
    installed,
    keys,
    play,
    puzzles,
    review,
    settings,
    solitario,
    solitario_records,
    table,
)
from mazzo.web.seats import Seats

LARGEST_BODY = 64 * 1024
LOCAL = frozenset({"127.0.0.1", "localhost", "::1"})
GAMES = (coach_start, coach, play, puzzles, review, cards, decks, table, solitario_records, solitario)
ROOMS = (home, *GAMES, settings, keys, installed)
LOG = logging.getLogger("mazzo.web")


@dataclass(frozen=True, slots=True)
class Served:
    """How the table is served: by which names it may be asked for."""

    hosts: frozenset[str] = LOCAL


def create_app(store: EventStore, lookers: Lookers, rules: CompiledRules, served: Served) -> FastAPI:
    """The web table on ``store``."""
    app = FastAPI(
        title="Mazzo",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        middleware=[
            Middleware(Guard, hosts=served.hosts),
            Middleware(GZipMiddleware, minimum_size=1000),
            Middleware(PlainAtFirst, rules=rules),
            Middleware(RequestBodyLimitMiddleware, max_body_size=LARGEST_BODY),
        ],
    )
    app.state.house = House(store, lookers, Seats(store), Reviews(lookers))
    for room in ROOMS:
        app.include_router(room.router)
    _answer_errors(app)
    return app


def _answer_errors(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        return refused(request, f"{'.'.join(map(str, first['loc'][1:]))}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        return missing(request) if error.status_code == 404 else refused(request, error.detail, error.status_code)

    @app.exception_handler(Exception)
    async def unforeseen(request: Request, error: Exception) -> Response:
        number = secrets.token_hex(4)
        LOG.error("fault %s at %s", number, request.url.path, exc_info=error)
        return fault(request, number)
