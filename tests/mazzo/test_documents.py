"""What the documents say is so: their examples run, their tables are the code's, their links lead somewhere."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mazzo.cli import main
from qb_engine.models import DECK_SIZE
from qb_engine.ruleset import REBIRTH, SPEC, VALUES

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
)  # fmt: skip
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
MENTIONED = re.compile(r"(?<![\w./-])((?:docs|src|tests|tools)/[\w./-]*\w)")
MAKE_TARGET = re.compile(r"\bmake ([a-z][a-z-]*)\b")
BOOLEANS = {"yes": True, "no": False}


def text_of(document):
    return (ROOT / document).read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_and_files_that_are_named_exist(document):
    text = text_of(document)
    linked = [(ROOT / document).parent / target for target in LINK.findall(text) if "://" not in target]
    named = [ROOT / target for target in MENTIONED.findall(text)]
    missing = [path for path in linked + named if not path.exists() and not list(path.parent.glob(f"{path.name}*"))]
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_make_targets_that_are_named_exist(document):
    targets = set(re.findall(r"^([a-z][a-z-]*):", text_of("Makefile"), re.MULTILINE))
    quoted = "\n".join(re.findall(r"`[^`]+`|```.*?```", text_of(document), re.DOTALL))
    assert set(MAKE_TARGET.findall(quoted)) <= targets


@pytest.mark.slow
@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", text_of("README.md"), re.DOTALL))
def test_the_python_of_the_readme_runs_as_written(example):
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=True)
    assert done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`mazzo ([a-z][^`]*)`", text_of("README.md")))))
def test_commands_of_the_readme_exist(command):
    words = [word for word in shlex.split(command) if word.islower() and not word.startswith("-")]
    group = main
    for word in words:
        if not hasattr(group, "get_command"):
            return
        found = group.get_command(None, word)
        assert found is not None, f"mazzo {command}: no command {word}"
        group = found
    assert CliRunner().invoke(group, ["--help"]).exit_code == 0


def switch_rows():
    """The table of switches: names, then the words of each column."""
    for line in text_of("docs/rules.md").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[0].startswith("`"):
            yield re.findall(r"`(\w+)`", cells[0].partition(":")[0]), cells[1:]


def values_in(cell):
    """The values that a cell names: what stands before its explanation."""
    parts = [part.removesuffix("(?)").removesuffix("(*)").strip(" `") for part in cell.partition(":")[0].split(", ")]
    return [BOOLEANS.get(part, part) for part in parts if part]


def test_the_table_of_rules_is_the_one_in_the_code():
    told = {}
    for names, columns in switch_rows():
        for place, name in enumerate(names):
            told[name] = [values_in(column) for column in columns], place
    assert set(told) == {*VALUES, "max_copies"}
    for name, ((spec, rebirth, also), place) in told.items():
        if name == "max_copies":
            assert (spec, tuple(map(int, rebirth))) == (["no limit"], REBIRTH.max_copies)
            assert SPEC.max_copies == (DECK_SIZE, DECK_SIZE)
            continue
        assert spec[place] == getattr(SPEC, name), name
        assert rebirth[place] == getattr(REBIRTH, name), name
        extra = set() if isinstance(spec[place], bool) else set(also)
        assert {spec[place], rebirth[place], *extra} == set(VALUES[name]), name
