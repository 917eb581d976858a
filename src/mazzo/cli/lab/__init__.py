"""``mazzo lab``: players against players, and how far the coach's win chances can be trusted."""

from __future__ import annotations

import time
from contextlib import nullcontext
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kernelkit.spoken import catalogue, sentence
from mazzo.cli.lab.calibrate import calibrate_command
from mazzo.cli.lab.campaign import campaign_command
from mazzo.cli.lab.round_robin import decks_command, evolve_command
from mazzo.cli.lab.run import OUT_OPTION, Run, run_command
from mazzo.cli.lab.train import train_command
from mazzo.cli.lab.verify import verify_command
from mazzo.errors import MazzoError
from mazzo.words.progress import BY_THE_CLOCK, GAMES_LEFT, GAMES_LEFT_AT_MOST

if TYPE_CHECKING:
    from mazzo.lab.matches import MatchPlan
    from mazzo.lab.sprt import Sprt

MOST_GAMES = 10_000_000
ERROR_RATE = click.FloatRange(0, 0.5, min_open=True, max_open=True)
DECK_OPTIONS = ("--deck-a", "--deck-b")

MOST_RANDOM_DECKS = 10_000


class HypothesesError(MazzoError):
    """The two rates of a sequential test are not two rates."""

    template = sentence(
        "--sprt {p0} {p1}: two rates between 0 and 1 are needed, the smaller one first, as in --sprt 0.5 0.55"
    )


class ErrorRateError(MazzoError):
    """How often a sequential test may err is no number."""

    template = sentence("{option} {rate}: a rate between 0 and 0.5 is needed, as in {option} 0.05")


@click.group("lab")
def lab_group() -> None:
    """Measure players and decks over many games, and the coach's win chances."""


@lab_group.command("match")
@click.argument("a")
@click.argument("b")
@click.option(
    "--games", required=True, type=click.IntRange(1, MOST_GAMES), help="How many; an odd number gets one more."
)
@click.option("--sprt", nargs=2, type=float, metavar="P0 P1", help="Stop as soon as it is clear which rate is A's.")
@click.option("--alpha", type=ERROR_RATE, default=0.05, show_default=True, help="How often P1 may be taken wrongly.")
@click.option("--beta", type=ERROR_RATE, default=0.05, show_default=True, help="How often P0 may be taken wrongly.")
@click.option("--deck-a", help="A's deck: a name, a code or a file. Otherwise the decks that come with Mazzo in turn.")
@click.option("--deck-b", help="B's deck, likewise.")
@click.option(
    "--random-decks",
    type=click.IntRange(2, MOST_RANDOM_DECKS),
    help="So many random legal decks, drawn by the seed, instead of those that come with Mazzo.",
)
@OUT_OPTION
@run_command()
def match_command(
    a: str,
    b: str,
    games: int,
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    deck_a: str | None,
    deck_b: str | None,
    random_decks: int | None,
    out: Path | None,
    run: Run,
) -> None:
    """Let player A play player B and say who is better, and how sure that is.

    Players are random, greedy, console, person, merit, quick, casual:WARMTH, deep:ITERATIONS and deep:SECONDSs, as
    in deep:1000 or deep:1s; rollout and net take the same numbers, and net alone looks once at every move. Games
    come in pairs: each deal is played twice with the places changed.
    """
    from mazzo.lab.interrupts import answered_once
    from mazzo.lab.match_file import MatchFile
    from mazzo.lab.matches import MatchRecord, run_match
    from mazzo.schemas.lab import match_document
    from mazzo.words.lab import match_lines

    test = _test(sprt, alpha, beta)
    plan = _plan((a, b), (deck_a, deck_b), random_decks, games, run)
    if plan.is_timed and not run.quiet:
        click.echo(catalogue("mazzo", run.language).gettext(BY_THE_CLOCK), err=True)
    run.warm_up()
    _tell_of_the_net(plan, run.language)
    progress = run.progress()

    def told(record: MatchRecord) -> None:
        progress.tell(record.games, 2 * plan.pairs, GAMES_LEFT if test is None else GAMES_LEFT_AT_MOST)

    with answered_once():
        with nullcontext() if out is None else MatchFile(out, plan) as kept:
            if kept is not None and kept.pairs:
                run.tell_resumed(2 * kept.pairs, out)
                progress.skip(2 * kept.pairs)
            begun = time.monotonic()
            record = run_match(plan, crew=run.crew, sprt=test, told=told, kept=kept)
            if not (kept and kept.pairs):
                run.tell_pace(record.games, record.sums.plies, time.monotonic() - begun)
        lines, document = match_lines(record, run.language), match_document(record, run.language)
        run.finish(record.ending, lines, document)


def _tell_of_the_net(plan: MatchPlan, language: str) -> None:
    """Say if a player would look with learned weights that cannot be used, or were learned under other rules."""
    if not {"net", "deep"} & {plan.a.name, plan.b.name}:
        return
    from mazzo.cli.the_net import tell_of_the_net

    tell_of_the_net(plan.ruleset, language)


def _test(rates: tuple[float, float] | None, alpha: float, beta: float) -> Sprt | None:
    from mazzo.lab.sprt import Sprt

    for option, rate in (("--alpha", alpha), ("--beta", beta)):
        if isnan(rate):  # which click takes for a number of any range
            raise ErrorRateError(option=option, rate=rate)
    if rates is None:
        return None
    try:
        return Sprt(*rates, alpha, beta)
    except ValueError as error:
        raise HypothesesError(p0=rates[0], p1=rates[1]) from error


def _plan(
    players: tuple[str, str], decks: tuple[str | None, str | None], random_decks: int | None, games: int, run: Run
) -> MatchPlan:
    """What was asked for, read and checked before anything is played."""
    from mazzo.cli.lab.decks import drawn_decks, lab_deck, starters_in_turn
    from mazzo.lab.matches import MatchPlan
    from qb_engine.arena.players import PlayerSpec

    a, b = (PlayerSpec.parse(player) for player in players)
    ruleset = run.ruleset
    deck_a, deck_b = (lab_deck(option, deck, ruleset) for option, deck in zip(DECK_OPTIONS, decks, strict=True))
    if deck_a and deck_b:
        rotation: tuple[tuple[str, ...], ...] = ()
    else:
        rotation = starters_in_turn(ruleset) if random_decks is None else drawn_decks(ruleset, random_decks, run.seed)
    return MatchPlan(a, b, -(-games // 2), run.seed, ruleset, rotation, deck_a, deck_b, run.hidden)


lab_group.add_command(calibrate_command)
lab_group.add_command(verify_command)
lab_group.add_command(decks_command)
lab_group.add_command(campaign_command)
lab_group.add_command(evolve_command)
lab_group.add_command(train_command)
