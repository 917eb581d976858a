"""Who may come in, asked before any room is: everybody of this machine, devices that were paired, people who signed in.

    request ──► too many from there? 429 ──► let in? ──► the room
                                                └─ no: only the page where one is let in answers

Whoever sits at this machine has the files anyway, and is asked nothing; with accounts everybody signs in, since
behind a proxy all come from this machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TYPE_CHECKING, Literal

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from mazzo.folders import folders_of
from mazzo.web.api.refusing import is_for_programs, refusal_for
from mazzo.web.crowd import too_often
from mazzo.web.figures import Figures
from mazzo.web.guard import LOCAL, SAFE_METHODS, host_name
from mazzo.web.pairing import Pairing
from mazzo.web.rendering import FRAGMENT
from mazzo.web.sessions import COOKIE, Session, Sessions
from mazzo.web.tries import Allowance

if TYPE_CHECKING:
    from mazzo.web.accounts import Accounts

Lock = Literal["open", "paired", "accounts"]
MOST_REQUESTS, REQUEST_SECONDS = 200, 0.05
"""A visitor may ask two hundred times at once, and then twenty times a second."""
FRONT: dict[Lock, str] = {"open": "/", "paired": "/pair", "accounts": "/login"}
"""Where one is let in."""
SHOWN: dict[Lock, frozenset[str]] = {
    "open": frozenset(),
    "paired": frozenset({"/healthz", "/pair"}),
    "accounts": frozenset({"/healthz", "/login", "/join"}),
}
"""What answers to everybody, beside the files of the pages."""
LOOKED_AFTER = frozenset({"/readyz", "/metrics"})
"""What answers to this very machine, whoever asks."""
TRIES, TRY_SECONDS = 10, 30.0
"""Passwords that may be tried for a name and from an address: ten, and one more every half a minute."""
FILES = "/static/"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks: by which name limits count, whether from this very machine, and what session there is."""

    name: str
    is_local: bool
    session: Session | None = None

    @property
    def account(self) -> str:
        """The account that is signed in; none at a table for all."""
        return "" if self.session is None else self.session.who


@dataclass(frozen=True, slots=True)
class Keeper:
    """What the door knows: how it is locked, and who was let in."""

    lock: Lock
    sessions: Sessions
    pairing: Pairing | None = None
    address: str = ""
    accounts: Accounts | None = None
    requests: Allowance = field(default_factory=lambda: Allowance(MOST_REQUESTS, REQUEST_SECONDS))

    tries: Allowance = field(default_factory=lambda: Allowance(TRIES, TRY_SECONDS))

    def lets_in(self, visitor: Visitor) -> bool:
        """Whether the rooms are open to this visitor."""
        if self.lock == "accounts":
            return visitor.account != ""
        return visitor.is_local or self.lock == "open" or visitor.session is not None

    def session(self, token: str) -> Session | None:
        """The session of a cookie, if it is one for such a door: a device's is none for accounts, and the other way."""
        found = self.sessions.found(token)
        return found if found is not None and (self.lock == "accounts") == (found.who != "") else None


class Door:
    """Lets in whom the keeper knows."""

    def __init__(self, app: ASGIApp, keeper: Keeper, figures: Figures) -> None:
        self._app, self._keeper, self._figures = app, keeper, figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its visitor, or show the front."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        visitor = await self._visitor(scope)
        scope.setdefault("state", {})["visitor"] = visitor
        refusal = self._refusal(scope, visitor)
        with folders_of(visitor.account):
            await (self._app if refusal is None else refusal)(scope, receive, send)

    async def _visitor(self, scope: Scope) -> Visitor:
        headers = Headers(scope=scope)
        peer = scope["client"][0] if scope.get("client") else ""
        is_local = is_loopback(peer) and host_name(headers.get("host", "")) in LOCAL
        token = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        session = await run_in_threadpool(self._keeper.session, token) if token else None
        return Visitor(session.mark if session is not None else peer, is_local, session)

    def _refusal(self, scope: Scope, visitor: Visitor) -> Response | None:
        path, headers = scope["path"], Headers(scope=scope)
        if not visitor.is_local and not self._keeper.requests.take(visitor.name):
            self._figures.refused["too often"] += 1
            return refusal_for(429, headers) if is_for_programs(path) else too_often(headers)
        is_shown = path in SHOWN[self._keeper.lock] or path.startswith(FILES)
        if self._keeper.lets_in(visitor) or is_shown or (visitor.is_local and path in LOOKED_AFTER):
            return None
        self._figures.refused["not let in"] += 1
        if is_for_programs(path):
            return refusal_for(401, headers)
        if scope["method"] in SAFE_METHODS and FRAGMENT not in headers:
            return RedirectResponse(FRONT[self._keeper.lock], 303)
        return PlainTextResponse("Nobody is let in here without being known.", 401)


def visitor_of(request: Request) -> Visitor:
    """Who asks."""
    visitor: Visitor = request.state.visitor
    return visitor


def keeper_of(request: Request) -> Keeper:
    """The keeper of the door that this request came through."""
    keeper: Keeper = request.app.state.keeper
    return keeper


def is_loopback(peer: str) -> bool:
    """Whether an address is of this very machine."""
    try:
        return ip_address(peer).is_loopback
    except ValueError:
        return False
