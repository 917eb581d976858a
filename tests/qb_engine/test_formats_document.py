"""The formats document: every example in it is real, and can be read by whoever copies it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from qb_engine.cards.deck_code import deck_code, parse_deck_code
from qb_engine.notation.actions import parse_action, read_action
from qb_engine.notation.fingerprints import SYMBOLS
from qb_engine.notation.game_position import parse_position, position_text, read_position
from qb_engine.records import from_json, load_json, parse_qbn, qbn_text, verify
from qb_engine.records.scenario import run

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """The code blocks of a kind, at least one."""
    found = re.findall(rf"```{kind}\n(.*?)```", DOCUMENT, re.DOTALL)
    assert found
    return found


def test_every_position_is_written_as_the_reader_wants_it() -> None:
    for line in "".join(blocks("position")).splitlines():
        assert position_text(parse_position(line)) == line


def test_every_position_by_hand_can_be_read() -> None:
    for line in "".join(blocks("by-hand")).splitlines():
        read_position(line)


def test_every_deck_code_names_a_deck() -> None:
    for line in "".join(blocks("deck-code")).splitlines():
        assert deck_code(parse_deck_code(line)) == line
    assert f"`{SYMBOLS}`" in DOCUMENT


def test_every_game_is_true_and_the_twin_says_the_same() -> None:
    games = [parse_qbn(text) for text in blocks("qbn")]
    assert all(verify(game).ok for game in games)
    assert qbn_text(from_json(load_json(blocks("json")[0]))) == blocks("qbn")[2]


def test_the_scenario_runs_and_its_report_begins_as_shown() -> None:
    _twin, scenario, report = blocks("json")
    assert json.dumps(run(json.loads(scenario))).startswith(report.removesuffix(" ...\n"))


@pytest.mark.parametrize("text", ["020@M2", "pass", "+019", "mull 2,5", "mull -"])
def test_the_actions_of_the_table_are_spelled_as_they_are_written(text: str) -> None:
    assert f"`{text}`" in DOCUMENT
    assert str(parse_action(text)) == text


@pytest.mark.parametrize("text", ["Archdragon@M2", " archdragon @ m2", "+Zu", "mulligan 5 2"])
def test_what_people_type_is_read(text: str) -> None:
    assert f"`{text}`" in DOCUMENT
    read_action(text)


def test_the_examples_are_what_the_code_writes_today() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "formats_doc.py", "--check"], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
