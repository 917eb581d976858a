"""How many may be served at once: who comes past it is told at once when to come again, and nobody waits for long.

What is not served is refused with 503 and a few seconds to wait, by a page that was made once.
"""

from __future__ import annotations

from asyncio import Semaphore
from functools import cache

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from kernelkit.spoken import catalogue
from mazzo.web.api.refusing import is_for_programs, refusal_for
from mazzo.web.choices import COOKIE, Choices
from mazzo.web.figures import Figures
from mazzo.web.rendering import text
from mazzo.words.pages import BUSY, COME_AGAIN

MOST_AT_ONCE = 24
"""Requests under way, worked on or waiting for it: about as many as are served in a second."""
MOST_WORKED_ON = 12
"""So many of them are worked on: with more threads none would be done sooner, and the event loop would wait."""
MOST_STREAMS = 2000
"""Pages that listen; each holds a connection and some memory, and no thread."""
COME_AGAIN_SECONDS = 3
ALWAYS = frozenset({"/healthz", "/readyz", "/metrics"})
"""Whoever looks after the server is answered however full it is."""
STREAM = "text/event-stream"


class Crowd:
    """Serves so many at once and no more."""

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self._app, self._figures = app, figures
        self._working = Semaphore(MOST_WORKED_ON)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or say when to come again."""
        if scope["type"] != "http" or scope["path"] in ALWAYS:
            await self._app(scope, receive, send)
            return
        figures, headers = self._figures, Headers(scope=scope)
        listens = headers.get("accept", "") == STREAM
        if figures.streams >= MOST_STREAMS if listens else figures.in_flight >= MOST_AT_ONCE:
            figures.refused["busy"] += 1
            full = refusal_for(503, headers) if is_for_programs(scope["path"]) else too_full(headers)
            await full(scope, receive, send)
            return
        if listens:
            figures.streams += 1
            try:
                await self._app(scope, receive, send)
            finally:
                figures.streams -= 1
            return
        figures.in_flight += 1
        try:
            async with self._working:
                await self._app(scope, receive, send)
        finally:
            figures.in_flight -= 1


def too_full(headers: Headers) -> HTMLResponse:
    """Come again in a few seconds."""
    cookie = next((part.strip() for part in headers.get("cookie", "").split(";") if f"{COOKIE}=" in part), "")
    language = Choices.read(cookie.partition("=")[2], headers.get("accept-language", "")).language
    return HTMLResponse(_page(language), 503, headers={"retry-after": str(COME_AGAIN_SECONDS), "hx-reswap": "none"})


def too_often(headers: Headers) -> HTMLResponse:
    """The same for one visitor who asks too often."""
    answer = too_full(headers)
    answer.status_code = 429
    return answer


@cache
def _page(language: str) -> str:
    """The same page for everybody: whoever is sent away must not cost what he is sent away for."""
    words = catalogue("mazzo", language)
    title, reason = words.gettext(BUSY), words.gettext(COME_AGAIN).format(seconds=COME_AGAIN_SECONDS)
    return text("error.html", Choices(language=language), room="", title=title, reason=reason)
