"""An operation for programs as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from mazzo.web.api.operation import ROOT, Nothing, Operation


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field that is taken: whether it must be there, and its type or its values."""

    name: str
    is_required: bool
    kind: str


@dataclass(frozen=True, slots=True)
class OperationView:
    """An operation: where it is asked, what it does, what it takes, and every status that can come of it."""

    name: str
    method: str
    address: str
    says: str
    fields: tuple[FieldView, ...]
    answers: tuple[str, ...]
    refuses: tuple[int, ...]


def operation_view(one: Operation, described: dict[str, Any], words: NullTranslations) -> OperationView:
    """The view of an operation that is ``described`` in an OpenAPI document."""
    found = described["paths"][one.path][one.method.lower()]
    fields = [FieldView(each["name"], each["required"], _kind(each["schema"])) for each in found["parameters"]]
    if one.changes and one.takes is not Nothing:
        body = described["components"]["schemas"][one.takes.__name__]
        required = body.get("required", ())
        fields += [FieldView(name, name in required, _kind(schema)) for name, schema in body["properties"].items()]
    answers = tuple(f"{status} {getattr(kind, '__name__', 'JSON')}" for status, kind in one.answers.items())
    return OperationView(
        one.name, one.method, ROOT + one.path, words.gettext(one.says), tuple(fields), answers, one.refuses
    )


def _kind(schema: dict[str, Any]) -> str:
    """The type of a field in a word or two, with its values or its bounds."""
    if "anyOf" in schema:
        return " | ".join(_kind(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    low, high = schema.get("minimum"), schema.get("maximum")
    return f"{schema['type']} {low}–{high}" if low is not None and high is not None else str(schema["type"])
