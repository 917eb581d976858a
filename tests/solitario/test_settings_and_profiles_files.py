from __future__ import annotations

import json
import time

import pytest

from solitario.application.preferences import Preferences
from solitario.application.profiles import (
    GuestProfileError,
    InvalidProfileNameError,
    ProfileNameTakenError,
    Profiles,
    UnknownProfileError,
)
from solitario.domain.settings import GameSettings
from solitario.infrastructure.errors import (
    InvalidRecordsFileError,
    NewerRecordsFileError,
    RecordsAccessError,
    RecordsError,
)
from solitario.infrastructure.profiles_file import JsonProfileStorage
from solitario.infrastructure.settings_file import SettingsFile, StoredSettings
from support.full_disk import largest_file
from support.hostile_files import HOSTILE


@pytest.fixture
def settings_path(tmp_path):
    return tmp_path / "settings.json"


@pytest.fixture
def profiles_path(tmp_path):
    return tmp_path / "profiles.json"


CHOSEN = StoredSettings(
    game=GameSettings.for_level(2, "neapolitan", timer_minutes=25, draw_count=1),
    preferences=Preferences("brief", "complete"),
    language="it",
    anonymous_statistics_enabled=True,
)


def test_a_first_start_has_warnings_on_and_anonymous_statistics_off(settings_path):
    first = SettingsFile(settings_path).load()
    assert first == StoredSettings()
    assert first.score_warnings_enabled
    assert not first.anonymous_statistics_enabled
    assert not settings_path.exists()


def test_settings_come_back_as_they_were_chosen(settings_path):
    SettingsFile(settings_path).save(CHOSEN)
    assert SettingsFile(settings_path).load() == CHOSEN
    content = json.loads(settings_path.read_text())
    assert content["score_warnings_enabled"] is True
    assert (content["level"], content["deck_type"], content["timer_minutes"]) == (2, "neapolitan", 25)


@pytest.mark.parametrize(
    ("content", "level"),
    [
        ({}, "balanced"),
        ({"score_warnings_enabled": True}, "balanced"),
        ({"score_warnings_enabled": False}, "off"),
        ({"score_warnings_enabled": False, "score_warnings_level": "complete"}, "off"),
        ({"score_warnings_enabled": True, "score_warnings_level": "minimal"}, "minimal"),
        ({"score_warnings_enabled": True, "score_warnings_level": "off"}, "balanced"),
        ({"score_warnings_level": "off"}, "off"),
    ],
)
def test_the_switch_of_the_specification_turns_warnings_off_or_balanced(settings_path, content, level):
    settings_path.write_text(json.dumps(content))
    assert SettingsFile(settings_path).load().preferences.score_warnings == level


def test_a_key_we_do_not_know_stays(settings_path):
    settings_path.write_text('{"version": 1, "theme": {"dark": true}, "level": 1}')
    file = SettingsFile(settings_path)
    file.save(file.load())
    assert json.loads(settings_path.read_text())["theme"] == {"dark": True}


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ([], "JSON"),
        ({"score_warnings_enabled": 1}, "score_warnings_enabled"),
        ({"score_warnings_level": "loud"}, "score_warnings_level"),
        ({"language": "fr"}, "language"),
        ({"verbosity": "loud"}, "verbosity"),
        ({"speech_enabled": "yes"}, "speech_enabled"),
        ({"speech_rate": 1.5}, "speech_rate"),
        ({"anonymous_statistics_enabled": None}, "anonymous_statistics_enabled"),
        ({"level": 9}, "level"),
        ({"level": "3"}, "level"),
        ({"level": [3]}, "level"),
        ({"draw_count": 4}, "draw_count"),
        ({"draw_count": {}}, "draw_count"),
        ({"deck_type": "tarot"}, "deck_type"),
        ({"level": 5, "timer_minutes": 60}, "timer_minutes"),
        ({"command_tips": 1}, "command_tips"),
        ({"version": 0}, "version"),
    ],
)
def test_an_unusable_choice_is_named_and_the_file_is_not_replaced(settings_path, content, key):
    settings_path.write_text(json.dumps(content))
    before = settings_path.read_bytes()
    for attempt in (SettingsFile(settings_path).load, lambda: SettingsFile(settings_path).save(CHOSEN)):
        with pytest.raises(InvalidRecordsFileError) as caught:
            attempt()
        assert caught.value.facts["key"] == key
        assert str(caught.value).startswith(f"settings.json, {key}: ")
    assert settings_path.read_bytes() == before


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("reader", [SettingsFile, JsonProfileStorage])
def test_a_hostile_file_is_refused_in_a_moment_and_left_alone(tmp_path, reader, name):
    path = tmp_path / "file.json"
    path.write_bytes(HOSTILE[name])
    started = time.process_time()
    with pytest.raises(RecordsError) as caught:
        reader(path).load()
    assert time.process_time() - started < 0.1
    assert str(caught.value).isprintable()
    with pytest.raises(RecordsError):
        reader(path).save(StoredSettings() if reader is SettingsFile else Profiles())
    assert path.read_bytes() == HOSTILE[name]


