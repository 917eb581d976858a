"""``mazzo`` by a clock so many times as fast: ``python fast_clock.py TIMES TICK_SECONDS ARGUMENTS...``."""

from __future__ import annotations

import sys
import time

TIMES, TICK, *ARGUMENTS = sys.argv[1:]
honest, begun = time.monotonic_ns, time.monotonic_ns()

from mazzo.cli import main  # noqa: E402
from mazzo.cli.solitario import tables, terminal  # noqa: E402

terminal.monotonic_ms = lambda: int((honest() - begun) * float(TIMES)) // 1_000_000
terminal.LONGEST_STEP_MS = 10**9
tables.TICK_SECONDS = float(TICK)
tables.PAUSE_SECONDS = 2 * float(TICK)
main(ARGUMENTS, prog_name="mazzo")
