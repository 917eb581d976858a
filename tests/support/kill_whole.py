"""Kills a restore and an import at many points of their time, each in a process of its own; prints what was left.

    python kill_whole.py PLACE FOLDER KILLS

PLACE is a file or the URL of a server; what is left must be all old or all new, and sound.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

from mazzo.storage.events import genesis, next_event
from mazzo.storage.export_lines import export_lines, exported_records
from mazzo.storage.files_out import Target
from mazzo.storage.store import EventStore
from mazzo.storage.whole import back_up, checked, restore, take_in

STREAMS, EVENTS = 60, 12


def lengths(place):
    with EventStore.open(place) as store:
        return {stream: len(store.read(stream)) for stream in store.streams()}


def forked(work):
    """A process that does ``work`` and ends, never returning here."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        finally:
            os._exit(0)
    return pid


def main(place, folder, kills):
    place = place if "://" in place else Path(place)
    old, new = folder / "old.sqlite3", folder / "new.sqlite3"
    for path, events in ((old, EVENTS // 2), (new, EVENTS)):
        with EventStore.open(folder / f"source-{events}.sqlite3") as source, source.alone() as writing:
            for record in chains(events):
                writing.write(record)
        with EventStore.open(folder / f"source-{events}.sqlite3") as source:
            back_up(source, Target.at(path))
    with EventStore.open(new) as source:
        records = exported_records("new", export_lines(source)[1])

    def restored(copy):
        with EventStore.open(place) as store:
            restore(store, copy, folder / "journal.sqlite3")

    def imported():
        with EventStore.open(place) as store:
            take_in(store, records)

    outcomes = {}
    for name, work in {"restore": lambda: restored(new), "import": imported}.items():
        restored(old)
        begun = time.monotonic()
        os.waitpid(forked(work), 0)
        whole = time.monotonic() - begun
        before, after = lengths(old), lengths(new)
        assert lengths(place) == after
        counts = {"old": 0, "new": 0, "half": 0}
        for kill in range(kills):
            restored(old)
            pid = forked(work)
            time.sleep(whole * (kill + 0.5) / kills)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            assert checked(place).faults == ()
            with EventStore.open(place) as store:
                assert store.salvaged is None
            found = lengths(place)
            counts["old" if found == before else "new" if found == after else "half"] += 1
        outcomes[name] = counts
    sys.stdout.write(json.dumps(outcomes))


def chains(events):
    """So many entries for each stream."""
    for number in range(STREAMS):
        stream, chain = f"game/{number}", []
        for entry in range(1, events + 1):
            previous = chain[-1].hash if chain else genesis(stream)
            chain.append(next_event(stream, entry, previous, "move", f'{{"n":{entry},"note":"{"x" * 200}"}}'))
        yield chain


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
