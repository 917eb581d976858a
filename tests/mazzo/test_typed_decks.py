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


def test_a_position_beside_a_deck_is_refused_in_the_language_of_the_reader():
    answer = CliRunner().invoke(main, ["coach", "--lang", "it", "--position", "x", "--deck", "starter"])
    assert answer.exit_code == 2
    assert "--position va solo con --hand" in answer.output
