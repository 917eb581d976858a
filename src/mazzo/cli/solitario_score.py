"""``mazzo solitario score``: the score of a game from its counts, every field of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from kernelkit import strict_json
from mazzo.cli.solitario_common import BAD_DATA, LANG_OPTION, NO_INPUT, failing_in_words, language_of, refuse
from solitario.application.score_request import SCHEMA, final_score
from solitario.infrastructure.scoring_config_loader import ScoringConfigLoader
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
        config = ScoringConfigLoader.load(scoring_config)
        score = final_score(_read(file), config)
    if as_json:
        click.echo(json.dumps({"schema": SCHEMA, **score.as_dict()}))
        return
    formatter = ScoreFormatter(language)
    click.echo(formatter.format_summary(score))
    click.echo(formatter.format_table(score))


def _read(file: Path) -> Any:
    try:
        content = sys.stdin.buffer.read(strict_json.MAX_BYTES + 1) if str(file) == "-" else file.read_bytes()
    except OSError as error:
        refuse(f"{file}: {error.strerror}", NO_INPUT)
    try:
        return strict_json.loads(content)
    except strict_json.InvalidJsonError as error:
        refuse(f"{file.name}: {error}", BAD_DATA)
