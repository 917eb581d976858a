"""A command that is asked to end from outside: the terminal is put back, the clock is kept, leaps are no play."""

from __future__ import annotations

import os
import random
import signal
import termios
import time
from pathlib import Path

import pytest

from mazzo.folders import folders
from mazzo.hosts.steady_clock import LONGEST_STEP_MS
from mazzo.storage.store import EventStore
from support.pseudo_terminal import Terminal

pytestmark = pytest.mark.slow

JUMPING = Path(__file__).parents[1] / "support" / "jumping_clock.py"
GAME, TICK = ("solitario", "--deal", "1", "--lang", "en"), 0.05
MODES = 3
"""Where the attributes of a terminal hold whether it echoes and waits for whole lines."""


def last_entry(home):
    with EventStore.open(folders({"MAZZO_HOME": str(home)}).journal) as store:
        (stream,) = store.streams("solitario/")
        return store.journal(stream).entries()[-1]


def usual(mode):
    return mode & (termios.ECHO | termios.ICANON)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("options", [["--plain"], []])
def test_a_signal_puts_the_terminal_back_and_keeps_the_clock(tmp_path, number, options):
    terminal = Terminal(tmp_path, *GAME, *options)
    before = termios.tcgetattr(terminal._side)[MODES]
    terminal.wait_for("Deal 1")
    time.sleep(1.2)
    terminal.process.send_signal(number)
    assert terminal.process.wait(30) == 128 + number
    assert usual(termios.tcgetattr(terminal._side)[MODES]) == usual(before)
    assert "Traceback" not in terminal.said
    entry = last_entry(tmp_path)
    assert entry.kind == "clock"
    assert 500 < entry.data["at"] < 30_000


@pytest.mark.parametrize("command", [["coach"], ["coach", "--plain"], ["play", "--level", "random"]])
def test_a_signal_ends_every_conversation(tmp_path, command):
    terminal = Terminal(tmp_path, *command, "--lang", "en")
    terminal.wait_for("deck" if command[0] == "coach" else ">")
    time.sleep(0.5)
    before = usual(termios.ICANON | termios.ECHO)
    terminal.process.send_signal(signal.SIGTERM)
    assert terminal.process.wait(30) == 128 + signal.SIGTERM
    assert usual(termios.tcgetattr(terminal._side)[MODES]) == before
    assert "Traceback" not in terminal.said


LEAPS = {
    "an hour on": (3_600_000,),
    "an hour back": (-3_600_000,),
    "a day on": (86_400_000,),
    "any way": (-(10**9), -90_000, -300, 11_000, 60_000, 10**9),
}


@pytest.mark.parametrize("kind", LEAPS)
def test_twenty_leaps_of_the_clock_leave_the_play_time_right(tmp_path, kind):
    leaps, chance, moved = tmp_path / "leaps", random.Random(kind), 0
    leaps.write_text("0")
    terminal = Terminal(tmp_path, *GAME, "--plain", script=[JUMPING, leaps, TICK, LONGEST_STEP_MS])
    terminal.wait_for("> ")
    begun = time.monotonic()
    for number in range(20):
        moved += chance.choice(LEAPS[kind])
        fresh = leaps.with_name(f"leaps-{number}")
        fresh.write_text(str(moved))
        fresh.replace(leaps)
        time.sleep(0.12)
    terminal.wait_for("The clock has leapt by")
    terminal.type("quit\n")
    played = time.monotonic() - begun
    assert terminal.exit_code() == 0
    assert abs(last_entry(tmp_path).data["at"] / 1000 - played) < 10
    assert terminal.said.count("The clock has leapt by") >= 5


def test_a_program_that_was_stopped_counts_a_pause(tmp_path):
    terminal = Terminal(tmp_path, *GAME, "--plain", script=[JUMPING, "none", TICK, 1500])
    terminal.wait_for("> ")
    begun = time.monotonic()
    os.kill(terminal.process.pid, signal.SIGSTOP)
    time.sleep(3)
    os.kill(terminal.process.pid, signal.SIGCONT)
    terminal.wait_for("seconds; they count as a pause, not as play")
    terminal.type("quit\n")
    assert terminal.exit_code() == 0
    assert last_entry(tmp_path).data["at"] < 1000 * (time.monotonic() - begun) - 2500
