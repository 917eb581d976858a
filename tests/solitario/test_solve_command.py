"""``mazzo solitario solve``: verdicts, lines and refusals as a person and a program get them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mazzo.cli.exits import BAD_DATA, INTERRUPTED, NO_INPUT
from mazzo.cli.solitario import solitario_group
from solitario.domain.cards import FRENCH
from solitario.domain.deals import dealt
from solitario.domain.moves import Move
from solitario.domain.rules import DealRules, after
from solitario.solver.program import engine

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def compiled():
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("MAZZO_PLAIN", raising=False)
        yield engine(compiled=True)


def solve(*options, text=None):
    return CliRunner().invoke(solitario_group, ["solve", "--lang", "en", *options], input=text)


def solved(*options, text=None):
    result = solve("--json", *options, text=text)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_winnable_deal_comes_with_a_line_that_wins_and_its_score():
    found = solved("--deal", "4", "--draw", "3")
    assert (found["verdict"], found["deal"], found["deck"], found["draw_count"]) == ("winnable", 4, "french", 3)
    table, rules = dealt(4, FRENCH), DealRules(4, 3)
    for move in found["line"]:
        table = after(table, Move.parse(move), rules)
    assert table.is_won
    assert found["moves"] + found["draws"] + found["recycles"] == len(found["line"])
    score = found["score"]
    assert (score["move_count"], score["stock_draw_count"]) == (found["moves"], found["draws"])
    assert score["recycle_count"] == found["recycles"]


def test_a_lost_deal_has_no_line():
    found = solved("--deal", "5")
    assert (found["verdict"], found["line"], found["score"]) == ("not winnable", [], None)


def test_the_best_score_is_at_least_that_of_the_short_line(monkeypatch):
    monkeypatch.setattr("solitario.application.solving.BEST_TRIES", 300)
    short, best = solved("--deal", "3"), solved("--deal", "3", "--best", "score")
    assert best["score"]["total_score"] >= short["score"]["total_score"]


def test_a_position_is_read_from_a_file_or_from_standard_input(tmp_path):
    table = after(dealt(4, FRENCH), Move.parse("S>W"), DealRules(4, 3))
    (tmp_path / "table.txt").write_text(str(table), encoding="utf-8")
    from_file = solved("--position", str(tmp_path / "table.txt"), "--draw", "3")
    from_stream = solved("--position", "-", "--draw", "3", text=str(table))
    assert from_file["verdict"] == from_stream["verdict"] == "winnable"
    assert from_file["deal"] is None


def test_the_table_in_the_documentation_can_be_asked_about():
    document = (Path(__file__).parents[2] / "docs" / "solver.md").read_text(encoding="utf-8")
    text = document.partition("```\ndeck")[2].partition("```")[0]
    assert solved("--position", "-", text=f"deck{text}")["verdict"] == "winnable"


def test_a_range_of_deals_is_counted_with_its_interval():
    found = solved("--deals", "1-60", "--deck", "neapolitan", "--workers", "1")
    assert [deal["deal"] for deal in found["deals"]] == list(range(1, 61))
    verdicts = [deal["verdict"] for deal in found["deals"]]
    assert found["winnable"] == verdicts.count("winnable")
    assert found["interval"][0] < found["share_winnable"] < found["interval"][1]


def test_an_interrupted_range_says_what_was_decided():
    environment = {name: value for name, value in os.environ.items() if name != "MAZZO_PLAIN"}
    starter = "import sys; from mazzo.cli import main; main(sys.argv[1:])"
    options = ["--deals", "1-1000000", "--deck", "neapolitan", "--workers", "1", "--lang", "en"]
    command = [sys.executable, "-c", starter, "solitario", "solve", *options]
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True, env=environment) as process:
        while "deals decided" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        said, told = process.communicate(timeout=60)
    assert (process.returncode, "Interrupted. This is the result" in told) == (INTERRUPTED, True)
    assert "Winnable " in said
    assert "Deals 1 to 1000000," not in said


def test_workers_find_the_same_as_one_process():
    one, two = (solved("--deals", "1-250", "--deck", "neapolitan", "--workers", count) for count in ("1", "2"))
    assert [deal["nodes"] for deal in one["deals"]] == [deal["nodes"] for deal in two["deals"]]


def test_a_share_is_said_in_italian_without_an_article_that_a_number_would_bend():
    said = solve("--deals", "1-60", "--deck", "neapolitan", "--workers", "1", "--quiet", "--lang", "it").stdout
    assert "Smazzate che si possono vincere: 8" in said


def test_more_than_one_card_with_a_shuffled_recycle_is_not_proven_and_says_why():
    found = solved("--deal", "4", "--draw", "3", "--recycle", "shuffled")
    assert (found["verdict"], found["is_shuffle_to_blame"]) == ("not proven", True)
    assert "each recycle shuffles" in solve("--deal", "4", "--draw", "3", "--recycle", "shuffled").stdout


def test_a_verdict_is_said_in_words():
    lines = solve("--deal", "4", "--draw", "3").stdout.splitlines()
    assert lines[0] == "Deal 4, French deck, draw 3."
    assert lines[1].startswith("It can be won: ")


TABLE = str(dealt(1, FRENCH))


@pytest.mark.parametrize(
    ("options", "text", "code", "words"),
    [
        (["--deal", "0"], None, BAD_DATA, "numbered from 1 to 999999999"),
        (["--deal", "1000000000"], None, BAD_DATA, "numbered from 1 to 999999999"),
        (["--deals", "9-3"], None, BAD_DATA, "a range of deals is written 1-1000"),
        (["--deals", "many"], None, BAD_DATA, "a range of deals is written 1-1000"),
        (["--deal", "1", "--nodes", "0"], None, BAD_DATA, "option --nodes, value 0: a search needs at least one node"),
        (["--deal", "1", "--seconds", "0"], None, BAD_DATA, "more than no time"),
        (["--deal", "1", "--seconds", "nan"], None, BAD_DATA, "more than no time"),
        (["--deal", "1", "--nodes", "5", "--seconds", "5"], None, 2, "exclude each other"),
        (["--deal", "1", "--deals", "1-5"], None, 2, "exclude each other"),
        (["--position", "nowhere.txt"], None, NO_INPUT, "nowhere.txt"),
        (["--position", "-"], "", BAD_DATA, "lines of a table, which begin with deck, stock, waste, foundations,"),
        (
            ["--position", "-"],
            TABLE.replace("foundations 0 0 0 0", "foundations 0 x 0 0"),
            BAD_DATA,
            "foundations: 4",
        ),
        (
            ["--position", "-"],
            TABLE.replace("foundations 0 0 0 0", "foundations 0 0 0"),
            BAD_DATA,
            "foundations: 4",
        ),
        (["--position", "-"], TABLE.replace("foundations 0", "foundations 5"), BAD_DATA, "missing or lies there twice"),
        (["--position", "-"], TABLE.replace("deck french", "deck neapolitan"), BAD_DATA, "missing or lies there twice"),
        (["--position", "-"], TABLE.replace("recycles 0", "recycles -1"), BAD_DATA, "in the line recycles: 1"),
    ],
)
def test_bad_input_ends_in_a_clear_sentence(options, text, code, words):
    result = solve(*options, text=text)
    assert (result.exit_code, words in result.output) == (code, True), result.output
    assert "Traceback" not in result.output
