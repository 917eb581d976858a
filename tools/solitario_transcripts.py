"""Play the golden games again and write what is said: ``python tools/solitario_transcripts.py [--check]``.

The first line of a script is the command that plays it; with ``--check`` nothing is written and a difference fails.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from click.testing import CliRunner

from generated import settled
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
    scripts = sorted((TESTS / "scripts").glob("*.txt"))
    return settled("solitario", {TESTS / "transcripts" / script.name: transcript(script) for script in scripts})


if __name__ == "__main__":
    sys.exit(main())
