"""``mazzo lab calibrate``: what the search states against what came."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click

from mazzo.cli.lab.run import OUT_OPTION, Run, run_command

MOST_POSITIONS = 10_000_000


@click.command("calibrate")
@click.option("--positions", default=400, show_default=True, type=click.IntRange(1, MOST_POSITIONS), help="How many.")
@click.option(
    "--iterations",
    default=1000,
    show_default=True,
    type=click.IntRange(1, 10_000_000),
    help="The budget of the search that states the chance.",
)
@click.option("--players", help="Who plays itself; otherwise the search with the same iterations.")
@click.option(
    "--coverage",
    default=0,
    type=click.IntRange(0, MOST_POSITIONS),
    help="At so many positions, ask whether the interval holds the chance after a hundred times the iterations.",
)
@click.option(
    "--equal",
    default=0,
    type=click.IntRange(0, MOST_POSITIONS),
    help="In so many openings, ask whether two moves that are equal are told apart.",
)
@OUT_OPTION
@run_command()
def calibrate_command(
    positions: int,
    iterations: int,
    players: str | None,
    coverage: int,
    equal: int,
    out: Path | None,
    run: Run,
) -> None:
    """Compare the win chances that the search states with how the games end."""
    from mazzo.cli.lab.decks import starters_in_turn
    from mazzo.lab.calibration_file import CalibrationFile
    from mazzo.lab.interrupts import answered_once
    from mazzo.lab.self_play import CalibrationPlan, CalibrationRecord, run_calibration
    from mazzo.schemas.lab import calibration_document
    from mazzo.words.lab import calibration_lines
    from qb_engine.arena.players import PlayerSpec

    player, ruleset = PlayerSpec.parse(players or f"deep:{iterations}"), run.ruleset
    sizes = {"iterations": iterations, "positions": max(positions, coverage), "covered": coverage, "equal": equal}
    plan = CalibrationPlan(
        player, seed=run.seed, ruleset=ruleset, rotation=starters_in_turn(ruleset), hidden=run.hidden, **sizes
    )
    run.warm_up()
    progress = run.progress()

    def told(record: CalibrationRecord) -> None:
        progress.tell(record.games, plan.games)

    with answered_once():
        with nullcontext() if out is None else CalibrationFile(out, plan) as kept:
            if kept is not None and kept.games:
                run.tell_resumed(len(kept.games), out)
                progress.skip(len(kept.games))
            record = run_calibration(plan, crew=run.crew, told=told, kept=kept)
        lines, document = calibration_lines(record, run.language), calibration_document(record, run.language)
        run.finish(record.ending, lines, document)
