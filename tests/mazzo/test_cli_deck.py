"""``mazzo deck``: kept, listed, shown, checked and coded; what is refused, and that nothing is lost by it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner

from mazzo import bootstrap
from mazzo.cli.deck import deck_group
from mazzo.storage.store import EventStore
from mazzo.streams import DECKS
from mazzo.words.decks import STARTER_IDEAS
from qb_engine.cards.deck_code import deck_code
from qb_engine.cards.known_opponents import known_opponents
from qb_engine.cards.starter_decks import starter_decks

MINE = ["001", "001", "007", "007", "008", "008", "005", "013", "013", "011", "011", "004", "020", "098", "086"]


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def kept(home):
    """Where the decks are kept, with one of them."""
    assert deck("add", "Mine", *MINE).exit_code == 0
    return home / "data" / "journal.sqlite3"


@pytest.fixture
def file(home):
    """Where decks were kept before the journal had them."""
    path = home / "data" / "qb" / "decks.json"
    path.parent.mkdir(parents=True)
    return path


def entries(kept):
    with EventStore.open(kept) as store:
        return store.journal(DECKS).entries()


def deck(*arguments, language="en"):
    return CliRunner().invoke(deck_group, [*arguments, "--lang", language])


def test_a_deck_is_kept_by_ids_names_or_code(home):
    names = [card.name for card in starter_decks()[0].deck.cards]
    assert deck("add", "by ids", *MINE).exit_code == 0
    assert deck("add", "by names", ", ".join(names)).exit_code == 0
    answer = deck("add", "by code", deck_code(MINE).lower())
    assert (answer.exit_code, answer.stdout) == (0, f"by code is kept, code {deck_code(MINE)}.\n")
    report = json.loads(deck("list", "--json").stdout)
    codes = {entry["name"]: entry["code"] for entry in report["decks"] if entry["origin"] == "own"}
    assert codes == dict.fromkeys(("by code", "by ids", "by names"), deck_code(MINE))


def test_the_list_has_own_decks_first_and_names_the_starters_as_ours(kept):
    lines = deck("list").stdout.splitlines()
    assert lines[0] == f"Mine  {deck_code(MINE)}"
    seen = [line for line in lines[1:] if "an opponent, seen in matches" in line]
    assert len(seen) == len(known_opponents())
    assert len(lines) == 1 + len(seen) + len(starter_decks())
    assert all("comes with Mazzo" in line for line in lines[1 + len(seen) :])
    assert "viene con Mazzo: Carte economiche" in deck("list", language="it").stdout


def test_without_decks_the_list_says_how_to_add_one(home):
    assert deck("list").stdout.startswith("You have no deck yet. Type: mazzo deck add NAME CARDS")
    assert not (home / "data").exists()


def test_every_starter_deck_has_its_idea_translated():
    assert {starter.why for starter in starter_decks()} == set(STARTER_IDEAS)


def test_a_deck_is_shown_card_by_card_in_words(kept):
    lines = deck("show", "mine").stdout.splitlines()
    assert len(lines) == len(set(MINE))
    assert lines[0].startswith("2 x Security Officer, card 001, standard: rank 1, power 1.")
    assert deck("show", "vanguard").stdout.startswith("Vanguard comes with Mazzo.\n")


def test_a_code_is_printed_alone(kept):
    assert deck("code", "mine").stdout == deck_code(MINE) + "\n"


def test_a_good_deck_is_checked_with_exact_chances(kept):
    answer = deck("check", "mine")
    assert answer.exit_code == 0
    first, second = answer.stdout.splitlines()
    assert first.startswith("Fine: an opening hand has no card to lay on turn 1 with 0.03%: 10 of 15 cards can be ")
    assert second.startswith("Fine: a tile of rank 2 stands by round 3 with at least 99.98%: 9 of 15 cards open one ")


def test_a_slow_deck_is_called_weak(home):
    heavy = ["001", "086", "095", "096", "097", "098", "099", "100", "101", "102", "103", "104", "120", "121", "122"]
    assert deck("add", "slow", *heavy).exit_code == 0
    report = json.loads(deck("check", "slow", "--json").stdout)
    assert report["rank_two_by_round_three"]["is_weak"]
    assert "Debole: " in deck("check", "slow", language="it").stdout


def test_copies_beyond_the_limit_are_a_no_that_names_the_card(home):
    assert deck("add", "many", *["001"] * 4, *MINE[4:]).exit_code == 0
    answer = deck("check", "many")
    assert (answer.exit_code, answer.stdout) == (
        1,
        "many: Security Officer (001) stands in it 4 times, at most 2 are allowed\n",
    )
    assert json.loads(deck("check", "many", "--json", "--rules", "spec").stdout)["ok"] is True


@pytest.mark.parametrize(
    ("cards", "code", "words"),
    [
        (MINE[:14], 65, "it has 14 cards and a deck has 15"),
        ([*MINE[:14], "T01"], 65, "is a token, and tokens are never part of a deck"),
        ([*MINE[:14], "xyzzy"], 65, "no card is called 'xyzzy'; the nearest are"),
        ([*MINE[:14], "golem"], 65, "Mythril Golem (114): type the id or the whole name"),
        (["001"] * 61, 65, "61 cards are named and at most 60 can be"),
        ([deck_code(MINE)[:-1] + "0"], 65, "its check does not agree"),
    ],
)
def test_what_is_no_deck_is_refused_and_nothing_is_lost(kept, cards, code, words):
    before = entries(kept)
    answer = deck("add", "Other", *cards)
    assert (answer.exit_code, answer.stdout) == (code, "")
    assert words in answer.stderr
    assert entries(kept) == before
    assert words in json.loads(deck("add", "Other", *cards, "--json").stdout)["error"]


@pytest.mark.parametrize("name", ["mine", "Vanguard"])
def test_a_name_that_is_taken_is_refused(kept, name):
    answer = deck("add", name, *reversed(MINE))
    assert answer.exit_code == 1
    assert "is there already: choose another name" in answer.stderr


def test_a_deck_of_ones_own_can_be_replaced(kept):
    other = [*MINE[:14], "090"]
    assert deck("add", "mine", *other, "--replace").exit_code == 0
    assert deck("code", "Mine").stdout.strip() == deck_code(other)
    assert deck("add", "vanguard", *other, "--replace").exit_code == 1


@pytest.mark.parametrize("name", ["", "x" * 61, "a\nb", " a"])
def test_a_name_that_cannot_be_shown_is_refused(home, name):
    assert deck("add", name, *MINE).exit_code == 65


def test_an_unknown_name_lists_those_there_are(kept):
    answer = deck("show", "nothing")
    assert answer.exit_code == 1
    assert "no deck is called 'nothing'; there are Mine, Vanguard" in answer.stderr
    assert "nessun mazzo si chiama" in deck("show", "nothing", language="it").stderr


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", '{"schema": 2, "decks": []}', '{"schema": 1, "decks": [{"name": "a"}]}',
        '{"schema": 1, "decks": [{"name": "a", "cards": ["001"]}]}', '{"schema": 1, "schema": 1, "decks": []}',
        json.dumps({"schema": 1, "decks": [{"name": "a", "cards": ["T01"] * 15}]}),
        json.dumps({"schema": 1, "decks": [{"name": "a", "cards": [1] * 15}]}),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_by_name_and_left_as_it_is(file, text):
    file.write_text(text)
    for arguments in (("list",), ("add", "Other", *MINE), ("code", "mine")):
        answer = deck(*arguments)
        assert (answer.exit_code, answer.stdout) == (65, "")
        assert "decks.json" in answer.stderr
    assert file.read_text() == text


def test_a_file_from_before_is_read_then_taken_over_once_and_left_as_it_was(file):
    text = json.dumps({"schema": 1, "decks": [{"name": "Old", "cards": MINE}, {"name": "B", "cards": MINE[::-1]}]})
    file.write_text(text)
    assert deck("code", "old").stdout == deck_code(MINE) + "\n"
    assert not (file.parent.parent / "journal.sqlite3").exists()
    answer = deck("add", "Mine", *MINE)
    assert answer.stderr == "What was in decks.json is kept with your games from now on; the file stays as it was.\n"
    assert deck("add", "old", *MINE).exit_code == 1
    assert file.read_text() == text
    file.write_text("{")
    assert [line.split()[0] for line in deck("list").stdout.splitlines()[:3]] == ["B", "Mine", "Old"]
    assert deck("add", "Third", *MINE).stderr == ""


def test_a_folder_in_the_place_of_the_file_is_an_input_error(home):
    (home / "data" / "qb" / "decks.json").mkdir(parents=True)
    answer = deck("list")
    assert answer.exit_code == 74
    assert "decks.json could not be used" in answer.stderr


def test_a_store_in_use_is_busy_and_stays(kept, monkeypatch):
    monkeypatch.setattr(bootstrap, "EventStore", ImpatientStore)
    before = entries(kept)
    with closing(sqlite3.connect(kept, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        answer = deck("add", "Other", *MINE)
    assert answer.exit_code == 75
    assert entries(kept) == before


class ImpatientStore(EventStore):
    @classmethod
    def open(cls, place):
        return super().open(place, busy_seconds=0.05)
