"""``mazzo lab campaign``: the campaigns are listed, one is run, its line is printed and kept."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from mazzo.cli import main
from mazzo.lab import campaigns
from mazzo.lab.campaigns import CAMPAIGNS, KEYS, Longer, Tool, source


def campaign(*arguments):
    return CliRunner().invoke(main, ["lab", "campaign", *map(str, arguments), "--lang", "en"])


def test_without_a_name_all_are_listed_with_their_sizes():
    lines = campaign().stdout.splitlines()
    assert lines == [f"{name}: {one.size}" for name, one in CAMPAIGNS.items()]


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_every_campaign_is_of_files_that_are_there(name):
    one = CAMPAIGNS[name]
    assert (source() / (one.tests[0] if isinstance(one, Longer) else one.command[0])).is_file()


def test_an_unknown_one_is_a_usage_error_that_names_all_before_any_is_run():
    answer = campaign("oracle", "nothing")
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert "there is no campaign 'nothing'. There are: lockstep" in answer.stderr


@pytest.mark.parametrize(("failures", "code"), [(0, 0), (2, 1)])
def test_a_line_is_printed_and_added_to_the_file(tmp_path, monkeypatch, failures, code):
    tool = tmp_path / "tool.py"
    line = dict(zip(KEYS, ("mine", 3, failures, 0.1, "abc", 1), strict=True))
    tool.write_text(f"import sys; print({json.dumps(json.dumps(line))}); sys.exit({code})")
    monkeypatch.setitem(CAMPAIGNS, "mine", Tool((str(tool),), 3))
    file = tmp_path / "lines.jsonl"
    for count in (1, 2):
        answer = campaign("mine", "--out", file)
        assert (answer.exit_code, json.loads(answer.stdout)) == (code, line)
        assert len(file.read_text().splitlines()) == count


def test_a_tool_that_breaks_without_a_word_is_a_failure(tmp_path, monkeypatch):
    tool = tmp_path / "tool.py"
    tool.write_text("raise SystemExit(3)")
    monkeypatch.setitem(CAMPAIGNS, "mine", Tool((str(tool),), 10))
    answer = campaign("mine", "--scale", "0.5")
    assert answer.exit_code == 1
    assert {name: json.loads(answer.stdout)[name] for name in ("id", "size", "failures")} == {
        "id": "mine", "size": 5, "failures": 1,
    }  # fmt: skip


@pytest.mark.slow
def test_tests_take_their_size_from_the_environment(tmp_path, monkeypatch):
    made = tmp_path / "test_size.py"
    made.write_text("import os\ndef test_size():\n    assert os.environ['MY_SIZE'] == '4'\n")
    monkeypatch.setitem(CAMPAIGNS, "mine", Longer("MY_SIZE", 4, (str(made),)))
    answer = campaign("mine")
    assert (answer.exit_code, json.loads(answer.stdout)["failures"]) == (0, 0)


def test_without_the_source_a_sentence_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(campaigns, "__file__", str(tmp_path / "a" / "b" / "c" / "campaigns.py"))
    answer = campaign("oracle")
    assert answer.exit_code == 66
    assert "run them in a checkout" in answer.stderr
