"""``mazzo lab train``: a net for the search, from games that it plays with itself."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kernelkit.chance import MAX_SEED
from mazzo.cli.lab.run import CLUSTER_OPTION, WORKERS_OPTION, crew_of
from mazzo.cli.options import LANG_OPTION
from mazzo.cli.progress import warm_up
from mazzo.cli.refusals import spoken

if TYPE_CHECKING:
    from qb_engine.mind.games import Batches
    from qb_engine.mind.training import Trainer
    from qb_engine.ruleset import Ruleset

MOST = 1_000_000_000
TEST_PAIRS, TEST_GAMES, TEST_WALKS = 2_000, 1_000, 96
"""A finished exploiter is tested in so many pairs by one look, and in so many games against so small a search."""
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
@click.option(
    "--against",
    help="Train an exploiter of the net in this file, or of the shipped one: it plays against nobody else.",
    metavar="FILE|shipped",
)
@WORKERS_OPTION
@CLUSTER_OPTION
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    help="The file; otherwise mind_RULES.net in this folder, or exploiter_RULES.net.",
)
@click.option("--quiet", is_flag=True, help="No progress.")
@LANG_OPTION
@spoken
def train_command(
    rules: str,
    seed: int,
    out: Path | None,
    against: str | None,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
    as_json: bool,
    language: str,
    **asked: Any,
) -> None:
    """Train the net that judges positions: minutes to an hour; or with --against one that exploits a net.

    The same command gives the same file, whoever plays the games. It is written anew after every generation; who stops
    it keeps what there is.
    """
    del as_json  # a refusal may be asked for as data; a training is told in words
    from mazzo.words.training import exploited_line, generation_line, resisted_line, written_line
    from qb_engine.mind.exploiter import Exploiter
    from qb_engine.mind.training import Generation, Settings, Trainer, write_each
    from qb_engine.ruleset import Ruleset

    given = {name: value for name, value in asked.items() if value is not None}
    ruleset = Ruleset.parse(rules)
    path = out or Path(f"{'mind' if against is None else 'exploiter'}_{ruleset.name}.net")
    if not path.absolute().parent.is_dir():
        raise click.BadParameter(f"{path.parent}: no such folder", param_hint="--out")
    warm_up(language)

    def told(generation: Generation) -> None:
        if not quiet:
            click.echo(generation_line(generation, language, is_exploiter=against is not None), err=True)

    batches = partial(crew_of(workers, cluster).batches, frees_the_lock=True)
    if against is None:
        trainer = Trainer(ruleset, Settings(**given), seed, batches)
    else:
        trainer = _exploiter(ruleset, against, given, seed, batches)
    write_each(path, trainer, told)
    click.echo(written_line(path, language))
    if isinstance(trainer, Exploiter):
        click.echo(exploited_line(*trainer.tested(TEST_PAIRS), 2 * TEST_PAIRS, language))
        click.echo(
            resisted_line(*trainer.tested_against_search(TEST_GAMES, TEST_WALKS), TEST_GAMES, TEST_WALKS, language)
        )


def _exploiter(ruleset: Ruleset, against: str, given: dict[str, Any], seed: int, batches: Batches) -> Trainer:
    """What trains against the net in the file that was named, which plays by one look unless ``--looks`` says less."""
    from dataclasses import replace

    from qb_engine.mind.exploiter import USUAL, Exploiter
    from qb_engine.mind.net import nearest_rules, shipped_weights
    from qb_engine.mind.weights import read_weights

    near = nearest_rules(ruleset)
    fixed = shipped_weights(near) if against == "shipped" else read_weights(Path(against), near)
    settings = replace(USUAL, **{"looks": given.get("generations", USUAL.looks), **given})
    return Exploiter(ruleset, fixed, against, settings, seed, batches)
