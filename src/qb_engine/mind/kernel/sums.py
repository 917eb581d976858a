"""The two sums that judgement spends its time on: whole rows of weights at once.

A compiler that goes number by number does not see that a row can be added in one go. So these have a compiled form of
their own, which says so; what they compute is what their plain bodies say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernelkit.kernel import compiled_form
from qb_engine.mind.kernel.layout import INNER, UNITS, Look, Net


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

    def build(memory: _Memory) -> None:
        total = memory.sums(Net, "first_begin", UNITS)
        with memory.each(memory.number(Look, "count")) as place:
            feature = memory.item(Look, "lit", place)
            memory.add(total, memory.row(Net, "first", UNITS, feature))
        memory.keep(Look, "first", UNITS, total)

    return _on_records("sum_features", build)


@compiled_form(sum_units)
def packed_sum_units() -> Any:
    """The same on packed records, a row at a time."""

    def build(memory: _Memory) -> None:
        total = memory.sums(Net, "second_begin", INNER)
        for unit in range(UNITS):
            said = memory.item(Look, "said", memory.constant(unit))
            memory.add(total, memory.row(Net, "second", INNER, memory.constant(unit)), said)
        memory.keep(Look, "second", INNER, total)

    return _on_records("sum_units", build)


class _Memory:
    """The memory of a packed net and a packed look, as the code that is being built reads and writes it."""

    def __init__(self, builder: Any, records: dict[Any, Any]) -> None:
        from llvmlite import ir

        self._builder, self._ir = builder, ir
        self._word, self._wide = ir.IntType(64), ir.IntType(32)
        self._begins = {kind: builder.ptrtoint(record, self._word) for kind, record in records.items()}

    def constant(self, value: int) -> Any:
        return self._ir.Constant(self._word, value)

    def _at(self, kind: Any, field: str, offset: Any, what: Any) -> Any:
        begin = self._builder.add(self._begins[kind], self.constant(kind.dtype.fields[field][1]))
        return self._builder.inttoptr(self._builder.add(begin, offset), what.as_pointer())

    def _read(self, kind: Any, field: str, offset: Any, what: Any) -> Any:
        size = kind.dtype[field].base.itemsize
        return self._builder.load(self._at(kind, field, offset, what), align=size)

    def _code(self, kind: Any, field: str) -> Any:
        return self._ir.IntType(8 * kind.dtype[field].base.itemsize)

    def number(self, kind: Any, field: str) -> Any:
        """A field that is one number."""
        return self._builder.sext(self._read(kind, field, self.constant(0), self._code(kind, field)), self._word)

    def item(self, kind: Any, field: str, place: Any) -> Any:
        """A number of a list."""
        offset = self._builder.mul(place, self.constant(kind.dtype[field].base.itemsize))
        return self._builder.sext(self._read(kind, field, offset, self._code(kind, field)), self._word)

    def row(self, kind: Any, field: str, width: int, place: Any) -> Any:
        """A row of a table, each number widened to 32 bits."""
        offset = self._builder.mul(place, self.constant(width * kind.dtype[field].base.itemsize))
        narrow = self._read(kind, field, offset, self._ir.VectorType(self._code(kind, field), width))
        return self._builder.sext(narrow, self._ir.VectorType(self._wide, width))

    def sums(self, kind: Any, field: str, width: int) -> Any:
        """A row of sums of 32 bits that begins with a list."""
        from numba.core import cgutils

        row = self._read(kind, field, self.constant(0), self._ir.VectorType(self._wide, width))
        return cgutils.alloca_once_value(self._builder, row)

    def add(self, total: Any, row: Any, factor: Any = None) -> None:
        """Add a row to the sums, ``factor`` times."""
        if factor is not None:
            many = self._builder.trunc(factor, self._wide)
            first = self._ir.Constant(self._wide, 0)
            one = self._builder.insert_element(self._ir.Constant(row.type, self._ir.Undefined), many, first)
            mask = self._ir.Constant(self._ir.VectorType(self._wide, row.type.count), [0] * row.type.count)
            row = self._builder.mul(row, self._builder.shuffle_vector(one, one, mask))
        self._builder.store(self._builder.add(self._builder.load(total), row), total)

    def keep(self, kind: Any, field: str, width: int, total: Any) -> None:
        """Write the sums into a list."""
        place = self._at(kind, field, self.constant(0), self._ir.VectorType(self._wide, width))
        self._builder.store(self._builder.load(total), place, align=4)

    def each(self, count: Any) -> Any:
        """A loop over the numbers below ``count``."""
        from contextlib import contextmanager

        from numba.core import cgutils

        @contextmanager
        def loop() -> Any:
            with cgutils.for_range(self._builder, count) as turn:
                yield turn.index

        return loop()


def _on_records(name: str, build: Callable[[_Memory], None]) -> Any:
    """A function of a net and a look for compiled code, with the body that ``build`` makes."""
    from numba.core import types
    from numba.extending import intrinsic

    def body(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        build(_Memory(builder, dict(zip((Net, Look), arguments, strict=True))))
        return context.get_dummy_value()

    def made(_context: Any, net: Any, look: Any) -> Any:
        return types.void(net, look), body

    made.__name__ = made.__qualname__ = name
    return intrinsic(made)
