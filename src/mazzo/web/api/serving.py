"""The operations as an application of their own: the loop only reads and writes, a thread does the rest."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from itertools import groupby

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mazzo.schemas.document import Part
from mazzo.web.api.bodies import LONGEST_TEXT, UnfitError, fields_in, fields_of
from mazzo.web.api.operation import LARGEST_BODY, Call, Nothing, Operation, Reply
from mazzo.web.api.refusing import is_json, language_of, refusal_for, written
from mazzo.web.api.statuses import UNFORESEEN, error_document, status_of
from mazzo.web.house import House, Houses

NO_LIMIT = 1 << 40
"""Bodies are measured here, where what is refused can be said; the limit of the pages would say it as text."""
LOG = logging.getLogger("mazzo.web")
Endpoint = Callable[[Request], Awaitable[Response]]


def create_api(houses: Houses, operations: Iterable[Operation]) -> Starlette:
    """The application of some operations, each done at the house of whoever asks."""
    return Starlette(
        routes=[_route(houses, path, list(found)) for path, found in groupby(operations, key=lambda one: one.path)],
        middleware=[Middleware(RequestBodyLimitMiddleware, max_body_size=NO_LIMIT)],
        exception_handlers={HTTPException: _unrouted},
    )


def _route(houses: Houses, path: str, operations: list[Operation]) -> Route:
    """The address of some operations, one for each method; a number in it is nothing but digits."""
    by_method = {one.method: _endpoint(houses, one) for one in operations}

    async def endpoint(request: Request) -> Response:
        return await by_method["GET" if request.method == "HEAD" else request.method](request)

    return Route(path.replace("{number}", "{number:int}"), endpoint, methods=list(by_method))


async def _unrouted(request: Request, error: Exception) -> Response:
    """No operation lies there, or none with that method."""
    assert isinstance(error, HTTPException)
    status = error.status_code if error.status_code in (404, 405) else UNFORESEEN
    return refusal_for(status, request.headers, **dict(error.headers or {}))


def _endpoint(houses: Houses, operation: Operation) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        raw = b""
        if operation.changes:
            if not is_json(request.headers):
                return refusal_for(415, request.headers)
            read = await _body(request, operation.largest)
            if read is None:
                return refusal_for(413, request.headers)
            raw = read
        house = houses.of(request.state.visitor.account)
        return await run_in_threadpool(_answer, house, operation, request, raw)

    return endpoint


async def _body(request: Request, largest: int) -> bytes | None:
    """The body; None for one that is too large, which is not read to its end."""
    stated = request.headers.get("content-length", "")
    if stated.isdecimal() and int(stated[:12]) > largest:
        return None
    read = bytearray()
    async for piece in request.stream():
        read += piece
        if len(read) > largest:
            return None
    return bytes(read)


def _answer(house: House, operation: Operation, request: Request, raw: bytes) -> Response:
    language = language_of(request.headers)
    try:
        place = _place(operation, request)
        if place is None:
            return refusal_for(404, request.headers)
        answer = operation.does(Call(house, language), place, _asked(operation, request, raw))
    except Exception as error:
        return _refused(error, operation, request, language)
    if not isinstance(answer, Reply):
        return written(answer)
    return written(answer.document, answer.status, **({"location": answer.place} if answer.place else {}))


def _place(operation: Operation, request: Request) -> Part | None:
    """The fields in the address; None where they are no address of anything."""
    try:
        return fields_of(((name, str(value)) for name, value in request.path_params.items()), operation.place)
    except UnfitError:
        return None


def _asked(operation: Operation, request: Request, raw: bytes) -> Part:
    if not operation.changes:
        return fields_of(request.query_params.multi_items(), operation.takes)
    fields_of(request.query_params.multi_items(), Nothing)
    is_long = operation.largest > LARGEST_BODY
    return fields_in(raw, operation.takes, operation.largest, operation.largest if is_long else LONGEST_TEXT)


def _refused(error: Exception, operation: Operation, request: Request, language: str) -> Response:
    status = status_of(error)
    if status == UNFORESEEN:
        number = secrets.token_hex(4)
        LOG.error("fault %s at %s", number, operation.name, exc_info=error, extra={"facts": {"fault": number}})
        return refusal_for(status, request.headers, number)
    return written(error_document(error, language), status)
