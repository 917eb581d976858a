"""Every check and test, part by part, with the seconds each took: ``python tools/check.py``, or a part of it by option.

Checks that need one core run two at a time, the longest first, and say what they found when they end. Tests follow on
both cores: those of the rules under coverage, all others without, each of them once.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable
CORES = 2
WORKERS = CORES + 1
"""Some tests wait for what they started: a third worker has something to do meanwhile."""
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
    "PYTHONWARNINGS": "default",
}
"""Modules are compiled once and not again by every process that is started, whatever was asked for elsewhere."""
PYTEST = ("pytest", "--dist", "worksteal", "--durations", "10", "--durations-min", "0.5", "-n")
RULES = "tests/qb_engine"
"""Where the tests marked ``rules`` are; nothing else is collected for them."""
Parts = dict[str, list[str]]

COMPILE: Parts = {"compile": [f"{BIN}/mazzo", "doctor", "--warm", "--quiet"]}
COMPILE_ALL: Parts = {
    **COMPILE,
    "compile environments": [PYTHON, "-c", "from qb_engine.envs.program import compiled_doors; compiled_doors()"],
    "compile the trainer": [PYTHON, "-c", "from qb_engine.mind.program import compiled_doors; compiled_doors()"],
    "compile with bounds": [PYTHON, "-c", "from qb_engine.kernel.program import checked_entries; checked_entries()"],
}
"""Every library that some test asks for; otherwise each process that does would compile it, all at the same time."""
CHECKS: Parts = {
    "types": [f"{BIN}/mypy"],
    "imports": [f"{BIN}/lint-imports"],
    "sentences": [PYTHON, "tools/messages.py", "--check"],
    "lint": [f"{BIN}/ruff", "check", "--quiet"],
    "format": [f"{BIN}/ruff", "format", "--check", "--quiet"],
}
LONGER_CHECKS: Parts = {
    "bounds": [PYTHON, "tools/extremes.py", "--bounds"],
    "generated": [PYTHON, "tools/golden.py", "--check"],
    **CHECKS,
    "package": [PYTHON, "tools/package.py"],
}
# What needs more than Python, a browser or a server of its own, becomes a part here with a mark of its own.
TESTS: Parts = {
    "tests": [PYTHON, "-m", *PYTEST, str(WORKERS), "-m", "not rules"],
    "rules under coverage": [PYTHON, "-m", "coverage", "run", "-m", *PYTEST, str(CORES), RULES, "-m", "rules"],
    "both cores together": [PYTHON, "-m", "coverage", "combine", "--quiet"],
    "coverage": [PYTHON, "-m", "coverage", "report"],
}
OTHER_PYTHONS: Parts = {
    "quick tests and rules": [PYTHON, "-m", *PYTEST, str(WORKERS), "-m", "not slow or rules"],
}
QUICK: Parts = {"quick tests": [PYTHON, "-m", *PYTEST, str(CORES), "-m", "not slow"]}


@dataclass(frozen=True)
class Done:
    """How one part ended."""

    name: str
    passed: bool


def run(name: str, command: list[str], *, aside: bool = False) -> Done:
    """Run one part and print its seconds; its output comes as it is written, or of a part ``aside`` when it ends."""
    if not aside:
        print(f"== {name}", flush=True)
    begun = time.monotonic()
    done = subprocess.run(
        command,
        cwd=ROOT,
        check=False,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE if aside else None,
        stderr=subprocess.STDOUT if aside else None,
    )
    passed, said = done.returncode == 0, (done.stdout or b"").decode(errors="replace")
    print(f"{said}== {name}: {'passed' if passed else 'FAILED'} in {time.monotonic() - begun:.1f} s", flush=True)
    return Done(name, passed)


def in_turn(parts: Parts) -> list[Done]:
    """Run parts that use both cores themselves, one after the other."""
    return [run(name, command) for name, command in parts.items()]


def side_by_side(parts: Parts) -> list[Done]:
    """Run parts that use one core each, two at a time in the order given."""
    with ThreadPoolExecutor(CORES) as pool:
        return list(pool.map(lambda part: run(*part, aside=True), parts.items()))


def main() -> int:
    parser = argparse.ArgumentParser(description="Run every check and test.")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--static", action="store_true", help="only the checks that run no tests")
    which.add_argument("--quick", action="store_true", help="the checks, and the tests that are done in a minute")
    which.add_argument(
        "--quick-tests", action="store_true", help="those tests and all of the rules, for another Python"
    )
    asked = parser.parse_args()
    begun = time.monotonic()
    if asked.quick_tests:
        done = in_turn({**COMPILE, **OTHER_PYTHONS})  # compiled code is kept for each Python apart
    elif asked.quick:
        done = [*in_turn(COMPILE), *side_by_side(CHECKS), *in_turn(QUICK)]
    else:
        compiled = in_turn(COMPILE) if asked.static else side_by_side(COMPILE_ALL)
        done = [*compiled, *side_by_side(LONGER_CHECKS), *([] if asked.static else in_turn(TESTS))]
    failed = [part.name for part in done if not part.passed]
    print(f"== {len(done) - len(failed)} of {len(done)} parts passed in {time.monotonic() - begun:.1f} s")
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
