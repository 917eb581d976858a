"""How a command ends that cannot do what it was asked: a sentence, an exit code, and a document for programs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn

import click

from kernelkit.plain_text import plain_line
from kernelkit.spoken import SpokenError
from mazzo.cli.exits import exit_code
from mazzo.cli.terminal.audience import language_of
from mazzo.errors import InputError, OutputError
from mazzo.words.remedies import told


def complaint(error: SpokenError, language: str, file: Path | str | None = None) -> str:
    """What is wrong, with the name of ``file`` if the error does not name it."""
    message = told(error, language)
    return (
        message
        if file is None or isinstance(error, InputError | OutputError)
        else f"{plain_line(str(file))}: {message}"
    )


def refuse(error: SpokenError, as_json: bool, language: str, file: Path | None = None) -> NoReturn:
    """Say what is wrong, also as a document if that was asked for, with its place in the text if it has one; end."""
    if as_json:
        _print_refusal(told(error, language), error.facts.get("line"), error.facts.get("column"))
    click.echo(complaint(error, language, file), err=True)
    sys.exit(exit_code(error))


def refuse_in_words(message: str, code: int, as_json: bool) -> NoReturn:
    """The same for what is a sentence and no error."""
    if as_json:
        _print_refusal(message)
    click.echo(message, err=True)
    sys.exit(code)


def _print_refusal(message: str, line: int | None = None, column: int | None = None) -> None:
    from mazzo.schemas.document import Refusal, json_text

    click.echo(json_text(Refusal(error=message, line=line, column=column)))


def spoken(command: Callable[..., None]) -> Callable[..., None]:
    """``command`` in the language that ``--lang`` or the system says, ended in words where something is refused."""

    @wraps(command)
    def run(*arguments: Any, lang: str | None, as_json: bool = False, **options: Any) -> None:
        language = language_of(lang)
        try:
            command(*arguments, language=language, as_json=as_json, **options)
        except SpokenError as error:
            refuse(error, as_json, language)

    return run
