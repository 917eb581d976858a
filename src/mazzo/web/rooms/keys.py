"""The room where every key of both games stands."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from mazzo.web.rendering import choices_of, page
from mazzo.words.solitario_pages import key_topics

router = APIRouter(prefix="/help", include_in_schema=False)


@router.get("")
def keys(request: Request) -> Response:
    """Every key, and the button that does the same."""
    return page(request, "help.html", room="help", topics=key_topics(choices_of(request).language))
