"""``mazzo lab verify``: a true file is told from one with a wrong point, whoever plays it again."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from mazzo.cli import main
from mazzo.lab import run_file
from mazzo.lab.identity import identity


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path / "home"))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "results"
    assert lab("match", "random", "random", "--games", "40", "--out", path, "--workers", "1").exit_code == 0
    return path


def lab(*arguments):
    return CliRunner().invoke(main, ["lab", *map(str, arguments), "--lang", "en"])


def test_a_file_names_what_played_it(file):
    heading = json.loads(file.read_text().splitlines()[0])
    assert (heading["run"], heading["seed"], heading["rules"]) == ("match", "1", "rebirth")
    assert (heading["version"], heading["data"], heading["engine"]) == tuple(
        getattr(identity(), name) for name in ("version", "data", "engine")
    )


def test_a_true_file_is_called_true_and_says_how_much_was_played(file):
    answer = lab("verify", file, "--sample", "2", "--workers", "1")
    assert answer.exit_code == 0
    assert "Lines 4, played again 2." in answer.stdout
    assert "All of them came out the same, to the last point." in answer.stdout


@pytest.mark.parametrize(("field", "value"), [("margin", 1), ("plies", 3), ("seal", "0" * 16)])
def test_one_wrong_number_is_found_and_its_line_named(file, field, value):
    lines = file.read_text().splitlines()
    lines[2] = json.dumps({**json.loads(lines[2]), field: value})
    file.write_text("\n".join(lines) + "\n")
    answer = lab("verify", file, "--workers", "1", "--json")
    assert answer.exit_code == 1
    report = json.loads(answer.stdout)
    assert (report["ok"], report["lines"], report["played"], report["differing"]) == (False, 4, 4, [3])


def test_a_last_line_that_was_cut_off_is_said_to_be_left_out(file):
    file.write_bytes(file.read_bytes()[:-5])
    answer = lab("verify", file, "--workers", "1")
    assert answer.exit_code == 0
    assert "Lines 3, played again 3." in answer.stdout
    assert "The last line was cut off and is left out" in answer.stdout


def test_a_file_of_another_engine_is_said_to_be_one_and_is_not_gone_on_with(file, monkeypatch):
    other = replace(identity(), version="0.0.9", engine="AAAAAAAAAAAA")
    text = file.read_text()
    for name in ("version", "engine"):
        text = text.replace(getattr(identity(), name), getattr(other, name), 1)
    file.write_text(text)
    answer = lab("verify", file, "--workers", "1")
    assert answer.exit_code == 0
    assert "so they may differ by right" in answer.stdout
    answer = lab("match", "random", "random", "--games", "60", "--out", file, "--workers", "1")
    assert (answer.exit_code, file.read_text()) == (65, text)
    assert "was played by version 0.0.9" in answer.stderr


@pytest.mark.parametrize("content", ["", "mine\n", '{"schema":2}\n', '{"schema":1,"match":{}}\n'])
def test_what_is_no_file_of_results_is_refused(tmp_path, content):
    path = tmp_path / "other"
    path.write_text(content)
    answer = lab("verify", path)
    assert (answer.exit_code, answer.stdout) == (65, "")
    assert "holds another run, or no run" in answer.stderr


def test_no_file_is_no_input(tmp_path):
    assert lab("verify", tmp_path / "nowhere").exit_code == 66


@pytest.mark.slow
def test_a_calibration_is_resumed_extended_and_verified(tmp_path):
    path = tmp_path / "calibration"
    command = ["calibrate", "--iterations", "20", "--players", "greedy", "--workers", "1", "--json", "--equal", "1"]
    whole = lab(*command, "--positions", "8").stdout
    assert lab(*command, "--positions", "4", "--out", path).exit_code == 0
    again = lab(*command, "--positions", "8", "--out", path)
    assert again.stdout == whole
    assert "1 games were kept in" in again.stderr
    assert len(path.read_text().splitlines()) == 4
    assert lab("verify", path, "--workers", "1").exit_code == 0
    assert lab(*command, "--positions", "8", "--seed", "2", "--out", path).exit_code == 65


def test_a_heading_is_read_as_it_is_written(file):
    heading, lines, end = run_file.read_run(file)
    assert run_file.Heading.read(json.loads(json.dumps(heading.line)), file.name) == heading
    assert (len(lines), end) == (4, file.stat().st_size)
