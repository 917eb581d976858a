"""Records: one declaration, two forms.

``@record`` reads a class of annotated fields once and gives it a plain form (an instance of the class, for plain
Python) and a packed form (a NumPy structured array, for compiled code). A field is ``Annotated[int, "i2"]``,
``Annotated[list[int], "i1", 15]`` or ``Annotated[list[list[int]], "i2", (2, 40)]``; a type checker sees the lists.

Compiled code looks neither at the length of a list nor at the width of a number. ``keep_exactly`` makes plain records
do both, so that whatever would overrun a packed record raises: tests play in that form, at two thirds of the speed.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from ctypes import Structure, c_double, c_int8, c_int16, c_int32, c_int64, sizeof
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

from kernelkit.kernel import Int, compiled_form

if TYPE_CHECKING:
    import numpy as np

R = TypeVar("R")
Cells = list[R]
"""Some records of one kind, in a row: a list in plain form, a structured array in packed form."""

Shape = tuple[int, ...]

ARRAY_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "f8": "d"}
"""The kind of array that holds the numbers of a packed field."""


class _PackedLayout:
    """``dtype`` of a record, made when it is first asked for: plain records never load NumPy."""

    def __get__(self, _record: Any, kind: Any) -> np.dtype[Any]:
        import numpy as np

        kind.dtype = np.dtype([(name, code, shape) for name, (code, shape) in kind.layout.items()], align=True)
        return kind.dtype  # type: ignore[no-any-return]


def record(cls: type[R]) -> type[R]:
    """``cls`` as a record: fields in slots, all zero at the start; ``dtype`` is its packed layout."""
    layout = {name: _layout(hint) for name, hint in get_type_hints(cls, include_extras=True).items()}

    def begin(self: Any) -> None:
        for name, (code, shape) in layout.items():
            _write(self, name, _zeros(code, shape))

    namespace = {"__slots__": tuple(layout), "__doc__": cls.__doc__, "__module__": cls.__module__, "__init__": begin}
    made: Any = type(cls.__name__, (), namespace)
    made.layout = layout
    made.dtype = _PackedLayout()
    _RECORDS.append(made)
    if _numbers is not None:
        made.__setattr__ = _checked_write(made)
    return made  # type: ignore[no-any-return]


_RECORDS: list[Any] = []
_write = object.__setattr__


def _layout(hint: Any) -> tuple[str, Shape]:
    _type, code, *shape = get_args(hint)
    extent = shape[0] if shape else ()
    return code, extent if isinstance(extent, tuple) else (extent,)


def _zeros(code: str, shape: Shape) -> Any:
    if not shape:
        return 0
    if len(shape) > 1:
        return [_zeros(code, shape[1:]) for _ in range(shape[0])]
    return [0] * shape[0] if _numbers is None else _numbers(ARRAY_CODES[code], bytes(int(code[1:]) * shape[0]))


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        return value[:] if isinstance(value[0], int) else [_copied(row) for row in value]
    if isinstance(value, FromZero):
        return FromZero(value.typecode, value)
    return value[:] if isinstance(value, array) else value


# Plain records as exact as packed ones.

_numbers: type[array[Any]] | None = None


def keep_exactly(*, from_zero: bool = False) -> None:
    """Give plain records, those made from now on, exactly the lengths and ranges of packed ones.

    A place past the end is an IndexError, a number that does not fit an OverflowError. With ``from_zero`` a place below
    0 is an IndexError too, as compiled code does not count from the end; that takes twice as long again.
    """
    global _numbers
    _numbers = FromZero if from_zero else array
    for kind in _RECORDS:
        kind.__setattr__ = _checked_write(kind)


def _checked_write(kind: Any) -> Any:
    ranges = {name: _range(code) for name, (code, shape) in kind.layout.items() if not shape and code != "f8"}

    def write(self: Any, name: str, value: Any) -> None:
        low, high = ranges.get(name, (value, value))
        if not low <= value <= high:
            raise OverflowError(f"{value} does not fit {kind.__name__}.{name}")
        _write(self, name, value)

    return write


def _range(code: str) -> tuple[int, int]:
    beyond = 1 << 8 * int(code[1:]) - 1
    return -beyond, beyond - 1


class FromZero(array):  # type: ignore[type-arg]
    """Numbers without places counted from the end."""

    def __getitem__(self, place: Any) -> Any:
        """The number at ``place``, or a slice of them."""
        if not isinstance(place, slice) and place < 0:
            raise IndexError(f"place {place}")
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        """Write one number, or a slice."""
        if not isinstance(place, slice) and place < 0:
            raise IndexError(f"place {place}")
        super().__setitem__(place, value)


def copy_cell(target: Cells[R], to: Int, source: Cells[R], at: Int) -> None:
    """Make the record ``target[to]`` equal to ``source[at]``; they share nothing afterwards."""
    new, old = target[to], source[at]
    for name in old.layout:  # type: ignore[attr-defined]
        _write(new, name, _copied(getattr(old, name)))  # it fitted there, so it fits here


@compiled_form(copy_cell)
def packed_copy_cell() -> Any:
    """The same for packed records: one move of bytes. Numba would assign field by field, slow to run and to compile."""
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    def item(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
        row, checked = context.make_array(kind)(context, builder, array), context.enable_boundscheck
        return cgutils.get_item_pointer(context, builder, kind, row, [index], boundscheck=checked)

    def move(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        target, source = (item(context, builder, kind, *arguments[i : i + 2]) for i in (0, 2))
        cgutils.raw_memcpy(builder, target, source, context.get_constant(types.intp, 1), kind.dtype.size)
        return context.get_dummy_value()

    @intrinsic  # type: ignore[untyped-decorator]
    def copy_cell(_context: Any, target: Any, _to: Any, source: Any, _at: Any) -> Any:
        return types.void(target, types.intp, source, types.intp), move

    return copy_cell


def packed(plain: Any) -> np.ndarray[Any, Any]:
    """A row of one packed record with the values of ``plain``."""
    import numpy as np

    cells = np.zeros(1, plain.dtype)
    for name in plain.layout:
        cells[name][0] = getattr(plain, name)
    return cells


def unpacked(kind: type[R], cells: np.ndarray[Any, Any]) -> R:
    """A plain record of ``kind`` with the values of the first in a packed row."""
    return filled(kind, {name: cells[name][0].tolist() for name in cells.dtype.names or ()})


def filled(kind: type[R], values: Mapping[str, Any]) -> R:
    """A plain record of ``kind`` with these values, numbers and lists of them."""
    plain: Any = kind()
    for name, (_code, shape) in plain.layout.items():
        if shape:
            _fill(getattr(plain, name), values[name])
        else:
            setattr(plain, name, values[name])
    return plain  # type: ignore[no-any-return]


def _fill(numbers: Any, values: Any) -> None:
    for place, value in enumerate(values):
        if isinstance(value, list):
            _fill(numbers[place], value)
        else:
            numbers[place] = value


def is_packed(cells: Any) -> bool:
    """Whether a row is one of packed records."""
    return not isinstance(cells, list)


def seen_packed(cells: np.ndarray[Any, Any]) -> Any:
    """The first record of a packed row, read and written by name like a plain one; a slice of its rows is a list."""
    layout = cells.dtype
    known = _VIEWS.get(id(layout))
    if known is None:
        known = _VIEWS[id(layout)] = layout, _structure(layout)
    # As bytes, because NumPy would write down the whole layout for whoever asks for the memory of records.
    return known[1].from_buffer(cells.view("i1"))  # type: ignore[arg-type]


_VIEWS: dict[int, tuple[Any, type[Structure]]] = {}
"""For each layout how its memory is read: by ctypes, because a number of a NumPy array takes five times as long.

The layout is kept too, so that no other can have its number.
"""


def _structure(layout: np.dtype[Any]) -> type[Structure]:
    """The structure with the fields of ``layout``, each at its place."""
    numbers: dict[str, Any] = {"b": c_int8, "h": c_int16, "i": c_int32, "l": c_int64, "q": c_int64, "d": c_double}
    fields: list[tuple[str, Any]] = []
    places = {name: place[1] for name, place in (layout.fields or {}).items()}
    for name in places:
        kind = numbers[layout[name].base.char]
        for extent in reversed(layout[name].shape):
            kind *= extent
        fields.append((name, kind))
    made = type("PackedRecord", (Structure,), {"_fields_": fields, "__slots__": ()})
    if sizeof(made) != layout.itemsize or places != {name: getattr(made, name).offset for name in places}:
        raise TypeError(f"{layout} lies otherwise in memory than a structure of these fields")
    return made
