"""Kernels: small functions over records that run as they stand in plain Python and, the same source, compiled.

``@kernel`` leaves the function as it is and notes it. ``Program`` compiles all that were noted in a list of modules:
it gives every function a twin whose globals name the other twins, each compiled for the one signature its annotations
declare. So both forms live side by side, and a test can play one against the other.

Numba's disk cache does not see an edit in another file, so the folder is named by a hash of everything a compiled
function depends on: all kernel sources, the versions and the processor.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

Int = int
"""A whole number: 64 bits when compiled."""

F = TypeVar("F", bound=Callable[..., Any])
Progress = Callable[[int, int], None]
"""Is told how many functions of how many are compiled."""

KERNELS: dict[Callable[..., Any], str] = {}
"""Every kernel with its module, in the order of definition: what a function calls stands before it."""

COMPILED_FORMS: dict[Callable[..., Any], Callable[..., Any]] = {}
"""For the few functions whose plain body cannot compile: what makes their compiled form, once Numba is there."""

KEPT_CACHES = 3


def kernel(function: F) -> F:
    """``function`` itself, noted as a kernel."""
    KERNELS[function] = function.__module__
    return function


def compiled_form(plain: Callable[..., Any]) -> Callable[[F], F]:
    """Decorate what makes the function that compiled code calls wherever plain code calls ``plain``."""

    def note(function: F) -> F:
        COMPILED_FORMS[plain] = function
        return function

    return note


class Program:
    """The kernels of some modules in compiled form, as attributes; loaded or compiled at the first use of one."""

    def __init__(
        self,
        modules: Iterable[str],
        entries: Iterable[Callable[..., Any]],
        sources: Iterable[Path],
        cache_root: Path,
    ) -> None:
        self._modules = tuple(import_module(name) for name in modules)
        self._entries = tuple(entries)
        self.cache_folder = cache_root / _key([*sources, *Path(__file__).parent.glob("*.py")])
        self._twins: dict[Callable[..., Any], Any] = {}

    def entry(self, plain: Callable[..., Any], progress: Progress | None = None) -> Callable[..., Any]:
        """The compiled twin of ``plain``, one of the program's entries."""
        if not self._twins:
            self._build(progress)
        twin: Callable[..., Any] = self._twins[plain]
        return twin

    @property
    def is_compiled(self) -> bool:
        """Whether the cache folder holds a finished compilation, every byte as it was written."""
        return self._marker.exists() and self._marker.read_text() == self._seal()

    @property
    def has_place(self) -> bool:
        """Whether the cache folder can be written; Numba loads nothing from one that cannot."""
        existing = next(folder for folder in (self.cache_folder, *self.cache_folder.parents) if folder.exists())
        return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)

    @property
    def _marker(self) -> Path:
        return self.cache_folder / "complete"

    def _seal(self) -> str:
        """One hash over the compiled files: Numba itself trusts whatever it finds in them."""
        digest = hashlib.sha256()
        for path in self._compiled_files():
            digest.update(path.name.encode() + path.read_bytes())
        return digest.hexdigest()

    def _compiled_files(self) -> list[Path]:
        return sorted(self.cache_folder.glob("*/*.nb[ic]"))

    def _build(self, progress: Progress | None) -> None:
        """Make the twins. Warm, only the entries are loaded: each carries all that it calls."""
        import numba

        self.cache_folder.mkdir(parents=True, exist_ok=True)
        is_warm = self.is_compiled
        if self._marker.exists() and not is_warm:
            for path in self._compiled_files():
                path.unlink()
        numba.config.CACHE_DIR = str(self.cache_folder)
        _spare_the_compiler()
        names = {module.__name__ for module in self._modules}
        functions = [function for function, module in KERNELS.items() if module in names]
        twins = self._declared(functions)
        wanted = self._entries if is_warm else functions
        for done, function in enumerate(wanted, start=1):
            dispatcher = twins[function]
            dispatcher.compile(_signature(function))
            dispatcher.disable_compile()
            if progress:
                progress(done, len(wanted))
        self._twins = twins
        if not is_warm:
            self._marker.write_text(self._seal())
            self._prune()

    def _declared(self, functions: list[Callable[..., Any]]) -> dict[Callable[..., Any], Any]:
        """A dispatcher for every kernel; their globals name each other once all are made."""
        import numba

        jit = numba.njit(nogil=True, cache=True, error_model="numpy")
        # What only kernels call needs no way in from Python and no file of its own: each entry carries it.
        inner = numba.njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
        spaces: dict[str, dict[str, Any]] = {}
        twins: dict[Callable[..., Any], Any] = {}
        for plain, body in COMPILED_FORMS.items():
            twins[plain] = body()
        for function in functions:
            space = spaces.setdefault(function.__module__, dict(vars(sys.modules[function.__module__])))
            make = jit if function in self._entries else inner
            twins[function] = make(_rehomed(function, space))
        for space in spaces.values():
            for name, value in list(space.items()):
                if isinstance(value, FunctionType) and value in twins:
                    space[name] = twins[value]
        return twins

    def _prune(self) -> None:
        """Old compilations go; a few stay, for other checkouts on the same machine."""
        import shutil

        siblings = sorted(self.cache_folder.parent.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
        for folder in siblings[KEPT_CACHES:]:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def _spare_the_compiler() -> None:
    """Switch off what rows of fifteen gain nothing by, vectors and full unrolling: a fifth of a cold compilation.

    LLVM takes each option once in a process.
    """
    import numba
    from llvmlite import binding

    numba.config.LOOP_VECTORIZE = numba.config.SLP_VECTORIZE = 0
    binding.set_option("kernelkit", "-unroll-full-max-count=4")


def _key(sources: Iterable[Path]) -> str:
    """Numba drops an entry whose source file changed its time stamp, so the stamps are part of the name."""
    digest = hashlib.sha256(repr((version("numba"), version("numpy"), sys.version, platform.processor())).encode())
    for source in sorted(sources):
        digest.update(source.read_bytes() + str(source.stat().st_mtime_ns).encode())
    return digest.hexdigest()[:24]


def _rehomed(function: Callable[..., Any], space: dict[str, Any]) -> FunctionType:
    assert isinstance(function, FunctionType)
    twin = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
    return twin


def _signature(function: Callable[..., Any]) -> Any:
    hints = get_type_hints(function)
    result = _numba_type(hints.pop("return"))
    return result(*(_numba_type(hint) for hint in hints.values()))


def _numba_type(hint: Any) -> Any:
    """Records are passed as they are, ``Cells`` and lists as contiguous arrays."""
    import numba
    from numba import types

    scalars = {int: types.int64, float: types.float64, bool: types.boolean, type(None): types.void}
    if hint in scalars:
        return scalars[hint]
    if get_origin(hint) is list:
        return types.Array(_numba_type(get_args(hint)[0]), 1, "C")
    return numba.from_dtype(hint.dtype)
