"""How far stated win chances can be trusted, under both rulesets, written to docs/calibration.md: ``make calibrate``.

Every figure in the document comes from the run that wrote it. The sizes below take some ten minutes on two cores. It
ends with 1 when something does not hold that should. ``--line`` writes nothing and prints the line of a campaign.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from mazzo.cli.exits import INTERRUPTED
from mazzo.cli.lab.run import cores
from mazzo.cli.progress import warm_up
from mazzo.decks.reading import rotation_for
from mazzo.lab.calibration import Share, together
from mazzo.lab.campaigns import KEYS
from mazzo.lab.crews import Here
from mazzo.lab.self_play import CalibrationPlan, CalibrationRecord, run_calibration
from mazzo.words.lab import LabWords, calibration_lines, coverage_line
from qb_engine.arena.players import PlayerSpec
from qb_engine.ruleset import PRESETS, Ruleset
from strength import commit

DOCUMENT = Path(__file__).parent.parent / "docs" / "calibration.md"
MOST_ERROR = 0.02
"""The expected calibration error that is allowed under each ruleset."""
LEAST_COVERED, MOST_COVERED = 0.92, 0.98
"""What intervals of 95 % should hold, both rulesets together: fewer is boasting, more is hiding behind wide ones."""
MOST_TOLD_APART = 0.015
"""How many pairs of equal moves may be told apart under each ruleset."""
INTRODUCTION = """\
# Calibration
Written by `make calibrate` from the games it played; nothing here is typed by hand. The search plays itself, states the
chance of its best move at up to four positions of each game, and is compared with how the games end. Its intervals are
compared with a search of a hundred times the length, except where the end was played out exactly. Races of six moves in
pairs that are equal by symmetry show how often the best is told apart from its equal. Positions of one game share its
outcome, so the 95 % intervals have the game as their unit (docs/decisions/0801-arena.md).
"""


def measured(ruleset: Ruleset, sizes: argparse.Namespace) -> CalibrationRecord:
    """One ruleset's record; an end before its last game ends everything, and nothing is written."""
    plan = CalibrationPlan(
        PlayerSpec.parse(f"deep:{sizes.iterations}"),
        iterations=sizes.iterations,
        positions=max(sizes.positions, sizes.covered),
        seed=sizes.seed,
        ruleset=ruleset,
        rotation=rotation_for(ruleset),
        covered=sizes.covered,
        equal=sizes.equal,
    )
    record = run_calibration(plan, crew=Here(sizes.workers))
    ending = record.ending
    if ending.how != "complete":
        if ending.trouble:
            print(ending.trouble, file=sys.stderr)
        print(f"{ending.how} after {record.games} games; {sizes.out.name} is as it was", file=sys.stderr)
        sys.exit(INTERRUPTED if ending.how == "interrupted" else 1)
    return record


def covered(records: Sequence[CalibrationRecord]) -> list[Share]:
    """How many intervals hold what they should, game by game of all records."""
    return [share for record in records for share in record.covered]


def demands(records: Sequence[CalibrationRecord]) -> dict[str, bool]:
    """What the measured figures should be, and whether they are; intervals that nobody asked about are well."""
    coverage = together(covered(records))
    is_covered = LEAST_COVERED <= coverage.rate <= MOST_COVERED or not coverage.of
    return {
        f"Expected calibration error of at most {100 * MOST_ERROR:g} points under each ruleset": all(
            record.calibration_error <= MOST_ERROR for record in records
        ),
        f"{LEAST_COVERED:.0%} to {MOST_COVERED:.0%} of the intervals hold, both rulesets together": is_covered,
        f"At most {MOST_TOLD_APART:.1%} of equal moves told apart under each ruleset": all(
            record.equal_moves.rate <= MOST_TOLD_APART for record in records
        ),
    }


def document(begun_at: str, records: Sequence[CalibrationRecord], sizes: argparse.Namespace) -> str:
    """The whole document from what was measured, and at which commit."""
    measured_at = f"Commit {begun_at}, seed {sizes.seed}, {sizes.workers} workers."
    return "\n".join([INTRODUCTION, measured_at, _verdict(records), *map(_part, records)]) + "\n"


def _verdict(records: Sequence[CalibrationRecord]) -> str:
    shares = covered(records)
    lines = [coverage_line(shares, LabWords("en"))] if shares else []
    lines += [f"{demand}: {'yes' if holds else '**no**'}." for demand, holds in demands(records).items()]
    return "\n".join(["\n## Both rulesets together", *(f"- {line}" for line in lines)])


def _part(record: CalibrationRecord) -> str:
    lines = [f"- {line}" for line in calibration_lines(record, "en")]
    return "\n".join([f"\n## Rules {record.plan.ruleset.name}", *lines])


def read_sizes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure how far win chances can be trusted.")
    parser.add_argument("--iterations", type=int, default=4_000, help="a search")
    parser.add_argument("--positions", type=int, default=1_000, help="under each ruleset")
    parser.add_argument("--covered", type=int, default=130, help="positions searched a hundred times as long")
    parser.add_argument("--equal", type=int, default=100, help="pairs of equal moves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--out", type=Path, default=DOCUMENT)
    parser.add_argument("--line", action="store_true", help="print one JSON line instead of writing the document")
    return parser.parse_args()


def main() -> int:
    """Measure both rulesets and write the document."""
    sizes = read_sizes()
    begun_at, begun = commit(), time.monotonic()
    warm_up("en")
    records = [measured(ruleset, sizes) for ruleset in PRESETS.values()]
    missed = [demand for demand, holds in demands(records).items() if not holds]
    if sizes.line:
        print("\n".join(missed), file=sys.stderr, end="\n" if missed else "")
        positions = sum(record.plan.positions for record in records)
        seconds = round(time.monotonic() - begun, 1)
        values = ("calibration", positions, len(missed), seconds, begun_at, sizes.seed)
        print(json.dumps(dict(zip(KEYS, values, strict=True))))
    else:
        sizes.out.write_text(document(begun_at, records, sizes), encoding="utf-8")
        print(f"written: {sizes.out.name}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
