"""Load on a web table of this machine, as one JSON document: ``python tools/load.py [--players 100 --seconds 120]``.

A server is started on a free port with a home of its own. Players are coached in sample matches: each enters a move
every half a minute and gets its advice, then listens for the deeper look. Then ten times as many come at once, and
it is measured how quickly they are refused and when the table is itself again. Then pages only listen. Nothing leaves
the machine, and everything ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).parent.parent
PATIENCE = 30.0
HEALTH_EACH = 0.25
RECOVERED_SECONDS = 1.0
"""A table is itself again when advice takes no longer."""


@dataclass
class Answer:
    """What came back, and how long it took."""

    status: int
    text: str
    place: str
    seconds: float


@dataclass
class Measured:
    """Everything that was measured, by kind."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)

    def note(self, kind: str, answer: Answer, wanted: tuple[int, ...] = (200,)) -> None:
        """Remember an answer; one that is neither wanted nor a polite refusal is an error."""
        self.statuses[f"{kind} {answer.status}"] += 1
        name = kind if answer.status in wanted else f"{kind} refused"
        self.seconds.setdefault(name, []).append(answer.seconds)
        if answer.status not in (*wanted, 503):
            self.errors.append(f"{kind}: {answer.status}")

    def figures(self, kind: str) -> dict[str, float | int]:
        """What was measured of one kind."""
        found = sorted(self.seconds.get(kind, []))
        if not found:
            return {"count": 0}
        last = found[min(len(found) - 1, int(len(found) * 0.99))]
        return {
            "count": len(found),
            "p50_ms": round(1000 * statistics.median(found), 1),
            "p99_ms": round(1000 * last, 1),
            "worst_ms": round(1000 * found[-1], 1),
        }


