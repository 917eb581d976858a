"""Play the golden games against the computer again: ``python tools/play_transcripts.py [--check]``.

Each script is played in both languages, to read and to hear. With ``--check`` nothing is written and a difference
fails. The first line of a script is the command that plays it.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from kernelkit.spoken import LANGUAGES
from mazzo.cli.play import play_command

TESTS = Path(__file__).parent.parent / "tests" / "mazzo"
COMMAND = "# mazzo play "
FORMS = {"read": [], "heard": ["--aloud"]}


def transcript(script: Path, language: str, form: str) -> str:
    """What a person sees or hears when ``script`` is played by its own first line."""
    first = script.read_text(encoding="utf-8").splitlines()[0]
    if not first.startswith(COMMAND):
        raise SystemExit(f"{script.name}: the first line is not '{COMMAND}...'")
    options = [*shlex.split(first.removeprefix(COMMAND)), *FORMS[form], "--lang", language]
    played: Any = CliRunner().invoke(play_command, [*options, "--script", str(script)])
    if played.exit_code:
        raise SystemExit(f"{script.name}: {played.output}{played.exception!r}")
    return str(played.output)


def main() -> int:
    differing = []
    for script in sorted((TESTS / "play_scripts").glob("*.txt")):
        for language in LANGUAGES:
            for form in FORMS:
                golden = TESTS / "play_transcripts" / f"{script.stem}_{form}_{language}.txt"
                text = transcript(script, language, form)
                if not golden.exists() or golden.read_text(encoding="utf-8") != text:
                    differing.append(golden.name)
                    if "--check" not in sys.argv:
                        golden.write_text(text, encoding="utf-8")
    print("\n".join(differing) or "every transcript is as it was")
    return 1 if differing and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
