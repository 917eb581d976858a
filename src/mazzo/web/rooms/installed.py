"""What a phone needs to keep the table on its screen: the manifest, and a worker that keeps the shell."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from mazzo.web.rendering import choices_of, page, text, words_of
from mazzo.web.statics import address, static_files
from mazzo.words.pages import DESCRIPTION

router = APIRouter(include_in_schema=False)
SHELL = ("style.css", "solitario.css", "htmx.min.js", "table.js", "morph.js", "solitario.js", "icon.svg")
"""The files that the worker keeps; pages themselves are never kept, they would be stale."""
ICONS = (("icon.svg", "any", "image/svg+xml"), ("icon-192.png", "192x192", "image/png"))
LARGE = "icon-512.png"


@router.get("/manifest.webmanifest")
def manifest(request: Request) -> Response:
    """What a phone needs to know to put the table on its screen."""
    icons = [{"src": address(name), "sizes": sizes, "type": kind} for name, sizes, kind in ICONS]
    large = {"src": address(LARGE), "sizes": "512x512", "type": "image/png"}
    return JSONResponse(
        {
            "name": "Mazzo",
            "short_name": "Mazzo",
            "id": "/",
            "lang": choices_of(request).language,
            "description": words_of(request).say(DESCRIPTION),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#10140f",
            "theme_color": "#1d3f31",
            "icons": [*icons, large, {**large, "purpose": "maskable"}],
        },
        media_type="application/manifest+json",
    )


@router.get("/worker.js")
def worker(request: Request) -> Response:
    """The worker with today's addresses of the shell in it; it lies at the root, because it answers for every page."""
    files = [address(name) for name in SHELL]
    mark = "-".join(static_files()[name].mark[:4] for name in SHELL)
    script = text("worker.js", choices_of(request), files=["/unreachable", *files], mark=mark)
    return Response(script, media_type="text/javascript", headers={"cache-control": "no-cache"})


@router.get("/unreachable")
def unreachable(request: Request) -> Response:
    """The page that the worker shows when the table is not reachable."""
    return page(request, "unreachable.html")
