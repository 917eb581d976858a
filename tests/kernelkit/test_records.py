"""Plain records in their exact form: whatever would overrun a packed record raises."""

from __future__ import annotations

import subprocess
import sys
from typing import Annotated

import numpy as np
import pytest

from kernelkit import records
from kernelkit.records import FromZero, copy_cell, packed, record, seen_packed


@record
class Box:
    """One field of each kind."""

    byte: Annotated[int, "i1"]
    short: Annotated[int, "i2"]
    share: Annotated[float, "f8"]
    bytes_: Annotated[list[int], "i1", 3]
    shorts: Annotated[list[list[int]], "i2", (2, 4)]
    words: Annotated[list[int], "i8", 2]


def limits(field):
    """The least and the greatest number that NumPy keeps in ``field``."""
    information = np.iinfo(Box.dtype[field].base)
    return int(information.min), int(information.max)


@pytest.mark.parametrize("field", ["byte", "short"])
def test_a_number_holds_what_its_packed_twin_holds_and_nothing_more(field):
    box = Box()
    for fits, beyond in zip(limits(field), (limits(field)[0] - 1, limits(field)[1] + 1), strict=True):
        setattr(box, field, fits)
        with pytest.raises(OverflowError, match=field):
            setattr(box, field, beyond)
        assert getattr(box, field) == fits


@pytest.mark.parametrize(("field", "of"), [("bytes_", ()), ("shorts", (1,)), ("words", ())])
def test_a_list_holds_what_its_packed_twin_holds_and_nothing_more(field, of):
    numbers = getattr(Box(), field)
    for place in of:
        numbers = numbers[place]
    low, high = limits(field)
    numbers[0], numbers[1] = low, high
    for beyond in (low - 1, high + 1):
        with pytest.raises(OverflowError):
            numbers[0] = beyond
    assert (numbers[0], numbers[1]) == (low, high)


@pytest.mark.parametrize("field", ["bytes_", "words"])
def test_a_list_has_exactly_the_places_of_its_packed_twin(field):
    numbers = getattr(Box(), field)
    (size,) = Box.dtype[field].shape
    assert len(numbers) == size
    with pytest.raises(IndexError):
        numbers[size] = 1
    with pytest.raises(IndexError):
        _ = numbers[size]
    with pytest.raises(IndexError):
        _ = Box().shorts[2]


def test_a_place_from_the_end_is_noticed_where_that_is_asked_for(monkeypatch):
    monkeypatch.setattr(records, "_numbers", FromZero)
    row = [Box(), Box()]
    row[0].shorts[1][3] = 7
    copy_cell(row, 1, row, 0)
    for box in row:
        for numbers in (box.bytes_, box.shorts[1]):
            with pytest.raises(IndexError):
                numbers[-1] = 1
            with pytest.raises(IndexError):
                _ = numbers[-1]
        assert box.shorts[1][3] == 7


def test_a_copy_has_the_values_and_shares_nothing():
    row = [Box(), Box()]
    row[0].share, row[0].byte, row[0].shorts[1][3], row[0].words[1] = 0.5, 5, 300, 1 << 40
    copy_cell(row, 1, row, 0)
    row[0].shorts[1][3] = row[0].words[1] = 0
    assert (row[1].share, row[1].byte, row[1].shorts[1][3], row[1].words[1]) == (0.5, 5, 300, 1 << 40)


def test_a_record_is_packed_with_its_values():
    box = Box()
    box.short, box.bytes_[2], box.shorts[1][3] = -300, -5, 300
    seen = seen_packed(packed(box))
    assert (int(seen.short), list(seen.bytes_), int(seen.shorts[1][3])) == (-300, [0, 0, -5], 300)


@pytest.mark.parametrize(("form", "written"), [("1", "list 40000"), ("exact", "array refused")])
def test_who_plays_plain_has_quick_lists_and_tests_have_exact_ones(form, written, monkeypatch):
    monkeypatch.setenv("MAZZO_PLAIN", form)
    code = (
        "import qb_engine.kernel.program; from qb_engine.kernel.layout import State\n"
        "state = State(); kind = type(state.owner).__name__\n"
        "try:\n    state.turn = 40000; print(kind, state.turn)\nexcept OverflowError:\n    print(kind, 'refused')\n"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == written.split()
