"""Rewrite every file that is generated from the code, or with ``--check`` say which are stale."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOLS = Path(__file__).parent
GENERATORS = (
    "advice_golden",
    "build_cards",
    "cards_doc",
    "formats_doc",
    "match_transcripts",
    "playthroughs",
    "readme",
    "review_golden",
    "scoring_examples",
    "solitario_transcripts",
    "solver_doc",
)


def main() -> int:
    failed = [
        name
        for name in GENERATORS
        if subprocess.run([sys.executable, TOOLS / f"{name}.py", *sys.argv[1:]], check=False).returncode
    ]
    if failed:
        print(f"stale: {', '.join(failed)}. Run: make golden")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
