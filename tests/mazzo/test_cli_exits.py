from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

import mazzo
import solitario
from kernelkit.spoken import SpokenError
from mazzo.cli.exits import BAD_DATA, CODES, REFUSED, exit_code


def kinds(root=SpokenError):
    """Every class of errors that the packages have, once all their modules are there."""
    for package in (mazzo, solitario):
        base = Path(package.__file__).parent
        for file in sorted(base.rglob("*.py")):
            name = ".".join((package.__name__, *file.relative_to(base).with_suffix("").parts))
            if "__main__" not in name and "migrations" not in name:
                import_module(name.removesuffix(".__init__"))
    found, todo = [], [root]
    while todo:
        more = [kind for kind in todo.pop().__subclasses__() if not kind.__module__.startswith(("test", "support"))]
        found += more
        todo += more
    return found


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
