from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from mazzo.bootstrap import solitario_players, solitario_scores
from mazzo.cli.solitario import solitario_group
from mazzo.folders import folders, made_folder_of
from mazzo.storage.store import EventStore
from solitario.infrastructure.settings_file import SettingsFile, StoredSettings
from support.score_samples import LEGACY, LOST, WON, record


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return folders()


def run(*arguments, answer=None):
    return CliRunner().invoke(solitario_group, arguments, input=answer)


def said(*arguments):
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout.splitlines()


def keep(home, *records):
    with EventStore.open(made_folder_of(home.journal)) as store:
        solitario_scores(store).add_all(records)


def test_nobody_has_played_yet():
    assert said("stats") == ["Guest: no finished games yet."]
    assert said("stats", "--lang", "it") == ["Ospite: ancora nessuna partita finita."]
    assert said("scores") == ["No wins yet."]
    assert json.loads(said("scores", "--json")[0]) == {"schema": 1, "ok": True, "boards": []}


def test_statistics_are_lines_for_the_ear(home):
    said("profile", "create", "Anna", "--default")
    keep(
        home,
        record(WON, 1),
        record(LOST, 2, timer_mode="STRICT", timer_limit_seconds=900, end_reason="timeout_strict"),
        record(WON, 3, difficulty_level=5, elapsed_seconds=3723.0, total_score=1001, victory_quality_multiplier=1.05),
    )
    assert said("stats") == [
        "Anna: 3 games, 2 won, 67 percent.",
        "Wins in a row: 1 now, 1 at best.",
        "Time at the table: 1 hour 22 minutes and 4 seconds.",
        "Fastest win: 10 minutes. Shortest win: 118 moves.",
        "How games ended: out of time 1, won 2.",
        "Against the clock: 1 game, 0 won in time, 0 won late, 1 run out.",
        "Level 3: 2 games, 1 won, 50 percent.",
        "Level 5: 1 game, 1 won, 100 percent.",
        (
            "Scoring system 2, standard figures: best 2318 points, average 1659 points, average quality 108 percent, "
            "51 draws in all, 3 recycles in all."
        ),
        "Achievements: First win, Master, No detours.",
    ]
    italian = said("stats", "--lang", "it")
    assert italian[0] == "Anna: 3 partite, vinte 2, 67 per cento."
    assert italian[-1] == "Traguardi: Prima vittoria, Maestro, Senza giri."


def test_statistics_as_data_keep_every_view(home):
    keep(home, record(WON, 1, profile_id="guest"))
    data = json.loads(said("stats", "--json")[0])
    assert (data["schema"], data["ok"], data["profile"]) == (2, True, "Guest")
    assert data["overall"]["win_share"] == 1.0
    assert data["levels"][0]["level"] == 3
    assert (data["boards"][0]["scoring"], data["boards"][0]["config_hash"]) == ("2", WON.config_hash)
    assert data["timer"]["games_without_limit"] == 1
    assert "first_win" in data["achievements"]


def test_leaderboards_never_mix_and_say_what_they_are(home, tmp_path):
    (tmp_path / "old.json").write_text(json.dumps([LEGACY]))
    said("import", str(tmp_path / "old.json"))
    keep(
        home,
        record(WON, 1, profile_id="guest"),
        record(LOST, 2),
        record(WON, 3, total_score=3000, config_hash="abcdef0123"),
    )
    assert said("scores") == [
        "Scoring system 2, standard figures",
        "1. 2318 points, Guest, level 3, French, 10 minutes, 118 moves, 1 March 2026",
        "Scoring system 2, own figures abcdef01",
        "1. 3000 points, Former player, level 3, French, 10 minutes, 118 moves, 3 March 2026",
        "Score computed with the legacy system v1.0 (not comparable with v2.0)",
        "1. 2245 points, Guest, level 1, Neapolitan, 7 minutes and 11 seconds, 92 moves",
    ]
    italian = said("scores", "--lang", "it", "--top", "1")
    assert "Punteggio calcolato con sistema legacy v1.0 (non comparabile con v2.0)" in italian
    boards = json.loads(said("scores", "--json")[0])["boards"]
    assert [board["scores"][0]["total_score"] for board in boards] == [2318, 3000, 2245]
    assert len(said("scores", "--profile", "guest")) == 4


def test_an_import_says_what_it_did_and_does_it_once(tmp_path):
    (tmp_path / "old.json").write_text(json.dumps([LEGACY, {**LEGACY, "total_score": 3}]))
    path = str(tmp_path / "old.json")
    assert said("import", path) == ["Games added: 2. Already there: 0. From before version 2: 2."]
    assert json.loads(said("import", path, "--json")[0]) == {
        "schema": 1,
        "ok": True,
        "added": 0,
        "known": 2,
        "legacy": 0,
    }


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (None, 66, "there is no file scores.json"),
        ('{"version": "9.0.0", "scores": []}', 65, "scores.json was written by a newer version, 9.0.0"),
        ('[{"total_score": "x"}]', 65, "scores.json, [0].total_score: it is not of the kind int"),
        ("[NaN]", 65, "scores.json, JSON: it is not usable JSON: NaN is not a number here"),
    ],
)
def test_a_file_that_cannot_be_imported_is_said_with_its_exit_code(home, tmp_path, content, code, words):
    path = tmp_path / "scores.json"
    if content is not None:
        path.write_text(content)
    result = run("import", str(path))
    assert (result.exit_code, result.stdout) == (code, "")
    assert words in result.stderr
    as_data = run("import", str(path), "--json")
    assert (as_data.exit_code, json.loads(as_data.stdout)["ok"]) == (code, False)
    assert not home.scores.exists()


