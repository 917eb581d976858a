"""One Italian word for one thing: the words that docs/decisions chose, and not their neighbours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

SOURCE = Path(__file__).parent.parent.parent / "src"
CHOSEN = {"rank": ("grado", r"\brang"), "enemy": ("nemico", r"avversari")}


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
