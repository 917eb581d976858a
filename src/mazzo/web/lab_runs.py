"""The lab of a server: one run of decks at a time, in a process of its own, so that the coach stays quick.

    page asks ──► the run's process ──► after every batch: a line in its file, and how far it is
                       └─ "stop", or nobody at the other end: it ends after the batch it is at

What was played is in the file: whoever asks for the same run again goes on where it ended, after a stop or a crash.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread

from kernelkit.spoken import SpokenError, sentence
from mazzo.engines import CompiledRules
from mazzo.errors import MazzoError
from mazzo.folders import folders, made_folder_of
from mazzo.lab.deck_file import DECKS, DeckFile, heading, read_meetings
from mazzo.lab.deck_games import Cards, Setting
from mazzo.lab.round_robin import DecksPlan, DecksRecord, recalled, run_decks
from mazzo.lab.run_file import read_heading
from qb_engine.arena.players import PlayerSpec
from qb_engine.ruleset import Ruleset

PAIRS_AT_ONCE = 50
"""Every run is made of batches of so many pairs, or fewer where the player thinks long: so any run can be extended."""
MOST_LISTED = 12
NICE = 10
"""The lab works when nobody else does."""
WAIT_SECONDS = 0.5
Names = Callable[[Cards], str]
"""What a deck is called here."""


class LabBusyError(MazzoError):
    """One run at a time."""

    template = sentence("another run is under way: stop it first, what it has played is kept")


class NoRunError(MazzoError):
    """The process of a run ended without a word."""

    template = sentence(
        "the run's process ended without a word: what was played before is kept, and can be gone on with"
    )


@dataclass(slots=True)
class Running:
    """A run in its process: what it has played so far, and how it ended."""

    key: str
    plan: DecksPlan
    record: DecksRecord
    known_games: int
    begun: float = field(default_factory=time.monotonic)
    is_over: bool = False
    error: SpokenError | None = None

    @property
    def seconds_left(self) -> int | None:
        """About how long it still takes; None before the first batch."""
        played = self.record.games - self.known_games
        if played <= 0:
            return None
        return round((time.monotonic() - self.begun) / played * (all_games(self.plan) - self.record.games))


def all_games(plan: DecksPlan) -> int:
    """How many games a whole run has."""
    decks = len(plan.decks)
    return plan.pairs * decks * (decks - 1)


def key_of(plan: DecksPlan) -> str:
    """The name of a run's file: what the run is, however long it is."""
    return sha256(repr(heading(DECKS, plan.setting, plan.decks).line).encode()).hexdigest()[:16]


def file_of(key: str) -> Path:
    """Where a run is kept."""
    return folders().lab / f"{key}.jsonl"


class Lab:
    """Runs of decks: at most one is being played."""

    def __init__(self, others: Sequence[Lab] = ()) -> None:
        self._lock, self._others = Lock(), others
        self._now: Running | None = None
        self._pipe: Connection | None = None

    @property
    def now(self) -> Running | None:
        """The run that was begun last, under way or over."""
        return self._now

    @property
    def is_running(self) -> bool:
        """Whether one is under way."""
        return self._now is not None and not self._now.is_over

    def begin(self, plan: DecksPlan) -> str:
        """Begin or resume a run; its key. LabBusyError while another one is under way."""
        key = key_of(plan)
        with self._lock:
            if self._now is not None and not self._now.is_over:
                if self._now.key == key:
                    return key
                raise LabBusyError
            if any(other.is_running for other in self._others):
                raise LabBusyError
            path = made_folder_of(file_of(key))
            record = recalled(plan, read_meetings(path)[1]) if path.exists() else DecksRecord(plan)
            running = self._now = Running(key, plan, record, record.games)
            context = multiprocessing.get_context("spawn")
            self._pipe, there = context.Pipe()
            process = context.Process(target=play, args=(there, plan, path), name="mazzo lab", daemon=True)
            process.start()
            there.close()
        Thread(target=_listen, args=(self._pipe, running, process.join), name="mazzo lab", daemon=True).start()
        return key

    def stop(self) -> None:
        """Let the run end after what it is at; what it has played is kept."""
        running, pipe = self._now, self._pipe
        if running is None or running.is_over or pipe is None:
            return
        try:
            pipe.send("stop")
        except OSError:
            return
        until = time.monotonic() + WAIT_SECONDS
        while self.is_running and time.monotonic() < until:
            time.sleep(WAIT_SECONDS / 50)

    def kept(self) -> list[str]:
        """The runs that are kept, the last one first."""
        found = sorted(folders().lab.glob("*.jsonl"), key=lambda path: -path.stat().st_mtime)
        return [path.stem for path in found[:MOST_LISTED]]

    def described(self, key: str, names: Names) -> tuple[str, tuple[str, ...]] | None:
        """Who plays a kept run, and the names of its decks; None where the file holds none."""
        try:
            there = read_heading(file_of(key))
            return str(there.plan["player"]), tuple(names(tuple(deck.split())) for deck in there.plan["decks"])
        except (SpokenError, KeyError):
            return None

    def record(self, key: str, names: Names) -> DecksRecord | None:
        """What a run has played, as far as it is known now; None for no run."""
        if self._now is not None and self._now.key == key:
            return self._now.record
        try:
            there, known = read_meetings(file_of(key))
            setting = Setting(Ruleset.parse(there.rules), PlayerSpec.parse(there.plan["player"]), there.seed)
            decks = tuple(tuple(deck.split()) for deck in there.plan["decks"])
        except SpokenError:
            return None
        pairs = max((span[1] for _a, _b, span in known), default=0)
        plan = DecksPlan(setting, tuple(names(deck) for deck in decks), decks, pairs, PAIRS_AT_ONCE)
        return recalled(plan, known)


def _listen(pipe: Connection, running: Running, joined: Callable[[], None]) -> None:
    """Take what the process says until it says no more."""
    try:
        while True:
            said = pipe.recv()
            if isinstance(said, DecksRecord):
                running.record = said
            elif isinstance(said, SpokenError):
                running.error = said
            else:
                break
    except (EOFError, OSError):
        running.error = running.error or NoRunError()
    joined()
    running.is_over = True


def play(pipe: Connection, plan: DecksPlan, path: Path) -> None:
    """The life of a run's process: play, keep, tell, until all is played or somebody wants it to end."""
    os.nice(NICE)
    rules = CompiledRules()
    rules.fetch()
    while not rules.is_decided(WAIT_SECONDS):
        pass

    def told(record: DecksRecord) -> bool:
        pipe.send(record)
        return pipe.poll()

    try:
        with DeckFile(path, heading(DECKS, plan.setting, plan.decks)) as kept:
            record = run_decks(plan, told=told, kept=kept)
        pipe.send(record.ending.trouble or record)
        pipe.send("over")
    except SpokenError as error:
        pipe.send(error)
        pipe.send("over")
    except OSError:
        pass  # nobody listens any more: what was played is kept
    finally:
        rules.close()
