"""Devices of the network: the page where one is let in, and the list of those that were."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from mazzo.web.door import keeper_of, visitor_of
from mazzo.web.missing import missing
from mazzo.web.network import square_svg
from mazzo.web.pairing import TooManyTriesError, in_groups
from mazzo.web.rendering import page, words_of
from mazzo.web.sessions import COOKIE, DEVICE_DAYS, browser_name, give_cookie
from mazzo.words.serving import SOME_DEVICE, TOO_MANY_TRIES, WRONG_CODE

router = APIRouter(include_in_schema=False)
Code = Annotated[str, Form(max_length=40)]
SHORT_MARK = 16
"""So much of a hash is enough to name a device, and nobody can be let in by it."""


@dataclass(frozen=True, slots=True)
class DeviceView:
    """One device that was let in."""

    mark: str
    called: str
    begun: str
    is_this: bool


@router.get("/pair")
def ask(request: Request, code: Annotated[str, Query(pattern="^[0-9]{0,8}$")] = "") -> Response:
    """The page where a device is let in; a scanned address has the code in it."""
    keeper, visitor = keeper_of(request), visitor_of(request)
    if keeper.pairing is None:
        return missing(request)
    if keeper.lets_in(visitor):
        return RedirectResponse("/", 303)
    return page(request, "pair.html", code=code, failed="")


@router.post("/pair")
def pair(request: Request, code: Code = "") -> Response:
    """Let the device in whose code is right."""
    keeper, visitor, words = keeper_of(request), visitor_of(request), words_of(request)
    if keeper.pairing is None:
        return missing(request)
    called = browser_name(request.headers.get("user-agent", ""))
    try:
        token = keeper.pairing.pair(code, visitor.name, called)
    except TooManyTriesError:
        return page(request, "pair.html", 429, code="", failed=words.say(TOO_MANY_TRIES))
    if token is None:
        return page(request, "pair.html", 422, code="", failed=words.say(WRONG_CODE))
    return give_cookie(request, RedirectResponse("/", 303), token, DEVICE_DAYS)


@router.get("/devices")
def devices(request: Request) -> Response:
    """Every device that was let in, and the code for the next one."""
    keeper, visitor, words = keeper_of(request), visitor_of(request), words_of(request)
    known = [
        DeviceView(
            one.mark[:SHORT_MARK],
            one.called or words.say(SOME_DEVICE),
            datetime.fromtimestamp(one.begun).strftime("%Y-%m-%d %H:%M"),
            visitor.session is not None and visitor.session.mark == one.mark,
        )
        for one in keeper.sessions.of(visitor.account)
    ]
    pairing, address = keeper.pairing, keeper.address
    square = "" if pairing is None else square_svg(f"{address}pair?code={pairing.code}")
    code = "" if pairing is None else in_groups(pairing.code)
    return page(
        request,
        "devices.html",
        room="settings",
        devices=known,
        code=code,
        reached=address,
        lock=keeper.lock,
        square=Markup(square),  # noqa: S704 - drawn here, from our own address
    )


@router.post("/devices/end")
def end(request: Request, device: Annotated[str, Form(pattern=f"^[0-9a-f]{{{SHORT_MARK}}}$")]) -> Response:
    """Send a device away; it can be paired again."""
    keeper, visitor = keeper_of(request), visitor_of(request)
    ended = [one for one in keeper.sessions.of(visitor.account) if one.mark.startswith(device)]
    for one in ended:
        keeper.sessions.end(one.mark)
    answer = RedirectResponse("/devices", 303)
    if visitor.session in ended:
        answer.delete_cookie(COOKIE)
    return answer
