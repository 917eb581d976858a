"""Play the golden games again and write what is said: ``python tools/solitario_transcripts.py [--check]``.

The first line of a script is the command that plays it; with ``--check`` nothing is written and a difference fails.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from click.testing import CliRunner

from mazzo.cli.solitario import solitario_group

TESTS = Path(__file__).parent.parent / "tests" / "solitario"
COMMAND = "# mazzo solitario play "


def transcript(script: Path) -> str:
    """What is said when ``script`` is played by its own first line."""
    first = script.read_text(encoding="utf-8").splitlines()[0]
    if not first.startswith(COMMAND):
        raise SystemExit(f"{script.name}: the first line is not '{COMMAND}...'")
    options = shlex.split(first.removeprefix(COMMAND))
    played = CliRunner().invoke(solitario_group, ["play", *options, "--echo", "--script", str(script)])
    if played.exit_code:
        raise SystemExit(f"{script.name}: {played.output}{played.exception}")
    return played.output


def main() -> int:
    differing = []
    for script in sorted((TESTS / "scripts").glob("*.txt")):
        golden, text = TESTS / "transcripts" / script.name, transcript(script)
        if not golden.exists() or golden.read_text(encoding="utf-8") != text:
            differing.append(script.name)
            if "--check" not in sys.argv:
                golden.write_text(text, encoding="utf-8")
    print("\n".join(differing) or "every transcript is as it was")
    return 1 if differing and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
