from __future__ import annotations

import re
from pathlib import Path

import pytest

import mazzo
from mazzo.cli.terminal.audience import is_heard, is_sighted

SOURCE = Path(mazzo.__file__).parent


class Terminal:
    def isatty(self):
        return True


@pytest.mark.parametrize(("value", "runs"), [("1", True), ("true", True), ("yes", True), ("0", False), ("", False)])
def test_a_screen_reader_is_heard_and_not_drawn_for_whatever_its_setting_says_but_no(monkeypatch, value, runs):
    for name in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{name}", Terminal())
    settings = {"MAZZO_SCREEN_READER": value, "TERM": "xterm"}
    assert is_heard(environment=settings) is runs
    assert is_sighted(False, settings) is not runs


def test_whoever_asks_for_sentences_is_heard_without_a_screen_reader():
    assert is_heard(True, {})
    assert not is_heard(False, {})


def test_one_module_alone_asks_whether_a_screen_reader_runs():
    asking = re.compile(r"environ.*SCREEN_READER|get\(SCREEN_READER|NO_COLOR\" in")
    found = {str(file.relative_to(SOURCE)) for file in SOURCE.rglob("*.py") if asking.search(file.read_text())}
    assert found == {"cli/terminal/audience.py"}
