"""``mazzo lab train``: a net for the search, from games that it plays with itself."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from kernelkit.chance import MAX_SEED
from mazzo.cli.lab.run import CLUSTER_OPTION, WORKERS_OPTION, crew_of
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.progress import warm_up
from mazzo.cli.refusals import spoken

MOST = 1_000_000_000
SMALL = click.FloatRange(0, 1, min_open=True)


@click.command("train")
@click.option("--rules", default="rebirth", show_default=True, help="As in rebirth or spec.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, MAX_SEED), help="Which games.")
@click.option("--generations", type=click.IntRange(1, 10_000), help="How often it plays, learns and is tested.")
@click.option("--looks", type=click.IntRange(1, 10_000), help="Generations by one look; later ones think.")
@click.option("--games", type=click.IntRange(20, MOST), help="Games of a generation by one look.")
@click.option(
    "--walks", type=click.IntRange(3, 100_000), help="Walks of the search that finds a move of the later ones."
)
@click.option("--thought-games", type=click.IntRange(20, MOST), help="Games of a generation that thinks.")
@click.option(
    "--decks", type=click.IntRange(1, 1_000_000), help="Random decks that it plays with, besides the starters."
)
@click.option("--pairs", type=click.IntRange(1, MOST), help="Pairs against the last generation, at most.")
@click.option("--every", type=click.IntRange(1, 1_000), help="One position of so many is learned from.")
@click.option("--thought-every", type=click.IntRange(1, 1_000), help="The same where moves are thought about.")
@click.option("--passes", type=click.IntRange(1, 1_000), help="How often each sample is learned from.")
@click.option("--remembered", type=click.IntRange(1, 1_000), help="Generations whose samples are learned from.")
@click.option("--batch", type=click.IntRange(1, MOST), help="Samples of a step.")
@click.option("--rate", type=SMALL, help="How far a step goes at first.")
@click.option("--cooling", type=SMALL, help="How far, in parts of that of the last generation.")
@click.option("--decay", type=SMALL, help="How strongly weights are drawn to nothing.")
@click.option("--warmth", type=SMALL, help="How far below the best a move may be and still be drawn.")
@click.option("--strays", type=click.IntRange(1, MOST), help="One move of so many is any at all.")
@click.option("--fading", type=SMALL, help="How much the end counts beside what is said of later positions.")
@WORKERS_OPTION
@CLUSTER_OPTION
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    help="The file; otherwise mind_RULES.net in this folder.",
)
@click.option("--quiet", is_flag=True, help="No progress.")
@LANG_OPTION
@spoken
def train_command(
    rules: str,
    seed: int,
    out: Path | None,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
    as_json: bool,
    language: str,
    **asked: Any,
) -> None:
    """Train the net that judges positions: minutes to an hour.

    The same command gives the same file, whoever plays the games. It is written anew after every generation; who stops
    it keeps what there is.
    """
    del as_json  # a refusal may be asked for as data; a training is told in words
    from mazzo.words.training import generation_line, written_line
    from qb_engine.mind.training import Generation, Settings, train_into
    from qb_engine.ruleset import Ruleset

    settings = Settings(**{name: value for name, value in asked.items() if value is not None})
    ruleset = Ruleset.parse(rules)
    path = out or Path(f"mind_{ruleset.name}.net")
    if not path.absolute().parent.is_dir():
        raise click.BadParameter(f"{path.parent}: no such folder", param_hint="--out")
    warm_up(language)

    def told(generation: Generation) -> None:
        if not quiet:
            click.echo(generation_line(generation, language), err=True)

    batches = partial(crew_of(workers, cluster).batches, frees_the_lock=True)
    train_into(path, ruleset, settings, seed, told, batches)
    click.echo(written_line(path, language))
