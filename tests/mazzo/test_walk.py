"""The walk of an enemy's card in docs/architecture.md is the one that runs."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import mazzo
from kernelkit.forms import plain_rules
from mazzo.bootstrap import coach_session
from mazzo.cli.terminal.loop import converse
from qb_engine.words.voice import Voice

pytestmark = pytest.mark.slow

SOURCE = Path(mazzo.__file__).parent.parent
ARCHITECTURE = Path(__file__).parents[2] / "docs" / "architecture.md"
START = ("vanguard", "levrikon, elphadunk, archdragon, grasslands wolf, queen bee", "", "enemy", "mull")
LINE = "enemy levrikon m5"
MOST_FILES = 15


def files_that_run():
    """The files of the project that run any code for the line; it was typed once before, so that all is loaded."""
    ran: set[str] = set()
    lines = iter((*START, LINE, "undo"))

    def note(frame, event, _argument):
        if event == "call" and frame.f_code.co_filename.startswith(str(SOURCE)):
            ran.add(Path(frame.f_code.co_filename).relative_to(SOURCE).as_posix())

    def read(_prompt):
        line = next(lines, None)
        if line is not None:
            return line
        if sys.getprofile() is not None:
            sys.setprofile(None)
            raise EOFError
        sys.setprofile(note)
        return LINE

    with plain_rules():
        session = coach_session(None, Voice())
        try:
            converse(session, session.open(new=True), read)
        finally:
            sys.setprofile(None)
    assert session.table.match.phase == "your_play"
    return ran


def told_files():
    walk = ARCHITECTURE.read_text(encoding="utf-8").split("### An enemy's card")[1].split("```")[1]
    return re.findall(r"^(\S+\.py) ", walk, re.MULTILINE)


def test_an_enemys_card_walks_through_the_files_that_the_architecture_names(capsys):
    told, ran = told_files(), files_that_run()
    assert len(told) == len(set(told)) <= MOST_FILES
    assert set(told) <= ran
    assert {file for file in ran if file.startswith("mazzo/")} == {file for file in told if file.startswith("mazzo/")}
