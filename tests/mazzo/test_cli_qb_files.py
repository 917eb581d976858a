"""``mazzo qb verify`` and ``mazzo qb position``: answers, exit codes and JSON."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from mazzo.cli.qb.files import position_command, verify_command
from qb_engine.records import Result, qbn_text, to_json
from qb_engine.ruleset import REBIRTH
from support.qb_records import dealt_game, mirrored_match

pytestmark = pytest.mark.slow

GAME = dealt_game(REBIRTH, 5)


def verify(path, *options):
    return CliRunner().invoke(verify_command, [str(path), "--lang", "en", *options])


def position(*arguments):
    return CliRunner().invoke(position_command, ["--lang", "en", *arguments])


@pytest.fixture
def saved(tmp_path):
    def save(text: str | bytes):
        path = tmp_path / "game.qbn"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return save


def test_a_true_record_is_verified_in_either_form(saved):
    for text in (qbn_text(GAME), json.dumps(to_json(GAME))):
        path = saved(text)
        answer = verify(path)
        assert answer.exit_code == 0
        assert answer.stdout == f"{path}: verified: 28 plies, result Y 18:0 two_passes, last position {GAME.final}\n"
        assert answer.stderr == ""


def test_an_unfinished_record_is_verified_too(saved):
    answer = verify(saved(qbn_text(mirrored_match())))
    assert answer.exit_code == 0
    assert "not finished" in answer.stdout


def test_a_record_can_come_from_standard_input():
    answer = CliRunner().invoke(verify_command, ["-", "--lang", "en"], input=qbn_text(GAME))
    assert answer.exit_code == 0


def test_the_report_as_data_names_position_and_counts(saved):
    report = json.loads(verify(saved(qbn_text(GAME)), "--json").stdout)
    assert (report["schema"], report["ok"], report["plies"], report["events"]) == (1, True, 28, 28)
    assert report["position_id"] == GAME.final
    assert report["position"].startswith("qb1 rebirth E28 passes=2 played over ")
    assert report["faults"] == []


def test_a_false_result_is_a_no_with_what_was_expected_and_found(saved):
    path = saved(qbn_text(replace(GAME, result=Result("E", 0, 18, "two_passes"))))
    assert verify(path).exit_code == 1
    report = json.loads(verify(path, "--json").stdout)
    fault = report["faults"][0]
    assert (fault["kind"], fault["expected"], fault["found"]) == ("result", str(GAME.result), "E 0:18 two_passes")
    assert fault["line"] == 40


def test_an_illegal_move_is_a_no_with_ply_line_and_reason(saved):
    text = qbn_text(replace(GAME, entries=(GAME.entries[0], GAME.entries[0], *GAME.entries[2:])))
    answer = verify(saved(text), "--json")
    assert answer.exit_code == 1
    fault = json.loads(answer.stdout)["faults"][0]
    assert (fault["ply"], fault["line"], fault["found"]) == (2, 12, "Y 008@T1")
    assert fault["expected"] == "008@T1 refused: the enemy must act first"


def test_a_changed_byte_is_a_no_or_unreadable(saved):
    text = qbn_text(mirrored_match())
    assert verify(saved(text.replace("a slip", "a trip"))).exit_code == 1
    answer = verify(saved(text.replace("first E", "first Z")))
    assert answer.exit_code == 65
    assert "line 4, column 7: one of Y, E is needed and 'Z' is there" in answer.stderr
    assert answer.stdout == ""


@pytest.mark.parametrize(
    ("raw", "place"),
    [(b"", (1, 1)), (b"qbn 1\nrules \xff", (2, 7)), (b"{}", (None, None)), (b'{"a":', (None, None)), (b"\0", (1, 1))],
)
def test_what_is_no_game_is_bad_data(saved, raw, place):
    answer = verify(saved(raw), "--json")
    assert answer.exit_code == 65
    report = json.loads(answer.stdout)
    assert (report["ok"], report["line"], report["column"]) == (False, *place)
    assert report["error"]


def test_no_such_file_is_no_input(tmp_path):
    answer = verify(tmp_path / "nothing.qbn")
    assert answer.exit_code == 66
    assert answer.stderr == "there is no file nothing.qbn\n"


def test_faults_are_said_in_italian(saved):
    path = saved(qbn_text(replace(GAME, final="0" * 12)))
    answer = CliRunner().invoke(verify_command, [str(path), "--lang", "it"])
    assert "riga 41: l'ultima posizione è" in answer.stdout


def test_a_position_is_shown_in_words():
    answer = position("qb1 rebirth opening Y2 M1=y1:001+2")
    assert answer.exit_code == 0
    lines = answer.stdout.splitlines()
    assert lines[0] == "qb1 rebirth Y2 T1=y1 T5=e1 M1=y1:001+2 M5=e1 B1=y1 B5=e1"
    assert len(lines[1]) == 12
    assert lines[4].startswith("MID  Y1:001=3")
    assert lines[-1] == "Turn 2: you are to act."


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("qb1 rebirth E3 opening", "Turno 3: tocca al nemico."),
        ("qb1 rebirth E3 passes=2 over opening", "Turno 3: la partita è finita."),
    ],
)
def test_whose_turn_it_is_is_said_in_italian(text, last):
    assert CliRunner().invoke(position_command, [text, "--lang", "it"]).stdout.splitlines()[-1] == last


def test_a_position_as_data_is_what_a_scenario_reports_and_its_text():
    report = json.loads(position("qb1", "rebirth", "opening", "Y=001|002", "--json").stdout)
    assert (report["schema"], report["ok"], report["turn"], report["side_to_act"]) == (2, True, 1, "Y")
    assert report["position"] == "qb1 rebirth Y1 opening Y=001|002"
    assert report["hands"] == {"Y": ["001"]}
    assert report["piles"] == {"Y": ["002"], "E": []}
    assert report["legal_moves"] == {"Y": ["001@B1", "001@M1", "001@T1"]}


def test_no_position_is_bad_data_with_column_and_reason():
    answer = position("qb1 rebirth M9=y1")
    assert answer.exit_code == 65
    assert "column 13: " in answer.stderr
    report = json.loads(position("qb2 rebirth", "--json").stdout)
    assert report["ok"] is False
    assert "version qb2 is not known" in report["error"]
