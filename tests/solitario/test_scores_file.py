from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitario.application.score_records import Board, GameRecord, by_board, leaderboard
from solitario.infrastructure.errors import (
    InvalidRecordsFileError,
    NewerRecordsFileError,
    RecordsAccessError,
    RecordsError,
)
from solitario.infrastructure.score_fields import record_fields, record_from
from solitario.infrastructure.scores_file import JsonScoreStorage
from support.full_disk import largest_file
from support.hostile_files import HOSTILE
from support.score_samples import LEGACY, LOST, WON, record

TESTS = str(Path(__file__).parent.parent)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "scores.json"


def write(path, value):
    path.write_text(json.dumps(value))
    return path.read_bytes()


def test_without_a_file_there_are_no_scores_and_reading_makes_none(path):
    assert JsonScoreStorage(path).records() == []
    assert not path.exists()


def test_a_game_comes_back_as_it_was_kept(path):
    kept = [record(WON, 1), record(LOST, 2), GameRecord(WON)]
    for one in kept:
        assert JsonScoreStorage(path).add(one)
    assert JsonScoreStorage(path).records() == kept
    assert JsonScoreStorage(path).load_all_scores() == [WON, LOST, WON]


def test_the_file_has_the_version_and_the_fields_of_the_specification(path):
    JsonScoreStorage(path).add(record())
    content = json.loads(path.read_text())
    assert content["version"] == "2.0.0"
    assert content["scores"][0]["scoring_system_version"] == "2.0.0"
    assert content["scores"][0]["total_score"] == 2318
    assert content["scores"][0]["victory_quality_multiplier"] == 1.1
    assert len(path.read_text().splitlines()) == 6


def test_the_same_game_is_kept_once(path):
    storage = JsonScoreStorage(path)
    assert storage.add(record(number=1))
    assert not storage.add(record(number=1))
    assert len(storage.records()) == 1


def test_what_a_newer_minor_version_wrote_survives_a_round_trip(path):
    row = {**record_fields(record()), "mood": {"of": ["the", "player"]}, "luck": 0.1}
    write(path, {"version": "2.4.0", "comment": "mine", "scores": [row], "checks": [1, 2]})
    storage = JsonScoreStorage(path)
    storage.add(record(LOST, 2))
    content = json.loads(path.read_text())
    assert (content["version"], content["comment"], content["checks"]) == ("2.4.0", "mine", [1, 2])
    assert content["scores"][0] == row
    assert storage.records()[0].extra == {"mood": {"of": ["the", "player"]}, "luck": 0.1}


def test_a_bare_list_is_read_as_v1_with_the_sentinel(path):
    before = write(path, [LEGACY, {"total_score": 7, "is_victory": False}])
    first, second = JsonScoreStorage(path).load_all_scores()
    assert (first.victory_quality_multiplier, first.scoring_system_version, first.is_legacy) == (-1.0, "1.0", True)
    assert (first.total_score, first.deck_type, first.time_bonus) == (2245, "neapolitan", 1500)
    assert (second.total_score, second.is_legacy) == (7, True)
    assert path.read_bytes() == before


def test_a_v1_file_is_backed_up_before_it_is_converted(path):
    before = write(path, [{**LEGACY, "note": "kept"}])
    JsonScoreStorage(path).add(record())
    assert (path.parent / "scores_v1_backup.json").read_bytes() == before
    content = json.loads(path.read_text())
    assert content["version"] == "2.0.0"
    marks = {"victory_quality_multiplier": -1.0, "scoring_system_version": "1.0", "note": "kept"}
    assert content["scores"][0] == {**LEGACY, **marks}
    assert [one.score.is_legacy for one in JsonScoreStorage(path).records()] == [True, False]


def test_an_older_backup_is_never_replaced(path):
    older = path.parent / "scores_v1_backup.json"
    older.write_bytes(b"an older backup")
    before = write(path, [LEGACY])
    JsonScoreStorage(path).add(record())
    assert older.read_bytes() == b"an older backup"
    assert (path.parent / "scores_v1_backup.copy-1.json").read_bytes() == before


def test_a_file_of_a_newer_major_version_is_refused_and_left_alone(path):
    before = write(path, {"version": "3.0.0", "scores": {"unlike": "ours"}})
    storage = JsonScoreStorage(path)
    for attempt in (storage.records, lambda: storage.add(record())):
        with pytest.raises(NewerRecordsFileError, match=r"newer version, 3\.0\.0; this one knows 2\.0\.0"):
            attempt()
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_with_a_reason_in_a_moment_and_left_alone(path, name):
    path.write_bytes(HOSTILE[name])
    storage = JsonScoreStorage(path)
    for attempt in (storage.records, lambda: storage.add(record())):
        started = time.process_time()
        with pytest.raises(RecordsError) as caught:
            attempt()
        assert time.process_time() - started < 0.1
        assert str(caught.value).isprintable()
        assert "scores.json" in caught.value.message("it")
    assert path.read_bytes() == HOSTILE[name]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"total_score": "many"}, "scores[1].total_score"),
        ({"total_score": None}, "scores[1].total_score"),
        ({"total_score": True}, "scores[1].total_score"),
        ({"is_victory": 1}, "scores[1].is_victory"),
        ({"elapsed_seconds": -0.5}, "scores[1].elapsed_seconds"),
        ({"move_count": 1.5}, "scores[1].move_count"),
        ({"deck_type": ["french"]}, "scores[1].deck_type"),
        ({"profile_id": 3}, "scores[1].profile_id"),
        ({"victory_quality_multiplier": "high"}, "scores[1].victory_quality_multiplier"),
    ],
)
def test_an_unusable_field_is_named(path, change, key):
    rows = [record_fields(record()), {**record_fields(record(number=2)), **change}]
    before = write(path, {"version": "2.0.0", "scores": rows})
    with pytest.raises(InvalidRecordsFileError) as caught:
        JsonScoreStorage(path).records()
    assert caught.value.facts["key"] == key
    assert path.read_bytes() == before


