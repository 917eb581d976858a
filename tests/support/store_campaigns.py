"""Campaigns against the store: ``python store_campaigns.py ID SIZE SEED`` does one and prints one JSON line.

Each lies to the store in one way, many times over, and looks at what is there afterwards: no traceback, no hang, and no
event lost that is still in the file.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from mazzo.errors import StorageError
from mazzo.storage.store import EventStore
from support.small_disk import small_disk
from support.special_files import SPECIAL, planted

HANG_SECONDS = 30
GAMES, MOVES = 6, 30
PAGE = 4096


def fill(path, games=GAMES, moves=MOVES):
    """A closed store with some games; what each holds."""
    with EventStore.open(path) as store:
        for game in range(games):
            journal = store.journal(f"game/{game}")
            for number in range(moves):
                journal.append("move", {"number": number, "note": f"game {game} move {number} " * (number % 9)})
        return content(store)


def content(store):
    return {stream: store.journal(stream).entries() for stream in store.streams()}


def opened_content(path):
    """What the store at ``path`` holds, and what was said about a salvage."""
    with EventStore.open(path) as store:
        return content(store), store.salvaged


@contextmanager
def no_hang():
    """Inside, more than half a minute is a failure."""

    def late(_signal, _frame):
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(HANG_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def needles(path):
    """Of each stream the bytes of its events as they lie in the file, in order: a row that is whole contains them."""
    connection = sqlite3.connect(path)
    try:
        rows = connection.execute(
            "SELECT stream, number, kind, data, previous_hash, hash FROM events ORDER BY stream, number"
        ).fetchall()
    finally:
        connection.close()
    found = {}
    for stream, number, kind, data, previous, own in rows:
        found.setdefault(stream, []).append(_row(stream, number, kind, data, previous, own))
    return found


def _row(stream, number, *values):
    """A row as SQLite writes it: the kinds of its columns, then their bytes (its file format, "Record Format")."""
    texts = [value.encode() if isinstance(value, str) else value for value in values]
    named = [12 + 2 * len(stream.encode()) + 1, 9 if number == 1 else 1]
    named += [12 + 2 * len(raw) + isinstance(value, str) for raw, value in zip(texts, values, strict=True)]
    kinds = b"".join(bytes([kind]) if kind < 128 else bytes([128 | kind >> 7, kind & 127]) for kind in named)
    body = stream.encode() + (b"" if number == 1 else bytes([number])) + b"".join(texts)
    return bytes([len(kinds) + 1]) + kinds + body


def still_there(raw, wanted):
    """How many events of each stream, from its first on, can be found in ``raw``."""
    there = {}
    for stream, rows in wanted.items():
        there[stream] = next((number for number, row in enumerate(rows) if row not in raw), len(rows))
    return there


def damaged_fault(path, before, wanted):
    """Open a damaged file: what is wrong with the answer, or nothing."""
    there = still_there(path.read_bytes(), wanted)
    try:
        with no_hang():
            found, salvaged = opened_content(path)
            again, once_more = opened_content(path)
    except StorageError as error:
        return f"refused: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if any(entries != before[stream][: len(entries)] for stream, entries in found.items()):
        return "it holds what was never written"
    if salvaged is None and found != before:
        return "something is missing in silence"
    lost = {stream: (len(found.get(stream, ())), count) for stream, count in there.items()}
    if any(kept < count for kept, count in lost.values()):
        return f"kept of there: {lost}"
    if again != found or once_more is not None:
        return "the next opening is not the same"
    return ""


def page_copies(folder, size, chance):
    """One page of the file copied over another."""
    source = folder / "source" / "journal.sqlite3"
    before = fill(source)
    wanted, raw = needles(source), source.read_bytes()
    pages = len(raw) // PAGE
    for number in range(size):
        origin, target = chance.sample(range(pages), 2)
        damaged = bytearray(raw)
        damaged[target * PAGE : (target + 1) * PAGE] = raw[origin * PAGE : (origin + 1) * PAGE]
        path = _placed(folder / f"copy-{number}", damaged)
        yield f"page {origin} over {target}", damaged_fault(path, before, wanted)
        shutil.rmtree(path.parent)


def bit_flips(folder, size, chance):
    """One bit of the file turned."""
    source = folder / "source" / "journal.sqlite3"
    before = fill(source)
    wanted, raw = needles(source), source.read_bytes()
    for number in range(size):
        bit = chance.randrange(len(raw) * 8)
        damaged = bytearray(raw)
        damaged[bit // 8] ^= 1 << bit % 8
        path = _placed(folder / f"flip-{number}", damaged)
        yield f"bit {bit}", damaged_fault(path, before, wanted)
        shutil.rmtree(path.parent)


def _placed(folder, raw):
    folder.mkdir()
    path = folder / "journal.sqlite3"
    path.write_bytes(raw)
    return path


def cut_logs(folder, size, chance):
    """The log of a killed writer cut short anywhere: said whenever something acknowledged is gone."""
    source = folder / "source" / "journal.sqlite3"
    fill(source, games=1, moves=1)
    with EventStore.open(source) as store:
        journal = store.journal("game/0")
        for number in range(MOVES):
            journal.append("move", {"number": number})
        before = content(store)
        files = {ending: source.with_name(source.name + ending).read_bytes() for ending in ("", "-wal", "-shm")}
    for number in range(size):
        path = _placed(folder / f"cut-{number}", files[""])
        kept = chance.randrange(len(files["-wal"]))
        path.with_name(path.name + "-wal").write_bytes(files["-wal"][:kept])
        path.with_name(path.name + "-shm").write_bytes(files["-shm"])
        yield f"cut after {kept} bytes", _cut_fault(path, before)
        shutil.rmtree(path.parent)


def _cut_fault(path, before):
    try:
        with no_hang():
            found, salvaged = opened_content(path)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if any(entries != before[stream][: len(entries)] for stream, entries in found.items()):
        return "it holds what was never written"
    return "something is missing in silence" if salvaged is None and found != before else ""


def small_disks_while_playing(folder, size, _chance):
    """A disk that ends while a store is made and played on; afterwards it is widened."""
    for number in range(size):
        kib = 4 + number * 800 // max(size, 1)
        with small_disk(folder / f"disk-{number}", kib) as disk:
            yield f"{kib} KiB", _played_fault(disk, disk.folder / "data" / "journal.sqlite3")


def _played_fault(disk, path):
    acknowledged = {}
    try:
        with no_hang():
            for _start in range(2):
                _played(path, acknowledged)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    disk.resize(16_000)
    return _missing(path, acknowledged)


def _played(path, acknowledged):
    """Play until the disk is full; every event that was answered is noted."""
    try:
        with EventStore.open(path) as store:
            for game in range(3):
                journal = store.journal(f"game/{game}")
                journal.entries()
                for _move in range(40):
                    number = journal.append("move", {"note": "x" * 300})
                    acknowledged[f"game/{game}"] = number
    except StorageError:
        return


def _missing(path, acknowledged):
    try:
        with no_hang():
            found, salvaged = opened_content(path)
    except Exception as error:
        return f"afterwards {type(error).__name__}: {error}"
    if salvaged is not None:
        return f"it needed salvage: {salvaged.message('en')}"
    short = {
        stream: (len(found.get(stream, ())), count)
        for stream, count in acknowledged.items()
        if len(found.get(stream, ())) < count
    }
    return f"found of acknowledged: {short}" if short else ""


def small_disks_while_salvaging(folder, size, chance):
    """A damaged store on a disk that is too small for what salvage needs; tried again, then on a wide one."""
    source = folder / "source" / "journal.sqlite3"
    before = fill(source)
    raw = bytearray(source.read_bytes())
    at = raw.index(b"game 5 move 20")
    raw[at] ^= 1
    expected = {**before, "game/5": before["game/5"][:20]}
    smallest = len(raw) // 1024 + 8
    for number in range(size):
        kib = smallest + number * 4 * len(raw) // 1024 // max(size, 1)
        with small_disk(folder / f"disk-{number}", kib) as disk:
            path = _placed(disk.folder / "data", raw)
            yield f"{kib} KiB", _salvaged_fault(disk, path, expected, chance)


def _salvaged_fault(disk, path, expected, chance):
    try:
        with no_hang():
            for _start in range(chance.randrange(1, 4)):
                try:
                    found, _salvaged = opened_content(path)
                except StorageError:
                    continue
                if found != expected:
                    return f"on the small disk {_sizes(found)} were kept"
            disk.resize(16_000)
            found, _salvaged = opened_content(path)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "" if found == expected else f"{_sizes(found)} were kept"


def _sizes(found):
    return {stream: len(entries) for stream, entries in found.items()}


CALLS = ("open", "write", "fsync", "replace", "rename", "mkdir", "unlink")
"""What a file system may refuse to Python; what it refuses to SQLite comes from a disk that is really full."""


@contextmanager
def failing_calls(first, lasting):
    """Inside, call number ``first`` of the system fails, and with ``lasting`` every one after it; how many came."""
    counted = [0]
    honest = {name: getattr(os, name) for name in CALLS}

    def doubtful(name):
        def call(*arguments, **options):
            counted[0] += 1
            if counted[0] == first or (lasting and counted[0] > first):
                raise OSError(5, os.strerror(5))
            return honest[name](*arguments, **options)

        return call

    for name in CALLS:
        setattr(os, name, doubtful(name))
    try:
        yield counted
    finally:
        for name in CALLS:
            setattr(os, name, honest[name])


def failures_from_call(folder, size, _chance):
    """Every call of a creation and of a salvage fails, once and from there on; ``size`` bounds the calls tried."""
    source = folder / "source" / "journal.sqlite3"
    before = fill(source, games=2, moves=6)
    raw = bytearray(source.read_bytes())
    raw[raw.index(b"game 1 move 3")] ^= 1
    expected = {**before, "game/1": before["game/1"][:3]}
    for what, content_before, wanted in (("creation", None, {}), ("salvage", raw, expected)):
        for lasting in (False, True):
            for first in range(1, size + 1):
                place = folder / f"{what}-{first}-{lasting}"
                place.mkdir()
                path = place / "journal.sqlite3"
                if content_before is not None:
                    path.write_bytes(content_before)
                fault, calls = _failing_fault(path, wanted, first, lasting)
                yield f"{what}, call {first}{' on' if lasting else ''}", fault
                shutil.rmtree(place)
                if calls < first:
                    break


def _failing_fault(path, wanted, first, lasting):
    counted = [0]
    try:
        with no_hang(), failing_calls(first, lasting) as counted, suppress(StorageError):
            opened_content(path)
        found, _salvaged = opened_content(path)
    except Exception as error:
        return f"{type(error).__name__}: {error}", counted[0]
    return "" if found == wanted else f"{_sizes(found)} were kept", counted[0]


def full_from_statement(folder, size, _chance):
    """A disk that is full from any statement of the database on, or at that one alone: creation, play and salvage."""
    source = folder / "source" / "journal.sqlite3"
    before = fill(source, games=2, moves=6)
    raw = bytearray(source.read_bytes())
    raw[raw.index(b"game 1 move 3")] ^= 1
    expected = {**before, "game/1": before["game/1"][:3]}
    for what, content_before in (("play", None), ("salvage", raw)):
        for lasting in (False, True):
            for first in range(1, size + 1):
                with small_disk(folder / f"{what}-{first}-{lasting}", 2_000) as disk:
                    path = disk.folder / "data" / "journal.sqlite3"
                    path.parent.mkdir()
                    if content_before is not None:
                        path.write_bytes(content_before)
                    fault, statements = _full_fault(disk, path, first, lasting, expected if content_before else None)
                    yield f"{what}, statement {first}{' on' if lasting else ''}", fault
                if statements < first:
                    break


def _full_fault(disk, path, first, lasting, expected):
    acknowledged, counted = {}, [0]

    def seen(_statement):
        counted[0] += 1
        if counted[0] == first:
            disk.fill()
        elif counted[0] == first + 1 and not lasting:
            disk.empty()

    try:
        with no_hang(), traced(seen):
            _played(path, acknowledged) if expected is None else _tried(path)
        disk.empty()
        if expected is None:
            return _missing(path, acknowledged), counted[0]
        with no_hang():
            found, _salvaged = opened_content(path)
    except Exception as error:
        return f"{type(error).__name__}: {error}", counted[0]
    return "" if found == expected else f"{_sizes(found)} were kept", counted[0]


def _tried(path):
    try:
        opened_content(path)
    except StorageError:
        return


@contextmanager
def traced(seen):
    """Inside, ``seen`` is told of each statement that any connection of the store is about to run."""
    honest = sqlite3.connect

    def connected(*arguments, **options):
        connection = honest(*arguments, **options)
        connection.set_trace_callback(seen)
        return connection

    sqlite3.connect = connected
    try:
        yield
    finally:
        sqlite3.connect = honest


PLACES = ("", "-wal", "-shm", ".lock", ".salvaged")


def special_files(folder, size, _chance):
    """Pipes, devices, sockets and links in place of each file of the store."""
    kinds = [(kind, ending) for ending in PLACES for kind in SPECIAL][:size]
    for number, (kind, ending) in enumerate(kinds):
        path = folder / f"special-{number}" / "journal.sqlite3"
        before = fill(path, games=1, moves=2)
        place = path.with_name(path.name + ending)
        if place.exists() and ending:
            place.unlink()
        elif not ending:
            path.rename(path.with_name("kept"))
        with planted(kind, place):
            fault = _special_fault(path, before, is_main=not ending)
        yield f"{kind} as journal{ending}", fault
        shutil.rmtree(path.parent)


def _special_fault(path, before, is_main):
    begun = time.monotonic()
    try:
        with no_hang():
            found, _salvaged = opened_content(path)
    except StorageError as error:
        is_said = len(error.message("en")) > 20 and error.message("it") != error.message("en")
        return "" if is_said and time.monotonic() - begun < 5 else f"{error} after {time.monotonic() - begun} s"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "it was taken for a journal" if is_main or found != before else ""


CAMPAIGNS = {
    "page-copies": (page_copies, False),
    "bit-flips": (bit_flips, False),
    "cut-logs": (cut_logs, False),
    "failures-from-call": (failures_from_call, False),
    "special-files": (special_files, False),
    "small-disks-playing": (small_disks_while_playing, True),
    "small-disks-salvaging": (small_disks_while_salvaging, True),
    "full-from-statement": (full_from_statement, True),
}
"""What each does, and whether it mounts disks."""


def report(name, size, seed):
    """Do one campaign; what became of it."""
    begun, done, failures = time.perf_counter(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for what, fault in CAMPAIGNS[name][0](Path(folder), size, random.Random(seed)):
            done += 1
            if fault:
                failures += 1
                sys.stderr.write(f"{what}: {fault}\n")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    seconds = round(time.perf_counter() - begun, 1)
    made = {"id": name, "size": done, "failures": failures, "seconds": seconds}
    return {**made, "commit": commit.stdout.strip(), "seed": seed}


def main():
    name, size, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    found = report(name, size, seed)
    print(json.dumps(found))  # noqa: T201 - the report
    return 1 if found["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
