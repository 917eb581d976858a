"""An unknown enemy: the decks the player keeps are candidates, what is a guess is called one, and lists grow."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from kernelkit.journal import MemoryStore
from mazzo.cli import main
from mazzo.coach.matches import Matches
from mazzo.decks.shelf import DeckShelf, OtherDeckError, PassingDecks, TakenNameError
from mazzo.decks.store import DeckStore, StoredDeck
from mazzo.dialogue.coach import CoachSession
from mazzo.folders import folders
from mazzo.storage.typed_files import TypedFiles
from mazzo.streams import OPPONENTS
from qb_engine.cards.known_opponents import known_opponents
from qb_engine.errors import BrokenFileError
from qb_engine.ruleset import REBIRTH
from qb_engine.words.voice import Voice

HAND = "levrikon, elphadunk, archdragon, grasslands wolf, queen bee"
RUDD = ("001", "007", "007", "008", "008", "011", "011", "013", "013", "026", "026", "031", "031", "040", "040")
NED = ("001", "001", "007", "051", "051", "052", "052", "057", "057", "059", "059", "028", "028", "032", "032")
MINE = ("001", "001", "002", "002", "003", "003", "004", "004", "005", "005", "006", "006", "007", "008", "009")


class Seat:
    """A person who keeps decks, in a match against an unknown enemy."""

    def __init__(self, *own: StoredDeck, lists: tuple[StoredDeck, ...] = (), deck: str = "", enemy: str = ""):
        self.shelf = DeckShelf(own, PassingDecks(lists))
        self.session = CoachSession(Matches(MemoryStore()), Voice(), shelf=self.shelf, files=TypedFiles())
        self.session.open(new=True)
        self.says(deck, HAND, enemy, "you", "mull")

    def says(self, *lines: str) -> str:
        for line in lines:
            reply = self.session.handle(line)
        return "\n".join(reply.lines)

    @property
    def table(self):
        return self.session.table


def test_a_kept_deck_that_fits_is_named_with_its_chance_and_what_it_still_has():
    person = Seat(StoredDeck("Rudd", RUDD), StoredDeck("Ned", NED))
    assert "a guess: Ned 25%, Rudd 25%, another one 50%." in person.says("opponent")
    person.says("p 1", "e levrikon m5", "d queen bee", "p 1", "e grasslands wolf t5")
    said = person.says("opponent")
    assert "a guess: Rudd 82%, another one 18%." in said
    assert "Ned" not in said
    assert "If it is Rudd, not seen yet: Security Officer (001), Levrikon (007), Grasslands Wolf (008)," in said
    assert "Cards seen: Levrikon (007), Grasslands Wolf (008)." in said
    assert "In hand: 4 cards. Likeliest: " in said
    assert "9 cards are left to draw." in said


def test_a_hand_from_a_kept_deck_has_exact_chances():
    person = Seat(StoredDeck("Rudd", RUDD))
    person.says("p 1", "e levrikon m5", "d queen bee", "p 1", "e grasslands wolf t5")
    belief = person.table.prediction.belief(person.table.match.state.view(), person.table.match.state.observation)
    weight = belief.unseen[0].weight
    # Thirteen cards unseen and four in hand: a card with two copies is not there with C(11, 4) / C(13, 4).
    expected = weight * (1 - 330 / 715)
    assert 0 < belief.chance_to_hold("011") - expected < 0.03


@pytest.mark.slow
def test_advice_and_threats_start_from_the_same_guess():
    person, alone = Seat(StoredDeck("Rudd", RUDD)), Seat()
    for one in (person, alone):
        one.says(
            "p levrikon m1", "e levrikon m5", "d queen bee", "p queen bee t1", "e grasslands wolf t5", "d elphadunk"
        )
    assert person.table.advice().moves != alone.table.advice().moves
    assert person.table.advice().is_guess
    assert person.says("threats") != alone.says("threats")
    assert "A guess" in person.says("threats")


def test_the_deck_you_play_and_one_the_rules_refuse_are_no_candidates():
    shelf = DeckShelf([StoredDeck("Mine", MINE), StoredDeck("Rudd", RUDD), StoredDeck("Fifteen", ("001",) * 15)])
    assert list(shelf.candidates(MINE[::-1], REBIRTH).values()) == ["Rudd"]
    assert list(shelf.candidates(None, REBIRTH).values()) == ["Mine", "Rudd"]


def test_a_deck_that_nobody_keeps_is_called_a_guess_too():
    person = Seat()
    assert "you keep no other whole deck, so it may be any" in person.says("opponent")
    assert "Any card may be there, none with more than 4%." in person.says("opponent")
    other = Seat(StoredDeck("Ned", NED))
    other.says("p 1", "e grasslands wolf m5")
    assert "no whole deck that you keep fits, so it may be any" in other.says("opponent")


def test_a_known_deck_is_said_to_be_known():
    person = Seat(StoredDeck("Rudd", RUDD), enemy="rudd")
    person.says("p 1", "e levrikon m5")
    said = person.says("opponent")
    assert said.startswith("The enemy's deck is known.\nNot seen yet: Security Officer (001), Levrikon (007),")
    assert "guess" not in said
    assert "In hand: 4 cards. Likeliest: Grasslands Wolf 51%" in said
    assert "nothing to learn" in person.says("save enemy rudd")


# Lists that grow.


def test_what_was_seen_is_offered_at_the_end_kept_and_added_to():
    person = Seat()
    assert "No card of the enemy's deck was seen yet" in person.says("save enemy Rudd")
    person.says("p levrikon m1", "e levrikon m5", "d queen bee", "pass")
    assert "To keep the cards seen of this enemy: save enemy NAME" in person.says("e pass")
    assert person.says("save enemy Rudd") == "List of Rudd: 1 of 15 cards."
    assert person.says("salva nemico rudd") == "List of Rudd: 1 of 15 cards."
    person.says("new", "", HAND, "", "you", "mull", "p levrikon m1", "e grasslands wolf m5")
    assert person.says("save enemy RUDD") == "List of Rudd: 2 of 15 cards."
    assert person.shelf.partial == (StoredDeck("Rudd", ("007", "008")),)


def test_a_list_in_part_is_evidence_and_no_candidate():
    person = Seat(lists=(StoredDeck("Rudd", RUDD[:5]), StoredDeck("Ned", NED[5:9])))
    person.says("p levrikon m1", "e levrikon m5")
    said = person.says("opponent")
    assert "List of Rudd, 5 of 15 cards. Seen cards on it: 1 of 1." in said
    assert "Not seen yet: Security Officer (001), Levrikon (007), Grasslands Wolf (008), Grasslands Wolf (008)." in said
    assert "Ned" not in said
    assert not person.table.candidates


# An opponent who is named.


def test_a_list_in_part_is_certain_at_once_when_its_opponent_is_named():
    person = Seat(lists=(StoredDeck("Rudd", RUDD[:10]),), enemy="rudd")
    belief = person.table.prediction.belief(person.table.match.state.view(), person.table.match.state.observation)
    assert belief.unseen[0].listed == {"001": 1, "007": 2, "008": 2, "011": 2, "013": 2, "026": 1}
    assert belief.unseen[0].slots == 5
    assert belief.is_guess
    said = person.says("opponent")
    assert "Rudd: certain cards 10 of 15, the rest is a guess." in said
    assert "In hand: 5 cards. Likeliest: Levrikon 57%" in said


def test_a_list_of_which_every_card_was_seen_says_nothing_of_what_is_left():
    person = Seat(lists=(StoredDeck("Rudd", ("007",)),), enemy="rudd")
    assert "Likeliest: Levrikon 35%." in person.says("opponent")
    person.says("p levrikon m1", "e levrikon m5", "d queen bee")
    said = person.says("opponent")
    assert "Not seen yet" not in said
    assert "Likeliest" not in said
    assert "Any card may be there, none with more than " in said


def test_the_opponent_s_name_says_who_begins():
    person = Seat(enemy="regina")
    person.says("new", "", HAND, "regina", "Regina")
    assert person.table.match.steps[0].data["first"] == "E"


def test_the_opponents_of_the_console_can_be_named_and_what_is_kept_of_them_is_joined():
    person = Seat(enemy="regina")
    regina = next(one for one in known_opponents() if one.name == "Regina")
    assert person.table.certain_cards == regina.card_ids
    both = DeckShelf((), PassingDecks([StoredDeck("regina", ("013", "059"))]))
    assert both.opponent("Regina") == StoredDeck("regina", tuple(sorted((*regina.card_ids, "059"))))
    assert [one.name for one in both.opponents] == ["regina", "Red XIII"]


def test_ten_cards_are_a_list_as_well():
    cards = ", ".join(RUDD[:10])
    person = Seat(enemy=cards)
    assert person.table.certain_cards == RUDD[:10]
    assert "The enemy: certain cards 10 of 15" in person.says("opponent")


def test_the_list_of_a_named_opponent_grows_by_itself_with_each_match():
    person = Seat(lists=(StoredDeck("Rudd", ("001",)),), enemy="rudd")
    person.says("p levrikon m1", "e levrikon m5", "d queen bee", "pass")
    said = person.says("e pass")
    assert "List of Rudd: 2 of 15 cards." in said
    assert "save enemy NAME" not in said
    assert person.shelf.partial == (StoredDeck("Rudd", ("001", "007")),)
    person.says("undo", "redo")
    assert person.shelf.partial == (StoredDeck("Rudd", ("001", "007")),)
    assert len(person.session.matches.against("RUDD")) == 1


def test_who_the_enemy_is_can_be_said_in_the_middle_of_a_match():
    person = Seat()
    before = person.table.advice()
    assert person.says("opponent regina").startswith("The enemy is Regina. Known cards, 10 of 15: ")
    assert person.table.advice() != before
    assert person.says("opponent Bruno") == "The enemy is Bruno. A list of its cards begins with this match."
    assert "no card of this deck is known yet" in person.says("opponent")
    person.says("p levrikon m1", "e levrikon m5", "d queen bee", "pass")
    assert "List of Bruno: 1 of 15 cards." in person.says("e pass")


def test_a_match_that_is_gone_on_with_knows_its_opponent():
    store = MemoryStore()
    first = CoachSession(Matches(store), Voice(), files=TypedFiles())
    first.open(new=True)
    for line in ("", HAND, "red xiii", "you", "mull"):
        first.handle(line)
    again = CoachSession(Matches(store), Voice(), files=TypedFiles())
    again.open()
    assert again.table.enemy is not None
    assert again.table.enemy.name == "Red XIII"
    assert again.table.certain_cards


def test_a_named_list_that_cannot_be_this_deck_is_said_to_be_another():
    person = Seat(lists=(StoredDeck("Rudd", RUDD[:14]),), enemy="rudd")
    person.says("p levrikon m1", "e flametrooper m5", "d queen bee", "p queen bee t1", "e mandragora t5")
    assert "so this is another deck." in person.says("opponent")


def test_a_list_that_became_whole_is_a_candidate_and_can_be_named():
    shelf = DeckShelf((), PassingDecks([StoredDeck("Rudd", RUDD[:14])]))
    assert shelf.learn("rudd", RUDD[-2:]) == StoredDeck("Rudd", RUDD)
    assert list(shelf.candidates(None, REBIRTH).values()) == ["Rudd"]
    with pytest.raises(OtherDeckError, match="make 16 cards together"):
        shelf.learn("rudd", ["059"])
    assert shelf.whole["rudd"].card_ids == RUDD
    person = Seat(lists=(StoredDeck("Rudd", RUDD),), enemy="rudd")
    assert person.table.match.state.observation.known_enemy_deck_ids == RUDD


@pytest.mark.parametrize("name", ["mine", "Vanguard"])
def test_an_opponent_is_not_called_like_a_deck_that_is_no_opponents(name):
    with pytest.raises(TakenNameError):
        DeckShelf([StoredDeck("Mine", MINE)]).learn(name, RUDD[:2])


def test_a_name_that_cannot_be_kept_is_refused_and_nothing_is_written():
    store = MemoryStore()
    shelf = DeckShelf((), DeckStore(store, OPPONENTS, fewest=1))
    with pytest.raises(BrokenFileError, match="1 to 60 characters"):
        shelf.learn("x" * 61, RUDD[:2])
    assert store.streams() == []


@pytest.mark.slow
def test_lists_stay_on_the_disk_and_are_listed(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))
    options = ["coach", "--new", "--deck", "-", "--hand", HAND, "--enemy", "-", "--first", "you", "--lang", "en"]
    typed = "mull\np 1\ne levrikon m5\nsave enemy Rudd\n"
    assert "List of Rudd: 1 of 15 cards." in CliRunner().invoke(main, options, input=typed).output
    again = CliRunner().invoke(main, options, input="mull\np 1\ne levrikon m5\nopponent\n").output
    assert "List of Rudd, 1 of 15 cards" in again
    listed = CliRunner().invoke(main, ["deck", "list", "--lang", "en"]).output
    assert "Rudd  an opponent, seen in matches: 1 of 15 cards, incomplete" in listed
    assert "Regina  an opponent, seen in matches: 10 of 15 cards, incomplete" in listed
    data = json.loads(CliRunner().invoke(main, ["deck", "list", "--json"]).output)
    assert data["opponents"][0] == {"name": "Rudd", "cards": ["007"]}
    assert [one["name"] for one in data["opponents"]] == ["Rudd", *(one.name for one in known_opponents())]


def test_a_broken_file_of_opponents_is_refused_by_name(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))
    folders().opponents.parent.mkdir(parents=True)
    folders().opponents.write_text('{"schema": 1, "decks": [{"name": "Rudd", "cards": []}]}', encoding="utf-8")
    options = ["coach", "--new", "--deck", "-", "--hand", HAND, "--enemy", "-", "--first", "you", "--lang", "en"]
    broken = CliRunner().invoke(main, options, input="mull\n")
    assert broken.exit_code == 65
    assert "opponents.json" in broken.output


def test_deck_says_what_is_left_and_the_chance_to_draw_each_next():
    held, twice = ("005", "007", "008", "011", "020"), ("001", "002", "003")
    person = Seat(deck=", ".join((*held, *held[1:], *twice, *twice)))
    assert person.says("deck").splitlines() == [
        "10 cards are left in your deck.",
        "Next with 20% each: Security Officer, Riot Trooper, Grenadier.",
        "Next with 10% each: Levrikon, Grasslands Wolf, Elphadunk, Archdragon.",
    ]
    assert "your deck is not known" in Seat().says("deck").casefold()


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_name_that_nobody_has_begins_a_list_when_it_is_typed_again(language):
    session = CoachSession(Matches(MemoryStore()), Voice(language), files=TypedFiles())
    session.open(new=True)
    for line in ("vanguard", "levrikon, elphadunk, archdragon, grasslands wolf, queen bee"):
        assert session.handle(line).ok
    doubted = session.handle("Marta")
    assert not doubted.ok
    assert "Regina" in doubted.lines[0]
    assert not session.handle("Wutherbold").ok
    assert not session.handle("marta").ok
    begun = session.handle("Marta")
    assert begun.ok
    assert "Marta" in begun.lines[0]
    for line in ("", "keep"):
        session.handle(line)
    assert session.table.enemy is not None
    assert session.table.enemy.name == "Marta"
