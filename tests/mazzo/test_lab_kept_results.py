"""``mazzo lab match --out``: results are kept as they come, a run that ended early goes on, nothing else is touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from mazzo.cli import main
from mazzo.lab.matches import PLAIN_BATCHES
from support.special_files import SPECIAL, planted

COMMAND = ("lab", "match", "random", "random", "--seed", "3", "--lang", "en", "--workers", "1")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path / "home"))


def match(*arguments):
    return CliRunner().invoke(main, [*COMMAND, *map(str, arguments)])


def test_a_match_goes_on_where_it_ended_and_comes_out_the_same(tmp_path):
    file = tmp_path / "results"
    whole = match("--games", 12, "--json").stdout
    first = match("--games", 6, "--out", file)
    assert first.exit_code == 0
    again = match("--games", 12, "--out", file, "--json")
    assert again.stdout == whole
    assert again.stderr == f"6 games were kept in {file} before; the run goes on after them.\n"
    assert len(file.read_text().splitlines()) == 3
    before = file.read_bytes()
    assert match("--games", 12, "--out", file, "--json", "--quiet").stdout == whole
    assert file.read_bytes() == before


def test_a_line_that_was_cut_off_is_played_again(tmp_path):
    file = tmp_path / "results"
    whole = match("--games", 12, "--json", "--out", file).stdout
    complete = file.read_bytes()
    for cut in (1, 3, 9, 40, 120):
        file.write_bytes(complete[:-cut])
        assert match("--games", 12, "--json", "--out", file).stdout == whole
        assert file.read_bytes() == complete


@pytest.mark.parametrize("content", ["", "{}\n", "mine\n", '{"schema":1,"match":{}}\n', "\0\n"])
def test_a_file_of_something_else_is_left_as_it_is(tmp_path, content):
    file = tmp_path / "results"
    file.write_text(content)
    answer = match("--games", 4, "--out", file)
    assert (answer.exit_code, answer.stdout) == (65, "")
    assert "holds another run, or no run, and is left as it is" in answer.stderr
    assert file.read_text() == content


def test_another_match_is_not_mixed_in(tmp_path):
    file = tmp_path / "results"
    match("--games", 4, "--out", file)
    before = file.read_bytes()
    assert match("--games", 4, "--seed", 4, "--out", file).exit_code == 65
    file.write_bytes(before + b"[1,2,3]\n")
    assert match("--games", 4, "--out", file).exit_code == 65


@pytest.mark.parametrize("kind", SPECIAL)
def test_what_is_no_plain_file_is_refused_in_a_sentence(tmp_path, kind):
    file = tmp_path / "results"
    with planted(kind, file):
        answer = match("--games", 4, "--out", file)
    assert answer.exit_code in (0, 65, 74)
    assert answer.exception is None or isinstance(answer.exception, SystemExit)


@pytest.mark.slow
def test_a_killed_run_loses_at_most_what_it_was_at(tmp_path):
    file = tmp_path / "results"
    command = [sys.executable, "-m", "mazzo", *COMMAND, "--games", "200000", "--out", str(file), "--quiet"]
    run = subprocess.Popen(command, env={**os.environ, "MAZZO_PLAIN": "1"})
    end = time.monotonic() + 60
    while time.monotonic() < end and (not file.exists() or file.read_bytes().count(b"\n") < 5):
        time.sleep(0.05)
    seen = PLAIN_BATCHES["random"] * (file.read_bytes().count(b"\n") - 1)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    pairs = seen + 2
    again = match("--games", 2 * pairs, "--out", file, "--json")
    kept = int(again.stderr.split()[0])
    assert kept >= 2 * seen
    assert again.stdout == match("--games", 2 * pairs, "--json").stdout
