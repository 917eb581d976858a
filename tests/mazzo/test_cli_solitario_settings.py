"""``mazzo solitario settings``: choices are said, kept, and off until they are made."""

import json

import pytest
from click.testing import CliRunner

from mazzo.cli.solitario import solitario_group
from mazzo.folders import folders
from mazzo.storage.store import EventStore
from mazzo.streams import SETTINGS


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")


def run(*arguments, typed=None):
    return CliRunner().invoke(solitario_group, arguments, input=typed)


GAME = "draw\nabandon\nyes\nquit\n"


def test_nothing_is_counted_or_written_until_somebody_chooses():
    assert run("settings", "--lang", "it").stdout.splitlines() == [
        "Lingua: quella del sistema.",
        "Comandi: tasti singoli, dove il terminale li permette.",
        "Volume dei suoni: 0.",
        "Voce: no.",
        "Velocità della voce: 0.",
        "Conteggi anonimi per calibrare il punteggio, che non lasciano mai questo computer: no.",
    ]
    run("--deal", "1", typed=GAME)
    with EventStore.open(folders().journal) as store:
        assert not store.length(SETTINGS)
    assert not folders().anonymous_statistics.exists()


def test_counting_is_switched_on_and_off_by_a_command():
    assert json.loads(run("settings", "--anonymous-statistics", "--json").stdout)["anonymous_statistics_enabled"]
    run("--deal", "1", typed=GAME)
    counted = folders().anonymous_statistics.read_bytes()
    assert b'"games": 1' in counted
    run("settings", "--no-anonymous-statistics")
    run("--deal", "2", typed=GAME)
    assert folders().anonymous_statistics.read_bytes() == counted


def test_a_language_that_was_chosen_is_spoken_everywhere_until_the_systems_is_chosen_again():
    assert run("settings", "--language", "it").stdout.startswith("Lingua: italiano.")
    assert run("scores").stdout == "Ancora nessuna vittoria.\n"
    assert run("--deal", "1", typed="quit\n").stdout.startswith("Smazzata 1.")
    assert run("settings", "--language", "system").stdout.startswith("Language: that of the system.")


def test_a_broken_settings_file_is_named_and_left_alone():
    folders().settings.parent.mkdir(parents=True)
    folders().settings.write_text('{"speech_rate": 99}')
    result = run("settings", "--speech", "--lang", "it")
    assert (result.exit_code, folders().settings.read_text()) == (65, '{"speech_rate": 99}')
    assert result.stderr.startswith("settings.json, speech_rate: ")


def test_how_one_types_and_how_loud_sounds_are_is_kept():
    said = run("settings", "--lines", "--volume", "44", "--lang", "en").stdout.splitlines()
    assert said[1:3] == ["Typing: whole lines.", "Volume of the sounds: 40."]
    with EventStore.open(folders().journal) as store:
        (kept,) = store.journal(SETTINGS).entries()
    assert (kept.data["types_lines"], kept.data["sound_volume"]) == (True, 40)
    shown = json.loads(run("settings", "--keys", "--json").stdout)
    assert (shown["types_lines"], shown["sound_volume"]) == (False, 40)
