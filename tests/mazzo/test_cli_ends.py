"""However a command ends, it does so in words and with its exit code: real processes, a real terminal, real signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from mazzo.cli.streams import end_without_output
from mazzo.cli.terminal.audience import typed_language
from qb_engine.records import qbn_text
from support.pseudo_terminal import MAZZO, PATIENCE, Terminal
from support.reviewed_games import ending

pytestmark = pytest.mark.slow

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


def test_a_wrong_choice_at_the_welcome_is_answered_and_asked_again(tmp_path):
    terminal = Terminal(tmp_path)
    terminal.wait_for("q to leave")
    terminal.type("9\n")
    terminal.wait_for("There is no choice '9': type a number from 1 to ")
    terminal.type("qb card\n")
    terminal.wait_for("Name of the card, or its number such as 004")
    terminal.said = ""
    terminal.type("nobody at all\n")
    terminal.wait_for("q to leave")
    assert "no card is called 'nobody at all'" in terminal.said
    terminal.type("q\n")
    assert terminal.exit_code() == 0


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


@pytest.mark.parametrize("command", [("--plain",), ("coach", "--new"), ("play",), ("puzzle",)])
def test_an_input_that_was_closed_before_is_one_that_has_ended(tmp_path, command):
    ended = subprocess.run(
        ["sh", "-c", 'exec "$0" "$@" <&-', sys.executable, "-m", "mazzo", *command],
        env={**os.environ, "MAZZO_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout


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


# An output that is full, or that nobody reads.

FULL = Path("/dev/full")
SPEAKERS = [
    ("--help",),
    ("review", "--help"),
    ("qb", "card", "zu"),
    ("play", "--level", "random", "--script", "SCRIPT"),
    ("coach", "--script", "SCRIPT"),
    ("solitario", "play", "--deal", "1", "--script", "SCRIPT"),
    ("review", "GAME", "--iterations", "4", "--json"),
    ("lab", "match", "random", "random", "--games", "2"),
]
AT_ONCE = [("--help",), ("play", "--level", "random", "--script", "SCRIPT")]
"""What writes every piece at once meets the end in the middle, and not when it leaves."""
ENDINGS = pytest.mark.parametrize(
    ("command", "unbuffered"), [*((one, "") for one in SPEAKERS), *((one, "1") for one in AT_ONCE)]
)


def speaking(tmp_path, command, stdout, **changed):
    """What a command says on standard error, and its exit code, when its output goes to ``stdout``."""
    script, game = tmp_path / "script.txt", tmp_path / "game.qbn"
    script.write_text("help\n", encoding="utf-8")
    game.write_text(qbn_text(ending()), encoding="utf-8")
    files = {"SCRIPT": str(script), "GAME": str(game)}
    done = subprocess.run(
        [sys.executable, "-m", "mazzo", *(files.get(word, word) for word in command)],
        stdout=stdout,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "MAZZO_HOME": str(tmp_path), "LC_ALL": "C.UTF-8", **changed},
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="no output is always full here")
@ENDINGS
def test_a_full_output_is_one_sentence_and_an_io_error(tmp_path, command, unbuffered):
    with FULL.open("w") as full:
        code, said = speaking(tmp_path, command, full, PYTHONUNBUFFERED=unbuffered)
    assert (code, said) == (74, "the output could not be written to its end: No space left on device\n")


@pytest.mark.skipif(not FULL.exists(), reason="no output is always full here")
@pytest.mark.parametrize("language", [("--lang", "it"), ("--lang=it",)])
def test_a_full_output_is_told_in_the_language_that_was_asked_for(tmp_path, language):
    with FULL.open("w") as full:
        code, said = speaking(tmp_path, ("play", "--script", "SCRIPT", *language), full)
    assert (code, said) == (74, "il risultato non è stato scritto fino in fondo: il disco è pieno\n")


@ENDINGS
def test_a_reader_who_leaves_needs_no_word_and_the_exit_code_says_that_not_all_was_said(tmp_path, command, unbuffered):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        assert speaking(tmp_path, command, writer, PYTHONUNBUFFERED=unbuffered) == (74, "")
    finally:
        os.close(writer)


def test_an_error_that_is_not_of_the_output_is_not_taken_for_one():
    with pytest.raises(FileNotFoundError) as missing:
        Path("/no/such/file").read_bytes()
    end_without_output(missing.value, "en")


@pytest.mark.parametrize(
    ("arguments", "language"),
    [(["play", "--lang", "it"], "it"), (["play", "--lang=en", "--new"], "en"), (["play"], None), (["--lang"], None),
     (["play", "--lang", "xx"], None)],
)  # fmt: skip
def test_the_language_of_an_end_is_the_one_that_was_typed(arguments, language):
    assert typed_language(arguments) == language
