from __future__ import annotations

from collections import Counter

import pytest

from kernelkit.spoken import SpokenError
from mazzo.cli.exits import BAD_DATA, CODES, REFUSED, exit_code
from support.error_kinds import kinds


def test_every_name_of_the_table_is_one_class_of_errors():
    counts = Counter(kind.__name__ for kind in dict.fromkeys(kinds()))
    assert {name: counts[name] for name in CODES} == dict.fromkeys(CODES, 1)


def test_no_error_knows_the_exit_code_it_ends_with():
    assert [kind for kind in kinds() if hasattr(kind, "exit_code")] == []


def test_an_error_ends_as_its_own_class_or_the_nearest_above_it():
    above = type("SomethingError", (SpokenError,), {"package": "mazzo", "template": "x"})
    named = {kind.__name__: kind for kind in kinds()}

    def raised(name):
        return type(name, (named[name],), {"template": "x", "facts_in": lambda _self, _language: {}})()

    for name, code in CODES.items():
        assert exit_code(raised(name)) == code
    assert exit_code(raised("StoreWriteError")) == CODES["StorageError"]
    assert exit_code(raised("DeckNameError")) == REFUSED
    assert (exit_code(above()), exit_code(above(), REFUSED)) == (BAD_DATA, REFUSED)


@pytest.mark.parametrize("code", sorted(set(CODES.values())))
def test_every_code_is_one_of_the_documented(code):
    assert code in (0, 1, 2, 65, 66, 74, 75)