def test_a_record_that_is_no_table_and_a_missing_field_are_named(path):
    for row, key in ((7, "scores[0]"), ({"victory_quality_multiplier": 1.0}, "scores[0].total_score")):
        write(path, {"version": "2.0.0", "scores": [row]})
        with pytest.raises(InvalidRecordsFileError) as caught:
            JsonScoreStorage(path).records()
        assert caught.value.facts["key"] == key


def test_a_full_disk_is_said_and_the_old_scores_stay(path):
    storage = JsonScoreStorage(path)
    storage.add(record(number=1))
    before = path.read_bytes()
    with largest_file(len(before) + 10), pytest.raises(RecordsAccessError) as caught:
        storage.add(record(number=2))
    assert caught.value.message("it") == (
        "Non è stato possibile leggere o scrivere scores.json: il disco è pieno. Quanto salvato prima è intatto"
    )
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["scores.json", "scores.json.lock"]


def test_two_processes_lose_no_score(path):
    code = (
        "import sys; from pathlib import Path\n"
        "from support.score_samples import record\n"
        "from solitario.infrastructure.scores_file import JsonScoreStorage\n"
        "start = int(sys.argv[1])\n"
        f"for n in range(start, start + 10): JsonScoreStorage(Path({str(path)!r})).add(record(number=n))\n"
    )
    command = [sys.executable, "-c", code]
    writers = [subprocess.Popen([*command, start], env={"PYTHONPATH": TESTS}) for start in ("100", "200")]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert len(JsonScoreStorage(path).records()) == 20


def test_an_import_brings_v1_and_v2_scores_to_a_profile_once(path, tmp_path):
    storage = JsonScoreStorage(path)
    storage.add(record(number=1))
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    write(old, [LEGACY, LEGACY, {**LEGACY, "total_score": 9}])
    write(new, {"version": "2.0.0", "scores": [record_fields(record(number=n, profile_id="p9")) for n in (1, 2)]})
    first = storage.import_from(old, "p1")
    assert (first.added, first.known, first.legacy) == (3, 0, 3)
    second = storage.import_from(new, "p1")
    assert (second.added, second.known, second.legacy) == (1, 1, 0)
    assert storage.import_from(old, "p1").added == 0
    assert {one.profile_id for one in storage.records()} == {"p1"}


def test_an_import_of_nothing_or_nonsense_changes_nothing(path, tmp_path):
    storage = JsonScoreStorage(path)
    with pytest.raises(InvalidRecordsFileError, match="no such file"):
        storage.import_from(tmp_path / "nowhere.json", "p1")
    write(tmp_path / "bad.json", [LEGACY, {"total_score": "x", "is_victory": True}])
    with pytest.raises(InvalidRecordsFileError, match=r"bad.json, \[1\].total_score"):
        storage.import_from(tmp_path / "bad.json", "p1")
    assert not path.exists()


def test_boards_never_mix_major_versions_or_figures(path):
    write(path, [LEGACY])
    storage = JsonScoreStorage(path)
    for number, changes in enumerate(
        [{}, {"scoring_system_version": "2.3.1"}, {"config_hash": "other"}, {"scoring_system_version": "10.0"}], 1
    ):
        storage.add(record(number=number, **changes))
    default = WON.config_hash
    assert {board: len(rows) for board, rows in by_board(storage.records()).items()} == {
        Board("10", default): 1,
        Board("2", default): 2,
        Board("2", "other"): 1,
        Board("1", ""): 1,
    }
    assert [board.major for board in by_board(storage.records())] == ["10", "2", "2", "1"]


def test_a_leaderboard_counts_wins_only_and_breaks_ties_the_same_way_every_time():
    board = record().board
    rows = [
        record(LOST, 1, total_score=9999),
        record(WON, 2, total_score=100, elapsed_seconds=50.0),
        record(WON, 3, total_score=100, elapsed_seconds=40.0),
        record(WON, 4, total_score=300),
        record(WON, 5, total_score=100, elapsed_seconds=40.0, move_count=90),
        record(WON, 6, total_score=900, config_hash="other"),
    ]
    expected = ["solitario/4", "solitario/5", "solitario/3", "solitario/2"]
    assert [one.game_id for one in leaderboard(rows, board)] == expected
    assert [one.game_id for one in leaderboard(rows[::-1], board)] == expected
    assert [one.game_id for one in leaderboard(rows, board, top=1)] == expected[:1]


@given(
    total=st.integers(0, 10**6),
    seconds=st.floats(0, 10**6, allow_nan=False),
    quality=st.sampled_from([0.0, 0.64, 1.34]),
    extra=st.dictionaries(st.text(min_size=1).map("x_".__add__), st.integers() | st.text() | st.none(), max_size=3),
)
def test_any_record_survives_its_own_fields(total, seconds, quality, extra):
    score = replace(WON, total_score=total, elapsed_seconds=seconds, victory_quality_multiplier=quality)
    one = GameRecord(score, "p7", "", None, "", extra)
    assert record_from(json.loads(json.dumps(record_fields(one))), "", AssertionError) == one


@pytest.mark.parametrize("version", ["9" * 5000, "", "x", "2.", "٣.0"])
def test_a_version_that_is_none_is_refused_by_its_key(tmp_path, version):
    (tmp_path / "scores.json").write_text(json.dumps({"version": version, "scores": []}))
    with pytest.raises(InvalidRecordsFileError, match="version"):
        JsonScoreStorage(tmp_path / "scores.json").records()
