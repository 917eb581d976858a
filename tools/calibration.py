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
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import fmean

from mazzo.cli.exits import INTERRUPTED
from mazzo.cli.lab.run import cores
from mazzo.cli.progress import warm_up
from mazzo.decks.reading import rotation_for
from mazzo.lab.calibration import Share, together
from mazzo.lab.calibration_file import CalibrationFile
from mazzo.lab.campaigns import KEYS
from mazzo.lab.crews import Here
from mazzo.lab.endings import ending_of
from mazzo.lab.self_play import CalibrationPlan, CalibrationRecord, run_calibration
from mazzo.words.lab import LabWords, calibration_lines, coverage_line
from qb_engine.arena.players import PlayerSpec
from qb_engine.mind.decks import random_decks
from qb_engine.mind.net import Mind
from qb_engine.ruleset import PRESETS, Ruleset
from strength import commit

DOCUMENT = Path(__file__).parent.parent / "docs" / "calibration.md"
MOST_ERROR = 0.02
"""The expected calibration error that is allowed under each ruleset."""
LEAST_COVERED, MOST_COVERED = 0.92, 0.98
"""What intervals of 95 % should hold, both rulesets together: fewer is boasting, more is hiding behind wide ones."""
MOST_BRIER = 0.75
"""So much of the Brier score of the search by blind play, in the same positions."""
MOST_REGRET = 0.5
"""So much of what the search by blind play gives away in endings, in as many iterations."""
ENOUGH_ENDINGS = 100
"""Of fewer endings nothing follows: in most of them nobody gives anything away."""
MOST_HALF_WIDTH = 0.07
"""The mean half-width of the intervals of a search of a second."""
RANDOM_DECKS = 8
"""So many random decks play beside as many starters."""
ENDING_SEED = 5
MOST_TOLD_APART = 0.015
"""How many pairs of equal moves may be told apart under each ruleset."""
INTRODUCTION = """\
# Calibration
Written by `make calibrate` from the games it played; nothing here is typed by hand. The search plays itself, states the
chance of its best move at up to four positions of each game, and is compared with how the games end. Its intervals are
compared with a search of a hundred times the length, except where the end was played out exactly. Races of six moves in
pairs that are equal by symmetry show how often the best is told apart from its equal. Half of the decks are starters,
half random. The search by blind play states its chance in the same positions. In endings that can be solved exactly,
with something to lose, both search without doing so, and what their moves give away is counted. Positions of one game
share its outcome, so the 95 % intervals have the game as their unit (docs/decisions/0801-arena.md). Luck alone makes an
error where bins are small: the interval of the error begins with what luck does not explain.
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was found out under one ruleset: of chances, of the intervals of a long search, and of endings."""

    record: CalibrationRecord
    long: CalibrationRecord | None = None
    endings: Sequence[Sequence[float]] = ()
    """What was given away in each ending, by judgement and by blind play."""


def decks_of(ruleset: Ruleset) -> tuple[tuple[str, ...], ...]:
    """Starters and random decks in turn."""
    few = rotation_for(ruleset)
    many = random_decks(ruleset, RANDOM_DECKS, ENDING_SEED)
    return tuple(deck for number, other in enumerate(many) for deck in (few[number % len(few)], other))


def measured(ruleset: Ruleset, sizes: argparse.Namespace) -> Measured:
    """One ruleset's figures; an end before the last game ends everything, and nothing is written."""
    plan = CalibrationPlan(
        PlayerSpec.parse(f"deep:{sizes.iterations}"),
        iterations=sizes.iterations,
        positions=max(sizes.positions, sizes.covered),
        seed=sizes.seed,
        ruleset=ruleset,
        rotation=decks_of(ruleset),
        covered=sizes.covered,
        equal=sizes.equal,
        compared=sizes.compared,
    )
    long = replace(plan, seed=sizes.seed + 1, iterations=sizes.long_iterations, positions=sizes.long)
    long = replace(long, covered=0, equal=0, compared=0)
    lost = partial(given_away, ruleset, sizes)
    return Measured(
        recorded(plan, sizes),
        recorded(long, sizes) if sizes.long else None,
        [found for found in map(lost, range(sizes.endings)) if found],
    )


def recorded(plan: CalibrationPlan, sizes: argparse.Namespace) -> CalibrationRecord:
    """The whole record of a plan; where answers are kept, those of an earlier run are not asked again."""
    name = f"{plan.ruleset.name}-{plan.iterations}-{plan.seed}.jsonl"
    with nullcontext() if sizes.kept is None else CalibrationFile(sizes.kept / name, plan) as kept:
        record = run_calibration(plan, crew=Here(sizes.workers), kept=kept)
    ending = record.ending
    if ending.how != "complete":
        if ending.trouble:
            print(ending.trouble, file=sys.stderr)
        print(f"{ending.how} after {record.games} games; {sizes.out.name} is as it was", file=sys.stderr)
        sys.exit(INTERRUPTED if ending.how == "interrupted" else 1)
    return record


def given_away(ruleset: Ruleset, sizes: argparse.Namespace, number: int) -> tuple[float, ...]:
    """What both searches give away in the ending of a game, by judgement and blindly; nothing without an ending."""
    ending = ending_of(ruleset, decks_of(ruleset), sizes.seed + ENDING_SEED, number)
    if ending is None:
        return ()
    minds = (Mind.of(ending.view.engine), None)
    return tuple(ending.regret(sizes.ending_iterations, mind) for mind in minds)


def covered(records: Sequence[CalibrationRecord]) -> list[Share]:
    """How many intervals hold what they should, game by game of all records."""
    return [share for record in records for share in record.covered]


