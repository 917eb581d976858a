"""Build what is given away, install it apart from this tree and play: ``python tools/package.py``.

The wheel is built from the tree and again from the unpacked source archive: equal bytes say that the archive holds all
of it and that a build is reproducible. It is then installed in an empty environment, in which nothing can be imported
but it and what it declares to need, and ``mazzo demo`` is run there.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tempfile
from hashlib import sha256
from importlib.metadata import PackagePath, distribution
from pathlib import Path

ROOT = Path(__file__).parent.parent
NAME = "mazzo"
EPOCH = "1577836800"
"""The time that files in an archive bear: the first day of 2020, whatever the clock says."""


def built(tree: Path, kind: str, out: Path) -> Path:
    """The archive of ``kind`` that the build tool of this environment makes of a tree."""
    program = (
        "import os, sys; from hatchling import build; os.chdir(sys.argv[1]);"
        "print(getattr(build, f'build_{sys.argv[2]}')(sys.argv[3]))"
    )
    out.mkdir()
    environment = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH}
    command = [sys.executable, "-c", program, str(tree), kind, str(out)]
    name = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout.split()[-1]
    return out / name


def equal(what: str, first: Path, second: Path) -> None:
    """Say that two archives are the same to the byte, or stop."""
    if first.name != second.name or first.read_bytes() != second.read_bytes():
        raise SystemExit(f"{what} differ: {first.name}")
    print(f"{what} are equal: {first.name}, sha256 {sha256(first.read_bytes()).hexdigest()}")


def required(name: str) -> set[str]:
    """The distributions that ``name`` needs, and those that they need, without extras; only what is installed."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for line in distribution(waiting.pop()).requires or []:
            needed = re.split(r"[^A-Za-z0-9._-]", line)[0]
            if "extra ==" in line or needed in found or not _is_installed(needed):
                continue
            found.add(needed)
            waiting.append(needed)
    return found


def _is_installed(name: str) -> bool:
    try:
        distribution(name)
    except ModuleNotFoundError:
        return False
    return True


def lend(names: set[str], site: Path) -> None:
    """Link the files of installed distributions into another environment, and nothing else."""
    for name in names:
        installed = distribution(name)
        tops = {PackagePath(path).parts[0] for path in installed.files or []}
        for top in tops - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(installed.locate_file(top))))


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="mazzo-package-") as folder:
        apart = Path(folder)
        source = built(ROOT, "sdist", apart / "source")
        equal("two source archives", source, built(ROOT, "sdist", apart / "source-again"))
        with tarfile.open(source) as archive:
            archive.extractall(apart, filter="data")
        wheel = built(ROOT, "wheel", apart / "wheel")
        unpacked = apart / source.name.removesuffix(".tar.gz")
        equal("wheels of the tree and of the source archive", wheel, built(unpacked, "wheel", apart / "wheel-again"))

        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(apart / "fresh")], check=True)
        fresh = apart / "fresh" / "bin" / "python"
        pip = [sys.executable, "-m", "pip", "--quiet", "--python", str(fresh), "install", "--no-deps", "--no-index"]
        subprocess.run([*pip, str(wheel)], check=True)
        where = [str(fresh), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
        site = Path(subprocess.run(where, check=True, stdout=subprocess.PIPE, text=True).stdout.strip())
        lend(required(NAME), site)

        alone = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MAZZO"))}
        alone |= {"MAZZO_HOME": str(apart / "home"), "MAZZO_PLAIN": "1"}
        demo = [str(fresh.with_name("mazzo")), "demo", "--lang", "en"]
        said = subprocess.run(demo, cwd=apart, env=alone, check=True, stdout=subprocess.PIPE, text=True).stdout
        if not said.strip():
            raise SystemExit("the demo said nothing")
        print(f"installed apart from the tree, the demo said {len(said.splitlines())} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
