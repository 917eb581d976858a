"""What both lab commands share: their options, and how they end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, TypeVar

import click

from kernelkit.chance import MAX_SEED
from kernelkit.spoken import catalogue
from mazzo.cli.exits import INTERRUPTED, exit_code
from mazzo.cli.options import LANG_OPTION
from mazzo.lab.interrupts import unheard
from mazzo.lab.runs import Ending
from mazzo.schemas.document import Document, json_text
from mazzo.words.progress import STOPPED

F = TypeVar("F", bound=Callable[..., Any])


def cores() -> int:
    """How many processes may run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


RUN_OPTIONS = (
    click.option("--seed", default=1, show_default=True, type=click.IntRange(0, MAX_SEED), help="Which deals."),
    click.option(
        "--workers",
        type=click.IntRange(1, 256),
        help="How many processes play; as many as there are cores otherwise. The result is the same.",
    ),
    click.option("--rules", default="rebirth", show_default=True, help="As in rebirth or rebirth+capture=keep_plus."),
    click.option("--hidden", is_flag=True, help="Neither side knows the other's deck."),
    click.option("--quiet", is_flag=True, help="No progress."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
    LANG_OPTION,
)


def run_options(command: F) -> F:
    """``command`` with the options that every run has."""
    for option in reversed(RUN_OPTIONS):
        command = option(command)
    return command


def warmed_up(language: str) -> None:
    """Compile the engine before the workers start, so that they find it compiled."""
    from mazzo.cli.progress import warm_up

    warm_up(language)


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
