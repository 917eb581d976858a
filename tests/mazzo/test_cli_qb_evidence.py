"""``mazzo qb evidence``: the right value in words and as data, and files that are no match."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from mazzo.cli import main
from qb_engine.records import qbn_text
from qb_engine.ruleset import REBIRTH, Ruleset
from support.hidden_rules import synced_match

pytestmark = pytest.mark.slow

CLEAR = Ruleset.parse("rebirth+destroyed_tile=clear")


@pytest.fixture(scope="module")
def matches(tmp_path_factory):
    """Two matches on a console that clears the tile of a destroyed card, and one in which nothing was synced."""
    folder = tmp_path_factory.mktemp("matches")
    files = {
        "one": synced_match(0, CLEAR),
        "two": synced_match(1, CLEAR, whole=False),
        "none": synced_match(0, REBIRTH),
    }
    for name, game in files.items():
        (folder / f"{name}.qbn").write_text(qbn_text(game), encoding="utf-8")
    return folder


@pytest.fixture
def evidence(matches, monkeypatch):
    """Run the command among the matches."""
    monkeypatch.chdir(matches)

    def run(*words: str):
        return CliRunner().invoke(main, ["qb", "evidence", *words])

    return run


def test_the_right_value_is_named_with_its_support(evidence):
    answer = evidence("one.qbn", "two.qbn", "--lang", "en")
    assert answer.exit_code == 0, answer.output
    assert "2 matches, 4 synced boards; the rules are rebirth." in answer.stdout
    assert "clear: explains 4 boards in 2 matches, contradicted by no board." in answer.stdout
    assert "restore, as in these rules: explains no board, contradicted by 4 boards in 2 matches." in answer.stdout
    assert (
        "The boards fit clear. To play by it: mazzo coach --new --rules rebirth+destroyed_tile=clear" in answer.stdout
    )
    assert "order (what a play does first):" in answer.stdout
    assert "4 boards fit none of these values" in answer.stdout


def test_italian_is_spoken_throughout(evidence):
    said = evidence("one.qbn", "two.qbn", "--lang", "it").stdout
    assert "clear: spiega 4 tavoli in 2 partite, contraddetto da nessun tavolo." in said
    for english in ("explains", "board", "match", "rules are", "apart"):
        assert english not in said.replace("mazzo coach", "")


def test_data_has_a_schema_and_every_count(evidence):
    data = json.loads(evidence("one.qbn", "two.qbn", "--json").stdout)
    assert data["schema"] == 1
    assert [(file["file"], file["ok"], file["boards"]) for file in data["files"]] == [
        ("one.qbn", True, 2),
        ("two.qbn", True, 2),
    ]
    assert [switch["switch"] for switch in data["switches"]] == ["destroyed_tile", "order", "mulligan_return"]
    switch = data["switches"][0]
    assert switch["fits"] == ["clear"]
    assert switch["values"][0] == {
        "value": "restore",
        "is_ours": True,
        "explained": 0,
        "explained_files": 0,
        "contradicted": 4,
        "contradicted_files": 2,
    }


def test_other_rules_can_be_the_ones_that_are_tried(evidence):
    said = evidence("one.qbn", "--rules", CLEAR.name, "--lang", "en").stdout
    assert "The boards fit clear, as in these rules." in said
    assert evidence("one.qbn", "--rules", "rebirth+colour=red").exit_code == 65


def test_every_switch_is_listed_on_demand(evidence):
    said = evidence("one.qbn", "--all", "--lang", "en").stdout
    assert "zero_power_destroys/aura_can_destroy:" in said
    assert "capture:" in said


def test_without_a_synced_board_nothing_is_claimed(evidence):
    answer = evidence("none.qbn", "--lang", "en")
    assert answer.exit_code == 0
    assert answer.stdout.splitlines()[1].startswith("Without a synced board nothing can be said")


def test_the_same_match_under_two_names_counts_once(evidence, matches):
    (matches / "copy.qbn").write_bytes((matches / "one.qbn").read_bytes())
    answer = evidence("one.qbn", "copy.qbn", "--lang", "en")
    assert answer.exit_code == 0
    assert "1 match, 2 synced boards" in answer.stdout
    assert "copy.qbn: this is the same match as one.qbn" in answer.stderr


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "bad.qbn: line 1, column 1:"),
        (b"qbn 9\n", "version '9' is not known"),
        (b"\xff\xfe", "this is not UTF-8"),
        (b"{", "this is not JSON as we accept it"),
    ],
)
def test_a_file_that_is_no_match_is_named_and_the_others_still_count(evidence, matches, content, says):
    (matches / "bad.qbn").write_bytes(content)
    answer = evidence("bad.qbn", "one.qbn", "--lang", "en")
    assert answer.exit_code == 65
    assert says in answer.stderr
    assert "clear: explains 2 boards in 1 match" in answer.stdout
    data = json.loads(evidence("bad.qbn", "one.qbn", "--json").stdout)
    assert [file["ok"] for file in data["files"]] == [False, True]
    assert data["files"][0]["error"]


def test_every_truncated_file_is_refused_with_a_sentence(evidence, matches):
    whole = (matches / "one.qbn").read_bytes()
    for length in range(0, len(whole) - 1, 97):
        (matches / "cut.qbn").write_bytes(whole[:length])
        answer = evidence("cut.qbn")
        assert answer.exit_code == 65
        assert answer.stderr.startswith("cut.qbn: ")


def test_a_match_that_is_not_as_it_was_sealed_is_left_out(evidence, matches):
    text = (matches / "one.qbn").read_text(encoding="utf-8")
    (matches / "lie.qbn").write_text(text[: text.rindex("seal ")] + "seal 000000000000\n", encoding="utf-8")
    answer = evidence("lie.qbn", "one.qbn", "--lang", "en")
    assert answer.exit_code == 65
    assert "lie.qbn: the match is not as the file says: line" in answer.stderr
    assert "1 match, 2 synced boards" in answer.stdout


def test_a_missing_file_and_a_folder_end_with_no_input(evidence, matches):
    answer = evidence("nowhere.qbn", "one.qbn", "--lang", "en")
    assert answer.exit_code == 66
    assert answer.stderr == "there is no file nowhere.qbn\n"
    assert "1 match, 2 synced boards" in answer.stdout
    (matches / "folder").mkdir(exist_ok=True)
    assert evidence("folder").exit_code == 66
