"""Kill a web table in the midst of writes, again and again: ``python web_kills.py KILLS SEED``.

Players enter steps into matches; the server, or one of its workers, is killed at any moment. After each kill of the
server another one is started on the same home: every step that was acknowledged is there, the store is sound and
needs no salvage. A worker that is killed costs nobody anything. One JSON line says how it went.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from mazzo.storage.store import EventStore
from mazzo.storage.whole import checked
from support.web_server import web_server

PLAYERS = 3
PATIENCE = 60


class Player:
    """Somebody who enters and takes back steps of one match, and knows the last one that was acknowledged."""

    def __init__(self):
        self.match, self.known = "", 0

    def begin(self, server):
        if self.match:
            return
        self.match = server.post("/coach/new", {"kind": "sample"}).place
        self.known = entries(server.get(self.match).text)

    def write_on(self, server, chance):
        """Write until the server is gone."""
        while True:
            step = chance.choice(["mulligan", "play", "undo", "redo"])
            try:
                page = server.get(self.match).text
                move = re.search(r'name="move" value="([^"]+)"', page)
                form = {"move": move[1]} if step == "play" and move else {}
                answer = server.post(f"{self.match}/{step}", form, HX_Request="true")
            except (OSError, HTTPException, EOFError):
                return
            if answer.status == 200 and 'data-known="' in answer.text:
                self.known = max(self.known, entries(answer.text))


def entries(page):
    return int(re.search(r'data-known="(\d+)"', page)[1])


def written(players):
    """How many entries were acknowledged so far."""
    return sum(player.known for player in players)


def workers_of(pid):
    """The processes of a server that look deeper."""
    found = subprocess.run(["pgrep", "-P", str(pid), "-f", "spawn_main"], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


def kill_server(home, players, chance):
    """One round: begin, write, kill; what is wrong with the store afterwards, or nothing."""
    with web_server(home) as server:
        for player in players:
            player.begin(server)
        with ThreadPoolExecutor(PLAYERS) as pool:
            for player in players:
                pool.submit(player.write_on, server, random.Random(chance.random()))
            wanted, until = written(players) + chance.randint(1, 9), time.monotonic() + PATIENCE
            while written(players) < wanted and time.monotonic() < until:
                time.sleep(0.001)
            time.sleep(chance.expovariate(1 / 0.02))
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
    place = home / "data" / "mazzo" / "journal.sqlite3"
    found = checked(place)
    if found.faults:
        return f"faults: {found.faults}"
    with EventStore.open(place, checked=10**9) as store:
        if store.salvaged is not None:
            return f"salvaged: {store.salvaged.message('en')}"
        for player in players:
            number = player.match.rpartition("/")[2]
            stream = next(one for one in store.streams("qb/match/") if re.match(rf"qb/match/0*{number}\b", one))
            if store.length(stream) < player.known:
                return f"{player.known} entries were acknowledged, {store.length(stream)} are there"
    return ""


def kill_worker(server, match):
    """Kill the workers while one looks: the look is made all the same."""
    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(server.get, f"{match}/deep")
        time.sleep(0.5)
        for pid in workers_of(server.process.pid)[:1]:
            os.kill(pid, signal.SIGKILL)
        told = looking.result(timeout=90).text
    return "" if "event: answer" in told else f"the stream said {told!r}"


def report(kills, seed):
    chance, failures, begun = random.Random(seed), [], time.perf_counter()
    for_workers = max(1, kills // 5)
    with tempfile.TemporaryDirectory() as folder:
        home, players = Path(folder), [Player() for _number in range(PLAYERS)]
        for kill in range(kills - for_workers):
            fault = kill_server(home, players, chance)
            if fault:
                failures.append(f"kill {kill}: {fault}")
        with web_server(home) as server:
            for kill in range(for_workers):
                match = server.post("/coach/new", {"kind": "sample"}).place
                server.post(f"{match}/mulligan", {})
                fault = kill_worker(server, match)
                if fault:
                    failures.append(f"worker {kill}: {fault}")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    made = {"id": "web-kills", "size": kills, "failures": failures, "seconds": round(time.perf_counter() - begun, 1)}
    return {**made, "written": written(players), "commit": commit.stdout.strip(), "seed": seed}


def main():
    found = report(int(sys.argv[1]), int(sys.argv[2]))
    print(json.dumps(found))  # noqa: T201 - the report
    return 1 if found["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
