"""Every check and test, part by part, with the seconds each took: ``python tools/check.py [--static]``.

The parts run one after the other, so that a failure stands at the end of what it failed in; tests use both cores.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable
PYTEST = ("pytest", "-n", "2", "--dist", "worksteal")

UNCOVERED = (
    "advice", "annotated", "card_entry", "coaching", "deck", "formats", "game_file", "hostile", "live_match",
    "lockstep", "match_export", "minimax", "notation", "observation", "oracle", "proves", "reason", "review", "support",
    "verify", "words",
)  # fmt: skip
"""Tests that ask nothing new of the rules, or that take long because they play many games."""

STATIC: dict[str, list[str]] = {
    "lint": [f"{BIN}/ruff", "check", "--quiet"],
    "format": [f"{BIN}/ruff", "format", "--check", "--quiet"],
    "types": [f"{BIN}/mypy"],
    "imports": [f"{BIN}/lint-imports"],
    "sentences": [PYTHON, "tools/messages.py", "--check"],
    "generated": [PYTHON, "tools/golden.py", "--check"],
}
TESTS: dict[str, list[str]] = {
    "compile": [f"{BIN}/mazzo", "doctor", "--warm", "--quiet"],
    "bounds": [PYTHON, "tools/extremes.py", "--bounds"],
    "tests": [PYTHON, "-m", *PYTEST],
    "rules under coverage": [
        PYTHON, "-m", "coverage", "run", "-m", *PYTEST,
        "tests/qb_engine", "-k", " and ".join(f"not {word}" for word in UNCOVERED),
    ],
    "both cores together": [PYTHON, "-m", "coverage", "combine", "--quiet"],
    "coverage": [PYTHON, "-m", "coverage", "report"],
}  # fmt: skip


def run(name: str, command: list[str]) -> bool:
    """Run one part and print its seconds; its output is shown as it comes."""
    print(f"== {name}", flush=True)
    begun = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, check=False, env={**os.environ, "PYTHONWARNINGS": "default"})
    passed = done.returncode == 0
    print(f"== {name}: {'passed' if passed else 'FAILED'} in {time.monotonic() - begun:.1f} s", flush=True)
    return passed


def main() -> int:
    parser = argparse.ArgumentParser(description="Run every check and test.")
    parser.add_argument("--static", action="store_true", help="only the checks that run no tests")
    parts = STATIC if parser.parse_args().static else {**STATIC, **TESTS}
    begun = time.monotonic()
    failed = [name for name, command in parts.items() if not run(name, command)]
    print(f"== {len(parts) - len(failed)} of {len(parts)} parts passed in {time.monotonic() - begun:.1f} s")
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
