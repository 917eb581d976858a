"""What every request passes before a page sees it, and what every answer carries.

A browser that shows another site can send requests here too: so the name of the host must be one of ours, and whatever
changes something must come from a page of ours.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mazzo.web.api.refusing import is_for_programs, is_json, refusal_for

LOCAL = frozenset({"127.0.0.1", "localhost", "::1"})
"""The names of this very machine."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
OURS = ("script", "style", "img", "connect", "manifest", "worker")
"""What a page may load, and only from this server."""
POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; " + "; ".join(
    f"{kind}-src 'self'" for kind in OURS
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
KEPT_NOWHERE = "no-store"
FROM_A_PAGE = ("origin", "sec-fetch-")
"""So begin the headers by which a browser says which page a request comes from; a program says nothing of the kind."""


class Guard:
    """Refuses foreign hosts and foreign forms; adds the headers that keep a page to itself."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", KEPT_NOWHERE)
            await send(message)

        headers = Headers(scope=scope)
        is_program = is_for_programs(scope["path"])
        refusal = refusal_of(scope["method"], headers, self._hosts, is_program=is_program)
        if refusal is not None:
            answer = refusal_for(refusal[0], headers) if is_program else PlainTextResponse(refusal[1], refusal[0])
            await answer(scope, receive, guarded)
            return
        await self._app(scope, receive, guarded)


def refusal_of(
    method: str, headers: Headers, hosts: frozenset[str], *, is_program: bool = False
) -> tuple[int, str] | None:
    """Status and reason for a request that no page may see; None for one that is welcome.

    One ``is_program`` at an address for programs: what no browser sends by itself, JSON without a word of where it
    comes from, is welcome there as well.
    """
    host = headers.get("host", "")
    if host_name(host) not in hosts:
        return 421, "This table does not answer to that host name."
    if method in SAFE_METHODS:
        return None
    if headers.get("sec-fetch-site") == "same-origin":
        return None
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc == host:
        return None
    if is_program and is_json(headers) and not any(name.startswith(FROM_A_PAGE) for name in headers):
        return None
    return 403, "This can only be done from a page of this table."


def host_name(host: str) -> str:
    """The name in a Host header, without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""
