"""The documents themselves as data: which there are, and who prints each."""

from __future__ import annotations

from mazzo.schemas.document import NUMBERS, Document, Part
from mazzo.schemas.export import DOCUMENTS


class SchemaPart(Part):
    """A document by its name, with its number and the commands that print it."""

    name: str
    number: int
    commands: list[str]


class SchemaListDocument(Document, tag=NUMBERS["schema-list"]):
    """Every document."""

    schemas: list[SchemaPart]


def schema_list_document() -> SchemaListDocument:
    """The document of all documents."""
    return SchemaListDocument(
        schemas=[
            SchemaPart(name=name, number=NUMBERS[name], commands=[f"mazzo {command}" for command in one.commands])
            for name, one in DOCUMENTS.items()
        ]
    )
