"""How a ``mazzo qb`` command ends when it cannot read what it was given."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from kernelkit.spoken import SpokenError
from mazzo.cli.exits import exit_code
from mazzo.errors import InputError, OutputError

SCHEMA = 1


def refusal(error: SpokenError, language: str) -> dict[str, Any]:
    """The error as data, with its place in the text if it has one."""
    place = {key: error.facts.get(key) for key in ("line", "column")}
    return {"schema": SCHEMA, "ok": False, "error": error.message(language), **place}


def refuse(error: SpokenError, as_json: bool, language: str, file: Path | None = None) -> NoReturn:
    """Say what is wrong, with ``file`` if the error does not name it, and as data too if that was asked for; end."""
    message = error.message(language)
    if as_json:
        click.echo(json.dumps(refusal(error, language), ensure_ascii=False))
    if isinstance(error, InputError | OutputError):
        click.echo(message, err=True)
        sys.exit(exit_code(error))
    click.echo(message if file is None else f"{file}: {message}", err=True)
    sys.exit(exit_code(error))
