"""Kernels: small functions over records that run as they stand in plain Python and, the same source, compiled.

``@kernel`` leaves the function as it is and notes it. ``Program`` compiles all that were noted in a list of modules:
it gives every function a twin whose globals name the other twins, each compiled for the one signature its annotations
declare. So both forms live side by side, and a test can play one against the other.

What is compiled is kept as one file, named by a hash of all that it depends on: every kernel source, the versions and
the kind of machine. It is machine code and is run as it lies there, so it is loaded only from a file and a folder that
nobody but the user can have written (``kernelkit.files.read_own``); the seal in it is against damage, not people.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any, TypeVar

from kernelkit.files import UntrustedError, check_own_folder, make_private, read_own

Int = int
"""A whole number: 64 bits when compiled."""

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)
Progress = Callable[[int, int], None]
"""Is told how many functions of how many are compiled."""

KERNELS: dict[Function, str] = {}
"""Every kernel with its module, in the order of definition: what a function calls stands before it."""

COMPILED_FORMS: dict[Function, Function] = {}
"""For the few functions whose plain body cannot compile: what makes their compiled form, once Numba is there."""

KEPT_FILES = 8
SEAL_BYTES = hashlib.sha256().digest_size
MOST_BYTES = 64 * 1024 * 1024
"""Many times what any program of ours compiles to."""


def kernel(function: F) -> F:
    """``function`` itself, noted as a kernel."""
    KERNELS[function] = function.__module__
    return function


def compiled_form(plain: Function) -> Callable[[F], F]:
    """Decorate what makes the function that compiled code calls wherever plain code calls ``plain``."""

    def note(function: F) -> F:
        COMPILED_FORMS[plain] = function
        return function

    return note


class Program:
    """The entries of some modules of kernels in compiled form; loaded or compiled at the first use of one.

    With ``checks_bounds`` they look where they read and write, and raise an IndexError outside of a list: slower, for
    tests, and kept in a file of its own.
    """

    def __init__(
        self,
        modules: Iterable[str],
        entries: Iterable[Function],
        sources: Iterable[Path],
        cache_root: Path,
        *,
        announce: Callable[[], None] = lambda: None,
        checks_bounds: bool = False,
    ) -> None:
        self._modules = tuple(import_module(name) for name in modules)
        self._symbols = {entry: f"{entry.__module__}.{entry.__name__}" for entry in entries}
        self.cache_folder = cache_root
        self._checks_bounds = checks_bounds
        name = _key([*sources, *Path(__file__).parent.glob("*.py")]) + ("-checked" if checks_bounds else "")
        self._file = cache_root / f"{name}.o"
        self._announce = announce
        self._compiled: dict[Function, Function] = {}
        self._unkept: OSError | None = None
        self._making = Lock()

    def entry(self, plain: Function, progress: Progress | None = None) -> Function:
        """The compiled form of ``plain``, one of the program's entries."""
        with self._making:
            if not self._compiled:
                self._compiled = self._made(progress)
        return self._compiled[plain]

    @property
    def is_compiled(self) -> bool:
        """Whether the cache folder holds a finished compilation, every byte as it was written."""
        return self._kept() is not None

    @property
    def has_place(self) -> bool:
        """Whether the cache folder can be written, and by this user alone, so that what is compiled is kept."""
        existing = next(folder for folder in (self.cache_folder, *self.cache_folder.parents) if folder.exists())
        return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK) and self._is_trusted()

    def _is_trusted(self) -> bool:
        """Whether the cache folder, if there is one, is the user's alone."""
        try:
            check_own_folder(self.cache_folder)
        except FileNotFoundError:
            return True
        except OSError:
            return False
        return True

    @property
    def trouble(self) -> OSError | None:
        """Why the cache is not used as it should be: it is not trusted, or what was compiled could not be kept."""
        if self._unkept is not None:
            return self._unkept
        try:
            check_own_folder(self.cache_folder)
            read_own(self._file, MOST_BYTES)
        except UntrustedError as error:
            return error
        except OSError:  # there is none, or no place for one
            return None
        return None

    def _made(self, progress: Progress | None) -> dict[Function, Function]:
        from kernelkit.library import loaded, object_code

        code = self._kept()
        if code is None:
            if progress is None:  # nobody shows how far it is, and it takes seconds
                self._announce()
            code = object_code(self._twins(), self._symbols, progress, checks_bounds=self._checks_bounds)
            self._keep(code)
        return loaded(code, self._symbols)

    def _keep(self, code: bytes) -> None:
        """Put ``code`` into the cache; where that cannot be, it is used all the same and made again another time."""
        from kernelkit.durable import write_durably

        try:
            make_private(self.cache_folder)
            check_own_folder(self.cache_folder)
            if self._file.is_symlink():
                self._file.unlink()  # writing would follow it
            write_durably(self._file, hashlib.sha256(code).digest() + code)
            self._prune()
        except OSError as error:
            self._unkept = error

    def _kept(self) -> bytes | None:
        """The object code in the cache; None when there is none, or it is damaged or not surely ours: it is run."""
        try:
            content = read_own(self._file, MOST_BYTES)
        except OSError:
            return None
        seal, code = content[:SEAL_BYTES], content[SEAL_BYTES:]
        return code if hashlib.sha256(code).digest() == seal else None

    def _twins(self) -> dict[Function, FunctionType]:
        """A second form of every kernel; their globals name each other, and the compiled forms that are written."""
        names = {module.__name__ for module in self._modules}
        spaces = {module.__name__: dict(vars(module)) for module in self._modules}
        twins = {plain: _rehomed(plain, spaces[home]) for plain, home in KERNELS.items() if home in names}
        forms = {**twins, **{plain: make() for plain, make in COMPILED_FORMS.items()}}
        for space in spaces.values():
            for name, value in space.items():
                if isinstance(value, FunctionType) and value in forms:
                    space[name] = forms[value]
        return twins

    def _prune(self) -> None:
        """Old compilations go; a few stay, for other checkouts on the same machine."""
        with suppress(FileNotFoundError):  # another process prunes too
            files = sorted(self.cache_folder.glob("*.o"), key=lambda file: file.stat().st_mtime, reverse=True)
            for file in files[KEPT_FILES:]:
                file.unlink()


def _key(sources: Iterable[Path]) -> str:
    """A name for what ``sources`` compile to here."""
    place = (version("numba"), version("numpy"), sys.version, sys.platform, platform.machine())
    digest = hashlib.sha256(repr(place).encode())
    for source in sorted(sources):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:24]


def _rehomed(function: Function, space: dict[str, Any]) -> FunctionType:
    assert isinstance(function, FunctionType)
    twin = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
    return twin
