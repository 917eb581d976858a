"""The compiled rules, fetched while the conversation goes on with plain ones.

Loading them takes half a second, in a thread. Compiling them takes many, once: a process of its own does that, because
a thread would slow the conversation down and could not be stopped.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import lru_cache
from threading import Event, Thread

from kernelkit.files import detail_of
from kernelkit.forms import is_switched_off
from qb_engine.errors import BrokenCompilerError, QueensBloodError, UnusedCacheError
from qb_engine.kernel.program import compiled_entries, compiles, program, trouble
from qb_engine.rules_engine import RulesEngine
from qb_engine.ruleset import REBIRTH, Ruleset

COMPILE = (sys.executable, "-P", "-m", "mazzo", "doctor", "--warm", "--quiet")
LOOK_AGAIN_SECONDS = 0.05


class CompiledRules:
    """Compiled engines, as soon as they are there. ``trouble`` says why they never will be, where that is a fault."""

    def __init__(self) -> None:
        self.is_compiling = False
        self.trouble: QueensBloodError | None = None
        self._is_there = False
        self._is_left, self._is_decided = Event(), Event()
        self._thread = Thread(target=self._fetch, name="compiled rules")

    def fetch(self) -> None:
        """Begin, unless that was done."""
        if self._thread.ident is None:
            self._thread.start()

    def close(self) -> None:
        """Leave it: a compilation is given up, and what is being loaded is waited for."""
        self._is_left.set()
        if self._thread.ident is not None:
            self._thread.join()

    def is_decided(self, seconds: float) -> bool:
        """Whether it is known that the rules are there or never will be; waits so long for it."""
        return self._is_decided.wait(seconds)

    @property
    def is_there(self) -> bool:
        """Whether the compiled rules are loaded."""
        return self._is_there

    def engine(self, ruleset: Ruleset) -> RulesEngine | None:
        """The compiled engine of a ruleset; None when there is none, or none yet."""
        return _engine(ruleset) if self._is_there else None

    def _fetch(self) -> None:
        try:
            # A thread has a context of its own, so this asks what is possible here, whatever the conversation plays by.
            if not compiles():
                self.trouble = cache_trouble()
            elif program().is_compiled or self._compiled_apart():
                _engine(REBIRTH)
                self._is_there = True
        except BrokenCompilerError as error:
            self.trouble = error
        finally:
            self._is_decided.set()

    def _compiled_apart(self) -> bool:
        """Compile in another process; whether somebody still waits for it.

        What went wrong there goes wrong here once more, where it can be said.
        """
        self.is_compiling = True
        quiet = subprocess.DEVNULL
        with subprocess.Popen(COMPILE, stdin=quiet, stdout=quiet, stderr=quiet) as process:
            while process.poll() is None:
                if self._is_left.wait(LOOK_AGAIN_SECONDS):
                    process.terminate()
        self.is_compiling = False
        return not self._is_left.is_set()


def cache_trouble() -> UnusedCacheError | None:
    """Why the engine plays uncompiled, when that is for its cache; None where it was asked for, or all is well."""
    found = None if is_switched_off() else trouble()
    return None if found is None else UnusedCacheError(trouble=detail_of(found))


@lru_cache(maxsize=8)
def _engine(ruleset: Ruleset) -> RulesEngine:
    return RulesEngine(ruleset, compiled=True)


def needs_warming() -> bool:
    """Whether the rules can be compiled here and have not been."""
    return compiles() and not program().is_compiled and not numba_trouble()


def warm_up(tell: Callable[[int, int], None]) -> None:
    """Compile the rules now; ``tell`` is told how many functions are done, of how many."""
    compiled_entries(tell)


def numba_trouble() -> str:
    """Why Numba cannot be loaded; nothing when it can, or when its own compilation shows that it could."""
    from qb_engine.kernel.program import program, trouble

    if trouble() is None and program().is_compiled:
        return ""
    try:
        import numba  # noqa: F401 - to see whether it can be
    except (ImportError, OSError) as error:
        return str(error)
    return ""
