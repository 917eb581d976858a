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
from mazzo.web.api.operation import ROOT
from mazzo.web.api.operations import OPERATIONS
from mazzo.web.api.refusing import is_for_programs, refusal_for
from mazzo.web.api.serving import create_api
from mazzo.web.crowd import Crowd, too_full
from mazzo.web.door import Door, Keeper
from mazzo.web.figures import Counted, Figures, pattern_of
from mazzo.web.guard import LOCAL, Guard
from mazzo.web.house import Houses
from mazzo.web.looking import BusyError, Lookers
from mazzo.web.missing import fault, missing, refused
from mazzo.web.readiness import PlainAtFirst
from mazzo.web.rooms import (
    accounts,
    cards,
    coach,
    coach_start,
    decks,
    devices,
    home,
    installed,
    keys,
    lab,
    live,
    operations,
    play,
    programs,
    puzzles,
    review,
    settings,
    solitario,
    solitario_records,
    table,
)
from mazzo.web.watching import Watch

LARGEST_BODY = 64 * 1024
GAMES = (coach_start, coach, live, play, puzzles, review, cards, decks, table, lab, solitario_records, solitario)
ROOMS = (home, *GAMES, settings, devices, accounts, keys, programs, installed, operations)
LOG = logging.getLogger("mazzo.web")


@dataclass(frozen=True, slots=True)
class Served:
    """How the table is served: by which names it may be asked for, and who is let in."""

    keeper: Keeper
    hosts: frozenset[str] = LOCAL


def create_app(store: EventStore, lookers: Lookers, rules: CompiledRules, served: Served) -> FastAPI:
    """The web table on ``store``."""
    figures = Figures()
    app = FastAPI(
        title="Mazzo",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        middleware=[
            Middleware(Counted, figures=figures),
            Middleware(Guard, hosts=served.hosts),
            Middleware(Crowd, figures=figures),
            Middleware(Door, keeper=served.keeper, figures=figures),
            Middleware(GZipMiddleware, minimum_size=1000),
            Middleware(PlainAtFirst, rules=rules),
            Middleware(RequestBodyLimitMiddleware, max_body_size=LARGEST_BODY),
        ],
    )
    app.state.keeper = served.keeper
    app.state.figures, app.state.rules, app.state.watch = figures, rules, Watch(store.lengths)
    app.state.houses = Houses(store, lookers)
    app.mount(ROOT, create_api(app.state.houses, OPERATIONS))
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
        if is_for_programs(request.url.path):
            return refusal_for(error.status_code, request.headers)
        return missing(request) if error.status_code == 404 else refused(request, error.detail, error.status_code)

    @app.exception_handler(BusyError)
    async def busy(request: Request, _error: BusyError) -> Response:
        return too_full(request.headers)

    @app.exception_handler(Exception)
    async def unforeseen(request: Request, error: Exception) -> Response:
        number = secrets.token_hex(4)
        facts = {"fault": number, "route": pattern_of(request.scope)}
        LOG.error("fault %s at %s", number, facts["route"], exc_info=error, extra={"facts": facts})
        return fault(request, number)