@pytest.mark.parametrize("reader", [SettingsFile, JsonProfileStorage])
def test_a_newer_file_is_refused_and_left_alone(tmp_path, reader):
    path = tmp_path / "file.json"
    path.write_text('{"version": 2, "profiles": "otherwise"}')
    with pytest.raises(NewerRecordsFileError, match="newer version, 2; this one knows 1"):
        reader(path).load()
    with pytest.raises(NewerRecordsFileError):
        reader(path).save(StoredSettings() if reader is SettingsFile else Profiles())
    assert path.read_text() == '{"version": 2, "profiles": "otherwise"}'


def test_a_full_disk_leaves_the_old_settings_and_profiles(settings_path, profiles_path):
    SettingsFile(settings_path).save(CHOSEN)
    JsonProfileStorage(profiles_path).save(Profiles().created("Anna"))
    before = settings_path.read_bytes(), profiles_path.read_bytes()
    with largest_file(20):
        with pytest.raises(RecordsAccessError, match="the disk is full"):
            SettingsFile(settings_path).save(StoredSettings())
        with pytest.raises(RecordsAccessError, match="the disk is full"):
            JsonProfileStorage(profiles_path).save(Profiles())
    assert (settings_path.read_bytes(), profiles_path.read_bytes()) == before


def test_a_folder_in_place_of_a_file_is_said(tmp_path):
    with pytest.raises(RecordsAccessError, match="the disk refused: Is a directory"):
        SettingsFile(tmp_path).load()


def test_profiles_come_back_as_they_were_made(profiles_path):
    made = Profiles().created("Anna").created("Zoë d'Errico").with_default("zoë D'ERRICO")
    JsonProfileStorage(profiles_path).save(made)
    assert JsonProfileStorage(profiles_path).load() == made
    assert [(profile.profile_id, profile.name) for profile in made] == [("p1", "Anna"), ("p2", "Zoë d'Errico")]
    assert made.default_id == "p2"


def test_a_renamed_player_keeps_the_id_and_a_deleted_one_leaves_it_unused():
    profiles = Profiles().created("Anna").created("Bruno").with_default("Anna")
    assert profiles.renamed("anna", "Annarita").id_of("Annarita") == "p1"
    assert profiles.renamed("anna", "ANNA").name_of("p1", "en") == "ANNA"
    without = profiles.deleted("Anna")
    assert without.default_id == "guest"
    assert without.created("Carla").id_of("Carla") == "p3"
    assert without.name_of("p1", "it") == "Ex giocatore"
    assert without.name_of("p1", "en") == "Former player"


def test_the_guest_is_always_there_and_stays_the_guest():
    profiles = Profiles()
    assert profiles.default_id == profiles.id_of("Guest") == profiles.id_of("ospite") == "guest"
    assert (profiles.name_of("guest", "en"), profiles.name_of("guest", "it")) == ("Guest", "Ospite")
    for change in (lambda: profiles.deleted("guest"), lambda: profiles.renamed("Ospite", "Anna")):
        with pytest.raises(GuestProfileError):
            change()
    with pytest.raises(ProfileNameTakenError):
        profiles.created("OSPITE")


def test_two_players_cannot_share_a_name_and_a_stranger_is_said():
    profiles = Profiles().created("Anna").created("Bruno")
    with pytest.raises(ProfileNameTakenError, match="already a profile called anna"):
        profiles.created(" anna ")
    with pytest.raises(ProfileNameTakenError):
        profiles.renamed("Bruno", "ＡＮＮＡ")
    with pytest.raises(UnknownProfileError, match="no profile called Carla"):
        profiles.with_default("Carla")


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\nb", "a\x1b[2J", "\u202eanna", "a\0", "...", "\ud800"])
def test_a_name_that_cannot_be_read_aloud_is_refused(name):
    with pytest.raises(InvalidProfileNameError) as caught:
        Profiles().created(name)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ({"profiles": {}}, "profiles"),
        ({"profiles": [3]}, "profiles[0]"),
        ({"profiles": [{"id": "p1"}]}, "profiles[0]"),
        ({"profiles": [{"id": "p1", "name": "a\x1b"}]}, "profiles[0].name"),
        ({"profiles": [{"id": "p1", "name": "a"}, {"id": "p1", "name": "b"}]}, "profiles"),
        ({"profiles": [{"id": "guest", "name": "a"}]}, "profiles"),
        ({"default": "p4"}, "default"),
        ({"default": []}, "default"),
        ({"next_number": "2"}, "next_number"),
    ],
)
def test_an_unusable_profiles_file_is_named_by_its_key(profiles_path, content, key):
    profiles_path.write_text(json.dumps(content))
    with pytest.raises(InvalidRecordsFileError) as caught:
        JsonProfileStorage(profiles_path).load()
    assert caught.value.facts["key"] == key


def test_what_other_versions_wrote_about_a_profile_stays(profiles_path):
    row = {"id": "p7", "name": "Anna", "colour": "green"}
    profiles_path.write_text(json.dumps({"version": 1, "club": "mine", "profiles": [row]}))
    storage = JsonProfileStorage(profiles_path)
    storage.save(storage.load().created("Bruno"))
    content = json.loads(profiles_path.read_text())
    assert content["club"] == "mine"
    assert content["profiles"][0] == {"colour": "green", "id": "p7", "name": "Anna"}
    assert content["profiles"][1]["id"] == "p8"
