"""What is imported is declared, and what is declared is imported: no dependency is there for nothing."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from mazzo.speech.prism_voice import DISTRIBUTION

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
IMPORTED_EXTRAS = ("fast", "web", "server", "rl", "cluster", "mcp")
"""The extras that our modules import by name; a voice is looked for, and the tools of development are not imported."""
BEHIND = {"python-multipart", "psycopg"}
"""What is imported by a package of ours only on our behalf: the web framework reads forms with it."""
OURS = {path.name for path in (ROOT / "src").iterdir()}


def named(requirements):
    """The packages in a list of requirements."""
    return {normal(re.split(r"[\[<>=!~ ;]", requirement)[0]) for requirement in requirements}


def normal(name):
    return name.lower().replace("_", "-")


def modules_in(file):
    """The modules that a file imports, whichever way."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


@pytest.mark.slow
def test_what_the_packages_import_is_declared_and_what_is_declared_is_imported():
    found = {module.partition(".")[0] for file in (ROOT / "src").rglob("*.py") for module in modules_in(file)}
    strange = found - OURS - set(sys.stdlib_module_names)
    homes = packages_distributions()
    assert {normal(homes[module][0]) for module in strange} == named(PROJECT["dependencies"]).union(
        *(named(EXTRAS[extra]) - BEHIND for extra in IMPORTED_EXTRAS)
    )


def test_the_voice_that_is_looked_for_is_the_one_that_the_extra_installs():
    assert named(EXTRAS["speech"]) == {DISTRIBUTION}


def test_every_declared_package_is_pinned():
    declared = named(PROJECT["dependencies"]).union(*map(named, EXTRAS.values())) - OURS
    assert declared <= named((ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines())
