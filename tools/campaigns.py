"""The long sizes of the campaigns whose short ones gate every change: ``python tools/campaigns.py [NAME ...]``.

One JSON line each {id, size, failures, seconds, commit, seed}; exit code 1 when anything failed. What a campaign found
stands on the error output, with the seed or the step that leads there.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Longer:
    """Tests that take their size from an environment variable."""

    variable: str
    size: int
    tests: tuple[str, ...]
    seed: int = 0

    def line(self, name: str, scale: float) -> dict[str, object]:
        """Run the tests at the long size and count what failed."""
        begun, size = time.monotonic(), max(1, round(self.size * scale))
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal", *self.tests],
            cwd=ROOT, env={**os.environ, self.variable: str(size)}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        failed = re.search(r"(\d+) (?:failed|error)", done.stdout)
        failures = int(failed[1]) if failed else int(done.returncode != 0)
        if failures:
            print(done.stdout, done.stderr, file=sys.stderr)
        seconds = round(time.monotonic() - begun, 1)
        return {
            "id": name, "size": size, "failures": failures, "seconds": seconds, "commit": commit(), "seed": self.seed
        }  # fmt: skip


@dataclass(frozen=True)
class Tool:
    """A tool that prints such lines itself."""

    command: tuple[str, ...]
    size: int
    after: tuple[str, ...] = ()

    def lines(self, scale: float) -> tuple[str, bool]:
        """What the tool prints, and whether it found nothing."""
        command = [sys.executable, *self.command, str(max(1, round(self.size * scale))), *self.after]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        return done.stdout.rstrip(), done.returncode == 0


STORE = "tests/support/store_campaigns.py"
CAMPAIGNS: dict[str, Longer | Tool] = {
    "lockstep": Tool(("tools/lockstep.py", "--games"), 100_000),
    "extremes": Tool(("tools/extremes.py", "--workers", "2", "--plies"), 1_000_000),
    "fuzz": Tool(("tools/fuzz.py", "--seconds"), 300),
    "oracle": Longer("MAZZO_ORACLE_GAMES", 100_000, ("tests/qb_engine/test_engine_against_oracle.py", "-k", "whole")),
    "endings": Longer("MAZZO_ENDINGS", 2_000, ("tests/qb_engine/test_search_exactly.py", "-k", "minimax")),
    "puzzles": Longer("MAZZO_PUZZLE_BOARDS", 1_000, ("tests/qb_engine/test_puzzles.py", "-k", "every_order")),
    "live match": Longer("MAZZO_MATCH_STEPS", 200_000, ("tests/qb_engine/test_live_match_machine.py",)),
    "solitario": Longer("SOLITARIO_STEPS", 500_000, ("tests/solitario/test_game_machine.py",)),
    "small decks": Longer("MAZZO_SOLVER_DEALS", 6_000, ("tests/solitario/test_solver.py", "-k", "trying_everything")),
    "winning lines": Longer("MAZZO_SOLVER_DEALS", 850, ("tests/solitario/test_solver.py", "-k", "every_line")),
    "store": Longer("MAZZO_STORE_STEPS", 100_000, ("tests/mazzo/test_store_machine.py",)),
    "journal kills": Longer("MAZZO_KILLS", 10_000, ("tests/mazzo/test_journal_kill.py",), seed=1),
    "coach kills": Longer("MAZZO_COACH_KILLS", 2_000, ("tests/mazzo/test_cli_coach_kill.py",), seed=2025),
    "solitario kills": Longer("SOLITARIO_KILLS", 2_000, ("tests/solitario/test_solitario_kills.py",), seed=2024),
    "flipped bits": Longer("MAZZO_FLIPS", 10_000, ("tests/mazzo/test_store_faults.py", "-k", "flipped")),
    "page copies": Tool((STORE, "page-copies"), 2_000, ("1",)),
    "bit flips": Tool((STORE, "bit-flips"), 5_000, ("1",)),
    "cut logs": Tool((STORE, "cut-logs"), 1_000, ("1",)),
}


def commit() -> str:
    """The short name of the commit that is tested."""
    asked = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def main() -> int:
    parser = argparse.ArgumentParser(description="Run campaigns at their long sizes.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(CAMPAIGNS)}")
    parser.add_argument("--scale", type=float, default=1, help="times the long size")
    asked = parser.parse_args()
    unknown = [name for name in asked.names if name not in CAMPAIGNS]
    if unknown:
        parser.error(f"no such campaign: {', '.join(unknown)}")
    passed = True
    for name in asked.names or CAMPAIGNS:
        campaign = CAMPAIGNS[name]
        if isinstance(campaign, Tool):
            said, found_nothing = campaign.lines(asked.scale)
        else:
            line = campaign.line(name, asked.scale)
            said, found_nothing = json.dumps(line), not line["failures"]
        print(said, flush=True)
        passed = passed and found_nothing
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
