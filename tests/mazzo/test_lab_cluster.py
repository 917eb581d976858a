"""``--cluster``: the same result from a real scheduler and real workers, whoever dies and whoever joins late."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from mazzo.cli import main

pytestmark = pytest.mark.slow
DASK = [str(Path(sys.executable).with_name("dask"))]
MATCH = ("match", "random", "random", "--seed", "5", "--games", "60000", "--lang", "en", "--quiet")


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Machines:
    """A scheduler and its workers as somebody starts them, on this machine."""

    def __init__(self, folder, environment):
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self._folder, self._environment, self._started = folder, environment, []
        port = self.address.rpartition(":")[2]
        self._start("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")

    def worker(self):
        options = ("--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        return self._start("worker", self.address, *options, "--local-directory", str(self._folder))

    def _start(self, *words):
        log = (self._folder / f"{words[0]}-{len(self._started)}.log").open("wb")
        process = subprocess.Popen(
            [*DASK, *words], stdout=log, stderr=log, env=self._environment, start_new_session=True
        )
        log.close()
        self._started.append(process)
        return process

    def dismiss(self):
        for process in self._started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def machines(tmp_path):
    started = []

    def start(**changes):
        environment = {name: value for name, value in os.environ.items() if name != "MAZZO_PLAIN"}
        one = Machines(tmp_path, {**environment, **changes})
        started.append(one)
        return one

    yield start
    for one in started:
        one.dismiss()


def lab(*arguments):
    """A command as somebody types it, compiled."""
    environment = {name: value for name, value in os.environ.items() if name != "MAZZO_PLAIN"}
    command = [sys.executable, "-m", "mazzo", "lab", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def wait_for_lines(file, count):
    end = time.monotonic() + 120
    while time.monotonic() < end and (not file.exists() or file.read_bytes().count(b"\n") < count):
        time.sleep(0.02)
    assert file.read_bytes().count(b"\n") >= count


def test_a_killed_worker_and_a_late_one_change_nothing_but_time(machines, tmp_path):
    alone, pair, spread = (tmp_path / name for name in ("alone", "pair", "spread"))
    results = [lab(*MATCH, "--json", "--workers", workers, "--out", out) for workers, out in ((1, alone), (2, pair))]
    said = [result.communicate()[0] for result in results]
    here = machines()
    first = here.worker()
    run = lab(*MATCH, "--json", "--cluster", here.address, "--out", spread)
    wait_for_lines(spread, 3)
    here.worker()  # late: whatever the first one leaves, only this one can do
    os.killpg(first.pid, signal.SIGKILL)
    output, messages = run.communicate(timeout=240)
    assert (run.returncode, messages) == (0, "")
    assert said[0] == said[1] == output
    assert alone.read_bytes() == pair.read_bytes() == spread.read_bytes()
    assert json.loads(output)["games"] == 60_000


def test_a_scheduler_with_another_engine_is_refused_before_a_game_is_played(machines, tmp_path):
    """Another version stands where Python looks first."""
    other = tmp_path / "other" / "mazzo"
    other.mkdir(parents=True)
    real = Path(__file__).parents[2] / "src" / "mazzo"
    for child in real.iterdir():
        if child.name != "__init__.py":
            (other / child.name).symlink_to(child)
    (other / "__init__.py").write_text((real / "__init__.py").read_text().replace("0.1.0", "0.0.9"))
    here = machines(PYTHONPATH=str(other.parent))
    here.worker()
    run = lab("match", "random", "random", "--games", "20", "--lang", "en", "--cluster", here.address)
    output, messages = run.communicate(timeout=120)
    assert run.returncode == 65
    assert f"{here.address} has another engine: 0.0.9, data " in messages
    assert "Games 0" in output


def test_where_no_scheduler_is_a_sentence_says_so_and_nothing_is_lost(tmp_path, monkeypatch):
    monkeypatch.setattr("mazzo.lab.cluster.CONNECT_SECONDS", 1)
    file, address = tmp_path / "results", f"tcp://127.0.0.1:{free_port()}"
    command = ["lab", "match", "random", "random", "--lang", "en", "--out", str(file), "--games"]
    assert CliRunner().invoke(main, [*command, "10"]).exit_code == 0
    before = file.read_bytes()
    answer = CliRunner().invoke(main, [*command, "30", "--cluster", address])
    assert (answer.exit_code, file.read_bytes()) == (75, before)
    assert f"no scheduler answers at {address} within 1 s." in answer.stderr
    assert f"dask worker {address}" in answer.stderr
    assert "Games 10, pairs 5." in answer.stdout


def test_what_is_no_address_is_a_usage_error():
    answer = CliRunner().invoke(main, ["lab", "match", "random", "random", "--games", "2", "--cluster", "here"])
    assert answer.exit_code == 2
    assert "tcp://HOST:PORT" in answer.stderr


def test_a_training_whose_games_are_played_elsewhere_gives_the_same_weights(machines, tmp_path):
    alone, spread = tmp_path / "alone.net", tmp_path / "spread.net"
    here = machines()
    here.worker()
    small = ("--games", "1200", "--generations", "2", "--looks", "1", "--thought-games", "600", "--walks", "4")
    learning = ("--decks", "20", "--pairs", "4", "--batch", "256", "--seed", "7", "--quiet")
    runs = [
        lab("train", *small, *learning, *crew, "--out", out)
        for crew, out in ((("--workers", "1"), alone), (("--cluster", here.address), spread))
    ]
    for run in runs:
        assert run.communicate(timeout=240)[1] == ""
    assert alone.read_bytes() == spread.read_bytes()
