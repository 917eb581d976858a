"""However a command ends, it does so in words and with its exit code: real processes, a real terminal, real signals."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress

import pytest

from pseudo_terminal import MAZZO, PATIENCE, Terminal

BROKEN = "raise ImportError('libLLVM is missing')\n"
OPENING = "qb1 rebirth Y1 opening"


def interrupted(terminal: Terminal) -> int:
    """Interrupt the command as Ctrl-C does; its exit code.

    A signal just before a line is waited for goes unnoticed until the next key, so it is sent again.
    """
    for _press in range(PATIENCE):
        terminal.process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            terminal.process.wait(1)
            break
    return terminal.exit_code()


def test_ctrl_c_at_a_prompt_ends_with_130_and_no_word_of_failure(tmp_path):
    terminal = Terminal(tmp_path)
    terminal.wait_for("q to leave")
    assert interrupted(terminal) == 130
    assert "Aborted" not in terminal.said


def test_ctrl_c_in_what_the_welcome_started_ends_with_130_too(tmp_path):
    terminal = Terminal(tmp_path)
    terminal.wait_for("q to leave")
    terminal.type("1\n")
    terminal.wait_for("Your deck")
    assert interrupted(terminal) == 130


@pytest.mark.parametrize("options", [["coach", "--plain"], ["coach", "--json"]])
def test_ctrl_c_in_the_coach_ends_with_130(tmp_path, options):
    terminal = Terminal(tmp_path, *options)
    terminal.wait_for("Your deck")
    assert interrupted(terminal) == 130


def test_ctrl_c_in_the_middle_of_long_work_ends_with_130_and_no_traceback(tmp_path):
    environment = {**os.environ, "MAZZO_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    environment.pop("MAZZO_PLAIN", None)
    command = [MAZZO, "doctor", "--warm"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "Compiling the engine" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        assert process.stderr.read().strip() == ""
    assert process.returncode == 130


def test_an_input_that_ends_at_a_prompt_is_no_interruption(tmp_path):
    terminal = Terminal(tmp_path)
    terminal.wait_for("q to leave")
    terminal.type("\x04")
    assert terminal.exit_code() == 1


@pytest.mark.parametrize(
    ("language", "says"),
    [("C.UTF-8", "the engine cannot be compiled"), ("it_IT.UTF-8", "il motore non si può compilare")],
)
def test_a_compiler_that_cannot_be_loaded_is_a_sentence_that_names_the_doctor(tmp_path, language, says):
    (tmp_path / "numba.py").write_text(BROKEN)
    environment = {**os.environ, "MAZZO_HOME": str(tmp_path), "PYTHONPATH": str(tmp_path), "LC_ALL": language}
    environment.pop("MAZZO_PLAIN", None)
    command = [MAZZO, "qb", "perft", OPENING, "1"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 65
    assert done.stderr.startswith(f"{says}: libLLVM is missing. ")
    assert "mazzo doctor" in done.stderr
