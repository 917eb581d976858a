"""A deck that is typed or pasted at the coach: what deck show writes is understood, and what was typed can be kept."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from kernelkit.journal import MemoryStore
from mazzo.bootstrap import shelf
from mazzo.cli import main
from mazzo.coach.matches import Matches
from mazzo.decks.card_list import split_list
from mazzo.dialogue.coach import CoachSession
from mazzo.storage.typed_files import TypedFiles
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.words.voice import Voice

DECK = starter_decks()[0]
TYPED = ", ".join(DECK.deck.card_ids)


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("MAZZO_HOME", str(tmp_path))


def asked_for_a_deck(store: MemoryStore | None = None) -> CoachSession:
    store = store or MemoryStore()
    session = CoachSession(Matches(store), Voice(), {}, shelf(store), files=TypedFiles())
    session.open(new=True)
    return session


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_deck_show_writes_is_the_deck_when_it_is_pasted(language):
    shown = CliRunner().invoke(main, ["deck", "show", DECK.name, "--lang", language]).output
    assert sorted(split_list(shown)) == sorted(DECK.deck.card_ids)


def test_a_deck_typed_once_is_offered_to_be_kept_and_is_there_by_its_name():
    store = MemoryStore()
    session = asked_for_a_deck(store)
    session.handle(TYPED)
    assert session.prompt_line.startswith("Keep this deck?")
    assert session.handle("Evening").ok
    again = asked_for_a_deck(store)
    assert again.handle("evening").ok
    assert not again.prompt_line.startswith("Keep this deck?")


def test_a_typed_deck_is_not_kept_without_a_name():
    store = MemoryStore()
    session = asked_for_a_deck(store)
    session.handle(TYPED)
    assert session.handle("").ok
    assert not asked_for_a_deck(store).handle("evening").ok


@pytest.mark.parametrize("line", [TYPED, "2 zu, mu", "a" * 500, "zu\x1b[2J"])
def test_a_list_or_an_endless_name_is_no_name_for_a_deck_and_the_question_stays(line):
    store = MemoryStore()
    session = asked_for_a_deck(store)
    session.handle(TYPED)
    refused = session.handle(line)
    assert not refused.ok
    assert "is no name for a deck" in refused.lines[0]
    assert session.prompt_line.startswith("Keep this deck?")
    assert session.handle("evening").ok
    assert shelf(store).whole["evening"].card_ids


def test_a_name_that_is_taken_says_what_can_be_typed_here():
    store = MemoryStore()
    first = asked_for_a_deck(store)
    for line in (TYPED, "evening"):
        first.handle(line)
    session = asked_for_a_deck(store)
    session.handle(", ".join(starter_decks()[1].deck.card_ids))
    assert session.handle("evening").lines == [
        "A deck called evening is there already. Type another name, or Enter to keep no deck."
    ]
    assert session.handle("Other").ok


def test_a_deck_that_is_kept_already_is_not_offered_to_be_kept_again():
    store = MemoryStore()
    first = asked_for_a_deck(store)
    for line in (TYPED, "evening"):
        first.handle(line)
    session = asked_for_a_deck(store)
    session.handle(TYPED)
    assert session.prompt_line.startswith("Your opening hand")


def test_a_command_is_no_name_for_a_deck():
    session = asked_for_a_deck()
    session.handle(TYPED)
    assert session.handle("help").ok
    assert session.prompt_line.startswith("Keep this deck?")
    assert session.handle("quit").done


def test_a_position_beside_a_deck_is_refused_in_the_language_of_the_reader():
    answer = CliRunner().invoke(main, ["coach", "--lang", "it", "--position", "x", "--deck", "starter"])
    assert answer.exit_code == 2
    assert "--position va solo con --hand" in answer.output