def demands(all_measured: Sequence[Measured]) -> dict[str, bool]:
    """What the measured figures should be, and whether they are; of what nobody asked about nothing is said."""
    records = [one.record for one in all_measured]
    coverage = together(covered(records))
    widths = [one.long.half_width for one in all_measured if one.long and one.long.half_width is not None]
    endings = [ending for one in all_measured for ending in one.endings]
    briers = [found for record in records if (found := record.compared_briers) is not None]
    said = {
        f"Expected calibration error of at most {100 * MOST_ERROR:g} points under each ruleset": all(
            record.calibration_error <= MOST_ERROR for record in records
        ),
        f"At most {MOST_TOLD_APART:.1%} of equal moves told apart under each ruleset": all(
            record.equal_moves.rate <= MOST_TOLD_APART for record in records
        ),
    }
    if coverage.of:
        is_covered = LEAST_COVERED <= coverage.rate <= MOST_COVERED
        said[f"{LEAST_COVERED:.0%} to {MOST_COVERED:.0%} of the intervals hold, both rulesets together"] = is_covered
    if briers:
        said[f"A Brier score at least {1 - MOST_BRIER:.0%} below that of blind play under each ruleset"] = all(
            ours <= MOST_BRIER * blind for ours, blind in briers
        )
    if len(endings) >= ENOUGH_ENDINGS:
        by_mind, blindly = (sum(found[place] for found in endings) for place in range(2))
        said[f"At most {MOST_REGRET:.0%} of what blind play gives away in endings"] = by_mind <= MOST_REGRET * blindly
    if widths:
        is_narrow = fmean(widths) <= MOST_HALF_WIDTH
        said[f"Half-widths of at most {100 * MOST_HALF_WIDTH:g} points after a second, both rulesets together"] = (
            is_narrow
        )
    return said


def document(begun_at: str, all_measured: Sequence[Measured], sizes: argparse.Namespace) -> str:
    """The whole document from what was measured, and at which commit."""
    measured_at = f"Commit {begun_at}, seed {sizes.seed}, {sizes.workers} workers."
    parts = (_part(one, sizes) for one in all_measured)
    return "\n".join([INTRODUCTION, measured_at, _verdict(all_measured), *parts]) + "\n"


def _verdict(all_measured: Sequence[Measured]) -> str:
    words = LabWords("en")
    lines = []
    if shares := covered([one.record for one in all_measured]):
        lines.append(coverage_line(shares, words))
    lines += [f"{demand}: {'yes' if holds else '**no**'}." for demand, holds in demands(all_measured).items()]
    return "\n".join(["\n## Both rulesets together", *(f"- {line}" for line in lines)])


def _part(one: Measured, sizes: argparse.Namespace) -> str:
    record = one.record
    lines = [f"- {line}" for line in calibration_lines(record, "en")]
    if record.compared_briers is not None:
        ours, blind = record.compared_briers
        count = sum(statement.blind is not None for statement in record.statements)
        lines.append(f"- Brier score in {count} positions, also judged by blind play: {ours:.4f}, its own {blind:.4f}.")
    for each in (record, one.long):
        if each is not None and each.half_width is not None:
            width = 100 * each.half_width
            lines.append(f"- Half-width of an interval after {each.plan.iterations} iterations: {width:.1f} points.")
    if one.endings:
        lost, lost_blindly = ([found[place] for found in one.endings] for place in range(2))
        lines.append(
            f"- Endings {len(one.endings)}, {sizes.ending_iterations} iterations: wrong {sum(map(bool, lost))}, "
            f"regret {fmean(lost):.4f}; by blind play wrong {sum(map(bool, lost_blindly))}, "
            f"regret {fmean(lost_blindly):.4f}."
        )
    return "\n".join([f"\n## Rules {record.plan.ruleset.name}", *lines])


def read_sizes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure how far win chances can be trusted.")
    parser.add_argument("--iterations", type=int, default=4_000, help="a search")
    parser.add_argument("--positions", type=int, default=6_000, help="under each ruleset")
    parser.add_argument("--covered", type=int, default=130, help="positions searched a hundred times as long")
    parser.add_argument("--equal", type=int, default=100, help="pairs of equal moves")
    parser.add_argument("--compared", type=int, default=2_000, help="positions where blind play is asked as well")
    parser.add_argument("--endings", type=int, default=1_500, help="games whose endings are solved")
    parser.add_argument("--ending-iterations", type=int, default=200, help="a search of an ending")
    parser.add_argument("--long", type=int, default=40, help="positions searched for about a second")
    parser.add_argument("--long-iterations", type=int, default=300_000, help="what a second gives")
    parser.add_argument("--kept", type=Path, help="a folder where answers are kept, so that a run can go on")
    parser.add_argument(
        "--rules", choices=sorted(PRESETS), help="only these rules, to keep answers; nothing is written"
    )
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
    if sizes.rules:
        measured(PRESETS[sizes.rules], sizes)
        return 0
    found = [measured(ruleset, sizes) for ruleset in PRESETS.values()]
    missed = [demand for demand, holds in demands(found).items() if not holds]
    if sizes.line:
        print("\n".join(missed), file=sys.stderr, end="\n" if missed else "")
        positions = sum(one.record.plan.positions for one in found)
        seconds = round(time.monotonic() - begun, 1)
        values = ("calibration", positions, len(missed), seconds, begun_at, sizes.seed)
        print(json.dumps(dict(zip(KEYS, values, strict=True))))
    else:
        sizes.out.write_text(document(begun_at, found, sizes), encoding="utf-8")
        print(f"written: {sizes.out.name}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
