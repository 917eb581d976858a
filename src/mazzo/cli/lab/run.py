"""What all lab commands share: their options, who does the work, and how they end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn

import click

from kernelkit.chance import MAX_SEED
from kernelkit.plain_text import plain_line
from kernelkit.spoken import catalogue
from mazzo.cli.exits import INTERRUPTED, exit_code
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.progress import Progress, progress_for, warm_up
from mazzo.cli.refusals import spoken
from mazzo.lab.crews import Crew, Here
from mazzo.lab.interrupts import unheard
from mazzo.lab.runs import Ending
from mazzo.schemas.document import Document, json_text
from mazzo.words.progress import PACE, RESUMED, STOPPED
from mazzo.words.remedies import told
from qb_engine.ruleset import Ruleset

PACED_GAMES = 1000
"""The pace of fewer games is that of the first call."""


def cores() -> int:
    """How many processes may run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


WORKERS_OPTION = click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="How many play at once; as many as there are cores otherwise. The result is the same.",
)
CLUSTER_OPTION = click.option(
    "--cluster",
    metavar="ADDRESS",
    callback=lambda _context, _option, value: _address(value),
    help="Play on the workers of a dask scheduler, as in tcp://192.168.1.20:8786. The result is the same.",
)
HIDDEN_OPTION = click.option("--hidden", is_flag=True, help="Neither side knows the other's deck.")
RUN_OPTIONS = (
    click.option("--seed", default=1, show_default=True, type=click.IntRange(0, MAX_SEED), help="Which deals."),
    WORKERS_OPTION,
    CLUSTER_OPTION,
    click.option("--rules", default="rebirth", show_default=True, help="As in rebirth or rebirth+capture=keep_plus."),
    HIDDEN_OPTION,
    click.option("--quiet", is_flag=True, help="No progress."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
    LANG_OPTION,
)


OUT_OPTION = click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Keep what is played in this file; a run of the same command goes on where it ended.",
)
ADDRESSES = ("tcp://", "tls://")


def _address(value: str | None) -> str | None:
    if value is not None and not value.startswith(ADDRESSES):
        raise click.BadParameter(f"{value!r}: tcp://HOST:PORT")
    return value


def crew_of(workers: int | None, cluster: str | None) -> Crew:
    """Who does the work: a cluster, or so many workers of this machine, as many as it has cores unless told."""
    if cluster is None:
        return Here(workers or cores())
    from mazzo.lab.cluster import Cluster

    return Cluster(cluster)


DECK_RUN_OPTIONS = tuple(option for option in RUN_OPTIONS if option is not HIDDEN_OPTION)


@dataclass(frozen=True, slots=True)
class Run:
    """What the options ask for that lab commands share."""

    seed: int
    workers: int | None
    cluster: str | None
    rules: str
    quiet: bool
    as_json: bool
    language: str
    hidden: bool = False

    @property
    def ruleset(self) -> Ruleset:
        """The rules that were asked for."""
        return Ruleset.parse(self.rules)

    @property
    def crew(self) -> Crew:
        """Who does the work."""
        return crew_of(self.workers, self.cluster)

    def progress(self) -> Progress:
        """Progress that begins now, unless none is wanted."""
        return progress_for(self.language, silent=self.quiet or self.as_json)

    def warm_up(self) -> None:
        """Compile the engine before the workers start, so that they find it compiled."""
        warm_up(self.language)

    def tell_resumed(self, games: int, file: Path | None) -> None:
        """Say that a run goes on after what its file holds."""
        if not self.quiet:
            words = catalogue("mazzo", self.language).gettext(RESUMED)
            click.echo(words.format(games=games, file=plain_line(str(file))), err=True)

    def tell_pace(self, games: int, plies: int, seconds: float) -> None:
        """Say how fast games went, if there were enough of them to tell."""
        if not self.quiet and games >= PACED_GAMES:
            is_italian = self.language == "it"
            rate = f"{plies / seconds:,.0f}".replace(",", "." if is_italian else ",")
            taken = f"{seconds:.2f}".replace(".", "," if is_italian else ".")
            words = catalogue("mazzo", self.language).gettext(PACE)
            click.echo(words.format(games=games, seconds=taken, plies=rate), err=True)

    def finish(self, ending: Ending, lines: Iterable[str], document: Document) -> NoReturn:
        """Print the result, say on standard error what cut it short, and end with the exit code of that."""
        if ending.how == "interrupted":
            unheard()
            click.echo(catalogue("mazzo", self.language).gettext(STOPPED), err=True)
        if ending.trouble is not None:
            click.echo(told(ending.trouble, self.language), err=True)
        if self.as_json:
            click.echo(json_text(document))
        else:
            click.echo("\n".join(lines))
        if ending.how == "interrupted":
            sys.exit(INTERRUPTED)
        sys.exit(exit_code(ending.trouble) if ending.trouble else 0)


def run_command(options: Sequence[Callable[..., Any]] = RUN_OPTIONS) -> Callable[..., Callable[..., None]]:
    """A command with these options, handed to it as one ``run``, that refuses in words."""

    def added(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def gathered(**given: Any) -> None:
            shared = {field.name: given.pop(field.name) for field in fields(Run) if field.name in given}
            command(run=Run(**shared), **given)

        complete = spoken(gathered)
        for option in reversed(options):
            complete = option(complete)
        return complete

    return added
