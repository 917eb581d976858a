"""Streams that tell a page when its match goes on elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from mazzo.web.house import house_of
from mazzo.web.missing import missing
from mazzo.web.watching import Watch

router = APIRouter(prefix="/coach", include_in_schema=False)
SILENCE = ": nothing new\n\n"


@router.get("/{number}/live")
async def live(request: Request, number: int, known: Annotated[int, Query(ge=0, le=1_000_000)] = 0) -> Response:
    """A stream with an event for each time that the match has grown beyond what the page knows."""
    house = house_of(request)
    stream = await run_in_threadpool(house.matches.stream, number)
    if stream is None:
        return missing(request)
    watched = house.store.full_name(stream)
    watch: Watch = request.app.state.watch

    async def events() -> AsyncIterator[str]:
        yield SILENCE
        async for length in watch.growth(watched, known):
            yield SILENCE if length is None else f"event: grown\ndata: {length}\n\n"

    return StreamingResponse(events(), media_type="text/event-stream")
