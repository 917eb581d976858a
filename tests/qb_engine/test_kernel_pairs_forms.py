"""Pairs of games in one call of the kernel come out the same compiled and plain."""

from __future__ import annotations

import pytest

from qb_engine.arena.pairs import play_pairs
from qb_engine.rules_engine import RulesEngine

from .test_kernel_pairs import BOTH, GREEDY, RANDOM, noted, run

pytestmark = pytest.mark.slow


@BOTH
def test_both_forms_play_the_same_pairs(ruleset, monkeypatch):
    asked = run(RANDOM, GREEDY, ruleset, own=True)
    plain = play_pairs(asked, 0, 3, noted=True)
    engine = RulesEngine(ruleset, compiled=True)
    monkeypatch.setattr("qb_engine.arena.pairs.engine_for", lambda _ruleset: engine)
    compiled = play_pairs(asked, 0, 3, noted=True)
    assert compiled.numbers.tolist() == plain.numbers
    assert [tuple(row) for row in compiled.notes.tolist()] == [noted(record) for record in plain.notes]
