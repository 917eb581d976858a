"""Code for packed records that is built instruction by instruction, where a whole row is to be used at once.

A compiler that goes number by number does not see that a row can be added in one go; what is built here says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class PackedMemory:
    """The memory of some packed records, as the code that is being built reads and writes it."""

    def __init__(self, builder: Any, records: dict[Any, Any]) -> None:
        from llvmlite import ir

        self._builder, self._ir = builder, ir
        self._word, self._wide = ir.IntType(64), ir.IntType(32)
        self._begins = {kind: builder.ptrtoint(record, self._word) for kind, record in records.items()}

    def constant(self, value: int) -> Any:
        """A number that is known."""
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


def on_records(name: str, kinds: tuple[Any, Any], build: Callable[[PackedMemory], None]) -> Any:
    """A function of one record of each of two ``kinds`` for compiled code, with the body that ``build`` makes."""
    from numba.core import types
    from numba.extending import intrinsic

    def body(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        build(PackedMemory(builder, dict(zip(kinds, arguments, strict=True))))
        return context.get_dummy_value()

    def made(_context: Any, first: Any, second: Any) -> Any:
        return types.void(first, second), body

    made.__name__ = made.__qualname__ = name
    return intrinsic(made)
