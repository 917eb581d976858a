"""Write down exactly what is installed: ``python tools/pin.py``, after a fresh ``make test`` with newer versions.

``constraints.txt`` holds names and versions, the build tool among them; ``hashes.txt`` the same with the sha256 of each
file that pip takes, for every Python that is tested; ``sbom.json`` and ``docs/licences.md`` what they are, and under
which licence. None of them names an index. With ``--check`` the installed versions and the files are compared instead.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from email.message import Message
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from generated import settled

ROOT = Path(__file__).parent.parent
OWN = {"mazzo", "pip", "setuptools", "wheel"}
PYTHONS = ("3.11", "3.12", "3.13")
CONSTRAINTS, HASHES = ROOT / "constraints.txt", ROOT / "hashes.txt"
SBOM, LICENCES = ROOT / "sbom.json", ROOT / "docs" / "licences.md"


def canonical(name: str) -> str:
    """A name as indexes spell it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def installed() -> dict[str, Message]:
    """What each installed package says of itself."""
    found = {canonical(each.metadata["Name"]): each.metadata for each in distributions()}
    return {name: found[name] for name in sorted(found) if name not in OWN}  # type: ignore[misc]


def licence(metadata: Message) -> str:
    """The licence a package states: by its short name where there is one, else by what it is sorted under."""
    stated = str(metadata.get("License-Expression") or metadata.get("License") or "")
    sorted_under = [
        text.split(" :: ")[-1] for text in metadata.get_all("Classifier") or [] if text.startswith("License ::")
    ]
    if stated and "\n" not in stated and len(stated) < 60:
        return stated
    return ", ".join(sorted_under) or "not stated"


def bill(packages: dict[str, Message]) -> str:
    """All packages as CycloneDX."""
    components = [
        {
            "type": "library",
            "name": name,
            "version": str(metadata["Version"]),
            "purl": f"pkg:pypi/{name}@{metadata['Version']}",
            "licenses": [{"license": {"name": licence(metadata)}}],
        }
        for name, metadata in packages.items()
    ]
    root = {"component": {"type": "application", "name": "mazzo"}}
    document = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": root}
    return json.dumps({**document, "components": components}, indent=1) + "\n"


def licence_table(packages: dict[str, Message]) -> str:
    """All packages as a table to read."""
    rows = [f"| {name} | {metadata['Version']} | {licence(metadata)} |" for name, metadata in packages.items()]
    head = (
        "# Licences",
        "Mazzo itself is under the MIT licence. What it uses, also for building and testing, and the licence that each",
        "package states; `tools/pin.py` writes this page and `sbom.json` from what is installed.",
        "",
        "| package | version | licence |",
        "|---|---|---|",
    )
    return "\n".join([*head, *rows]) + "\n"


def hashes(pins: list[str]) -> str:
    """Each pin with the sha256 of every file that pip would take for it; what is known already stays as it is."""
    known = (
        {line.split()[0]: line for line in HASHES.read_text(encoding="utf-8").splitlines()} if HASHES.exists() else {}
    )
    unknown = [pin for pin in pins if pin not in known]
    known |= fetched_hashes(unknown) if unknown else {}
    return "".join(f"{known[pin]}\n" for pin in pins)


def fetched_hashes(pins: list[str]) -> dict[str, str]:
    """The line of each pin, with the hashes of what pip takes under any Python that is tested."""
    found: dict[str, set[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "wanted.txt"
        wanted.write_text("\n".join(pins), encoding="utf-8")
        for python in PYTHONS:
            command = [
                *(sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--no-deps"),
                *("--python-version", python, "--only-binary", ":all:", "--target", f"{folder}/nowhere"),
                *("--report", f"{folder}/report.json", "--requirement", str(wanted)),
            ]
            subprocess.run(command, check=True)
            report: dict[str, Any] = json.loads(Path(folder, "report.json").read_text(encoding="utf-8"))
            for taken in report["install"]:
                pin = f"{canonical(taken['metadata']['name'])}=={taken['metadata']['version']}"
                found.setdefault(pin, set()).add(taken["download_info"]["archive_info"]["hashes"]["sha256"])
    return {pin: f"{pin}{''.join(f' --hash=sha256:{each}' for each in sorted(found[pin]))}" for pin in pins}


def main() -> int:
    packages = installed()
    pins = [f"{name}=={metadata['Version']}" for name, metadata in packages.items()]
    wanted = {
        CONSTRAINTS: "\n".join(pins) + "\n", SBOM: bill(packages), LICENCES: licence_table(packages)
    }  # fmt: skip
    if "--check" not in sys.argv:
        wanted[HASHES] = hashes(pins)
    return settled("versions, licences", wanted)


if __name__ == "__main__":
    sys.exit(main())
