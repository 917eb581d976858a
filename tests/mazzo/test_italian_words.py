"""One Italian word for one thing: the words that docs/decisions chose, and not their neighbours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from kernelkit.spoken import catalogue
from messages import italian_faults

SOURCE = Path(__file__).parent.parent.parent / "src"
CHOSEN = {"rank": ("grado", r"(?<!\{)\brang"), "enemy": ("nemico", r"avversari")}


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
