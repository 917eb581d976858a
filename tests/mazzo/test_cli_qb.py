"""``mazzo qb`` as a process: what stands on which stream, the exit codes, and what a fresh machine is spared."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

MAZZO = Path(sys.executable).with_name("mazzo")
OPENING = "qb1 rebirth Y1 opening"


@pytest.fixture
def mazzo(tmp_path):
    """Runs the command as on a fresh machine: no cache, nobody asks for plain kernels."""
    fresh = {**os.environ, "MAZZO_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8"}
    del fresh["MAZZO_PLAIN"]

    def run(*arguments, text=None, **changed):
        command = [MAZZO, *map(str, arguments)]
        return subprocess.run(
            command, input=text, text=True, capture_output=True, env={**fresh, **changed}, timeout=60, check=False
        )

    return run


@pytest.fixture
def scenario(tmp_path):
    def written(text):
        path = tmp_path / "scenario.json"
        path.write_text(text if isinstance(text, str) else json.dumps({"schema": 1, "ruleset": "rebirth", **text}))
        return path

    return written


def test_a_scenario_prints_one_json_object_and_nothing_else(mazzo, scenario):
    answer = mazzo("qb", "scenario", scenario({"moves": ["Y 001@M1"]}), "--json")
    assert (answer.returncode, answer.stderr) == (0, "")
    report = json.loads(answer.stdout)
    assert (report["ok"], report["tiles"]["M2"]["owner"], report["side_to_act"]) == (True, "Y", "E")


def test_a_scenario_can_come_from_standard_input(mazzo):
    answer = mazzo("qb", "scenario", "-", "--json", text='{"schema": 1}')
    assert (answer.returncode, json.loads(answer.stdout)["ok"]) == (0, True)


def test_legal_moves_are_sorted_as_text(mazzo, scenario):
    hands = {"Y": ["007", "001", "007"], "E": ["001"]}
    report = json.loads(mazzo("qb", "scenario", scenario({"hands": hands}), "--json").stdout)
    assert report["legal_moves"]["Y"] == ["001@B1", "001@M1", "001@T1", "007@B1", "007@M1", "007@T1"]
    assert report["legal_moves"]["E"] == ["001@B5", "001@M5", "001@T5"]


def test_a_refused_move_is_an_answer_with_exit_code_1(mazzo, scenario):
    answer = mazzo("qb", "scenario", scenario({"moves": ["Y 001@M1", "E 001@M1"]}), "--json")
    assert answer.returncode == 1
    report = json.loads(answer.stdout)
    assert (report["ok"], report["move_index"]) == (False, 1)
    assert report["error"].startswith("001@M1 refused: ")


def test_a_refused_move_is_said_in_the_language_asked_for(mazzo, scenario):
    path = scenario({"moves": ["Y pass", "Y pass"]})
    assert (
        mazzo("qb", "scenario", path, "--lang", "it").stdout == "2. passo non è possibile: a chi tocca ora: il nemico\n"
    )


@pytest.mark.parametrize(
    ("text", "reason", "italian"),
    [
        ('{"schema": 1, "schema": 1}', "the key 'schema' stands twice", "la chiave 'schema' compare due volte"),
        ('{"schema": 1, "moves": ["Y 999@M1"]}', "moves: [0]: no card is called '999'", "nessuna carta"),
        ('{"schema": 2}', "schema 2 is not known", "schema 2"),
        ("[" * 100_000, "nested deeper than 32 levels", "annidato oltre 32 livelli"),
    ],
)
def test_bad_data_is_refused_with_exit_code_65_in_both_languages(mazzo, scenario, text, reason, italian):
    path = scenario(text)
    answer = mazzo("qb", "scenario", path)
    assert (answer.returncode, answer.stdout) == (65, "")
    assert reason in answer.stderr
    as_data = mazzo("qb", "scenario", path, "--json", "--lang", "it")
    assert (as_data.returncode, json.loads(as_data.stdout)["ok"]) == (65, False)
    assert italian in as_data.stderr


def test_a_file_that_is_not_there_is_exit_code_66(mazzo, tmp_path):
    for command in ("scenario", "verify"):
        for place in (tmp_path / "nowhere", tmp_path):
            answer = mazzo("qb", command, place, "--json")
            assert (answer.returncode, json.loads(answer.stdout)["ok"]) == (66, False)
            assert place.name in answer.stderr


def test_an_endless_file_is_refused_and_not_read_to_its_end(mazzo):
    begun = time.monotonic()
    for command in ("scenario", "verify"):
        answer = mazzo("qb", command, "/dev/zero")
        assert (answer.returncode, "it is not a plain file" in answer.stderr) == (66, True)
    assert time.monotonic() - begun < 10


def test_the_group_has_every_command(mazzo):
    listed = mazzo("qb", "--help").stdout
    assert all(f"\n  {name} " in listed for name in ("card", "perft", "position", "scenario", "verify"))


def test_a_position_is_shown_and_a_bad_one_refused_where_perft_refuses_it_too(mazzo):
    assert mazzo("qb", "position", OPENING).stdout.startswith(f"{OPENING}\n")
    for arguments in (("position", "qb1 nonsense"), ("perft", "qb1 nonsense", "1")):
        answer = mazzo("qb", *arguments, "--json")
        assert (answer.returncode, json.loads(answer.stdout)["column"]) == (65, 5)
        assert "column 5" in answer.stderr


def test_perft_counts_lines(mazzo):
    answer = mazzo("qb", "perft", f"{OPENING} Y=001 E=001", "2", "--json", MAZZO_PLAIN="1")
    assert json.loads(answer.stdout)["counts"] == [4, 16]


def test_a_few_moves_need_no_compiler(mazzo, scenario, tmp_path):
    path = scenario({"moves": ["Y 001@M1"]})
    for arguments in (("qb", "scenario", path), ("qb", "position", OPENING), ("qb", "card", "001"), ("demo",)):
        assert mazzo(*arguments).returncode == 0
    assert not (tmp_path / "home").exists()
