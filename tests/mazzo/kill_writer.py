"""Kill a process that appends to a journal, again and again: ``python kill_writer.py FOLDER KILLS SEED``.

After each kill the store is opened: it must need no salvage, and hold every entry that was acknowledged. One JSON line
says how it went. The writer is forked from this process, so that a kill costs milliseconds and not an interpreter.
"""

from __future__ import annotations

import json
import os
import random
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

from mazzo.storage.store import EventStore

PAYLOAD = "x" * 700


def facts(number: int) -> dict[str, object]:
    """What the writer stores as entry ``number``; of different lengths, so that pages fill unevenly."""
    return {"number": number, "payload": PAYLOAD[: number * 37 % 700]}


def write_for_ever(path: Path, acknowledged: int) -> None:
    """Append, and say so after each append has returned."""
    store = EventStore.open(path)
    journal = store.journal("kill/1")
    length = len(journal.entries())
    while True:
        length = journal.append("step", facts(length + 1))
        os.write(acknowledged, struct.pack("<I", length))


def killed_after(path: Path, seconds: float, early: bool) -> int:
    """Let a writer run and kill it after ``seconds``; the last number it acknowledged, 0 for none.

    The seconds count from its first acknowledgement; ``early`` counts from its start, to strike while it opens.
    """
    heard, said = os.pipe()
    writer = os.fork()
    if writer == 0:
        os.close(heard)
        try:
            write_for_ever(path, said)
        finally:
            os._exit(1)
    os.close(said)
    acknowledged = b"" if early else os.read(heard, 4)
    time.sleep(seconds)
    os.kill(writer, signal.SIGKILL)
    while chunk := os.read(heard, 65536):
        acknowledged += chunk
    os.close(heard)
    os.waitpid(writer, 0)
    return struct.unpack("<I", acknowledged[-4:])[0] if acknowledged else 0


def fault_after_kill(path: Path, acknowledged: int) -> str:
    """What is wrong with the store after a kill, or nothing."""
    with EventStore.open(path, checked=10**9) as store:
        if store.salvaged is not None:
            return f"salvaged: {store.salvaged.message('en')}"
        entries = store.journal("kill/1").entries()
    if len(entries) not in (acknowledged, acknowledged + 1):
        return f"{acknowledged} entries were acknowledged, {len(entries)} are there"
    wrong = [entry.number for entry in entries if entry.data != facts(entry.number)]
    return f"entries {wrong} are not what was written" if wrong else ""


def main() -> int:
    folder, kills, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    chance, failures, started = random.Random(seed), [], time.perf_counter()
    EventStore.open(folder / "warm.sqlite3").close()
    known: dict[Path, int] = {}
    for kill in range(kills):
        path = folder / f"journal-{kill // 25}.sqlite3"
        acknowledged = killed_after(path, chance.expovariate(1 / 0.012), early=kill % 5 == 0)
        known[path] = max(acknowledged, known.get(path, 0))
        fault = fault_after_kill(path, known[path])
        with EventStore.open(path) as store:
            known[path] = len(store.journal("kill/1").entries())
        if fault:
            failures.append(f"kill {kill}: {fault}")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    seconds = round(time.perf_counter() - started, 1)
    report = {"id": "kill-9-journal", "size": kills, "failures": failures, "seconds": seconds}
    print(json.dumps({**report, "commit": commit.stdout.strip(), "seed": seed}))  # noqa: T201 - the report
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
