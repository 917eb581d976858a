"""One Italian word for one thing: the words that docs/decisions chose, and not their neighbours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from kernelkit.spoken import Announcements, catalogue
from messages import italian_faults
from solitario.application.commands import COMMANDS

SOURCE = Path(__file__).parent.parent.parent / "src"
CHOSEN = {
    "rank": ("grado", r"(?<!\{)\brang"),
    "enemy": ("nemico", r"avversari"),
    "board": ("tavolo", r"[Tt]abellone|[Pp]lancia"),
    "coach": ("allenatore", r"\b(il|nel|col) coach\b"),
    "puzzle": ("rompicapo", r"\b[Pp]roblem[ai]\b"),
}


def italian(package):
    with (SOURCE / package / "locale" / "it" / "LC_MESSAGES" / f"{package}.po").open("rb") as stream:
        for message in read_po(stream):
            yield from (message.string,) if isinstance(message.string, str) else message.string


@pytest.mark.parametrize("thing", CHOSEN)
def test_the_table_of_queens_blood_has_one_word_for_it(thing):
    word, neighbours = CHOSEN[thing]
    said = [text for package in ("qb_engine", "mazzo") for text in italian(package)]
    assert any(word in text for text in said)
    assert [text for text in said if re.search(neighbours, text)] == []


def test_a_doubtful_translation_is_a_fault_of_the_catalogue():
    catalog = Catalog(locale="it")
    catalog.add("one tile", "una casella")
    catalog.add(("and {n} more", "and {n} more"), ("e un'altra", "e altre {n}"), flags=["fuzzy"])
    catalog.add("pass", "")
    missing, doubtful = italian_faults(catalog)
    assert missing == "no Italian for 'pass'"
    assert "'and {n} more'" in doubtful
    assert "fuzzy" in doubtful


@pytest.mark.parametrize(("number", "words"), [(1, "e un'altra"), (34, "e altre 34")])
def test_the_cards_that_are_not_named_are_counted_in_italian(number, words):
    said = catalogue("qb_engine", "it").ngettext("and {n} more", "and {n} more", number)
    assert said.format(n=number) == words


def test_no_article_stands_before_a_number_that_may_want_another_one():
    before_numbers = re.compile(r"\b(il|sul|del|nel|al) \{(you|enemy|percent|chance|number|count|n)\}")
    said = [text for package in ("qb_engine", "mazzo") for text in italian(package)]
    assert [text for text in said if before_numbers.search(text)] == []


KINDS = {
    "one thing is not counted with a figure before or after altra": r"\{n\} altr[ao]\b|\baltr[ao] \{n\}",
    "a hint is worth, it does not count": r"\bcont[ai] come\b",
    "the waste is recycled": r"\brigir",
    "a search that runs out of time says that time was short": r"trovat[oa] in tempo|tempo a disposizione",
    "a rule says what goes where, not what a pile takes": r"\b(pila|fondazione)( vuota)? prende\b",
    "the end of a row is said as a place, not as a border": r"\b[Bb]ordo\b",
}


def test_the_page_of_solitario_uses_the_words_of_the_terminal():
    page, terminal = catalogue("mazzo", "it"), catalogue("solitario", "it")
    assert page.gettext("Turn the waste over").lower() == terminal.gettext("turn the waste over")
    assert f"scarti {page.gettext('turned over')}" == terminal.gettext("turned over")
    assert page.gettext("Redo").lower() in next(each.parole for each in COMMANDS if each.name == "redo")
    assert [text for text in italian("mazzo") if re.search(r"\b[Rr]igir", text)] == []


@pytest.mark.parametrize("package", ["solitario", "qb_engine"])
def test_why_the_first_answer_takes_so_long_is_said_in_the_language_spoken(package, capsys):
    what = {"solitario": "the solver", "qb_engine": "the rules"}[package]
    announcing = Announcements()
    announcing.language = "it"
    announcing.say(package, f"compiling {what}, once for this version; this takes some seconds.")
    assert capsys.readouterr().err.startswith(f"{package}: compilo ")


@pytest.mark.parametrize("kind", KINDS)
def test_solitario_is_said_as_it_would_be_spoken(kind):
    assert [text for text in italian("solitario") if re.search(KINDS[kind], text)] == []


def test_every_help_of_solitario_says_what_a_command_does():
    """In the third person, as the others: dice, va, sceglie; not an imperative, not a bare noun."""
    words = catalogue("solitario", "it")
    said = {words.gettext(command.does) for command in COMMANDS}
    assert [text for text in said if not re.match(r"[a-z]+[ae]\b", text)] == []
