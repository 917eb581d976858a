"""``mazzo lab train``: a net for the search, from games that it plays with itself."""

from __future__ import annotations

from pathlib import Path

import click

from kernelkit.chance import MAX_SEED
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.progress import warm_up
from mazzo.cli.refusals import spoken

MOST = 1_000_000_000


@click.command("train")
@click.option("--rules", default="rebirth", show_default=True, help="As in rebirth or spec.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, MAX_SEED), help="Which games.")
@click.option("--generations", type=click.IntRange(1, 10_000), help="How often it plays, learns and is tested.")
@click.option("--games", type=click.IntRange(20, MOST), help="Games of a generation.")
@click.option(
    "--decks", type=click.IntRange(1, 1_000_000), help="Random decks that it plays with, besides the starters."
)
@click.option("--pairs", type=click.IntRange(1, MOST), help="Pairs against the last generation, at most.")
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
    generations: int | None,
    games: int | None,
    decks: int | None,
    pairs: int | None,
    out: Path | None,
    quiet: bool,
    as_json: bool,
    language: str,
) -> None:
    """Train the net that judges positions: minutes to an hour.

    The same command gives the same file. It is written anew after every generation; who stops it keeps what there is.
    """
    del as_json  # a refusal may be asked for as data; a training is told in words
    from mazzo.words.training import generation_line, written_line
    from qb_engine.mind.training import Generation, Settings, train_into
    from qb_engine.ruleset import Ruleset

    asked = {"generations": generations, "games": games, "decks": decks, "pairs": pairs}
    settings = Settings(**{name: value for name, value in asked.items() if value is not None})
    ruleset = Ruleset.parse(rules)
    path = out or Path(f"mind_{ruleset.name}.net")
    if not path.absolute().parent.is_dir():
        raise click.BadParameter(f"{path.parent}: no such folder", param_hint="--out")
    warm_up(language)

    def told(generation: Generation) -> None:
        if not quiet:
            click.echo(generation_line(generation, language), err=True)

    train_into(path, ruleset, settings, seed, told)
    click.echo(written_line(path, language))
