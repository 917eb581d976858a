"""``mazzo lab verify``: whether a file of results is true."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kernelkit.chance import MAX_SEED
from kernelkit.spoken import catalogue
from mazzo.cli.exits import INTERRUPTED, REFUSED, exit_code
from mazzo.cli.lab.run import CLUSTER_OPTION, WORKERS_OPTION, crew_of
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.progress import progress_for, warm_up
from mazzo.cli.refusals import spoken
from mazzo.words.progress import LINES_LEFT, STOPPED
from mazzo.words.remedies import told as told_error


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--sample",
    default=20,
    show_default=True,
    type=click.IntRange(1, 10_000_000),
    help="How many lines are played again.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, MAX_SEED), help="Which lines.")
@WORKERS_OPTION
@CLUSTER_OPTION
@click.option("--quiet", is_flag=True, help="No progress.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@LANG_OPTION
@spoken
def verify_command(
    file: Path,
    sample: int,
    seed: int,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
    as_json: bool,
    language: str,
) -> None:
    """Play a sample of FILE, the results of a lab run, again and compare it to the last point."""
    from mazzo.errors import MissingInputError
    from mazzo.lab.interrupts import answered_once, unheard
    from mazzo.lab.verify import Verification, verify
    from mazzo.schemas.document import json_text
    from mazzo.schemas.lab import verify_document
    from mazzo.words.lab import verify_lines

    if not file.exists():
        raise MissingInputError(file=file.name)
    warm_up(language)
    progress = progress_for(language, silent=quiet or as_json)

    def told(found: Verification) -> None:
        progress.tell(found.played, len(found.sample), LINES_LEFT)

    with answered_once():
        found = verify(file, sample, crew=crew_of(workers, cluster), seed=seed, told=told)
        if as_json:
            click.echo(json_text(verify_document(found, language)))
        else:
            click.echo("\n".join(verify_lines(found, language)))
        if found.ending.how == "interrupted":
            unheard()
            click.echo(catalogue("mazzo", language).gettext(STOPPED), err=True)
            sys.exit(INTERRUPTED)
        if found.ending.trouble is not None:
            click.echo(told_error(found.ending.trouble, language), err=True)
            sys.exit(exit_code(found.ending.trouble))
    sys.exit(0 if found.is_true else REFUSED)
