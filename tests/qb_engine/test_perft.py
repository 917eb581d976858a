"""Perft counts kept as data: made by the plain form, counted again by the compiled one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from perft_data import DEPTH, counts, sampled
from qb_engine.kernel.layout import MAX_UID
from qb_engine.notation.game_position import parse_position
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS
from qb_engine.search.perft import MAX_DEPTH, perft

pytestmark = pytest.mark.rules

COUNTS = int(os.environ.get("MAZZO_PERFT_COUNTS", "60"))
"""Of positions that are not kept, under both presets; the campaign asks for more."""
FRESH = 1_000_000
"""The seeds of these positions begin here, far from those of the kept ones."""
KEPT = json.loads((Path(__file__).parent / "data" / "perft.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PRESETS)
def test_the_compiled_form_counts_what_the_plain_form_counted(name: str) -> None:
    engine = RulesEngine(PRESETS[name], compiled=True)
    own = [entry for entry in KEPT if entry["position"].split()[1] == name]
    assert len(own) == len(KEPT) / 2
    for entry in own:
        state = parse_position(entry["position"], engine)
        assert [perft(state, depth) for depth in (1, 2, 3)] == entry["counts"], entry["position"]


@pytest.mark.parametrize("name", PRESETS)
def test_other_positions_have_the_same_counts_in_both_forms(name: str) -> None:
    compiled = RulesEngine(PRESETS[name], compiled=True)
    for seed in range(FRESH, FRESH + COUNTS // (DEPTH * len(PRESETS)) + 1):
        position = sampled(PRESETS[name], seed)
        state = parse_position(position, compiled)
        assert [perft(state, depth) for depth in range(1, DEPTH + 1)] == counts(position), position


@pytest.mark.parametrize("name", PRESETS)
def test_the_first_count_is_the_legal_moves_and_the_pass(name: str) -> None:
    engine = RulesEngine(PRESETS[name], compiled=False)
    for entry in [entry for entry in KEPT if entry["position"].split()[1] == name][::10]:
        state = parse_position(entry["position"], engine)
        side = state.side_to_act
        assert entry["counts"][0] == (len(state.legal_moves(side)) + 1 if side else 0)
        assert perft(state, 0) == 1
        assert [perft(state, depth) for depth in (1, 2)] == entry["counts"][:2]


def test_every_position_that_is_kept_has_something_to_count() -> None:
    assert all(entry["counts"][0] > 0 for entry in KEPT)
    assert len({entry["position"] for entry in KEPT}) > 0.9 * len(KEPT)


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
def test_a_play_that_the_rules_refuse_at_its_end_is_no_line(compiled: bool) -> None:
    """A board that can number one card more: whoever lays it, nobody lays another after it."""
    state = parse_position("qb1 rebirth Y1 opening Y=001 E=001", RulesEngine(PRESETS["rebirth"], compiled=compiled))
    laid = len(state.legal_moves("Y"))
    assert laid > 1
    state.record.next_uid = MAX_UID - 1
    assert [perft(state, depth) for depth in (1, 2)] == [laid + 1, laid + laid + 1]
    state.record.next_uid = MAX_UID
    assert [perft(state, depth) for depth in (1, 2)] == [1, 1]


def test_a_depth_that_would_never_end_is_refused() -> None:
    state = parse_position(KEPT[0]["position"])
    with pytest.raises(ValueError, match="outside 0"):
        perft(state, MAX_DEPTH + 1)
