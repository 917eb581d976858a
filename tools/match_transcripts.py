"""Coach and play the golden matches again, and write what is said: ``python tools/match_transcripts.py [--check]``.

Each script is run in both languages, to read and to hear. With ``--check`` nothing is written and a difference fails.
The first line of a script is the command that runs it.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from generated import settled
from kernelkit.spoken import LANGUAGES
from mazzo.cli import main as mazzo

TESTS = Path(__file__).parent.parent / "tests"
PLACES = {
    TESTS / "qb_engine" / "scripts": TESTS / "qb_engine" / "transcripts",
    TESTS / "mazzo" / "play_scripts": TESTS / "mazzo" / "play_transcripts",
}
COMMAND = "# mazzo "
FORMS = {"read": [], "heard": ["--aloud"]}


def transcript(script: Path, language: str, form: str) -> str:
    """What a person sees or hears when ``script`` is run by its own first line."""
    first = script.read_text(encoding="utf-8").splitlines()[0]
    if not first.startswith(COMMAND):
        raise SystemExit(f"{script.name}: the first line is not '{COMMAND}...'")
    options = [*shlex.split(first.removeprefix(COMMAND)), *FORMS[form], "--lang", language]
    run: Any = CliRunner().invoke(mazzo, [*options, "--script", str(script)])
    if run.exit_code:
        raise SystemExit(f"{script.name}: {run.output}{run.exception!r}")
    return str(run.stdout)


def main() -> int:
    """Every script in both languages and both forms."""
    wanted = {
        transcripts / f"{script.stem}_{form}_{language}.txt": transcript(script, language, form)
        for scripts, transcripts in PLACES.items()
        for script in sorted(scripts.glob("*.txt"))
        for language in LANGUAGES
        for form in FORMS
    }
    return settled("matches", wanted)


if __name__ == "__main__":
    sys.exit(main())
