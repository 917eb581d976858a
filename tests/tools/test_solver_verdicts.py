"""What the document says of the solver is what was published, and published verdicts are decided so again."""

from __future__ import annotations

import json

import pytest

import solver_rates
from solitario.infrastructure.winnable_deals_file import known_winnable, packed
from solitario.solver.program import engine
from solitario.solver.solving import Budget

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def compiled():
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("MAZZO_PLAIN", raising=False)
        yield engine(compiled=True)


def test_published_verdicts_are_decided_so_again():
    assert len(list(solver_rates.verify(20))) == len(solver_rates.COMBINATIONS)


def test_a_published_verdict_that_is_wrong_is_named(monkeypatch, tmp_path):
    verdicts = packed(bytes([1, 1, 1, 1, 1]))  # French deal 5 is lost
    lists = [{"deck": "french", "draw": 1, "deals": 5, "verdicts": verdicts}]
    (tmp_path / "verdicts.json").write_text(json.dumps({"lists": lists}), encoding="utf-8")
    monkeypatch.setattr(solver_rates, "PUBLISHED", tmp_path / "verdicts.json")
    with pytest.raises(SystemExit, match="french 1: deal 5 is not winnable, published is w"):
        list(solver_rates.verify(5))


def test_what_is_kept_as_not_proven_is_decided_once_more(monkeypatch, tmp_path):
    keeping = solver_rates.Keeping(tmp_path, "french", 1)
    keeping.replace(solver_rates.KeptVerdicts("wwwwu", (1, 2, 3, 4, 5)))
    monkeypatch.setattr(solver_rates, "BUDGET", Budget(nodes=0))
    list(solver_rates.decide_open(tmp_path, "french", 1))
    assert keeping.load().letters == "wwwwu"
    monkeypatch.undo()
    (said,) = solver_rates.decide_open(tmp_path, "french", 1)
    assert said.startswith("french 1: deal 5 is not winnable")
    assert (keeping.load().letters, keeping.load().nodes[:4]) == ("wwwwl", (1, 2, 3, 4))


@pytest.mark.parametrize(("deck", "draw"), solver_rates.COMBINATIONS)
def test_the_winnable_deals_that_are_offered_are_those_that_were_published(deck, draw):
    letters = solver_rates.published()[deck, draw]
    numbers = known_winnable(deck, draw).numbers("winnable")
    assert list(numbers) == [at for at, letter in enumerate(letters, start=1) if letter == "w"][: len(numbers)]
