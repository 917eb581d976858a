"""What learns, as a small program of its own: games and judgement are in the rules' library, and it needs neither."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kernelkit.forms import kernels_folder
from kernelkit.kernel import Program
from kernelkit.once import once
from kernelkit.spoken import announcements, sentence
from qb_engine.kernel import program as rules
from qb_engine.mind import learning

MODULES = ("kernelkit.chance", learning.__name__)
DOORS: tuple[Callable[..., Any], ...] = (learning.shuffle, learning.learn, learning.write_net)
"""What Python calls."""


@once
def program() -> Program:
    """The one program of this process."""
    below = Path(rules.__file__).parent
    constants = [below.parent / f"{name}.py" for name in rules.CONSTANTS]
    sources = [below / "layout.py", below / "net.py", *constants, Path(learning.__file__)]
    return Program(MODULES, DOORS, sources, kernels_folder() / "mind", announce=_announce)


def _announce() -> None:
    """Say why the first call takes so long."""
    announcements.say("qb_engine", sentence("compiling the trainer, once for this version; this takes some seconds."))


@once
def compiled_doors() -> Any:
    """The doors in compiled form, by name."""
    return SimpleNamespace(**{door.__name__: program().entry(door) for door in DOORS})


@once
def plain_doors() -> Any:
    """The same doors in plain form, by name."""
    return SimpleNamespace(**{door.__name__: door for door in DOORS})
