"""``make calibrate`` at its smallest: what is in the document, what it demands, and how it ends."""

from __future__ import annotations

import json
import sys

import pytest

import calibration
from calibration import Measured
from mazzo.lab import self_play
from mazzo.lab.calibration import Share
from mazzo.lab.campaigns import KEYS
from mazzo.lab.self_play import CalibrationPlan, CalibrationRecord, Statement
from mazzo.lab.statistics import Interval
from qb_engine.arena.players import PlayerSpec
from qb_engine.ruleset import PRESETS, REBIRTH
from strength import commit

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("compiled")]

SMALLEST = (
    "--iterations 4 --positions 2 --covered 1 --compared 2 --equal 1 --endings 3 --ending-iterations 20 --long 0 "
    "--workers 1 --seed 3"
)


@pytest.fixture
def out(tmp_path, monkeypatch):
    file = tmp_path / "calibration.md"
    monkeypatch.setattr("sys.argv", ["calibration.py", *SMALLEST.split(), "--out", str(file)])
    return file


def test_what_is_measured_is_written_down_with_its_commit(out, monkeypatch):
    monkeypatch.setattr(self_play, "REFERENCE_FACTOR", 2)
    code = calibration.main()
    text = out.read_text()
    titles = [line for line in text.splitlines() if line.startswith("## ")]
    assert titles == ["## Both rulesets together", *(f"## Rules {name}" for name in PRESETS)]
    assert f"\nCommit {commit()}, seed 3, 1 workers.\n" in text
    assert text.count("Intervals that hold the chance") == 3
    verdicts = [line for line in text.splitlines() if line.endswith((": yes.", ": **no**."))]
    assert len(verdicts) == 4  # of no long look and of six endings nothing is said
    assert "also judged by blind play" in text
    assert code == (1 if any("**no**" in line for line in verdicts) else 0)


def test_answers_that_are_kept_are_not_asked_again(out, monkeypatch, tmp_path):
    monkeypatch.setattr(self_play, "REFERENCE_FACTOR", 2)
    kept = [*sys.argv, "--kept", str(tmp_path)]
    for name in PRESETS:
        monkeypatch.setattr("sys.argv", [*kept, "--rules", name])
        assert calibration.main() == 0
    assert not out.exists()
    monkeypatch.setattr("sys.argv", kept)
    monkeypatch.setattr(self_play, "play_and_state", pytest.fail)
    calibration.main()
    assert "Games 1, positions 2" in out.read_text()


def test_as_a_campaign_it_prints_its_line_and_writes_nothing(out, monkeypatch, capsys):
    monkeypatch.setattr(self_play, "REFERENCE_FACTOR", 2)
    monkeypatch.setattr("sys.argv", [*sys.argv, "--line"])
    code = calibration.main()
    told = capsys.readouterr()
    line = json.loads(told.out)
    assert tuple(line) == KEYS
    assert (line["id"], line["size"], line["seed"]) == ("calibration", 2 * len(PRESETS), 3)
    assert line["failures"] == len(told.err.splitlines())
    assert code == (1 if line["failures"] else 0)
    assert not out.exists()


def test_a_run_that_breaks_says_what_broke_it_and_writes_nothing(out, monkeypatch, capsys):
    def break_down(_ruleset, _iterations, _seed):
        raise ValueError("no such lane")

    monkeypatch.setattr(self_play, "REFERENCE_FACTOR", 2)
    monkeypatch.setattr(self_play, "is_told_apart", break_down)
    with pytest.raises(SystemExit) as ended:
        calibration.main()
    assert ended.value.code == 1
    told = capsys.readouterr().err
    assert "ValueError: no such lane" in told
    assert "broken after 1 games; calibration.md is as it was" in told
    assert not out.exists()


DEMANDS = ("calibration error", "intervals hold", "equal moves", "Brier score", "endings", "Half-widths")


def missed_of(found):
    """The places in ``DEMANDS`` of those that do not hold."""
    missed = [said for said, holds in calibration.demands(found).items() if not holds]
    return [place for place, words in enumerate(DEMANDS) if any(words in said for said in missed)]


def record(*, wins=5, held=19, told_apart=1, blind=None):
    """Ten games that stated a half, twenty intervals, a hundred pairs of equal moves."""
    found = CalibrationRecord(CalibrationPlan(PlayerSpec.parse("quick"), 100, 20, 1, REBIRTH, (), covered=20))
    for game in range(10):
        references = (0.5 if 2 * game + place < held else 0.9 for place in range(2))
        statements = (Statement(0.5, Interval(0.4, 0.6), float(game < wins), chance, blind) for chance in references)
        found.add(tuple(statements))
    found.equal_moves = Share(told_apart, 100)
    return found


@pytest.mark.parametrize(
    ("records", "missed"),
    [
        ([record()], []),
        ([record(), record(wins=6)], [0]),
        ([record(held=20), record(held=17)], []),
        ([record(held=17)], [1]),
        ([record(held=20)], [1]),
        ([record(), record(told_apart=2)], [2]),
        ([record(), record(blind=0.95)], []),
        ([record(), record(blind=0.57)], [3]),
    ],
)
def test_too_large_an_error_the_wrong_coverage_and_equal_moves_told_apart_do_not_hold(records, missed):
    assert missed_of(list(map(Measured, records))) == missed


@pytest.mark.parametrize(("lost", "missed"), [([(0, 0), (0.5, 1)], []), ([(0, 1), (0.6, 0)], [4])])
def test_endings_may_cost_half_of_what_they_cost_blind_play(lost, missed):
    assert missed_of([Measured(record(), endings=lost * 50)]) == missed


def test_of_a_few_endings_nothing_is_said():
    assert not any("endings" in said for said in calibration.demands([Measured(record(), endings=[(1, 0)] * 99)]))


@pytest.mark.parametrize(("half", "missed"), [(0.06, []), (0.08, [5])])
def test_intervals_of_a_long_search_are_narrow(half, missed):
    long = CalibrationRecord(record().plan)
    long.add((Statement(0.5, Interval(0.5 - half, 0.5 + half), 1.0), Statement(1.0, Interval(1, 1), 1.0)))
    assert missed_of([Measured(record(), long)]) == missed


def test_intervals_that_nobody_asked_about_are_not_missed():
    assert all(calibration.demands([Measured(CalibrationRecord(record().plan))]).values())