class Table:
    """The server, asked like a browser asks it."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def ask(
        self, method: str, path: str, form: dict[str, str] | None = None, *, fragment: bool = False
    ) -> Answer:
        """The answer; status 0 where there was none."""
        begun = time.perf_counter()
        try:
            return await asyncio.wait_for(self._asked(method, path, form, fragment, begun), PATIENCE)
        except (OSError, asyncio.IncompleteReadError, TimeoutError, IndexError, ValueError):
            return Answer(0, "", "", time.perf_counter() - begun)

    async def _asked(self, method: str, path: str, form: dict[str, str] | None, fragment: bool, begun: float) -> Answer:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            body = urlencode(form or {}).encode() if method == "POST" else b""
            writer.write(self._head(method, path, len(body), fragment) + body)
            raw = await reader.read()
        finally:
            writer.close()
        head, _, text = raw.partition(b"\r\n\r\n")
        place = re.search(rb"(?i)\r\nlocation: (\S+)", head)
        status = int(head.split()[1])
        seconds = time.perf_counter() - begun
        return Answer(status, text.decode(errors="replace"), place[1].decode() if place else "", seconds)

    def _head(self, method: str, path: str, length: int, fragment: bool, accept: str = "*/*") -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: localhost:{self.port}", "Connection: close", f"Accept: {accept}"]
        if method == "POST":
            lines += [f"Origin: http://localhost:{self.port}", f"Content-Length: {length}"]
            lines += ["Content-Type: application/x-www-form-urlencoded"]
        return "\r\n".join([*lines, *(["HX-Request: true"] if fragment else []), "", ""]).encode()

    async def event(self, path: str) -> tuple[str, Answer]:
        """The last event of a stream, and how long it took."""
        answer = await self.ask("GET", path)
        found = re.findall(r"event: (\w+)", answer.text)
        return (found[-1] if found else "refused" if answer.status == 503 else "none"), answer

    async def listen(self, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A stream that stays open, after its first line."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(self._head("GET", path, 0, fragment=False, accept="text/event-stream"))
        head = await asyncio.wait_for(reader.readuntil(b"nothing new"), PATIENCE)
        if b" 200 " not in head[:20]:
            raise OSError(head[:40])
        return reader, writer


class Player:
    """Somebody who is coached in a sample match, and begins another one when it is over."""

    def __init__(self, table: Table, measured: Measured) -> None:
        self.table, self.measured, self.match, self.move = table, measured, "", "pass"

    async def begin(self) -> None:
        """Begin another match."""
        while not (begun := await self.table.ask("POST", "/coach/new", {"kind": "sample"})).place:
            self.measured.statuses[f"begin {begun.status}"] += 1
            await asyncio.sleep(1)
        self.match = begun.place
        self._advised(await self.table.ask("POST", f"{self.match}/mulligan", {}, fragment=True))

    def _advised(self, answer: Answer) -> None:
        found = re.search(r'name="move" value="([^"]+)"', answer.text)
        self.move = found[1] if found else ""

    async def round(self) -> None:
        """Enter a move: the answer has the first look; then wait for the deeper one."""
        if not self.move:
            await self.begin()
        answer = await self.table.ask("POST", f"{self.match}/play", {"move": self.move}, fragment=True)
        self.measured.note("advice", answer)
        self._advised(answer)
        if self.move:
            event, deep = await self.table.event(f"{self.match}/deep")
            self.measured.statuses[f"deep {event}"] += 1
            if event == "answer":
                self.measured.note("deep", deep)

    async def look(self) -> None:
        """Look at the match and ask for the deeper look, as a page does when it is loaded."""
        self.measured.note("page", await self.table.ask("GET", self.match))
        event, answer = await self.table.event(f"{self.match}/deep")
        self.measured.statuses[f"deep {event}"] += 1
        self.measured.note("deep", answer)

    async def play(self, until: float, between: float, chance: random.Random, what: str = "round") -> None:
        """Enter moves, or only look, so often until it is time."""
        await asyncio.sleep(chance.uniform(0, between))
        while time.monotonic() < until:
            begun = time.monotonic()
            await (self.round() if what == "round" else self.look())
            await asyncio.sleep(max(0.0, begun + between - time.monotonic()))


async def watch_health(table: Table, measured: Measured) -> None:
    while True:
        measured.note("health", await table.ask("GET", "/healthz"))
        await asyncio.sleep(HEALTH_EACH)


async def normal_load(table: Table, asked: argparse.Namespace, chance: random.Random) -> tuple[object, list[Player]]:
    """So many live players for so long."""
    measured = Measured()
    players = [Player(table, measured) for _number in range(asked.players)]
    for player in players:
        await player.begin()
    health = asyncio.create_task(watch_health(table, measured))
    until = time.monotonic() + asked.seconds
    await asyncio.gather(*(player.play(until, asked.between, chance) for player in players))
    health.cancel()
    return {
        "players": asked.players,
        "seconds_between": asked.between,
        "seconds": asked.seconds,
        "advice": measured.figures("advice"),
        "deep": measured.figures("deep"),
        "healthz": measured.figures("health"),
        "answers": dict(sorted(measured.statuses.items())),
        "errors": len(measured.errors),
    }, players


async def overload(table: Table, asked: argparse.Namespace, chance: random.Random, players: list[Player]) -> object:
    """Ten times as many, who all look at their matches; then how soon the table is itself again."""
    measured = Measured()
    crowd = [Player(table, measured) for _number in range(10 * asked.players)]
    for number, player in enumerate(crowd):
        player.match = players[number % len(players)].match
    health = asyncio.create_task(watch_health(table, measured))
    until = time.monotonic() + asked.crowded
    await asyncio.gather(*(player.play(until, asked.between, chance, "look") for player in crowd))
    health.cancel()
    begun = time.monotonic()
    while True:
        answer = await table.ask("GET", players[0].match)
        if answer.status == 200 and answer.seconds <= RECOVERED_SECONDS:
            break
        await asyncio.sleep(0.1)
    return {
        "players": len(crowd),
        "seconds": asked.crowded,
        "served": measured.figures("page"),
        "refused": measured.figures("page refused"),
        "deep_refused": measured.figures("deep refused"),
        "healthz": measured.figures("health"),
        "answers": dict(sorted(measured.statuses.items())),
        "errors": len(measured.errors),
        "recovered_after_seconds": round(time.monotonic() - begun, 2),
    }


async def idle_streams(table: Table, asked: argparse.Namespace, players: list[Player], pid: int) -> object:
    """Pages that only listen: how many are held, and what each costs the server."""
    before = resident(pid)
    places = [f"{players[number % len(players)].match}/live?known=1000000" for number in range(asked.streams)]
    held = [await table.listen(place) for place in places]
    await asyncio.sleep(asked.held)
    measured = Measured()
    for _number in range(20):
        measured.note("health", await table.ask("GET", "/healthz"))
    after = resident(pid)
    alive = sum(not reader.at_eof() for reader, _writer in held)
    for _reader, writer in held:
        writer.close()
    return {
        "asked_for": asked.streams,
        "held": alive,
        "seconds": asked.held,
        "memory_per_stream_kb": round((after - before) / asked.streams, 1),
        "server_memory_mb": round(after / 1024, 1),
        "healthz": measured.figures("health"),
    }


def resident(pid: int) -> int:
    """Kilobytes of memory that a process has."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    return int(found[1]) if found else 0


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def measure(asked: argparse.Namespace, port: int, pid: int) -> dict[str, object]:
    table, chance = Table(port), random.Random(asked.seed)
    while (await table.ask("GET", "/readyz")).status != 200:
        await asyncio.sleep(0.2)
    normal, players = await normal_load(table, asked, chance)
    crowded = await overload(table, asked, chance, players)
    idle = await idle_streams(table, asked, players, pid)
    return {"normal": normal, "overload": crowded, "idle_streams": idle}


def main() -> int:
    parser = argparse.ArgumentParser(description="Load on a web table of this machine.")
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--between", type=float, default=30.0, help="seconds between two moves of a player")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--crowded", type=float, default=30.0, help="seconds with ten times as many")
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--held", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="keep the document in this file too")
    asked = parser.parse_args()
    port, loads = free_port(), [os.getloadavg()[0]]
    with tempfile.TemporaryDirectory() as home:
        folders = {f"XDG_{kind}_HOME": f"{home}/{kind.lower()}" for kind in ("CONFIG", "DATA", "STATE")}
        server = subprocess.Popen(
            [sys.executable, "-m", "mazzo", "serve", "--port", str(port)],
            env={**os.environ, **folders},
            stdout=subprocess.DEVNULL,
        )
        try:
            found = asyncio.run(measure(asked, port, server.pid))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(timeout=30)
    loads.append(os.getloadavg()[0])
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    machine = {"cores": os.cpu_count(), "load_before": round(loads[0], 2), "load_after": round(loads[1], 2)}
    document = {"id": "load", "commit": commit.stdout.strip(), "seed": asked.seed, "machine": machine, **found}
    text = json.dumps(document, indent=1)
    print(text)
    if asked.out is not None:
        asked.out.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
