"""What every tool that writes files from the code ends with: write what differs, or with ``--check`` only say so."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path


def settled(what: str, wanted: Mapping[Path, str]) -> int:
    """Let each file hold its text, and say which did not; the tool's exit code, 1 when a check finds some."""
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    print(f"{what}: {', '.join(path.name for path in stale) or 'nothing new'}")
    if "--check" in sys.argv:
        return int(bool(stale))
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], encoding="utf-8")
    return 0
