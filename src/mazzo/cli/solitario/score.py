"""``mazzo solitario score``: the score of a game from its counts, every field of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kernelkit import strict_json
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.solitario.options import failing_in_words, figures
from mazzo.cli.terminal.audience import language_of
from mazzo.schemas.document import json_text
from mazzo.schemas.solitario import score_document
from mazzo.storage.files_in import input_bytes
from solitario.application.score_request import final_score
from solitario.infrastructure.errors import InvalidRequestFileError
from solitario.infrastructure.json_file import UNUSABLE
from solitario.presentation.score_formatter import ScoreFormatter


@click.command("score")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print every field as JSON.")
@click.option("--scoring-config", type=click.Path(path_type=Path), help="Score by the figures of this file.")
@LANG_OPTION
def score_command(file: Path, as_json: bool, scoring_config: Path | None, lang: str | None) -> None:
    """Compute the score of the game described in FILE (- is standard input), a JSON object with "schema": 1."""
    language = language_of(lang)
    with failing_in_words(language):
        score = final_score(_read(file), figures(scoring_config))
    if as_json:
        click.echo(json_text(score_document(score)))
        return
    formatter = ScoreFormatter(language)
    click.echo(formatter.format_summary(score))
    click.echo(formatter.format_table(score))


def _read(file: Path) -> Any:
    try:
        return strict_json.loads(input_bytes(file))
    except strict_json.InvalidJsonError as error:
        raise InvalidRequestFileError(file=file.name, reason=UNUSABLE, detail=error) from error
