"""``make strength`` at its smallest: every match is in the document, with whether what it asks holds."""

from __future__ import annotations

import pytest

import strength
from mazzo.lab.matches import MatchPlan, MatchRecord
from mazzo.lab.pair_batches import PairBatch, PairResult
from qb_engine.arena.arena import Result
from qb_engine.arena.players import DeepPlayer, PlayerSpec
from qb_engine.ruleset import REBIRTH

SMALLEST = (
    "--quick 2 --deep 2 --levels 2 --equal 2 --long 2 --ladder 2 --random-decks 3 --rates 1000 500 --second 0.001 "
    "--workers 1 --seed 3"
)


@pytest.mark.slow
def test_what_is_measured_is_written_down(tmp_path, monkeypatch):
    file = tmp_path / "strength.md"
    monkeypatch.setattr("sys.argv", ["strength.py", *SMALLEST.split(), "--out", str(file)])
    monkeypatch.setattr(strength, "LADDER", (4, 8))
    monkeypatch.setattr(strength, "LEVELS", ("random", "deep:4", "deep:8"))
    monkeypatch.setattr(strength, "PRESETS", {"rebirth": REBIRTH})
    assert strength.main() in (0, 1)
    text = file.read_text()
    assert [line for line in text.splitlines() if line.startswith("## ")] == ["## Rules rebirth"]
    rows = [line for line in text.splitlines() if " against " in line]
    assert len(rows) == 8
    assert all(row.endswith((": yes |", ": **no** |")) for row in rows)
    assert "deep:8 against deep:4 | 2 |" in rows[3]
    assert [row.split(" | ")[0] for row in rows[4:]] == [
        "| deep:20 against rollout:10",
        "| deep:20 against rollout:10, random decks",
        "| deep:20 against rollout:200",
        "| deep:8 against deep:4",
    ]


@pytest.mark.slow
def test_a_second_of_processor_time_has_its_iterations(monkeypatch):
    monkeypatch.setattr(strength, "TIMED_GAMES", 1)
    monkeypatch.setattr(strength, "TIMED_ITERATIONS", 200)
    assert strength.rate_of(DeepPlayer, REBIRTH, 1) > 0


def played(*margins):
    plan = MatchPlan(PlayerSpec.parse("quick"), PlayerSpec.parse("random"), len(margins), 1, REBIRTH, ())
    record = MatchRecord(plan)
    record.add(PairBatch.of([PairResult(Result(margin, 10), Result(margin, 10)) for margin in margins]))
    return record


@pytest.mark.parametrize(
    ("margins", "wins_enough", "is_not_worse"),
    [
        ([5] * 20, True, True),
        ([5] * 14 + [-5] * 6, False, True),
        ([5, -5] * 10, False, True),
        ([-5] * 20, False, False),
    ],
)
def test_winning_needs_the_rate_and_not_worse_only_an_end_of_the_interval(margins, wins_enough, is_not_worse):
    record = played(*margins)
    enough, not_worse = (strength.Claim("", "quick", "random", 20, least) for least in (0.9, None))
    assert (enough.holds(record), not_worse.holds(record)) == (wins_enough, is_not_worse)


def test_the_better_rate_alone_is_not_enough():
    assert not strength.Claim("", "quick", "random", 2, 0.5).holds(played(5, -5))
