"""The settings' room: how pages look and speak in this browser."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from mazzo.web.choices import COOKIE, VALUES, YEAR, Choices
from mazzo.web.rendering import choices_of, page

router = APIRouter(prefix="/settings", include_in_schema=False)


@router.get("")
def settings(request: Request) -> Response:
    """Every choice with its values."""
    return page(request, "settings.html", room="settings")


@router.post("")
async def choose(request: Request) -> Response:
    """Keep what was chosen; what is not named stays, what is not known is not taken."""
    form = await request.form()
    kept = {name: getattr(choices_of(request), name) for name in VALUES}
    kept.update({name: str(form[name]) for name in VALUES if str(form.get(name, "")) in VALUES[name]})
    answer = RedirectResponse("/settings", 303)
    answer.set_cookie(COOKIE, Choices(**kept).cookie(), max_age=YEAR, httponly=True, samesite="lax")
    return answer
