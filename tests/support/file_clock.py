"""``mazzo`` by a clock that stands where a file says, in milliseconds: ``python file_clock.py FILE ARGUMENTS...``."""

from __future__ import annotations

import sys
from pathlib import Path

from mazzo.cli import main
from mazzo.cli.solitario import tables, terminal

CLOCK, *ARGUMENTS = sys.argv[1:]

terminal.monotonic_ms = lambda: int(Path(CLOCK).read_text(encoding="utf-8"))
terminal.LONGEST_STEP_MS = 10**9
tables.TICK_SECONDS = 0.02
main(ARGUMENTS, prog_name="mazzo")
