"""The same source compiled and plain: whole games, hash, error and event log after every ply."""

from __future__ import annotations

import pytest

from lockstep import compare_games
from qb_engine.kernel.layout import REPLACE_ALLY_OR_EMPTY, TILES
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import PRESETS, REBIRTH, SPEC

pytestmark = pytest.mark.slow

GAMES = 1000
"""Under each of the two presets; ``make lockstep`` plays more."""
CHUNK = 125


@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
@pytest.mark.parametrize("ruleset", PRESETS)
def test_compiled_and_plain_agree_after_every_ply(ruleset: str, first: int) -> None:
    plies, differing = compare_games(ruleset, first, CHUNK)
    assert differing == []
    assert plies > 10 * CHUNK


@pytest.mark.parametrize("compiled", [True, False])
def test_a_packed_record_reads_and_writes_like_a_plain_one(compiled: bool) -> None:
    engine = RulesEngine(SPEC, compiled=compiled)
    cells = engine.empty_state()
    record = engine.seen(cells)
    record.turn = 7
    record.hand[1][3] = 42
    assert (int(record.turn), int(record.hand[1][3]), len(record.owner)) == (7, 42, TILES)
    copy = engine.seen(engine.copied(cells))
    record.hand[1][3] = 1
    assert int(copy.hand[1][3]) == 42


def test_the_rules_are_numbers_in_both_forms() -> None:
    for compiled in (True, False):
        rules = [RulesEngine(ruleset, compiled=compiled) for ruleset in (SPEC, REBIRTH)]
        targets = [int(engine.seen(engine.rules).replace_target) for engine in rules]
        assert targets[0] == REPLACE_ALLY_OR_EMPTY != targets[1]
