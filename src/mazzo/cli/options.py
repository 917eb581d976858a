"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from kernelkit.spoken import LANGUAGES, sentence
from mazzo.coach.look import LONGEST_SECONDS, MOST_ITERATIONS, SHORTEST_SECONDS, Look
from mazzo.errors import MazzoError

LANG_OPTION = click.option("--lang", type=click.Choice(LANGUAGES), help="Language; that of the system otherwise.")

JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")

ALOUD_OPTION = click.option(
    "--aloud", is_flag=True, help="Whole sentences for listening, in plain lines; MAZZO_SCREEN_READER=1 does the same."
)

F = TypeVar("F", bound=Callable[..., Any])


class TwoLooksError(MazzoError):
    """Two options contradict each other."""

    template = sentence("{options} exclude each other")
    remedy = sentence("choose one of them")


def look_options(function: F) -> F:
    """The options ``--quick``, ``--iterations`` and ``--seconds`` for a command; ``asked_look`` reads them."""
    seconds = click.FloatRange(SHORTEST_SECONDS, LONGEST_SECONDS)
    for option in (
        click.option("--seconds", type=seconds, help="Look deeper for so many seconds."),
        click.option(
            "--iterations",
            type=click.IntRange(1, MOST_ITERATIONS),
            help="Look deeper through so many games: the same answer everywhere.",
        ),
        click.option("--quick", is_flag=True, help="One look at every move, without a search."),
    ):
        function = option(function)
    return function


def asked_look(*, quick: bool, iterations: int | None, seconds: float | None) -> Look:
    """The look that the options ask for; TwoLooksError when there are two."""
    given = {"--quick": quick, "--iterations": iterations is not None, "--seconds": seconds is not None}
    names = [name for name, is_given in given.items() if is_given]
    if len(names) > 1:
        raise TwoLooksError(options=", ".join(names))
    return Look(quick, iterations, seconds)
