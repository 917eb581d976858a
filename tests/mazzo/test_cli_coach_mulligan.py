"""The live coach on the mulligan: what to return is said by itself after the hand, where games were asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mazzo.cli.coach import coach_group

DEAD = "screamer, hell rider ii, sea devil, bagnadrana, landworm"
DECK = "017,029,032,038,044,001,001,008,008,013,013,129,007,005,020"


def coached(folder: Path, *lines: str, options: tuple[str, ...] = ()) -> list[str]:
    """What is said to the lines of a script, without the prompts."""
    script = folder / "script.txt"
    script.write_text("\n".join([*lines, "quit"]), encoding="utf-8")
    result: Any = CliRunner().invoke(coach_group, [*options, "--script", str(script)])
    assert result.exit_code == 0, result.output
    return [line for line in result.output.splitlines() if " > " not in line]


def dead_hand(*options: str) -> tuple[str, ...]:
    return ("--new", "--deck", DECK, "--hand", DEAD, "--enemy", "vanguard", "--first", "you", *options)


@pytest.mark.slow
def test_a_dead_hand_is_told_what_to_return_and_what_to_type(tmp_path, monkeypatch):
    monkeypatch.delenv("MAZZO_PLAIN")
    said = coached(tmp_path, "undo", options=dead_hand("--iterations", "36000"))
    heading = next(place for place, line in enumerate(said) if line.startswith("Mulligan: your chance to win is "))
    cards = said[heading + 1 : heading + 6]
    returned = [line.split()[0] for line in cards if line.split()[1] == "return"]
    assert [line.split()[0] for line in cards] == ["1", "2", "3", "4", "5"]
    assert returned
    assert f"Type mull {','.join(returned)} and the cards you get." in said


def test_a_script_without_games_gets_no_mulligan_advice(tmp_path):
    assert not any("Mulligan" in line for line in coached(tmp_path, options=dead_hand()))


def test_few_games_say_that_nothing_is_clear(tmp_path):
    said = coached(tmp_path, "hand", options=("--sample", "--iterations", "60"))
    assert said.count("Keep all: no exchange makes a clear difference.") == 1
    assert not any(line.startswith("Type mull") for line in said)


def test_plain_and_compiled_rules_say_the_same(tmp_path, monkeypatch):
    plain = coached(tmp_path, options=("--sample", "--iterations", "60"))
    monkeypatch.delenv("MAZZO_PLAIN")
    assert coached(tmp_path, options=("--sample", "--iterations", "60")) == plain


def test_the_advice_is_there_again_when_the_mulligan_is_taken_back(tmp_path):
    said = coached(tmp_path, "mull", "undo", options=("--sample", "--iterations", "60"))
    assert said.count("Keep all: no exchange makes a clear difference.") == 2


@pytest.mark.parametrize("language", ["en", "it"])
def test_to_hear_it_is_one_paragraph(tmp_path, language):
    said = coached(tmp_path, options=("--sample", "--iterations", "60", "--aloud", "--lang", language))
    assert sum(line.startswith("Mulligan: ") for line in said) == 1
