"""Everything that a program can ask for, in the order in which it is described."""

from __future__ import annotations

from functools import cache
from typing import Any

from mazzo.schemas.export import json_schema
from mazzo.schemas.listing import SchemaListDocument, schema_list_document
from mazzo.web.api import cards, games, matches, positions, puzzles, questions, reviews, solitario
from mazzo.web.api.asked import Named
from mazzo.web.api.openapi import openapi
from mazzo.web.api.operation import Call, Nothing, Operation

Json = dict[str, Any]


def schemas(_call: Call, _place: Nothing, _asked: Nothing) -> SchemaListDocument:
    """Every document."""
    return schema_list_document()


def schema(_call: Call, place: Named, _asked: Nothing) -> Json:
    """The JSON Schema of one document."""
    return json_schema(place.name)


def described(_call: Call, _place: Nothing, _asked: Nothing) -> Json:
    """The OpenAPI document."""
    return _described()


@cache
def _described() -> Json:
    return openapi(OPERATIONS)


ROOMS = (cards, positions, matches, questions, games, puzzles, reviews, solitario)
OPERATIONS: tuple[Operation, ...] = (
    *(one for room in ROOMS for one in room.OPERATIONS),
    Operation("GET", "/schemas", schemas, {200: SchemaListDocument}),
    Operation("GET", "/schemas/{name}", schema, {200: Json}, place=Named),
    Operation("GET", "/openapi.json", described, {200: Json}),
)
"""A path with a name in braces comes after those that have a word in its place."""
