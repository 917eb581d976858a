"""Fetch every pinned package for this Python and compare its sha256: ``python tools/verify_deps.py``.

Pip itself refuses a file whose hash is not in ``hashes.txt``, which must name all that constraints.txt names.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> int:
    pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    hashed = [line.split()[0] for line in (ROOT / "hashes.txt").read_text(encoding="utf-8").splitlines()]
    if pinned != hashed:
        print(f"not in both files: {', '.join(sorted(set(pinned) ^ set(hashed)))}. Run: make pin")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        wanted = ["--require-hashes", "--requirement", str(ROOT / "hashes.txt"), "--dest", folder]
        plain = {name: value for name, value in os.environ.items() if name != "PIP_CONSTRAINT"}
        if subprocess.run([*fetch, *wanted], env=plain, check=False).returncode:
            return 1
        fetched = len(list(Path(folder).iterdir()))
    print(f"{fetched} packages are what was pinned")
    return 0 if fetched == len(pinned) else 1


if __name__ == "__main__":
    sys.exit(main())
