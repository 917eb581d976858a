"""Signing in at a shared table, choosing a password by an invitation, and signing out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from mazzo.web.accounts import LONGEST_NAME, LONGEST_PASSWORD, SHORTEST_PASSWORD
from mazzo.web.door import keeper_of, visitor_of
from mazzo.web.missing import missing
from mazzo.web.rendering import page, words_of
from mazzo.web.sessions import ACCOUNT_DAYS, COOKIE, browser_name, give_cookie
from mazzo.words.serving import NO_INVITATION, SHORT_PASSWORD, TOO_MANY_SIGN_INS, WRONG_PASSWORD

router = APIRouter(include_in_schema=False)
Name = Annotated[str, Form(max_length=LONGEST_NAME)]
Secret = Annotated[str, Form(max_length=LONGEST_PASSWORD)]


@router.get("/login")
def ask(request: Request) -> Response:
    """Name and password."""
    keeper = keeper_of(request)
    if keeper.accounts is None:
        return missing(request)
    if keeper.lets_in(visitor_of(request)):
        return RedirectResponse("/", 303)
    return page(request, "login.html", name="", failed="")


@router.post("/login")
def sign_in(request: Request, name: Name = "", password: Secret = "") -> Response:
    """Let in whose name and password belong together; which of them was wrong is not said."""
    keeper, words = keeper_of(request), words_of(request)
    if keeper.accounts is None:
        return missing(request)
    if not (keeper.tries.take(visitor_of(request).name) and keeper.tries.take(f"name {name.casefold()}")):
        return page(request, "login.html", 429, name=name, failed=words.say(TOO_MANY_SIGN_INS))
    found = keeper.accounts.signed_in(name, password)
    if found is None:
        return page(request, "login.html", 422, name=name, failed=words.say(WRONG_PASSWORD))
    return _let_in(request, found.id)


@router.get("/join")
def invited(request: Request) -> Response:
    """Name, the code of the invitation, and a password to choose."""
    if keeper_of(request).accounts is None:
        return missing(request)
    return page(request, "join.html", name="", failed="", shortest=SHORTEST_PASSWORD)


@router.post("/join")
def join(
    request: Request, name: Name = "", code: Annotated[str, Form(max_length=40)] = "", password: Secret = ""
) -> Response:
    """Choose a password by an invitation, and be signed in."""
    keeper, words = keeper_of(request), words_of(request)
    if keeper.accounts is None:
        return missing(request)
    failed, status = "", 422
    if not keeper.tries.take(visitor_of(request).name):
        failed, status = words.say(TOO_MANY_SIGN_INS), 429
    elif len(password) < SHORTEST_PASSWORD:
        failed = words.say(SHORT_PASSWORD, shortest=SHORTEST_PASSWORD)
    elif (found := keeper.accounts.join(name, code, password)) is None:
        failed = words.say(NO_INVITATION)
    else:
        for session in keeper.sessions.of(found.id):  # whoever was signed in with the password before is no more
            keeper.sessions.end(session.mark)
        return _let_in(request, found.id)
    return page(request, "join.html", status, name=name, failed=failed, shortest=SHORTEST_PASSWORD)


@router.post("/logout")
def sign_out(request: Request) -> Response:
    """End this session."""
    keeper, visitor = keeper_of(request), visitor_of(request)
    if keeper.accounts is None:
        return missing(request)
    if visitor.session is not None:
        keeper.sessions.end(visitor.session.mark)
    answer = RedirectResponse("/login", 303)
    answer.delete_cookie(COOKIE)
    return answer


def _let_in(request: Request, account_id: str) -> Response:
    """A session of its own for every sign-in: one that somebody else put into the browser before counts for nothing."""
    called = browser_name(request.headers.get("user-agent", ""))
    token = keeper_of(request).sessions.begin(called, ACCOUNT_DAYS, account_id)
    return give_cookie(request, RedirectResponse("/", 303), token, ACCOUNT_DAYS)
