"""Refusals that a program is given before any operation sees its request: as documents, like all others."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response

from mazzo.schemas.document import Part
from mazzo.web.api.operation import ROOT
from mazzo.web.api.statuses import RETRY_AFTER_SECONDS, status_document
from mazzo.web.choices import COOKIE, Choices

JSON = "application/json"
LATER = (429, 503)
"""Whoever is sent away so may come again."""


def is_for_programs(path: str) -> bool:
    """Whether an address is one for programs."""
    return path == ROOT or path.startswith(f"{ROOT}/")


def is_json(headers: Headers) -> bool:
    """Whether a body is sent as JSON, which no form of a page can do."""
    return headers.get("content-type", "").partition(";")[0].strip().lower() == JSON


def language_of(headers: Headers) -> str:
    """The language of the answer: what the visitor chose, or the first accepted one we speak."""
    cookie: SimpleCookie = SimpleCookie()
    try:
        cookie.load(headers.get("cookie", ""))
    except CookieError:
        cookie.clear()
    chosen = cookie[COOKIE].value if COOKIE in cookie else ""
    return Choices.read(chosen, headers.get("accept-language", "")).language


def written(document: Part | dict[str, object], status: int = 200, **headers: str) -> Response:
    """A document as an answer; whoever is sent away for a while is told for how long."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if status in LATER:
        named["retry-after"] = str(RETRY_AFTER_SECONDS)
    return Response(msgspec.json.encode(document), status, named, JSON)


def refusal_for(status: int, headers: Headers, number: str = "", **more: str) -> Response:
    """The refusal of a status, in the language of whoever asked."""
    return written(status_document(status, language_of(headers), number=number), status, **more)
