"""``mazzo lab campaign``: what gates every change, at its long size."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from mazzo.cli.exits import REFUSED
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.refusals import spoken


@click.command("campaign")
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option("--all", "every", is_flag=True, help="All of them, an evening.")
@click.option(
    "--scale",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0, 1000, min_open=True),
    help="Times the long size.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Add the lines to this file too.")
@LANG_OPTION
@spoken
def campaign_command(
    names: tuple[str, ...], every: bool, scale: float, out: Path | None, language: str, as_json: bool
) -> None:
    """Run campaigns of the source at their long sizes, one JSON line each; without a name, list them with their sizes.

    Ends with exit code 1 when one of them found something.
    """
    from mazzo.lab.campaigns import CAMPAIGNS, run_campaign

    del language, as_json
    if not names and not every:
        for name, campaign in CAMPAIGNS.items():
            click.echo(f"{name}: {campaign.size}")
        return
    runs = [run_campaign(name, scale) for name in (CAMPAIGNS if every else names)]
    failures = 0
    for run in runs:
        for line in run:
            text = json.dumps(line)
            click.echo(text)
            failures += int(line.get("failures", 0))
            if out is not None:
                add_line(out, text)
    sys.exit(REFUSED if failures else 0)


def add_line(file: Path, text: str) -> None:
    """Add a line to a file; OutputError when that cannot be."""
    from mazzo.storage.files_out import refusing

    with refusing(str(file)), file.open("a", encoding="utf-8") as stream:
        stream.write(text + "\n")
