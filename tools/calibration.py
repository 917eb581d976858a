"""How far stated win chances can be trusted, under both rulesets, written to docs/calibration.md: ``make calibrate``.

Every figure in the document comes from the run that wrote it. The sizes below take some ten minutes on two cores.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mazzo.cli.doctor import Doctor
from mazzo.cli.lab_decks import rotation_for
from mazzo.cli.lab_run import cores
from mazzo.cli.lab_words import calibration_lines
from mazzo.lab.players import PlayerSpec
from mazzo.lab.self_play import CalibrationPlan, CalibrationRecord, run_calibration
from qb_engine.ruleset import PRESETS, Ruleset

DOCUMENT = Path(__file__).parent.parent / "docs" / "calibration.md"
INTRODUCTION = """\
# Calibration
Written by `make calibrate` from the games it played; nothing here is typed by hand. The search plays itself, states the
chance of its best move at up to four positions of each game, and is compared with how the games end. Its intervals are
compared with a search of a hundred times the length, except where the end was played out exactly, and pairs of moves
that are equal by symmetry are searched to see whether one of them is called better. Positions of one game share its
outcome, so the 95 % intervals have the game as their unit (docs/decisions/0801-arena.md).
"""


def measured(ruleset: Ruleset, sizes: argparse.Namespace) -> CalibrationRecord:
    """One ruleset's record; an end before its last game ends everything, and nothing is written."""
    plan = CalibrationPlan(
        PlayerSpec.parse(f"deep:{sizes.iterations}"),
        iterations=sizes.iterations,
        positions=sizes.positions,
        seed=sizes.seed,
        ruleset=ruleset,
        rotation=rotation_for(ruleset),
        covered=sizes.covered,
        equal=sizes.equal,
    )
    record = run_calibration(plan, workers=sizes.workers)
    if record.ending.how != "complete":
        sys.exit(f"{record.ending.how} after {record.games} games; {sizes.out.name} is as it was")
    return record


def part(record: CalibrationRecord) -> str:
    """A ruleset's section."""
    lines = [f"- {line}" for line in calibration_lines(record, "en")]
    return "\n".join([f"\n## Rules {record.plan.ruleset.name}", *lines])


def main() -> int:
    """Measure both rulesets and write the document."""
    parser = argparse.ArgumentParser(description="Measure how far win chances can be trusted.")
    parser.add_argument("--iterations", type=int, default=4_000, help="a search")
    parser.add_argument("--positions", type=int, default=1_000, help="under each ruleset")
    parser.add_argument("--covered", type=int, default=130, help="positions searched a hundred times as long")
    parser.add_argument("--equal", type=int, default=100, help="pairs of equal moves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--out", type=Path, default=DOCUMENT)
    sizes = parser.parse_args()
    Doctor("en").warm_up()
    parts = [part(measured(ruleset, sizes)) for ruleset in PRESETS.values()]
    sizes.out.write_text("\n".join([INTRODUCTION.rstrip(), *parts]) + "\n", encoding="utf-8")
    print(f"written: {sizes.out.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
