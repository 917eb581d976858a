"""What anything that is kept from game to game must do, whatever the store. A test class derives.

It gives the fixtures ``store`` and ``other``, two windows on one store, in memory the same one.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from kernelkit.journal import MemoryStore
from kernelkit.kept import Change, KeptValue
from mazzo.decks.names import KeptNames, UntaughtNameError
from mazzo.decks.shelf import DeckShelf, OtherDeckError
from mazzo.decks.store import DeckStore, StoredDeck
from mazzo.errors import DeckNameError
from mazzo.folders import Folders
from mazzo.hosts.solitario import KeptGames
from mazzo.streams import DECKS, OPPONENTS, PROFILES, SCORES, SETTINGS
from qb_engine.errors import BrokenFileError, QueensBloodError
from solitario.application.preferences import Preferences
from solitario.application.profiles import ProfileNameTakenError
from solitario.domain.scoring_config import ScoringConfig
from solitario.infrastructure.errors import InvalidRecordsFileError, NewerEntryError
from solitario.infrastructure.kept_profiles import KeptProfiles
from solitario.infrastructure.kept_scores import KeptScores
from solitario.infrastructure.kept_settings import KeptSettings
from solitario.infrastructure.scores_file import Imported, JsonScoreStorage
from solitario.infrastructure.settings_file import StoredSettings
from support.score_samples import LOST, WON, record

MINE = ("001", "001", "007", "007", "008", "008", "005", "013", "013", "011", "011", "004", "020", "098", "086")
THEIRS = MINE[::-1]
WRITERS, EACH = 4, 6


def summed(changes):
    return [change.data["n"] for change in changes if change.kind == "added"]


def numbers(store, before=()):
    return KeptValue(store, "kept/numbers", summed, lambda: [Change("added", {"n": n}) for n in before])


class KeptValueContract:
    """A value that is the sum of its changes."""

    def test_what_was_changed_is_seen_in_another_window(self, store, other):
        here, there = numbers(store), numbers(other)
        assert (here.value(), there.value()) == ([], [])
        assert here.change(lambda known: [Change("added", {"n": len(known)}), Change("added", {"n": 7})]) == [0, 7]
        assert there.change(lambda known: [Change("added", {"n": len(known)})]) == [0, 7, 2]
        assert here.value() == [0, 7, 2]

    def test_who_comes_second_decides_on_what_the_first_left(self, store, other):
        seen = []

        def decide(known):
            seen.append(known)
            if len(seen) == 1:
                numbers(other).change(lambda _known: [Change("added", {"n": 7})])
            return [Change("added", {"n": len(known)})]

        assert numbers(store).change(decide) == numbers(other).value() == [7, 1]
        assert seen == [[], [7]]

    def test_a_change_of_nothing_and_one_that_is_refused_write_nothing(self, store):
        def refuse(_known):
            raise LookupError

        assert numbers(store, [5]).change(lambda _known: []) == [5]
        with pytest.raises(LookupError):
            numbers(store, [5]).change(refuse)
        assert store.streams() == []

    def test_a_file_from_before_counts_until_the_first_change_and_begins_the_stream_with_it(self, store, other):
        assert numbers(store, [3, 4]).value() == [3, 4]
        assert store.streams() == []
        assert numbers(store, [3, 4]).change(lambda known: [Change("added", {"n": len(known)})]) == [3, 4, 2]
        assert numbers(other, [9]).value() == [3, 4, 2]
        assert not numbers(other, [9]).take_over()

    def test_a_file_from_before_is_taken_over_once(self, store, other):
        assert not numbers(store).take_over()
        assert numbers(store, [3, 4]).take_over()
        assert not numbers(other, [3, 4]).take_over()
        assert numbers(other, [3, 4]).value() == [3, 4]

    def test_several_who_change_at_once_lose_nothing(self, store, other):
        def change(writer):
            value = numbers(store if writer % 2 else other)
            for _number in range(EACH):
                value.change(lambda known: [Change("added", {"n": len(known)})])

        if store is other:
            list(map(change, range(WRITERS)))
        else:
            with ThreadPoolExecutor(WRITERS) as pool:
                list(pool.map(change, range(WRITERS)))
        assert numbers(other).value() == list(range(WRITERS * EACH))


class KeptDecksContract:
    """Decks, opponents' lists and names of cards."""

    def test_a_deck_is_kept_and_its_name_is_taken_in_every_window(self, store, other):
        here, there = DeckStore(store, DECKS, reserved=("Vanguard",)), DeckStore(other, DECKS)
        here.add(StoredDeck("Mine", MINE))
        assert there.decks() == (StoredDeck("Mine", MINE),)
        with pytest.raises(DeckNameError):
            there.add(StoredDeck("mine", THEIRS))
        with pytest.raises(DeckNameError):
            here.add(StoredDeck("vanguard", MINE), replace=True)
        there.add(StoredDeck("MINE", THEIRS), replace=True)
        there.add(StoredDeck("A", MINE))
        assert here.decks() == (StoredDeck("A", MINE), StoredDeck("MINE", THEIRS))

    def test_what_is_no_deck_leaves_no_trace(self, store):
        for deck in (StoredDeck("", MINE), StoredDeck("x", MINE[:14]), StoredDeck("x", (*MINE[:14], "T01"))):
            with pytest.raises(QueensBloodError):
                DeckStore(store, DECKS).add(deck)
        assert store.streams() == []

    def test_two_coaches_who_saw_different_cards_of_one_opponent_keep_both(self, store, other):
        shelves = [DeckShelf((), DeckStore(one, OPPONENTS, fewest=1)) for one in (store, other)]
        shelves[0].learn("Nobody", MINE[:2])
        assert shelves[1].learn("nobody", ["007", "001"]) == StoredDeck("Nobody", ("001", "001", "007"))
        assert shelves[0].learn("NOBODY", ["013"]).card_ids == ("001", "001", "007", "013")
        with pytest.raises(OtherDeckError):
            shelves[1].learn("nobody", THEIRS[:8] + ("040",) * 6)
        assert DeckStore(store, OPPONENTS, fewest=1).decks()[0].card_ids == ("001", "001", "007", "013")

    def test_the_file_of_an_earlier_version_is_the_beginning(self, store, other, tmp_path):
        path = tmp_path / "decks.json"
        text = json.dumps({"schema": 1, "decks": [{"name": "Old", "cards": MINE}]})
        path.write_text(text, encoding="utf-8")
        assert DeckStore(store, DECKS, path).decks() == (StoredDeck("Old", MINE),)
        DeckStore(store, DECKS, path).add(StoredDeck("New", THEIRS))
        path.write_text("{", encoding="utf-8")
        assert [deck.name for deck in DeckStore(other, DECKS, path).decks()] == ["New", "Old"]

    def test_what_another_version_wrote_is_refused_and_not_guessed(self, store):
        store.journal(DECKS).append("dealt", {"name": "Mine", "cards": list(MINE)})
        with pytest.raises(BrokenFileError, match="kept/decks"):
            DeckStore(store, DECKS).decks()

    def test_a_name_is_taught_forgotten_and_never_lost_to_another_window(self, store, other, tmp_path):
        def book(window):
            return KeptNames(window, tmp_path / "names.json", tmp_path / "names")

        here, there = book(store), book(other)
        here.teach("Lupo  delle praterie", "008")
        there.teach("granchio", "013")
        assert dict(book(store).taught) == dict(there.taught) == {"lupo delle praterie": "008", "granchio": "013"}
        here.learn({"granchio": "020", "ape": "011"})
        assert dict(book(other).taught)["granchio"] == "020"
        there.forget("LUPO delle praterie")
        with pytest.raises(UntaughtNameError):
            here.forget("lupo delle praterie")
        assert book(store).own() == {"granchio": "020", "ape": "011"}


