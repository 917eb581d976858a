"""What is pinned, hashed and licensed is the same list in every file that has it, and no file names an index."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PINNED = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()


def test_every_pin_has_a_hash_and_every_hash_a_pin():
    lines = (ROOT / "hashes.txt").read_text(encoding="utf-8").splitlines()
    assert [line.split()[0] for line in lines] == PINNED
    for line in lines:
        assert re.fullmatch(r"\S+==\S+( --hash=sha256:[0-9a-f]{64})+", line)


def test_the_bill_of_materials_and_the_licences_are_of_what_is_pinned():
    components = json.loads((ROOT / "sbom.json").read_text(encoding="utf-8"))["components"]
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S+) \| (\S+) \| (.+) \|$", page, re.MULTILINE)
    stated = [(each["name"], each["version"], each["licenses"][0]["license"]["name"]) for each in components]
    assert stated == [row for row in rows if row[0] != "package"]
    assert [f"{name}=={version}" for name, version, _licence in stated] == PINNED
    assert not [name for name, _version, licence in stated if licence == "not stated"]


def test_what_builds_the_package_is_pinned_too():
    assert any(pin.startswith("hatchling==") for pin in PINNED)


@pytest.mark.parametrize("name", ["constraints.txt", "hashes.txt", "sbom.json", "docs/licences.md", "pyproject.toml"])
def test_no_file_names_an_index(name):
    assert not re.search(r"https?://|file:|--index-url|--find-links", (ROOT / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("package", sorted(path.name for path in (ROOT / "src").iterdir() if path.is_dir()))
def test_nothing_that_is_read_is_run(package):
    """Text from outside is never code: the words by which it could be are not in the source."""
    forbidden = re.compile(r"\b(?:import|from) (?:pickle|marshal|shelve|yaml)\b|\b(?:eval|exec)\(|shell=True")
    for path in (ROOT / "src" / package).rglob("*.py"):
        found = forbidden.search(path.read_text(encoding="utf-8"))
        assert not found, f"{path.relative_to(ROOT)}: {found[0] if found else ''}"
