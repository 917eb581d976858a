"""What all lab commands share: their options, who does the work, and how they end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from kernelkit.chance import MAX_SEED
from kernelkit.plain_text import plain_line
from kernelkit.spoken import catalogue
from mazzo.cli.exits import INTERRUPTED, exit_code
from mazzo.cli.options import LANG_OPTION
from mazzo.lab.crews import Crew, Here
from mazzo.lab.interrupts import unheard
from mazzo.lab.runs import Ending
from mazzo.schemas.document import Document, json_text
from mazzo.words.progress import PACE, RESUMED, STOPPED

F = TypeVar("F", bound=Callable[..., Any])
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


def with_options(options: Sequence[Callable[[F], F]]) -> Callable[[F], F]:
    """A command with all of these options."""

    def added(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return added


DECK_RUN_OPTIONS = tuple(option for option in RUN_OPTIONS if option is not HIDDEN_OPTION)
run_options = with_options(RUN_OPTIONS)


def warmed_up(language: str) -> None:
    """Compile the engine before the workers start, so that they find it compiled."""
    from mazzo.cli.progress import warm_up

    warm_up(language)


def tell_resumed(games: int, file: Path | None, language: str, *, quiet: bool) -> None:
    """Say that a run goes on after what its file holds."""
    if not quiet:
        words = catalogue("mazzo", language).gettext(RESUMED)
        click.echo(words.format(games=games, file=plain_line(str(file))), err=True)


def tell_pace(games: int, plies: int, seconds: float, language: str) -> None:
    """Say how fast games went, if there were enough of them to tell."""
    if games >= PACED_GAMES:
        words = catalogue("mazzo", language).gettext(PACE)
        rate = f"{plies / seconds:,.0f}".replace(",", "." if language == "it" else ",")
        taken = f"{seconds:.2f}".replace(".", "," if language == "it" else ".")
        click.echo(words.format(games=games, seconds=taken, plies=rate), err=True)


def finish(ending: Ending, lines: Iterable[str], document: Document, *, as_json: bool, language: str) -> NoReturn:
    """Print the result, say on standard error what cut it short, and end with the exit code of that."""
    if ending.how == "interrupted":
        unheard()
        click.echo(catalogue("mazzo", language).gettext(STOPPED), err=True)
    if ending.trouble is not None:
        click.echo(ending.trouble.message(language), err=True)
    if as_json:
        click.echo(json_text(document))
    else:
        click.echo("\n".join(lines))
    if ending.how == "interrupted":
        sys.exit(INTERRUPTED)
    sys.exit(exit_code(ending.trouble) if ending.trouble else 0)
