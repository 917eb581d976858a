"""Numbered work in several processes: the order holds, a killed worker costs nothing, an interrupt loses nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from mazzo.lab import workers
from mazzo.lab.crews import Here
from mazzo.lab.errors import BrokenGameError, LostWorkerError
from mazzo.lab.interrupts import PAUSE, answered_once
from mazzo.lab.runs import Ending, gather
from mazzo.lab.workers import in_order, in_threads

pytestmark = pytest.mark.slow


def slow_first(number):
    time.sleep(0.2 if number == 0 else 0.0)
    return number * number


def dies_once(folder, number):
    """Kills its own process the first time it is asked for 3."""
    mark = folder / "died"
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def always_dies(number):
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def fails_at_two(number):
    if number == 2:
        raise ValueError("no such lane")
    return number


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_numbers(workers):
    assert list(in_order(slow_first, range(12), workers)) == [number * number for number in range(12)]


@pytest.mark.parametrize("workers", [1, 2])
def test_threads_keep_the_order_too(workers):
    assert list(in_threads(slow_first, range(12), workers)) == [number * number for number in range(12)]


def test_work_of_a_thread_that_raises_is_told_with_its_number():
    taken = []
    ending = gather(fails_at_two, range(4), Here(2), lambda number: bool(taken.append(number)), frees_the_lock=True)
    assert (taken, ending.how) == ([0, 1], "broken")
    assert "part 3" in str(ending.trouble)


def test_threads_do_little_more_than_is_taken():
    done = []
    results = in_threads(lambda number: done.append(number), range(1_000), 2)
    next(results)
    results.close()
    assert len(done) <= 2 * workers.AHEAD + 1


def test_the_work_of_a_killed_worker_is_done_again(tmp_path):
    assert list(in_order(partial(dies_once, tmp_path), range(6), 2)) == [0, 1, 2, 3, 4, 5]
    assert (tmp_path / "died").exists()


def test_work_that_keeps_killing_its_worker_ends_the_run_and_what_came_before_stands():
    taken = []
    ending = gather(always_dies, range(4), Here(2), lambda number: bool(taken.append(number)))
    assert (taken, ending.how) == ([0, 1], "broken")
    assert isinstance(ending.trouble, LostWorkerError)
    assert "ended 3 times" in ending.trouble.message()
    assert "--workers 1" in ending.trouble.message("it")


@pytest.mark.parametrize("workers", [1, 2])
def test_work_that_raises_is_told_with_its_number(workers):
    taken = []
    ending = gather(fails_at_two, range(4), Here(workers), lambda number: bool(taken.append(number)))
    assert (taken, ending.how) == ([0, 1], "broken")
    assert isinstance(ending.trouble, BrokenGameError)
    assert "part 3" in str(ending.trouble)
    assert "ValueError: no such lane" in str(ending.trouble)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_ends_where_it_is_decided(workers):
    taken = []

    def take(number):
        taken.append(number)
        return number == 9

    assert gather(slow_first, range(1_000), Here(workers), take) == Ending("decided")
    assert taken == [0, 1, 4, 9]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_keeps_what_is_done(workers):
    taken = []

    def take(number):
        taken.append(number)
        if len(taken) == 2:
            raise KeyboardInterrupt
        return False

    assert gather(slow_first, range(50), Here(workers), take) == Ending("interrupted")
    assert taken == [0, 1]


PRESSED_AGAIN_AND_AGAIN = """
import math, os, signal, threading, time
from mazzo.lab.crews import Here
from mazzo.lab.interrupts import answered_once
from mazzo.lab.runs import gather

for milliseconds in (0.2, 1, 2, 3, 5, 8):
    is_going = threading.Event()

    def press():
        is_going.wait()
        for _press in range(5):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(milliseconds / 1000)

    def take(_result):
        is_going.set()
        return False

    hand = threading.Thread(target=press)
    with answered_once():
        hand.start()
        ending = gather(math.sqrt, range(1_000_000), Here(2), take)
        hand.join()
    print(ending.how)
"""


def test_interrupts_in_quick_succession_are_one():
    """Real ones, to the process that gathers: those after the first meet it while it ends its workers."""
    command = [sys.executable, "-c", PRESSED_AGAIN_AND_AGAIN]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (run.stdout.split(), run.stderr) == (["interrupted"] * 6, "")


def test_an_interrupt_after_a_pause_counts_again():
    def press():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)

    with answered_once():
        with pytest.raises(KeyboardInterrupt):
            press()
        press()
        time.sleep(PAUSE)
        with pytest.raises(KeyboardInterrupt):
            press()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_handler_that_somebody_set_stays():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with answered_once():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def stops_once(folder, number):
    """Stops its own process the first time it is asked for 3."""
    mark = folder / "stopped"
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGSTOP)
    return number


def test_the_work_of_a_stopped_worker_is_done_again(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "SILENCE_SECONDS", 4.0)
    assert list(in_order(partial(stops_once, tmp_path), range(6), 2)) == [0, 1, 2, 3, 4, 5]
    assert (tmp_path / "stopped").exists()


def takes_long(number):
    time.sleep(3 if number == 1 else 0)
    return number


def test_a_worker_that_is_slow_is_left_alone(monkeypatch):
    """It gives signs, so that it may take longer than a silent one."""
    monkeypatch.setattr(workers, "SILENCE_SECONDS", 2.2)
    monkeypatch.setattr(workers, "MOST_DEATHS", 1)
    assert list(in_order(takes_long, range(3), 2)) == [0, 1, 2]
