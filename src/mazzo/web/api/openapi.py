"""The OpenAPI document of the operations, made from their types: nothing is written down twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from msgspec.json import schema_components

from mazzo import __version__
from mazzo.schemas.document import ErrorDocument
from mazzo.schemas.export import require_all_into
from mazzo.web.api.operation import ROOT, Nothing, Operation
from mazzo.web.api.refusing import LATER
from mazzo.words.api import STATUS_WORDS

REF = "#/components/schemas/{name}"
ABOUT = (
    "Both games for programs: the use cases of the pages, as JSON. Texts are in the language of Accept-Language, "
    "English or Italian. Whatever changes something is sent as application/json, from a page of this table or by a "
    "program that sends neither Origin nor Sec-Fetch headers. A refusal is a document with code, message and remedy."
)
Schema = dict[str, Any]


def openapi(operations: Iterable[Operation]) -> Schema:
    """The document."""
    operations = list(operations)
    taken = {one.takes for one in operations if one.changes}
    answered = {kind for one in operations for kind in one.answers.values()} | {ErrorDocument}
    inputs, input_parts = _schemas(taken)
    outputs, output_parts = _schemas(answered)
    for part in output_parts.values():
        require_all_into(part)
    assert not input_parts.keys() & output_parts.keys(), "a type is taken and answered"
    paths: dict[str, Schema] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, inputs, outputs)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mazzo", "version": __version__, "description": ABOUT},
        "servers": [{"url": ROOT}],
        "paths": paths,
        "components": {"schemas": {**input_parts, **output_parts}},
    }


def _schemas(kinds: Iterable[Any]) -> tuple[dict[Any, Schema], dict[str, Schema]]:
    """The schema of each type, and of every type within them by name."""
    ordered = sorted(kinds, key=str)
    found, parts = schema_components(ordered, ref_template=REF)
    return dict(zip(ordered, found, strict=True)), dict(parts)


def _operation(one: Operation, inputs: Mapping[Any, Schema], outputs: Mapping[Any, Schema]) -> Schema:
    described: Schema = {
        "operationId": one.name,
        "tags": [one.room],
        "summary": one.says,
        "parameters": [*parameters(one.place, "path"), *([] if one.changes else parameters(one.takes, "query"))],
        "responses": _responses(one, outputs),
    }
    if one.changes:
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": inputs[one.takes]}}}
    return described


def parameters(kind: Any, where: str) -> list[Schema]:
    """The fields of a type as parameters."""
    if kind is Nothing:
        return []
    _found, parts = schema_components([kind], ref_template=REF)
    fields = parts[kind.__name__]
    required = set(fields.get("required", ()))
    return [
        {"name": name, "in": where, "required": where == "path" or name in required, "schema": schema}
        for name, schema in fields["properties"].items()
    ]


def _responses(one: Operation, outputs: Mapping[Any, Schema]) -> Schema:
    responses = {str(status): _response(status, outputs[kind]) for status, kind in one.answers.items()}
    for status in one.refuses:
        responses[str(status)] = _response(status, outputs[ErrorDocument])
    return responses


def _response(status: int, schema: Schema) -> Schema:
    words = STATUS_WORDS[status][1] if status in STATUS_WORDS else HTTPStatus(status).phrase
    described: Schema = {"description": words, "content": {"application/json": {"schema": schema}}}
    headers = {
        **dict.fromkeys(LATER, ("Retry-After", "integer")),
        201: ("Location", "string"),
        202: ("Location", "string"),
    }
    if status in headers:
        name, kind = headers[status]
        described["headers"] = {name: {"required": True, "schema": {"type": kind}}}
    return described
