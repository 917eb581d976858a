"""``mazzo coach`` as a command: scripts, data, the journal on disk, languages and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from mazzo.cli import main
from mazzo.cli.terminal.audience import is_sighted
from mazzo.cli.terminal.readers import script_lines

SCRIPTS = Path(__file__).parent.parent / "qb_engine" / "scripts"
TRANSCRIPTS = SCRIPTS.parent / "transcripts"
SNAPSHOT = {
    "session", "board", "hand", "enemy_hand_count", "lanes", "scores", "win_chance", "answer", "recommendations",
    "legal_moves", "chosen_move", "effect_tiles", "last_event", "overrides",
}  # fmt: skip


@pytest.fixture
def coach(tmp_path, monkeypatch):
    """Run ``mazzo coach`` with its own folders."""
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))
    monkeypatch.delenv("MAZZO_SCREEN_READER", raising=False)

    def run(*options: str, typed: str = "", lang: str = "en"):
        return CliRunner().invoke(main, ["coach", *options, "--lang", lang], input=typed)

    return run


def test_a_match_is_coached_from_a_pipe_and_gone_on_with(coach):
    first = coach("--sample", typed="mull\np 1\n")
    assert first.exit_code == 0, first.output
    assert "A sample match" in first.output
    second = coach(typed="log\n")
    assert "Going on with match 1" in second.output
    assert "3. You:" in second.output


def test_the_command_line_can_answer_every_question(coach):
    hand = "levrikon, elphadunk, archdragon, grasslands wolf, queen bee"
    answer = coach("--new", "--deck", "vanguard", "--hand", hand, "--enemy", "-", "--first", "enemy", typed="mull\n")
    assert "The enemy begins." in answer.output
    *_said, prompt, kept = answer.output.splitlines()
    assert prompt == "The enemy's move, and your draw: zu m3 crab, or pass crab >"
    assert kept == "The match is kept. To go on: mazzo coach"


def test_a_deck_that_the_player_keeps_is_known_by_its_name(coach):
    cards = "001,001,007,007,008,008,005,013,013,011,011,004,020,098,086"
    added = CliRunner().invoke(main, ["deck", "add", "Mine", cards])
    assert added.exit_code == 0, added.output
    said = coach("--new", typed="mine\n").output
    assert "Security Officer (001), Security Officer (001)" in said
    assert "Mine" in coach("--new", typed="yours\n").output


def test_a_doubtful_name_on_the_command_line_is_asked_about(coach):
    hand = "chocobo, elphadunk, archdragon, grasslands wolf, queen bee"
    answer = coach("--new", "--deck", "-", "--hand", hand, "--enemy", "-", "--first", "you", typed="1\n")
    assert "'chocobo' may be:" in answer.output
    assert "You begin. Your hand:" in answer.output


def test_a_script_never_touches_the_journal(coach, tmp_path):
    script = tmp_path / "script.txt"
    script.write_text("mull\np 1\n", encoding="utf-8")
    assert coach("--sample", "--script", str(script)).exit_code == 0
    assert not (tmp_path / "data").exists()


def test_only_what_is_kept_is_said_to_be(coach, tmp_path):
    script = tmp_path / "script.txt"
    script.write_text("mull\nquit\n", encoding="utf-8")
    assert coach("--sample", "--script", str(script)).output.endswith("Goodbye.\n")
    assert coach("--sample", typed="mull\nquit\n").output.endswith("The match is kept. To go on: mazzo coach\n")
    assert coach("--new", typed="quit\n").output.endswith("Goodbye.\n")


def test_a_missing_script_ends_with_no_input(coach):
    answer = coach("--script", "no-such-script.txt")
    assert answer.exit_code == 66
    assert "no-such-script.txt" in answer.output


def test_data_is_one_object_for_each_line_with_the_whole_match(coach, tmp_path):
    script = tmp_path / "script.txt"
    script.write_text("p 1\nmull\np 1\nnonsense\nquit\n", encoding="utf-8")
    answer = coach("--sample", "--json", "--script", str(script))
    objects = [json.loads(line) for line in answer.output.splitlines()]
    assert [one["entered"] for one in objects] == [None, "p 1", "mull", "p 1", "nonsense", "quit"]
    assert [one["ok"] for one in objects] == [True, False, True, True, False, True]
    assert all(one["schema"] == 3 and set(one["snapshot"]) == SNAPSHOT for one in objects)
    played = objects[3]["snapshot"]
    assert played["chosen_move"] == objects[2]["snapshot"]["recommendations"][0]["move"]
    assert {move["move"] for move in played["recommendations"]} - {"pass"} == set(played["legal_moves"])


def test_a_screen_reader_hears_sentences(coach, monkeypatch):
    monkeypatch.setenv("MAZZO_SCREEN_READER", "1")
    said = coach("--sample", typed="mull\n").output
    assert "First look" in said
    assert "bottom 1" in said
    assert " > " not in said


def test_italian_is_spoken_throughout(coach):
    said = coach("--sample", typed="mull\nminacce\naiuto\nesci\n", lang="it").output
    for english in ("Your move", "The enemy", "Turn ", "the whole board", "expected"):
        assert english not in said


@pytest.mark.parametrize("name", ["known_decks", "unknown_enemy", "sample"])
def test_the_golden_matches_are_whole(name):
    for form in ("read", "heard"):
        assert "The match is over. You win" in (TRANSCRIPTS / f"{name}_{form}_en.txt").read_text(encoding="utf-8")
        assert "La partita è finita. Vinci" in (TRANSCRIPTS / f"{name}_{form}_it.txt").read_text(encoding="utf-8")


def test_a_script_may_hold_remarks_and_empty_answers():
    assert list(script_lines("# remark\n\nmull\n.\n")) == ["mull", ""]


def test_completion_is_only_for_a_sighted_terminal():
    assert not is_sighted(True, {})
    assert not is_sighted(False, {"NO_COLOR": "1"})
    assert not is_sighted(False, {"MAZZO_SCREEN_READER": "1"})
    assert not is_sighted(False, {"TERM": "xterm"})  # the tests' own input is no terminal
