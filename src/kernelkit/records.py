"""Records: one declaration, two forms.

``@record`` reads a class of annotated fields once and gives it a list-backed form (an instance of the class, for plain
Python) and a packed form (a NumPy structured array, for compiled code). A field is ``Annotated[int, "i2"]``,
``Annotated[list[int], "i1", 15]`` or ``Annotated[list[list[int]], "i2", (2, 40)]``; a type checker sees the lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

from kernelkit.kernel import Int, compiled_form

if TYPE_CHECKING:
    import numpy as np

R = TypeVar("R")
Cells = list[R]
"""Some records of one kind, in a row: a list in plain form, a structured array in packed form."""

Shape = tuple[int, ...]


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
        for name, (_code, shape) in layout.items():
            setattr(self, name, _zeros(shape))

    namespace = {"__slots__": tuple(layout), "__doc__": cls.__doc__, "__module__": cls.__module__, "__init__": begin}
    made: Any = type(cls.__name__, (), namespace)
    made.layout = layout
    made.dtype = _PackedLayout()
    return made  # type: ignore[no-any-return]


def _layout(hint: Any) -> tuple[str, Shape]:
    _type, code, *shape = get_args(hint)
    extent = shape[0] if shape else ()
    return code, extent if isinstance(extent, tuple) else (extent,)


def _zeros(shape: Shape) -> Any:
    if not shape:
        return 0
    return [0] * shape[0] if len(shape) == 1 else [_zeros(shape[1:]) for _ in range(shape[0])]


def _copied(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [_copied(row) for row in value] if isinstance(value[0], list) else value[:]


def copy_cell(target: Cells[R], to: Int, source: Cells[R], at: Int) -> None:
    """Make the record ``target[to]`` equal to ``source[at]``; they share nothing afterwards."""
    new, old = target[to], source[at]
    for name in old.layout:  # type: ignore[attr-defined]
        setattr(new, name, _copied(getattr(old, name)))


@compiled_form(copy_cell)
def packed_copy_cell() -> Any:
    """The same for packed records: one move of bytes. Numba would assign field by field, slow to run and to compile."""
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    def item(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
        return cgutils.get_item_pointer(
            context, builder, kind, context.make_array(kind)(context, builder, array), [index]
        )

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


class PackedRecord:
    """A packed record that is read and written like a plain one."""

    __slots__ = ("_cells",)

    def __init__(self, cells: np.ndarray[Any, Any]) -> None:
        object.__setattr__(self, "_cells", cells)

    def __getattr__(self, name: str) -> Any:
        return self._cells[name][0]

    def __setattr__(self, name: str, value: int) -> None:
        self._cells[name][0] = value
