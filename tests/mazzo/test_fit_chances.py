"""The fit of stated chances finds the numbers that made its rows, and one game can be played for it."""

from __future__ import annotations

import argparse
from random import Random

import numpy as np
import pytest

from fit_chances import Row, drifts_of, power_of, rows_of
from qb_engine.search.chances import JUDGED_FADES, STEADY, USUAL

POWER, A_TILE = 1.2, 0.05


def chance_of(odds, empty):
    return 1 / (1 + np.exp(-(POWER + A_TILE * empty) * odds))


def test_the_power_that_made_the_ends_is_found():
    chance, rows = Random(3), []
    for _row in range(20_000):
        odds, empty = chance.gauss(0, 1.5), chance.randrange(16)
        outcome = float(chance.random() < chance_of(odds, empty))
        rows.append(Row(odds, empty, USUAL, 0.01, outcome, None))
    assert power_of(rows) == pytest.approx((POWER, A_TILE), abs=0.05)


def test_intervals_hold_ninety_five_of_a_hundred():
    later = [Row(0.0, 15, 2 * USUAL, 0.02, 1.0, place / 1000) for place in range(100)]
    found = drifts_of(later, POWER, A_TILE)
    half = found * 2**-JUDGED_FADES * (0.02 + STEADY)
    assert sum(abs(chance_of(row.later, 15) - 0.5) <= half for row in later) == 95


@pytest.mark.slow
def test_a_game_is_played_for_the_fit(monkeypatch):
    monkeypatch.delenv("MAZZO_PLAIN", raising=False)
    rows = rows_of("spec", argparse.Namespace(seed=3, iterations=100, longer=1), 0)
    assert rows
    assert any(row.later is not None for row in rows)
    assert all(0 <= row.empty <= 15 and row.used > 0 for row in rows)