def test_finished_games_go_out_as_a_scores_file_that_comes_in_again(home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    keep(home, record(WON, 1), record(LOST, 2))
    assert said("export", "mine") == ["Written to mine.json. Finished games: 2."]
    assert run("export", "mine", "--lang", "it").exit_code == 1
    assert len(json.loads((tmp_path / "mine.json").read_text())["scores"]) == 2
    assert said("import", "mine.json") == ["Games added: 0. Already there: 2. From before version 2: 0."]
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path / "another"))
    assert said("import", "mine.json") == ["Games added: 2. Already there: 0. From before version 2: 0."]


def test_players_are_made_renamed_chosen_and_deleted(home):
    assert said("profile", "list") == ["Guest, default"]
    assert said("profile", "create", "Anna") == ["Profile Anna is there."]
    assert said("profile", "create", "Bruno", "--default", "--lang", "it") == ["Il profilo Bruno è pronto."]
    assert said("profile", "rename", "anna", "Annarita") == ["Profile anna is now called Annarita."]
    assert said("profile", "list") == ["Guest", "Annarita", "Bruno, default"]
    assert said("profile", "default", "Annarita") == ["Annarita plays by default from now on."]
    refused = run("profile", "delete", "Bruno", answer="\n")
    assert refused.exit_code == 1
    assert "Nothing was deleted." in refused.stderr
    assert run("profile", "delete", "Bruno", answer="y\n").exit_code == 0
    assert said("profile", "delete", "Annarita", "--yes") == ["Profile Annarita is deleted."]
    assert json.loads(said("profile", "list", "--json")[0])["profiles"] == [
        {"id": "guest", "name": "Guest", "is_default": True}
    ]
    with EventStore.open(home.journal) as store:
        assert solitario_players(store).load().next_number == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("profile", "create", "a\x1b[2J"), "profile name 'a\\x1b[2J'"),
        (("profile", "delete", "guest", "--yes"), "always there"),
        (("profile", "rename", "Carla", "Anna"), "there is no profile called Carla"),
        (("stats", "--profile", "Carla"), "there is no profile called Carla"),
    ],
)
def test_what_cannot_be_done_with_a_profile_is_said(arguments, words):
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert words in result.stderr


def test_a_bad_scores_file_is_said_and_left_alone(home):
    home.scores.parent.mkdir(parents=True)
    home.scores.write_text("{")
    for command in ("stats", "scores"):
        result = run(command)
        assert result.exit_code == 65
        assert "scores.json, JSON: it is not usable JSON" in result.stderr
    assert home.scores.read_text() == "{"


def test_the_language_is_the_players_choice_then_the_systems(home, monkeypatch):
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert said("scores") == ["Ancora nessuna vittoria."]
    SettingsFile(home.settings).save(StoredSettings(language="en"))
    assert said("scores") == ["No wins yet."]
    assert not home.journal.exists()
    monkeypatch.setenv("LC_ALL", "de_DE")
    home.settings.write_text("[]")
    result = run("scores")
    assert (result.exit_code, result.stdout) == (0, "No wins yet.\n")
    assert "settings.json, JSON" in result.stderr


def test_draws_that_an_old_record_did_not_count_are_not_said_to_be_none(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path / "home"))
    (tmp_path / "old.json").write_text('[{"total_score": 900, "is_victory": true}]')
    CliRunner().invoke(solitario_group, ["import", str(tmp_path / "old.json")])
    said = CliRunner().invoke(solitario_group, ["stats", "--lang", "en"]).stdout
    assert "best 900 points" in said
    assert "in all" not in said


def test_what_another_program_did_not_record_is_left_out_and_no_zero(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path / "home"))
    bare = {"total_score": 900, "is_victory": True, "victory_quality_multiplier": 1.0}
    (tmp_path / "other.json").write_text(json.dumps({"version": "2.0.0", "scores": [bare]}))
    CliRunner().invoke(solitario_group, ["import", str(tmp_path / "other.json")])
    assert CliRunner().invoke(solitario_group, ["scores", "--lang", "it"]).stdout.splitlines() == [
        "Sistema di punteggio 2, valori non registrati",
        "1. 900 punti, Ospite",
    ]
    statistics = CliRunner().invoke(solitario_group, ["stats", "--lang", "it"]).stdout
    assert "in tutto" not in statistics
    assert "Tempo al tavolo" not in statistics
