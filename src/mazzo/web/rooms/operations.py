"""For whoever looks after the server: whether it lives, whether it can serve, and what it has counted."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response

from mazzo.errors import StorageError
from mazzo.web.door import visitor_of
from mazzo.web.house import Houses, house_of
from mazzo.web.missing import missing

router = APIRouter(include_in_schema=False)
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
NO_STREAM = "none"


@router.get("/healthz")
async def health() -> Response:
    """Whether the server answers; no thread is needed for it."""
    return PlainTextResponse("ok")


@router.get("/readyz")
async def ready(request: Request) -> Response:
    """Whether it can serve: the rules are loaded, the store answers."""
    houses: Houses = request.app.state.houses
    if not request.app.state.rules.is_decided(0):
        return PlainTextResponse("the rules are being compiled", 503)
    try:
        await run_in_threadpool(houses.of("").store.length, NO_STREAM)
    except StorageError:
        return PlainTextResponse("the store does not answer", 503)
    return PlainTextResponse("ready")


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """What the server has counted about itself, for this very machine only."""
    if not visitor_of(request).is_local:
        return missing(request)
    return PlainTextResponse(request.app.state.figures.text(house_of(request).lookers), media_type=PROMETHEUS)