class KeptSolitarioContract:
    """Choices, players and finished games."""

    def test_two_windows_that_choose_different_things_keep_both(self, store, other, tmp_path):
        here, there = (KeptSettings(one, SETTINGS, tmp_path / "settings.json") for one in (store, other))
        assert here.load() == StoredSettings()
        here.change(lambda stored: replace(stored, language="it"))
        there.change(lambda stored: replace(stored, speech_rate=3))
        assert here.load() == there.load() == StoredSettings(language="it", speech_rate=3)
        here.save(StoredSettings(language="en"))
        assert there.load() == StoredSettings(language="en")

    def test_tables_that_change_different_options_keep_both(self, store, other, tmp_path):
        places = Folders(tmp_path / "config", tmp_path / "data", tmp_path / "state")
        tables = [KeptGames(places, one, ScoringConfig()) for one in (store, other)]
        (first, _), (second, _) = (games.stored() for games in tables)
        assert tables[0].chosen({}, replace(first.preferences, verbosity="brief")) == []
        assert tables[1].chosen({"draw_count": 1}, replace(second.preferences, volume=30)) == []
        kept, told = tables[0].stored()
        assert (kept.preferences, kept.game.draw_count, told) == (Preferences("brief", volume=30), 1, [])

    def test_players_who_are_made_at_once_get_numbers_of_their_own(self, store, other, tmp_path):
        here, there = (KeptProfiles(one, PROFILES, tmp_path / "profiles.json") for one in (store, other))
        met = []

        def created(profiles):
            if not met:
                met.append(there.change(lambda others: others.created("Bruno")))
            return profiles.created("Anna").with_default("Anna")

        assert [one.profile_id for one in here.change(created)] == ["p1", "p2"]
        there.change(lambda profiles: profiles.renamed("Bruno", "Bea").deleted("Anna"))
        profiles = here.load()
        assert [(one.profile_id, one.name) for one in profiles] == [("p1", "Bea")]
        assert (profiles.default_id, profiles.created("Carla").id_of("Carla")) == ("guest", "p3")
        with pytest.raises(ProfileNameTakenError):
            there.change(lambda others: others.created("bea"))

    def test_a_finished_game_is_kept_once_whoever_keeps_it(self, store, other, tmp_path):
        here, there = (KeptScores(one, SCORES, tmp_path / "scores.json") for one in (store, other))
        games = [record(WON, 1), record(LOST, 2)]
        assert (here.records(), here.add(games[0])) == ([], True)
        assert (there.add(games[0]), there.add_all(games)) == (False, [games[1]])
        assert here.records() == there.records() == games
        assert here.load_all_scores() == [WON, LOST]
        assert here.game_ids() == {"solitario/1", "solitario/2"}

    def test_scores_go_out_as_a_file_and_come_in_once(self, store, tmp_path):
        scores, path = KeptScores(store, SCORES, tmp_path / "none.json"), tmp_path / "scores.json"
        scores.add_all([record(WON, 1), replace(record(LOST, 2), game_id="")])
        count, text = scores.as_file()
        path.write_bytes(text)
        assert (count, JsonScoreStorage(path).records()) == (2, scores.records())
        imported = KeptScores(MemoryStore(), SCORES, tmp_path / "none.json")
        assert imported.import_from(path, "p1") == Imported(2, 0, 0)
        assert imported.import_from(path, "p1") == Imported(0, 2, 0)

    def test_the_files_of_an_earlier_version_are_the_beginning_with_all_that_is_in_them(self, store, tmp_path):
        contents = {
            "settings": {"version": 1, "theme": {"dark": True}, "language": "it"},
            "profiles": {"version": 1, "club": "mine", "profiles": [{"id": "p7", "name": "Anna", "colour": "green"}]},
            "scores": [{"total_score": 900, "is_victory": True, "mood": "good"}],
        }
        for name, content in contents.items():
            (tmp_path / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
        settings = KeptSettings(store, SETTINGS, tmp_path / "settings.json")
        profiles = KeptProfiles(store, PROFILES, tmp_path / "profiles.json")
        scores = KeptScores(store, SCORES, tmp_path / "scores.json")
        old = scores.records()
        assert store.streams() == []
        assert [one.kept.take_over() for one in (settings, profiles, scores)] == [True] * 3
        for name, content in contents.items():
            path = tmp_path / f"{name}.json"
            assert json.loads(path.read_text(encoding="utf-8")) == content
            path.write_text("{", encoding="utf-8")
        assert settings.change(lambda stored: replace(stored, speech_rate=1)).language == "it"
        assert settings.kept.value()["theme"] == {"dark": True}
        assert profiles.change(lambda players: players.created("Bruno")).id_of("Bruno") == "p8"
        assert next(iter(profiles.load())).extra == {"colour": "green"}
        assert store.journal(PROFILES).entries()[0].data["rest"]["club"] == "mine"
        assert (scores.records(), old[0].score.is_legacy, old[0].extra["mood"]) == (old, True, "good")

    def test_a_file_that_cannot_be_read_is_neither_taken_over_nor_passed_over(self, store, tmp_path):
        path = tmp_path / "file.json"
        path.write_text("{", encoding="utf-8")
        for kept, stream in ((KeptSettings, SETTINGS), (KeptProfiles, PROFILES), (KeptScores, SCORES)):
            value = kept(store, stream, path).kept
            for attempt in (value.take_over, value.value):
                with pytest.raises(InvalidRecordsFileError, match=r"file\.json"):
                    attempt()
        with pytest.raises(InvalidRecordsFileError):
            KeptScores(store, SCORES, path).add(record(WON, 1))
        assert store.streams() == []

    def test_what_another_version_wrote_about_solitario_is_refused(self, store, tmp_path):
        for kept, stream in ((KeptSettings, SETTINGS), (KeptProfiles, PROFILES), (KeptScores, SCORES)):
            store.journal(stream).append("dreamt", {})
            with pytest.raises(NewerEntryError, match="entry 1 of kept/"):
                kept(store, stream, tmp_path / "none.json").kept.value()


class KeptContract(KeptValueContract, KeptDecksContract, KeptSolitarioContract):
    """All of it."""
