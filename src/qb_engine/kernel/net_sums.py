"""The two sums that judgement spends its time on: whole rows of weights at once.

A compiler that goes number by number does not see that a row can be added in one go. So these have a compiled form of
their own, which says so; what they compute is what their plain bodies say.
"""

from __future__ import annotations

from typing import Any

from kernelkit.kernel import compiled_form
from kernelkit.packed_memory import PackedMemory, on_records
from qb_engine.kernel.net import INNER, UNITS, Look, Net


def sum_features(n: Net, v: Look) -> None:
    """The sums of the first layer: where its units begin, and the rows of the features that are lit."""
    for j in range(UNITS):
        v.first[j] = n.first_begin[j]
    for i in range(v.count):
        row = n.first[v.lit[i]]
        for j in range(UNITS):
            v.first[j] += row[j]


def sum_units(n: Net, v: Look) -> None:
    """The sums of the second layer: where its units begin, and the rows of the first by what each of these says."""
    for j in range(INNER):
        v.second[j] = n.second_begin[j]
    for i in range(UNITS):
        said = v.said[i]
        row = n.second[i]
        for j in range(INNER):
            v.second[j] += said * row[j]


@compiled_form(sum_features)
def packed_sum_features() -> Any:
    """The same on packed records, a row at a time."""

    def build(memory: PackedMemory) -> None:
        total = memory.sums(Net, "first_begin", UNITS)
        with memory.each(memory.number(Look, "count")) as place:
            feature = memory.item(Look, "lit", place)
            memory.add(total, memory.row(Net, "first", UNITS, feature))
        memory.keep(Look, "first", UNITS, total)

    return on_records("sum_features", (Net, Look), build)


@compiled_form(sum_units)
def packed_sum_units() -> Any:
    """The same on packed records, a row at a time."""

    def build(memory: PackedMemory) -> None:
        total = memory.sums(Net, "second_begin", INNER)
        for unit in range(UNITS):
            said = memory.item(Look, "said", memory.constant(unit))
            memory.add(total, memory.row(Net, "second", INNER, memory.constant(unit)), said)
        memory.keep(Look, "second", INNER, total)

    return on_records("sum_units", (Net, Look), build)
