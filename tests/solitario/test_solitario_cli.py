"""``mazzo solitario`` as a player and a program meet it: plain lines, exit codes, fields named when they are wrong."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from mazzo.bootstrap import solitario_scores
from mazzo.cli.solitario import solitario_group
from mazzo.cli.solitario.options import TableOptions
from mazzo.cli.terminal.audience import is_sighted, language_of
from mazzo.errors import StoreWriteError, StreamMovedError
from mazzo.folders import folders
from mazzo.hosts.solitario import KeptGames, scoring_config
from mazzo.speech.speaker import SilentSpeaker
from mazzo.storage.store import EventStore
from solitario.domain.settings import GameSettings

VECTORS = json.loads((Path(__file__).parent / "data" / "scoring_vectors.json").read_text())["vectors"]
GAME = {"schema": 1, **VECTORS[-1]["input"]}


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "C")
    return tmp_path


def run(*arguments, typed=None):
    return CliRunner().invoke(solitario_group, [str(argument) for argument in arguments], input=typed)


def written(folder, content, name="game.json"):
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


# score


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_score_prints_every_field_of_every_vector(vector, home):
    result = run("score", written(home, {"schema": 1, **vector["input"]}), "--json")
    assert result.exit_code == 0, result.output
    printed = json.loads(result.stdout)
    assert {name: printed[name] for name in vector["expected"]} == vector["expected"]
    assert printed["schema"] == 1


def test_score_reads_standard_input_and_speaks_without_json():
    result = run("score", "-", "--lang", "it", typed=json.dumps(GAME))
    assert result.stdout.splitlines()[0].startswith("Vittoria in meno di un minuto con 90 mosse.")
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"schema": 2}, "schema"),
        ({"schema": None}, "schema"),
        ({"difficulty_level": 0}, "difficulty_level"),
        ({"difficulty_level": "3"}, "difficulty_level"),
        ({"deck_type": "spanish"}, "deck_type"),
        ({"draw_count": 4}, "draw_count"),
        ({"draw_count": True}, "draw_count"),
        ({"timer_mode": "off"}, "timer_mode"),
        ({"timer_limit_seconds": -60}, "timer_limit_seconds"),
        ({"timer_limit_seconds": "900"}, "timer_limit_seconds"),
        ({"event_counts": []}, "event_counts"),
        ({"event_counts": {"stock_draw": -1}}, "event_counts.stock_draw"),
        ({"event_counts": {"stock_draw": 1.5}}, "event_counts.stock_draw"),
        ({"event_counts": {"streak": 1}}, "event_counts.streak"),
        ({"elapsed_seconds": "-1"}, "elapsed_seconds"),
        ({"elapsed_seconds": "ten"}, "elapsed_seconds"),
        ({"elapsed_seconds": "1e5"}, "elapsed_seconds"),
        ({"elapsed_seconds": "NaN"}, "elapsed_seconds"),
        ({"elapsed_seconds": "1_0"}, "elapsed_seconds"),
        ({"elapsed_seconds": None}, "elapsed_seconds"),
        ({"elapsed_seconds": [1]}, "elapsed_seconds"),
        ({"move_count": -3}, "move_count"),
        ({"move_count": "3"}, "move_count"),
        ({"is_victory": "yes"}, "is_victory"),
        ({"is_victory": 1}, "is_victory"),
        ({"end_reason": "Victory"}, "end_reason"),
        ({"end_reason": "abandon_exit"}, "end_reason"),
        ({"end_reason": None}, "end_reason"),
        ({"luck": 7}, "luck"),
    ],
)
def test_bad_input_ends_with_65_and_names_the_field(changes, field, home):
    result = run("score", written(home, GAME | changes), "--json")
    assert (result.exit_code, result.stdout) == (65, "")
    assert field in result.stderr


@pytest.mark.parametrize("field", GAME)
def test_a_missing_field_is_named(field, home):
    given = {name: value for name, value in GAME.items() if name != field}
    result = run("score", written(home, given), "--json")
    assert result.exit_code == 65
    assert field in result.stderr


@pytest.mark.parametrize("content", ["", "[]", "{", '{"schema": 1, "schema": 1}', "nan", '{"a": 1e999}', '"\\u0000"'])
def test_a_file_that_is_no_object_ends_with_65(content, home):
    assert run("score", written(home, content), "--json").exit_code == 65


def test_a_file_that_is_not_there_ends_with_66(home):
    assert run("score", home / "nothing.json").exit_code == 66
    assert run("play", "--script", home / "nothing.txt").exit_code == 66


def test_a_great_count_is_answered_at_once(home):
    given = GAME | {"event_counts": {"stock_draw": 10**17}, "is_victory": False, "end_reason": "abandon_exit"}
    printed = json.loads(run("score", written(home, given), "--json").stdout)
    assert (printed["base_score"], printed["total_score"]) == (-(2 * 10**17 - 60), 0)


def test_another_scoring_file_changes_the_score_and_its_fingerprint(home):
    own = written(home, {"victory_bonus": {"base": 1000}}, "own.json")
    usual = json.loads(run("score", written(home, GAME), "--json").stdout)
    other = json.loads(run("score", written(home, GAME), "--json", "--scoring-config", own).stdout)
    assert (usual["victory_bonus"], other["victory_bonus"]) == (508, 1270)
    assert usual["config_hash"] != other["config_hash"]


# play


def test_play_prints_what_is_said_and_nothing_else(home):
    script = written(home, "where  # here\n\n# nothing\ndraw\nwait 61\ntime\n", "script.txt")
    result = run("play", "--deal", 1, "--script", script, "--lang", "en")
    assert result.stdout.splitlines() == [
        "Deal 1. French deck, level 3 Normal, draw 3 cards at a time. No time limit.",
        "Question mark for help.",
        "Pile 1: 8 of spades.",
        "Drawn: 3 of clubs. Under it: ace of clubs, 6 of clubs.",
        "Time played: 1 minute and 1 second. No time limit.",
    ]


def test_play_as_json_has_keys_facts_texts_and_the_final_score(home):
    script = written(home, "draw\nabandon\nyes\n", "script.txt")
    data = json.loads(
        run("play", "--deal", 3, "--deck", "neapolitan", "--level", 3, "--script", script, "--json").stdout
    )
    assert (data["schema"], data["deal"], data["is_over"]) == (1, 3, True)
    assert [step["command"] for step in data["steps"]] == ["", "draw", "abandon", "yes"]
    message = data["steps"][1]["messages"][0]
    assert (message["key"], message["priority"]) == ("drawn", "status")
    assert message["text"].startswith("Drawn: ")
    assert data["final_score"]["end_reason"] == "abandon_exit"


def test_play_keeps_nothing(home):
    run("play", "--script", written(home, "draw\nabandon\nyes\nset draw 1\n", "script.txt"))
    assert not (home / "home").exists()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--level", "5", "--timer", "60"], 65),
        (["--level", "9"], 2),
        (["--deck", "tarot"], 2),
        (["--deal", "0"], 2),
        (["--timer", "7"], 2),
        (["--lang", "de"], 2),
    ],
)
def test_play_refuses_what_does_not_exist_or_is_locked(options, code, home):
    assert run("play", "--script", written(home, "where", "s.txt"), *options).exit_code == code


def test_a_script_that_is_not_text_ends_with_65(home):
    (home / "s.txt").write_bytes(b"\xff\xfe")
    assert run("play", "--script", home / "s.txt").exit_code == 65


# The game at a terminal


def test_a_game_that_is_left_goes_on_next_time():
    first = run("--deal", 1, "--lang", "en", typed="draw\nmove 2 f\nquit\n")
    assert first.stdout.splitlines()[-1] == "Goodbye. The game is kept and goes on next time."
    second = run("--lang", "en", typed="score\n")
    lines = second.stdout.splitlines()
    assert lines[0].startswith("Deal 1 goes on after ")
    assert "1 move." in lines[0]
    assert "Score now: 371 points. 1 move, 1 draw, 0 recycles." in lines


def test_asking_for_another_game_asks_before_the_waiting_one_is_given_up():
    run("--deal", 1, "--lang", "en", typed="draw\n")
    kept = run("--deal", 9, "--lang", "en", typed="no\nwhere\n").stdout.splitlines()
    assert kept[2:4] == [
        "Give up this game and start a new one? Yes, no, or L to keep it for later; Enter is no.",
        "The game goes on.",
    ]
    changed = run("--deal", 9, "--level", 1, "--lang", "en", typed="yes\n").stdout
    assert "Deal 9. The guest plays. French deck, level 1 Beginner, draw 1 card at a time." in changed


def kept_scores():
    with EventStore.open(folders().journal) as store:
        return solitario_scores(store).records()


def test_new_gives_the_waiting_game_up_as_closed():
    run("--deal", 1, "--lang", "en", typed="draw\n")
    run("--new", "--deal", 2, "--lang", "en", typed="where\n")
    records = kept_scores()
    assert [record.score.end_reason for record in records] == ["abandon_app_close"]


def test_a_finished_game_is_recorded_once_with_its_deal():
    run("--deal", 5, "--lang", "en", typed="draw\nabandon\nyes\nquit\n")
    run("--lang", "en", typed="quit\n")
    records = kept_scores()
    assert [(record.deal_number, record.score.end_reason) for record in records] == [(5, "abandon_exit")]


def test_a_score_lost_between_the_end_and_its_keeping_is_kept_at_the_next_start(monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(KeptGames, "ended", lambda _games, _engine: [])
        run("--deal", 5, "--lang", "en", typed="draw\nabandon\nyes\nquit\n")
    assert kept_scores() == []
    run("--lang", "en", typed="quit\n")
    assert len(kept_scores()) == 1


def test_a_broken_scoring_file_is_told_and_the_usual_figures_are_used():
    path = folders().scoring_config
    path.parent.mkdir(parents=True)
    path.write_text('{"victory_bonus": {"base": "much"}}')
    said = run("--lang", "it", typed="quit\n").stdout.splitlines()
    assert "victory_bonus.base" in said[0]
    assert said[0].endswith("Si usano i valori abituali.")
    config, _told = scoring_config(folders())
    assert config.victory_base == 400


def test_a_players_own_scoring_file_counts():
    path = folders().scoring_config
    path.parent.mkdir(parents=True)
    path.write_text('{"deck_bonuses": {"french": 1000, "neapolitan": 0}}')
    assert "Score now: 1680 points." in run("--lang", "en", typed="score\n").stdout


def test_a_broken_settings_file_is_told_and_left_as_it_is():
    path = folders().settings
    path.parent.mkdir(parents=True)
    path.write_text('{"version": 1, "verbosity": "loud"}')
    said = run("--lang", "en", typed="verbosity full\nquit\n").stdout
    assert said.count("verbosity") >= 2
    assert path.read_text() == '{"version": 1, "verbosity": "loud"}'


def test_choices_are_remembered():
    run("--lang", "en", typed="set level 2\nverbosity brief\nwarnings off\nabandon\nyes\nquit\n")
    said = run("--lang", "en", typed="options\n").stdout
    assert "level 2 Easy" in said
    assert "Verbosity: brief." in said
    assert "Score warnings: off." in said


def test_an_unknown_profile_is_refused():
    result = run("--profile", "Nobody", "--lang", "en", typed="")
    assert result.exit_code == 1
    assert "Nobody" in result.stderr


def test_a_journal_that_does_not_replay_is_told_and_another_game_begins():
    run("--deal", 1, "--lang", "en", typed="draw\n")
    with EventStore.open(folders().journal) as store:
        journal = store.journal(store.streams("solitario/")[0])
        journal.entries()
        journal.append("dance", {"at": 5})
    said = run("--deal", 4, "--lang", "en", typed="quit\n").stdout.splitlines()
    assert said[0] == "Journal entry 4: dance does not fit the game, dance."
    assert said[1].startswith("Deal 4. ")


def test_an_input_that_ends_at_a_question_answers_no_and_keeps_the_game():
    run("--deal", 1, "--lang", "en", typed="draw\nabandon\n")
    assert run("--lang", "en", typed="").stdout.startswith("Deal 1 goes on")


def test_on_a_full_disk_an_action_is_refused_in_words_and_the_player_can_leave(monkeypatch):
    run("--deal", 1, "--lang", "en", typed="draw\n")

    def full(_store, *_event):
        raise StoreWriteError(file="journal.sqlite3", reason="the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(EventStore, "add_all", full)
        result = run("--lang", "en", typed="draw\nscore\nquit\n")
    assert result.exit_code == 0
    assert "Move not made: the disk is full. The game is safe up to the move before." in result.stdout
    assert "journal" not in result.stdout
    assert "0 moves, 1 draw, 0 recycles." in result.stdout
    assert "0 moves, 1 draw, 0 recycles." in run("--lang", "en", typed="score\n").stdout


def test_two_tables_on_one_game_do_not_overwrite_each_other():
    run("--deal", 1, "--lang", "en", typed="draw\n")
    with EventStore.open(folders().journal) as store:
        config, _ = scoring_config(folders())
        games = KeptGames(folders(), store, config)
        engine, _told = games.unfinished()
        run("--lang", "en", typed="draw\n")
        with pytest.raises(StreamMovedError):
            engine.hint()


# Small things


@pytest.mark.parametrize(
    ("plain", "environment"),
    [
        (True, {"TERM": "xterm"}),
        (False, {"TERM": "xterm", "NO_COLOR": "1"}),
        (False, {"TERM": "xterm", "MAZZO_SCREEN_READER": "1"}),
        (False, {"TERM": "dumb"}),
        (False, {}),
        (False, {"TERM": "xterm"}),
    ],
)
def test_lines_are_plain_unless_a_sighted_terminal_is_certain(plain, environment):
    """The last one would be sighted, but a test has no terminal."""
    assert not is_sighted(plain, environment)


def test_the_language_is_the_one_typed_then_the_one_kept_then_the_systems(monkeypatch):
    assert (language_of("it", "en"), language_of(None, "it")) == ("it", "it")
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert language_of(None) == "it"


def test_options_of_the_table_are_set_level_first():
    options = TableOptions(level="2", draw="3", timer="20", deck="neapolitan", recycle="turned")
    expected = GameSettings.for_level(2, "neapolitan", draw_count=3, timer_minutes=20, recycle_mode="turned")
    assert options.applied_to(GameSettings()) == expected


def test_solitario_is_listed_among_the_commands():
    from mazzo.cli import main

    assert "solitario" in CliRunner().invoke(main, ["--help"]).output
    assert os.environ["MAZZO_HOME"]


# What a command cannot read


@pytest.mark.parametrize("command", [("score",), ("play", "--script"), ("import",)])
def test_a_file_that_is_not_there_is_told_in_the_language_of_the_player(command, home):
    result = run(*command, home / "nowhere.txt", "--lang", "it")
    assert (result.exit_code, result.stderr) == (66, "il file nowhere.txt non c'è\n")


@pytest.mark.parametrize("command", [("score",), ("play", "--script")])
def test_a_folder_is_not_read_as_a_file(command, home):
    result = run(*command, home, "--lang", "it")
    assert (result.exit_code, result.stderr) == (66, f"{home.name} è una cartella, non un file\n")


def test_a_script_that_is_not_text_is_bad_data(home):
    (home / "script").write_bytes(b"draw\n\xff")
    result = run("play", "--script", home / "script", "--lang", "it")
    assert (result.exit_code, result.stderr) == (65, "script: il byte 5 non è UTF-8\n")


@pytest.mark.parametrize("command", [(), ("play", "--script", "-"), ("score", "-")])
def test_figures_asked_for_by_name_must_be_there(command, home):
    result = run(*command, "--scoring-config", home / "mine.json", "--lang", "it", typed=json.dumps(GAME))
    assert (result.exit_code, result.stderr) == (66, "il file mine.json non c'è\n")


def test_a_file_of_text_that_is_not_json_is_named_with_the_reason():
    result = run("score", "-", "--lang", "it", typed='{"schema": NaN}')
    assert result.exit_code == 65
    assert result.stderr.startswith("-: non è JSON utilizzabile: NaN")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"deck_type": "a" * 5000}, "deck_type 'aaaa"),
        ({"\x1b[2J": 1}, "'\\x1b[2J' 1: "),
        ({"schema": 1.0}, "schema 1.0: "),
    ],
)
def test_what_is_wrong_is_told_shortly_and_without_signs_a_terminal_obeys(changes, told):
    result = run("score", "-", typed=json.dumps(GAME | changes))
    assert result.exit_code == 65
    assert result.stderr.startswith(told)
    assert len(result.stderr) < 200


def test_a_schema_nobody_knows_is_named_before_its_fields():
    assert run("score", "-", typed='{"schema": 2}').stderr == "schema 2: only schema 1 is known\n"


def test_what_was_saved_of_a_damaged_journal_is_said_with_the_greeting():
    run("--deal", "1", typed="draw\nquit\n")
    journal = folders().journal
    journal.write_bytes(journal.read_bytes()[:8192] + b"\xff" * 4096 + journal.read_bytes()[12288:])
    result = run("--lang", "it", typed="quit\n")
    first, *_rest = result.stdout.splitlines()
    assert first.startswith("Il file delle partite salvate è danneggiato: ")
    assert first.endswith(".")
    assert not first.endswith("..")
    assert result.stderr == ""


def test_a_voice_that_is_asked_for_and_not_there_is_told_with_the_greeting(monkeypatch):
    monkeypatch.setattr("mazzo.cli.solitario.terminal.voice_for", lambda *_: SilentSpeaker())
    told = run("--speak", "--lang", "it", typed="quit\n").stdout
    assert told.startswith("Non c'è nessuna voce: installa espeak-ng, o lascia parlare il tuo lettore di schermo.\n")
