"""What is made once, by however many threads it is asked for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from kernelkit.once import once


def test_a_value_is_made_once_for_all_threads():
    made, together = [], Barrier(4)

    @once
    def value(number):
        made.append(number)
        return object()

    def ask(_thread):
        together.wait()
        return value(7)

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(ask, range(4)))) == 1
    assert made == [7]
    assert value(7) is value(7)
    value(8)
    assert made == [7, 8]


def test_what_was_made_can_be_forgotten():
    made = []

    @once
    def value():
        made.append(1)
        return len(made)

    assert (value(), value()) == (1, 1)
    value.cache_clear()
    assert value() == 2
