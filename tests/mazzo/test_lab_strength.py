"""``make strength`` at its smallest: every match is in the document, with whether what it asks holds."""

from __future__ import annotations

import pytest

import strength
from mazzo.lab.arena import Result
from mazzo.lab.matches import MatchPlan, MatchRecord, PairResult
from mazzo.lab.players import PlayerSpec
from qb_engine.ruleset import REBIRTH

SMALLEST = "--quick 2 --deep 2 --rungs 2 --ladder 4 8 --second 0.001 --workers 1 --seed 3"


def test_what_is_measured_is_written_down(tmp_path, monkeypatch):
    file = tmp_path / "strength.md"
    monkeypatch.setattr("sys.argv", ["strength.py", *SMALLEST.split(), "--out", str(file)])
    monkeypatch.setattr(strength, "TIMED_GAMES", 1)
    monkeypatch.setattr(strength, "PRESETS", {"rebirth": REBIRTH})
    assert strength.main() in (0, 1)
    text = file.read_text()
    assert [line for line in text.splitlines() if line.startswith("## ")] == ["## Rules rebirth"]
    rows = [line for line in text.splitlines() if " against " in line]
    assert len(rows) == 3
    assert all(row.endswith((": yes |", ": **no** |")) for row in rows)
    assert "deep:8 against deep:4 | 2 |" in rows[2]


def played(*margins):
    plan = MatchPlan(PlayerSpec.parse("quick"), PlayerSpec.parse("random"), len(margins), 1, REBIRTH, ())
    record = MatchRecord(plan)
    for margin in margins:
        record.add(PairResult(Result(margin, 10), Result(margin, 10)))
    return record


@pytest.mark.parametrize(
    ("margins", "is_better", "is_not_worse"),
    [([5] * 20, True, True), ([5, -5] * 10, False, True), ([-5] * 20, False, False)],
)
def test_better_needs_the_whole_interval_and_not_worse_only_its_end(margins, is_better, is_not_worse):
    record = played(*margins)
    better, not_worse = (strength.Question("", "quick", "random", 20, better) for better in (True, False))
    assert (better.holds(record), not_worse.holds(record)) == (is_better, is_not_worse)
