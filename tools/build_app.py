"""One folder that holds Mazzo and all it needs but Python: ``python tools/build_app.py FOLDER``.

    FOLDER/lib         the packages of the light installation, for this kind of machine
    FOLDER/mazzo       starts it on Linux and macOS
    FOLDER/mazzo.cmd   starts it on Windows

A zip would not do: compiled modules cannot be imported from one. The folder is started once before it is called done,
with nothing else to import from.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
SHELL = '#!/bin/sh\nhere=$(dirname -- "$0")\nPYTHONPATH="$here/lib" exec python3 -s -m mazzo "$@"\n'
WINDOWS = '@echo off\r\nset "PYTHONPATH=%~dp0lib"\r\npy -3 -s -m mazzo %*\r\n'


def build(folder: Path) -> None:
    """Install the packages into ``folder`` and write what starts them."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder / "lib")]
    subprocess.run([*pip, "--constraint", str(ROOT / "constraints.txt"), str(ROOT)], check=True)
    (folder / "mazzo").write_text(SHELL, encoding="utf-8", newline="\n")
    (folder / "mazzo").chmod(0o755)
    (folder / "mazzo.cmd").write_text(WINDOWS, encoding="utf-8", newline="")


def started(folder: Path) -> str:
    """What a game says that is begun from ``folder`` in an empty environment, and left."""
    with tempfile.TemporaryDirectory() as home:
        # The Python below a virtual environment has none of its packages; on Windows py.exe finds one.
        environment = {"PATH": str(Path(sys.base_prefix, "bin")), "MAZZO_HOME": home, "LANG": "C.UTF-8"}
        command = [str(folder / ("mazzo.cmd" if os.name == "nt" else "mazzo")), "solitario", "--deal", "1"]
        environment["PATH"] += os.pathsep + os.defpath
        return subprocess.run(
            command, input="draw\nquit\n", env=environment, cwd=home, check=True, capture_output=True, text=True
        ).stdout


def main() -> int:
    parser = argparse.ArgumentParser(description="Build Mazzo as one folder.")
    parser.add_argument("folder", type=Path, help="a folder that is not there yet")
    folder = parser.parse_args().folder.absolute()
    if folder.exists():
        raise SystemExit(f"{folder} is there already: name another")
    build(folder)
    said = started(folder)
    if "Deal 1." not in said or "Drawn" not in said:
        raise SystemExit(f"it does not play:\n{said}")
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    print(f"{folder}: {size / 1e6:.0f} MB, started and played")
    return 0


if __name__ == "__main__":
    sys.exit(main())
