"""Kill -9 in the midst of a match: every next start goes on from the last entry that was acknowledged.

A shadow takes the same lines in memory. The line that was under way when the process died may have been entered, in
part too, or not at all, since nobody was told; everything before it must have. ``MAZZO_COACH_KILLS`` kills more often.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from copy import deepcopy
from pathlib import Path

import pytest

from kernelkit.journal import MemoryStore
from mazzo.coach.matches import PREFIX, Matches
from mazzo.dialogue.coach import CoachSession
from mazzo.storage.store import EventStore
from mazzo.storage.typed_files import TypedFiles
from qb_engine.words.voice import Voice
from support.forks import Forks, Talk

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("MAZZO_COACH_KILLS", "50"))
FEW = 20
"""With fewer kills than these, all may strike on the same side of an entry."""
STARTED_KILLS = 2
"""Kills of a process that was started from nothing, which takes a second or more each."""
Entries = list[tuple[str, object]]
PAUSES = (0, 0, 0.001, 0.003, 0.006, 0.01, 0.02, 0.04)


class Coach(Talk):
    """The real program at the other end of two pipes."""

    def answer(self) -> list[str]:
        """What is said up to the next prompt."""
        said: list[str] = []
        while not (said and said[-1].endswith(">")):
            said.append(self.line())
        return said


def coach_at(forks: Forks, home: Path, *arguments: str) -> Coach:
    return Coach(*forks.start(home, *arguments, "--lang", "en"))


@pytest.fixture
def forks():
    started = Forks("coach")
    yield started
    started.close()


class Shadow:
    """The same lines in memory."""

    def __init__(self, *lines: str) -> None:
        self._store = MemoryStore()
        self._session = CoachSession(Matches(self._store), Voice(), files=TypedFiles())
        self._session.open(sample_seed=7)
        for line in lines:
            self.type(line)

    def type(self, line: str) -> None:
        self._session.handle(line)

    def after(self, line: str) -> Shadow:
        """Another shadow that has taken one more line."""
        copy = Shadow.__new__(Shadow)
        copy._store = deepcopy(self._store)
        copy._session = CoachSession(Matches(copy._store), Voice(), files=TypedFiles())
        copy._session.open()  # a number means a move of the list that it shows
        copy.type(line)
        return copy

    @property
    def phase(self) -> str:
        return self._session.table.match.phase

    @property
    def entries(self) -> Entries:
        """The steps of the match on the table."""
        return [(step.kind, dict(step.data)) for step in self._session.table.match.steps]


def journal(home: Path) -> Path:
    return home / "data" / "journal.sqlite3"


def found_entries(home: Path) -> Entries:
    """The steps of the last match in the journal; a store that was killed needs no salvage."""
    with EventStore.open(journal(home)) as store:
        assert store.salvaged is None
        match = Matches(store).match(store.streams(PREFIX)[-1])
        return [(step.kind, dict(step.data)) for step in match.steps]


def some_lines(shadow: Shadow, chance: random.Random) -> list[str]:
    """What a player might type next: mostly moves, sometimes back and forth, sometimes a mistake."""
    if shadow.phase in ("mulligan", "over"):
        return ["mull" if shadow.phase == "mulligan" else "new sample"]
    lines = [["p 1"], ["p 1"], ["p 1"], ["p 2"], ["p 3"], ["undo"], ["undo", "redo"], ["p 99"], ["pass"], ["board"]]
    return chance.choice(lines)


def is_between(found: Entries, before: Entries, after: Entries) -> bool:
    """Whether the journal shows a line not at all, in part or whole: one command may enter or take back some steps."""
    longer, shorter = (after, before) if len(after) >= len(before) else (before, after)
    if shorter == longer[: len(shorter)]:
        return found == longer[: len(found)] and len(found) >= len(shorter)
    return found == before or found == after[: len(found)]


def test_fifty_kills_each_resumed_to_the_last_acknowledged_entry(tmp_path, forks):
    chance, lost, shadow = random.Random(2025), 0, Shadow()
    coach = coach_at(forks, tmp_path, "--sample")
    coach.answer()
    for kill in range(KILLS):
        for _move in range(chance.choice((0, 0, 1, 2))):
            for line in some_lines(shadow, chance):
                coach.send(line)
                coach.answer()
                shadow.type(line)
        pending = some_lines(shadow, chance)[0]
        coach.send(pending)
        is_answered = chance.random() < 0.25
        if is_answered:
            assert coach.line()
        else:
            time.sleep(chance.choice(PAUSES))
        forks.kill(coach)
        after, told = shadow.after(pending), f"kill {kill}: {pending}"
        assert is_between(found_entries(tmp_path), shadow.entries, after.entries), told
        coach = coach_at(forks, tmp_path)
        assert coach.answer()
        resumed = found_entries(tmp_path)
        assert resumed in (shadow.entries, after.entries), told
        if resumed == after.entries:
            shadow = after
        elif is_answered:
            raise AssertionError(f"{told} was answered, and is lost")
        else:
            lost += 1
    forks.kill(coach)
    assert 0 < lost < KILLS or KILLS < FEW, "of many kills some strike before the entry, some after it"


def test_a_coach_that_was_started_from_nothing_is_resumed_too(tmp_path):
    environment = {**os.environ, "MAZZO_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    lines, options = ["mull"], ["--sample"]
    for kill in range(STARTED_KILLS + 1):
        command = [sys.executable, "-m", "mazzo", "coach", "--lang", "en", *options]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            coach = Coach(process.pid, os.dup(process.stdin.fileno()), os.dup(process.stdout.fileno()))
            said = coach.answer()
            if kill:
                assert said[0].startswith("Going on with match 1.")
                assert found_entries(tmp_path) == Shadow(*lines[:-1]).entries
            coach.send(lines[-1])
            coach.answer()
            coach.kill()
        assert found_entries(tmp_path) == Shadow(*lines).entries
        lines, options = [*lines, "p 1"], []
