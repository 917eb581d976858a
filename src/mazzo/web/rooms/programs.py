"""The page about the JSON interface: every operation in words, made from the same list as its OpenAPI document."""

from __future__ import annotations

from itertools import groupby

from fastapi import APIRouter, Request
from starlette.responses import Response

from kernelkit.spoken import catalogue
from mazzo.web.api.openapi import openapi
from mazzo.web.api.operation import ROOT
from mazzo.web.api.operations import OPERATIONS
from mazzo.web.rendering import choices_of, page
from mazzo.web.views.programs import operation_view
from mazzo.words.api import ROOM_WORDS, STATUS_WORDS

router = APIRouter(prefix="/api", include_in_schema=False)


@router.get("")
def programs(request: Request) -> Response:
    """Every operation with what it takes, answers and refuses; what a status means."""
    words = catalogue("mazzo", choices_of(request).language)
    described = openapi(OPERATIONS)
    rooms = [
        (room, words.gettext(ROOM_WORDS[room]), [operation_view(one, described, words) for one in found])
        for room, found in groupby(OPERATIONS, key=lambda one: one.room)
    ]
    statuses = [(status, words.gettext(said)) for status, (_code, said) in STATUS_WORDS.items()]
    return page(request, "programs.html", room="help", root=ROOT, rooms=rooms, statuses=statuses)
