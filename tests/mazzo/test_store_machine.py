"""The store against a dictionary: whatever is appended, closed, crashed, copied and shared, both hold the same."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from mazzo.errors import InvalidEventError, StreamMovedError
from mazzo.storage.store import EventStore

pytestmark = pytest.mark.slow

STEPS = int(os.environ.get("MAZZO_STORE_STEPS", "1000"))
STEPS_EACH = 50
STREAMS = st.sampled_from(["solitario/a", "solitario/b", "qb/1"])
FACTS = st.dictionaries(st.text(max_size=5), st.integers(-9, 9) | st.text(max_size=300), max_size=3)


class StoreMachine(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "journal.sqlite3"
        self.store = EventStore.open(self.path)
        self.journals = {}
        self.model = {}
        self.copies = 0

    def journal(self, stream):
        return self.journals.setdefault(stream, self.store.journal(stream))

    @rule(stream=STREAMS, facts=FACTS)
    def append(self, stream, facts):
        number = self.journal(stream).append("step", facts)
        self.model.setdefault(stream, []).append(facts)
        assert number == len(self.model[stream])

    @rule(stream=STREAMS, facts=FACTS)
    def append_elsewhere(self, stream, facts):
        """Another window continues the stream: ours is told before it may write again."""
        seen = self.journal(stream).entries()
        with EventStore.open(self.path) as other:
            other.journal(stream).append("step", facts)
        self.model.setdefault(stream, []).append(facts)
        try:
            self.journal(stream).append("step", {})
        except StreamMovedError as error:
            assert (error.facts["known"], error.facts["found"]) == (len(seen), len(seen) + 1)  # noqa: PT017
        else:
            raise AssertionError("a journal that fell behind wrote")
        assert len(self.journal(stream).entries()) == len(seen) + 1

    @rule(stream=STREAMS)
    def refuse(self, stream):
        try:
            self.journal(stream).append("step", {"x": float("nan")})
        except InvalidEventError:
            return
        raise AssertionError("NaN was kept")

    @rule()
    def close_and_open(self):
        self.store.close()
        self.store = EventStore.open(self.path, checked=10**9)
        self.journals.clear()
        assert self.store.salvaged is None

    @precondition(lambda self: self.model)
    @rule()
    def crash(self):
        """Go on with a copy of the file and its log, as they lie on the disk at this moment."""
        self.copies += 1
        path = self.folder / f"copy-{self.copies}" / "journal.sqlite3"
        path.parent.mkdir()
        for ending in ("", "-wal"):
            if (left := self.path.with_name(self.path.name + ending)).exists():
                shutil.copy(left, path.with_name(path.name + ending))
        self.store.close()
        self.path, self.store = path, EventStore.open(path, checked=10**9)
        self.journals.clear()
        assert self.store.salvaged is None

    @invariant()
    def holds_what_the_model_holds(self):
        assert self.store.streams() == list(self.model)
        for stream, facts in self.model.items():
            assert [entry.data for entry in self.store.journal(stream).entries()] == facts

    def teardown(self):
        self.store.close()
        shutil.rmtree(self.folder)


TestStoreMachine = StoreMachine.TestCase
TestStoreMachine.settings = settings(
    max_examples=STEPS // STEPS_EACH, stateful_step_count=STEPS_EACH, deadline=None, derandomize=True
)
