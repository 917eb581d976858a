"""Coach the golden matches again and write what is said: ``python tools/coach_transcripts.py [--check]``.

Each script is coached in both languages, to read and to hear. With ``--check`` nothing is written and a difference
fails. The first line of a script is the command that coaches it.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from kernelkit.spoken import LANGUAGES
from mazzo.cli.coach import coach_group

TESTS = Path(__file__).parent.parent / "tests" / "qb_engine"
COMMAND = "# mazzo coach "
FORMS = {"read": [], "heard": ["--aloud"]}


def transcript(script: Path, language: str, form: str) -> str:
    """What a person sees or hears when ``script`` is coached by its own first line."""
    first = script.read_text(encoding="utf-8").splitlines()[0]
    if not first.startswith(COMMAND):
        raise SystemExit(f"{script.name}: the first line is not '{COMMAND}...'")
    options = [*shlex.split(first.removeprefix(COMMAND)), *FORMS[form], "--lang", language]
    coached: Any = CliRunner().invoke(coach_group, [*options, "--script", str(script)])
    if coached.exit_code:
        raise SystemExit(f"{script.name}: {coached.output}{coached.exception!r}")
    return str(coached.stdout)


def main() -> int:
    differing = []
    for script in sorted((TESTS / "scripts").glob("*.txt")):
        for language in LANGUAGES:
            for form in FORMS:
                golden = TESTS / "transcripts" / f"{script.stem}_{form}_{language}.txt"
                text = transcript(script, language, form)
                if not golden.exists() or golden.read_text(encoding="utf-8") != text:
                    differing.append(golden.name)
                    if "--check" not in sys.argv:
                        golden.write_text(text, encoding="utf-8")
    print("\n".join(differing) or "every transcript is as it was")
    return 1 if differing and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
