"""Write constraints.txt from what is installed: ``python tools/pin.py``. Names and versions only, never an index."""

from __future__ import annotations

import re
from importlib.metadata import distributions
from pathlib import Path

OWN = {"mazzo", "pip", "setuptools", "wheel"}


def main() -> None:
    versions = {re.sub(r"[-_.]+", "-", d.metadata["Name"]).lower(): d.version for d in distributions()}
    lines = [f"{name}=={version}" for name, version in sorted(versions.items()) if name not in OWN]
    Path(__file__).parent.parent.joinpath("constraints.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} versions pinned")


if __name__ == "__main__":
    main()
