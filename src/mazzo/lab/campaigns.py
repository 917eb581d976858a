"""The campaigns whose short sizes gate every change, at their long sizes: which there are, and how one is run.

They are the tests and tools of the source, so they need it. Each gives one line {id, size, failures, seconds, commit,
seed}; what was found stands on the error output, with the seed or the step that leads there.
"""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mazzo.lab.errors import NoSourceError, UnknownCampaignError

LOG = logging.getLogger("mazzo.lab")
Line = dict[str, Any]
KEYS = ("id", "size", "failures", "seconds", "commit", "seed")


@dataclass(frozen=True, slots=True)
class Longer:
    """Tests that take their size from an environment variable."""

    variable: str
    size: int
    tests: tuple[str, ...]
    seed: int = 0

    def lines(self, name: str, size: int, root: Path) -> Iterator[Line]:
        """Run the tests at this size and count what failed."""
        begun = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal", *self.tests],
            cwd=root, env={**os.environ, self.variable: str(size)}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        failed = re.search(r"(\d+) (?:failed|error)", done.stdout)
        failures = int(failed[1]) if failed else int(done.returncode != 0)
        if failures:
            LOG.error("%s%s", done.stdout, done.stderr)
        seconds = round(time.monotonic() - begun, 1)
        values = (name, size, failures, seconds, commit(root), self.seed)
        yield dict(zip(KEYS, values, strict=True))


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that prints such lines itself."""

    command: tuple[str, ...]
    size: int
    after: tuple[str, ...] = ()

    def lines(self, name: str, size: int, root: Path) -> Iterator[Line]:
        """What the tool prints; a line of our own when it broke without one."""
        begun = time.monotonic()
        command = [sys.executable, *self.command, str(size), *self.after]
        done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, text=True, check=False)
        said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        yield from said
        if done.returncode != 0 and not any(line.get("failures") for line in said):
            seconds = round(time.monotonic() - begun, 1)
            yield dict(zip(KEYS, (name, size, 1, seconds, commit(root), 0), strict=True))


STORE = "tests/support/store_campaigns.py"
SOLVER = "tests/support/solver_campaigns.py"
CAMPAIGNS: dict[str, Longer | Tool] = {
    "lockstep": Tool(("tools/lockstep.py", "--games"), 100_000),
    "extremes": Tool(("tools/extremes.py", "--workers", "2", "--plies"), 1_000_000),
    "fuzz": Tool(("tools/fuzz.py", "--seconds"), 300),
    "oracle": Longer("MAZZO_ORACLE_GAMES", 100_000, ("tests/qb_engine/test_engine_against_oracle.py", "-k", "whole")),
    "perft": Longer("MAZZO_PERFT_COUNTS", 40_000, ("tests/qb_engine/test_perft.py", "-k", "other_positions")),
    "calibration": Tool(("tools/calibration.py", "--line", "--positions"), 1_000),
    "endings": Longer("MAZZO_ENDINGS", 2_000, ("tests/qb_engine/test_search_exactly.py", "-k", "minimax")),
    "puzzles": Longer("MAZZO_PUZZLE_BOARDS", 1_000, ("tests/qb_engine/test_puzzles.py", "-k", "every_order")),
    "live match": Longer("MAZZO_MATCH_STEPS", 200_000, ("tests/qb_engine/test_live_match_machine.py",)),
    "solitario": Longer("SOLITARIO_STEPS", 500_000, ("tests/solitario/test_game_machine.py",)),
    "small decks": Tool((SOLVER, "small-decks"), 50_000),
    "small positions": Tool((SOLVER, "small-positions"), 9_000),
    "winning lines": Tool((SOLVER, "winning-lines"), 7_000),
    "store": Longer("MAZZO_STORE_STEPS", 100_000, ("tests/mazzo/test_store_machine.py",)),
    "journal kills": Longer("MAZZO_KILLS", 10_000, ("tests/mazzo/test_journal_kill.py",), seed=1),
    "coach kills": Longer("MAZZO_COACH_KILLS", 2_000, ("tests/mazzo/test_cli_coach_kill.py",), seed=2025),
    "solitario kills": Longer("SOLITARIO_KILLS", 2_000, ("tests/solitario/test_solitario_kills.py",), seed=2024),
    "flipped bits": Longer("MAZZO_FLIPS", 10_000, ("tests/mazzo/test_store_faults.py", "-k", "flipped")),
    "api": Longer("MAZZO_API_CASES", 1_000, ("tests/mazzo/test_web_api_contract.py",), seed=1),
    "web kills": Tool(("tests/support/web_kills.py",), 50, ("1",)),
    "page copies": Tool((STORE, "page-copies"), 2_000, ("1",)),
    "bit flips": Tool((STORE, "bit-flips"), 5_000, ("1",)),
    "cut logs": Tool((STORE, "cut-logs"), 1_000, ("1",)),
    "failing calls": Tool((STORE, "failures-from-call"), 1_000, ("1",)),
    "special files": Tool((STORE, "special-files"), 1_000, ("1",)),
}
"""Each with its long size: together they take an evening."""


def run_campaign(name: str, scale: float = 1.0) -> Iterator[Line]:
    """The lines of a campaign at so many times its long size; UnknownCampaignError, NoSourceError."""
    campaign = CAMPAIGNS.get(name)
    if campaign is None:
        raise UnknownCampaignError(asked=name[:40], known=", ".join(CAMPAIGNS))
    return campaign.lines(name, max(1, round(campaign.size * scale)), source())


def source() -> Path:
    """The folder of the source; NoSourceError where Mazzo was installed without it."""
    root = Path(__file__).parents[3]
    if not (root / "tools").is_dir() or not (root / "tests").is_dir():
        raise NoSourceError
    return root


def commit(root: Path) -> str:
    """The short name of the commit that is tested."""
    asked = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(asked, cwd=root, capture_output=True, text=True, check=False).stdout.strip()
