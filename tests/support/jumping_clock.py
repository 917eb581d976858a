"""``mazzo`` with a clock that leaps: ``python jumping_clock.py FILE TICK_SECONDS LONGEST_STEP_MS ARGUMENTS...``."""

from __future__ import annotations

import sys
import time
from pathlib import Path

LEAPS, TICK, LONGEST_STEP, *ARGUMENTS = sys.argv[1:]
honest = time.monotonic_ns


def leaping():
    leapt = Path(LEAPS)
    return honest() + (int(leapt.read_text(encoding="utf-8")) * 1_000_000 if leapt.exists() else 0)


time.monotonic_ns = leaping

from mazzo.cli import main  # noqa: E402 - after the clock
from mazzo.cli.solitario import tables, terminal  # noqa: E402

tables.TICK_SECONDS, terminal.LONGEST_STEP_MS = float(TICK), int(LONGEST_STEP)
main(ARGUMENTS, prog_name="mazzo")
