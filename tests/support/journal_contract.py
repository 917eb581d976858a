"""What any journal must do, and what one on disk must do besides. A test class derives and gives a ``store`` fixture.

The store has ``journal(stream)``, ``streams(prefix)`` and, on disk, ``closed_and_opened()``.
"""

from __future__ import annotations

import math
from functools import reduce
from pathlib import Path
from typing import Self

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mazzo.errors import InvalidEventError, StreamMovedError
from mazzo.storage.store import EventStore

NUMBERS = st.integers(-(10**17), 10**17) | st.floats(allow_nan=False, allow_infinity=False)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
PLAIN = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)
REFUSED_DATA = {
    "NaN": {"x": math.nan},
    "infinity": {"x": [math.inf]},
    "a number for a key": {1: "one"},
    "bytes": {"x": b"raw"},
    "a set": {"x": {1}},
    "an object": {"x": object()},
    "half a surrogate pair": {"x": "\ud800"},
    "a huge number": {"x": 10**40},
    "bottomless nesting": {"x": reduce(lambda inner, _: [inner], range(2000), 1)},
}


class ReopenedStore(EventStore):
    """A store that lasts, with the restart that the contract asks for."""

    place: Path | str
    again: Self | None = None

    @classmethod
    def open(cls, place, *options):
        store = super().open(place, *options)
        store.place = place
        return store

    def closed_and_opened(self):
        self.close()
        self.again = self.open(self.place)
        return self.again

    def close(self):
        super().close()
        if self.again is not None:
            self.again.close()


class JournalContract:
    def test_a_new_stream_is_empty_and_not_listed(self, store):
        assert list(store.journal("solitario/1").entries()) == []
        assert store.streams() == []

    def test_entries_come_back_in_order_and_numbered_from_one(self, store):
        journal = store.journal("solitario/1")
        numbers = [journal.append(kind, {"n": n}) for n, kind in enumerate(("deal", "move", "move"))]
        assert numbers == [1, 2, 3]
        assert [(entry.number, entry.kind, entry.data) for entry in journal.entries()] == [
            (1, "deal", {"n": 0}),
            (2, "move", {"n": 1}),
            (3, "move", {"n": 2}),
        ]

    def test_streams_do_not_mix(self, store):
        store.journal("solitario/1").append("deal", {"deal": 1})
        store.journal("solitario/10").append("deal", {"deal": 10})
        assert [entry.data["deal"] for entry in store.journal("solitario/1").entries()] == [1]

    def test_streams_are_listed_by_prefix_in_the_order_they_began(self, store):
        for stream in ("solitario/b", "qb/1", "solitario/a", "Solitario/c"):
            store.journal(stream).append("deal", {})
        store.journal("solitario/b").append("move", {})
        assert store.streams("solitario/") == ["solitario/b", "solitario/a"]
        assert store.streams() == ["solitario/b", "qb/1", "solitario/a", "Solitario/c"]
        assert store.streams("solit%") == []

    def test_changing_what_was_given_or_read_changes_nothing_stored(self, store):
        journal, data = store.journal("solitario/1"), {"cards": [1]}
        journal.append("deal", data)
        data["cards"].append(2)
        next(iter(journal.entries())).data["cards"].append(3)
        assert next(iter(journal.entries())).data == {"cards": [1]}

    def test_a_tuple_is_kept_as_a_list(self, store):
        journal = store.journal("solitario/1")
        journal.append("deal", {"pair": (1, (2, "x"))})
        assert next(iter(journal.entries())).data == {"pair": [1, [2, "x"]]}

    @settings(
        # One stream serves all examples on purpose, and each deriving class runs the same test.
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
        max_examples=60,
        deadline=None,
    )
    @given(data=st.dictionaries(WORDS, PLAIN, max_size=5))
    def test_any_plain_data_comes_back_equal(self, store, data):
        journal = store.journal("solitario/1")
        number = journal.append("any", data)
        assert list(journal.entries())[number - 1].data == data


class DurableContract(JournalContract):
    """What outlives the program, and what it must refuse for that."""

    def test_what_append_acknowledged_is_there_after_a_restart(self, store):
        store.journal("solitario/1").append("deal", {"deal": 7})
        again = store.closed_and_opened()
        assert [entry.data for entry in again.journal("solitario/1").entries()] == [{"deal": 7}]

    def test_a_journal_goes_on_where_the_last_one_stopped(self, store):
        store.journal("solitario/1").append("deal", {})
        again = store.closed_and_opened()
        assert again.journal("solitario/1").append("move", {}) == 2

    @pytest.mark.parametrize("name", REFUSED_DATA)
    def test_data_that_would_not_come_back_the_same_is_refused_and_leaves_no_trace(self, store, name):
        journal = store.journal("solitario/1")
        journal.append("deal", {})
        with pytest.raises(InvalidEventError, match="cannot be kept"):
            journal.append("move", REFUSED_DATA[name])
        assert journal.append("move", {}) == 2

    @pytest.mark.parametrize("stream", ["", "a b", "è", "a\nb", "/a", "x" * 201])
    def test_an_unusable_stream_name_is_refused(self, store, stream):
        with pytest.raises(InvalidEventError):
            store.journal(stream)

    @pytest.mark.parametrize("kind", ["", "1st", "a\nb", "x" * 65])
    def test_an_unusable_kind_is_refused(self, store, kind):
        with pytest.raises(InvalidEventError):
            store.journal("solitario/1").append(kind, {})

    def test_a_writer_that_fell_behind_is_told_and_may_go_on_after_reading(self, store):
        here, there = store.journal("solitario/1"), store.journal("solitario/1")
        here.append("deal", {})
        there.entries()
        here.append("move", {"by": "here"})
        with pytest.raises(StreamMovedError, match="continued elsewhere, from 1 to 2"):
            there.append("move", {"by": "there"})
        assert len(list(there.entries())) == 2
        assert there.append("move", {"by": "there"}) == 3
