"""The campaign at the edges of every record: a few of its cases, and that it notices what differs."""

from __future__ import annotations

import pytest

import extremes
from qb_engine.kernel.layout import DECK_SIZE, HAND_CAPACITY

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def cases_of_their_own():
    """Importing the tool asks for exact records, which tests play anyway; its engines go again."""
    extremes.forms.cache_clear()
    yield
    extremes.forms.cache_clear()


@pytest.mark.parametrize("seed", range(0, 40, 8))
def test_both_forms_play_alike_at_the_edges(seed):
    plies, why = extremes.compare(seed)
    assert why == ""
    assert plies > 0


def test_a_difference_is_told_with_its_position(monkeypatch):
    monkeypatch.setattr(extremes.Form, "read", lambda form, _text: "compiled" if form.engine.compiled else "plain")
    _plies, why = extremes.compare(0)
    assert "compiled" in why
    assert "qb1 " in why


def test_sizes_lie_around_their_limits():
    chance = extremes.Random(0)
    sizes = {extremes.near(chance, limit) for limit in (DECK_SIZE, HAND_CAPACITY) for _ in range(100)}
    assert {DECK_SIZE - 1, DECK_SIZE, DECK_SIZE + 1, HAND_CAPACITY - 1, HAND_CAPACITY, HAND_CAPACITY + 1} <= sizes
