"""``mazzo schema``: the JSON Schema of every document that a command prints or writes."""

from __future__ import annotations

import json

import click

from mazzo.cli.options import LANG_OPTION
from mazzo.cli.refusals import spoken


@click.command("schema")
@click.argument("name", required=False)
@LANG_OPTION
@spoken
def schema_command(name: str | None, as_json: bool, language: str) -> None:
    """Print the JSON Schema of the document NAME; without one list the documents and the commands that print them."""
    del as_json
    from mazzo.schemas.export import json_schema
    from mazzo.words.schemas import document_lines

    if name is None:
        click.echo("\n".join(document_lines(language)))
    else:
        click.echo(json.dumps(json_schema(name), indent=2))
