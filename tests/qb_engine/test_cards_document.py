"""``docs/cards.md`` says what the data says: its counts are computed, its table of triples is the one in the code."""

from __future__ import annotations

import importlib.util
import json
import re
from itertools import product
from pathlib import Path

import pytest

from qb_engine.card_hydrator import shipped
from qb_engine.effect_registry_utils import CARD_SCOPES, MOMENTS, SUPPORTED_TRIPLES, WATCHERS

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "cards.md"


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("cards_doc", ROOT / "tools" / "cards_doc.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_counts_are_those_of_the_data(tool):
    text = DOCUMENT.read_text(encoding="utf-8")
    assert tool.with_counts(text) == text


def test_a_document_without_its_marks_is_an_error(tool):
    with pytest.raises(ValueError, match="marks"):
        tool.with_counts("nothing here")


def test_the_evidence_lists_every_card_once_and_names_nobody():
    path = Path(__file__).parent / "facts" / "evidence.json"
    evidence = json.loads(path.read_text(encoding="utf-8"))
    assert [row["id"] for row in evidence] == [card.id for card in shipped().cards]
    assert {key for row in evidence for key in row} == {
        "id",
        "panel",
        "image",
        "print",
        "implementations",
        "differing",
    }


def words(cell, groups):
    """The words of a table cell: those in backticks, and the members of the groups it names."""
    return [*re.findall(r"`(\w+)`", cell), *(word for group in groups if group in cell for word in groups[group])]


def test_the_table_of_triples_is_the_one_in_the_code():
    documented = set()
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[0].startswith("`"):
            triggers = words(cells[1], {"moments": MOMENTS, "watchers": WATCHERS})
            scopes = words(cells[2], {"card scopes": CARD_SCOPES})
            documented |= set(product(triggers, scopes, words(cells[0], {})))
    assert documented == SUPPORTED_TRIPLES
