"""Every class of errors of the packages, for tests that ask something of each."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import mazzo
import solitario
from kernelkit.spoken import SpokenError


def kinds(root=SpokenError):
    """Every class of errors that the packages have, once all their modules are there."""
    for package in (mazzo, solitario):
        base = Path(package.__file__).parent
        for file in sorted(base.rglob("*.py")):
            name = ".".join((package.__name__, *file.relative_to(base).with_suffix("").parts))
            if "__main__" not in name and "migrations" not in name:
                import_module(name.removesuffix(".__init__"))
    found, todo = [], [root]
    while todo:
        more = [kind for kind in todo.pop().__subclasses__() if not kind.__module__.startswith(("test", "support"))]
        found += more
        todo += more
    return found
