"""What the ``mazzo qb`` commands share: a file that is read, a text that is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NoReturn

import click

from kernelkit.spoken import SpokenError, catalogue, sentence
from mazzo.cli.exits import BAD_DATA, NO_INPUT

SCHEMA = 1


def bytes_of(file: Path, at_most: int, language: str) -> bytes:
    """What ``file`` holds (``-``: standard input), cut one byte past ``at_most``; says so and ends if it is not there.

    The cut leaves enough for the reader to refuse what is too long, without taking a whole disk into memory.
    """
    try:
        if str(file) == "-":
            return sys.stdin.buffer.read(at_most + 1)
        with file.open("rb") as stream:
            return stream.read(at_most + 1)
    except OSError as error:
        words = catalogue("mazzo", language).gettext(sentence("{file} cannot be read: {reason}"))
        click.echo(words.format(file=file, reason=error.strerror), err=True)
        sys.exit(NO_INPUT)


def refuse(before: str, error: SpokenError, as_json: bool, language: str) -> NoReturn:
    """Say why a text cannot be read, as data too when that was asked for, and end."""
    message = error.message(language)
    if as_json:
        place = {key: error.facts.get(key) for key in ("line", "column")}
        click.echo(json.dumps({"schema": SCHEMA, "ok": False, "error": message, **place}, ensure_ascii=False))
    click.echo(f"{before}{message}", err=True)
    sys.exit(BAD_DATA)
