"""``mazzo doctor``: each fault of a machine is found, with one remedy, in both languages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kernelkit.forms import kernels_folder

pytestmark = pytest.mark.slow

MAZZO = Path(sys.executable).with_name("mazzo")
ABSENT = "import sys\nsys.modules['numba'] = None\n"
BROKEN = "raise ImportError('libLLVM is missing')\n"


@pytest.fixture
def doctor(tmp_path):
    """Runs the doctor with a home of its own; ``python`` holds modules that come before all others."""
    home, before = tmp_path / "home", tmp_path / "python"
    before.mkdir()
    fresh = {**os.environ, "MAZZO_HOME": str(home), "PYTHONPATH": str(before), "LC_ALL": "C.UTF-8"}
    del fresh["MAZZO_PLAIN"]

    def run(*arguments, **changed):
        return subprocess.run(
            [MAZZO, "doctor", *arguments],
            text=True,
            capture_output=True,
            env={**fresh, **changed},
            timeout=120,
            check=False,
        )

    return run


def faults(answer):
    report = json.loads(answer.stdout)
    assert report["ok"] == (answer.returncode == 0)
    assert all(bool(finding["remedy"]) != finding["ok"] for finding in report["findings"])
    return {finding["name"]: finding for finding in report["findings"] if not finding["ok"]}


def test_a_fresh_machine_lacks_only_the_compilation(doctor):
    answer = doctor("--json")
    assert answer.returncode == 1
    found = faults(answer)
    assert list(found) == ["Engine"]
    assert found["Engine"]["remedy"] == "mazzo doctor --warm"


def test_plain_kernels_that_were_asked_for_are_no_fault(doctor):
    answer = doctor(MAZZO_PLAIN="1")
    assert answer.returncode == 0
    assert "Engine: plain, because MAZZO_PLAIN is set\n" in answer.stdout
    assert re.search(r"166 cards; .*qb_DB_Complete_v2\.json [0-9a-f]{12}", answer.stdout)
    assert doctor("--quiet", MAZZO_PLAIN="1").stdout == ""


def test_the_doctor_speaks_italian(doctor):
    wrong = doctor("--lang", "it")
    assert "Non va: Motore: non ancora compilato" in wrong.stdout
    assert "Rimedio: mazzo doctor --warm\n" in wrong.stdout
    assert "\nCartella delle impostazioni: " in wrong.stdout


def test_without_numba_the_remedy_installs_it(doctor, tmp_path):
    (tmp_path / "python" / "sitecustomize.py").write_text(ABSENT)
    answer = doctor("--json", "--warm")
    found = faults(answer)
    assert list(found) == ["Compiler"]
    assert found["Compiler"]["remedy"].endswith(" -m pip install numba")
    assert answer.stderr == ""


def test_a_numba_that_cannot_be_loaded_is_a_fault_and_no_traceback(doctor, tmp_path):
    (tmp_path / "python" / "numba.py").write_text(BROKEN)
    answer = doctor("--json", "--warm")
    found = faults(answer)
    assert list(found) == ["Compiler"]
    assert "libLLVM is missing" in found["Compiler"]["found"]
    assert answer.stderr == ""


def test_a_home_that_is_a_file_is_a_fault_of_every_folder(doctor, tmp_path):
    (tmp_path / "home").write_text("")
    answer = doctor("--json", "--warm")
    found = faults(answer)
    assert len(found) == 4
    assert {finding["remedy"] for finding in found.values()} == {"set MAZZO_HOME to a folder that can be written"}
    assert answer.stderr == ""


def test_without_a_place_for_the_cache_the_game_goes_on_plain(doctor, tmp_path):
    (tmp_path / "home").write_text("")
    program = "from qb_engine.board_state import BoardState; print(BoardState.initial().engine.compiled)"
    environment = {**os.environ, "MAZZO_HOME": str(tmp_path / "home"), "MAZZO_PLAIN": ""}
    played = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True
    )
    assert played.stdout == "False\n"


def test_a_cache_that_others_may_write_is_told_and_the_game_goes_on_plain(doctor, tmp_path):
    cache = tmp_path / "home" / "cache" / "kernels"
    cache.mkdir(parents=True)
    cache.chmod(0o777)
    found = faults(doctor("--json"))
    assert list(found) == ["Engine"]
    reason = f"{cache} is not trusted: others may write it"
    assert found["Engine"]["found"] == f"plain and slow, because its cache is not used: {reason}"
    assert "chmod go-w" in found["Engine"]["remedy"]
    program = "from qb_engine.board_state import BoardState; print(BoardState.initial().engine.compiled)"
    environment = {**os.environ, "MAZZO_HOME": str(tmp_path / "home"), "MAZZO_PLAIN": ""}
    played = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True
    )
    assert played.stdout == "False\n"


def test_the_home_of_nobody_is_a_fault_of_every_folder_and_no_traceback(doctor, tmp_path):
    answer = doctor("--json", "--warm", MAZZO_HOME="~nobodyhere/mazzo")
    found = faults(answer)
    assert len(found) == 4
    assert "nobody here has such a home" in found["Engine"]["found"]
    assert answer.stderr == (
        "the compiled engine in the cache is not used: MAZZO_HOME is ~nobodyhere/mazzo, and nobody here has such a "
        "home. For the remedy type mazzo doctor\n"
    )


def test_the_cache_lies_where_the_tilde_leads_and_never_where_one_stands(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.setenv("MAZZO_HOME", "~/mazzo")
    assert kernels_folder() == tmp_path / "user" / "mazzo" / "cache" / "kernels"
