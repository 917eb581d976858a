"""The solver's kernels as a program, compiled and plain."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kernelkit.files import NoHomeError
from kernelkit.forms import is_switched_off, kernels_folder, numba_is_there
from kernelkit.kernel import Program
from kernelkit.once import once
from kernelkit.records import seen_packed
from kernelkit.spoken import announcements, sentence
from solitario.solver import memory, search, setting_up

KERNELS = ("sets", "making", "memory", "search", "setting_up")
MODULES = ("kernelkit.chance", *(f"solitario.solver.{name}" for name in KERNELS))

DOORS: tuple[Callable[..., Any], ...] = (
    memory.move_seen_into,
    memory.move_table_into,
    search.look_through,
    search.begin_search,
    search.search,
    setting_up.set_up_into,
    setting_up.deal_into,
)
"""What Python calls."""


class Engine:
    """The doors of the solver in one form, and rows in that form."""

    def __init__(self, *, compiled: bool) -> None:
        self.compiled = compiled
        self.doors: Any = _compiled_doors() if compiled else _plain_doors()
        self._numpy: Any = import_module("numpy") if compiled else None

    def rows(self, kind: Any, count: int) -> Any:
        """``count`` records of one kind in a row, all zero."""
        return self._numpy.zeros(count, kind.dtype) if self.compiled else [kind() for _ in range(count)]

    def grown_rows(self, kind: Any, rows: Any, count: int) -> Any:
        """A longer row that begins with ``rows``."""
        longer = self.rows(kind, count)
        longer[: len(rows)] = rows
        return longer

    def seen(self, rows: Any, at: int) -> Any:
        """One record of a row, to be read and written by name."""
        return seen_packed(rows[at : at + 1]) if self.compiled else rows[at]

    def numbers(self, count: int) -> Any:
        """As many zeros."""
        return self._numpy.zeros(count, self._numpy.int64) if self.compiled else [0] * count

    def listed(self, numbers: list[int]) -> Any:
        """The same numbers in this form."""
        return self._numpy.array(numbers, self._numpy.int64) if self.compiled else list(numbers)


@once
def program() -> Program:
    """The one program of this process."""
    sources = [Path(__file__).with_name(f"{name}.py") for name in ("layout", *KERNELS)]
    return Program(MODULES, DOORS, sources, kernels_folder() / "solitario", announce=_announce)


def _announce() -> None:
    """Say why the first call takes so long."""
    announcements.say("solitario", sentence("compiling the solver, once for this version; this takes some seconds."))


def engine(*, compiled: bool | None = None) -> Engine:
    """The solver as it runs here, or in the form that is asked for."""
    if compiled is None:
        compiled = not is_switched_off() and _can_compile()
    return _compiled_engine() if compiled else _plain_engine()


def needs_warming() -> bool:
    """Whether the solver can be compiled here and has not been."""
    return not is_switched_off() and _can_compile() and not program().is_compiled


def warm_up() -> None:
    """Compile the solver now, unless that was done; who asks for it says so."""
    program().entry(DOORS[0], progress=lambda _done, _of: None)


@once
def _can_compile() -> bool:
    try:
        return numba_is_there() and program().has_place
    except NoHomeError:
        return False


@once
def _compiled_engine() -> Engine:
    return Engine(compiled=True)


@once
def _plain_engine() -> Engine:
    return Engine(compiled=False)


@once
def _compiled_doors() -> Any:
    return SimpleNamespace(**{door.__name__: program().entry(door) for door in DOORS})


@once
def _plain_doors() -> Any:
    return SimpleNamespace(**{door.__name__: door for door in DOORS})
